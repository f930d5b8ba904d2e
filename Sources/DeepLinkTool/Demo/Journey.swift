/// A link's way through a system.
struct Journey: Encodable, Equatable {
    /// The link as it arrived.
    let external: String

    /// What it was rewritten to; `nil` when it was refused before.
    let `internal`: String?

    /// What the system's policy decided; `nil` when it has none, or was not asked.
    var decision: String?

    /// What the feature's closure did; `nil` when the link was refused.
    var ran: String?

    /// Why the link was refused; `nil` when it was not.
    var refused: String?
}
