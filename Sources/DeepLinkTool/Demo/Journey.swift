/// What happened to a link in a system.
struct Journey: Encodable, Equatable {
    let external: String

    /// The internal link; `nil` when the external link was refused.
    let `internal`: String?

    /// The decision of the system's policy; `nil` when it has none or it was not asked.
    var decision: String?

    /// What the app did with the link; `nil` when it was refused or failed.
    var ran: String?

    /// Why the link was refused; `nil` when it was not.
    var refused: String?

    /// Why the link failed in the app; `nil` when it did not.
    var failed: String?
}
