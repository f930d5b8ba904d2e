/// A link's way through a system.
struct Journey: Equatable {
    /// What became of the link in the end.
    enum Outcome: Equatable {
        /// A feature's closure ran, and this is what it did.
        case ran(String)
        /// The link was refused, and why.
        case refused(String)
    }

    /// The link as it arrived.
    let external: String

    /// What it was rewritten to; `nil` when it was refused before.
    let `internal`: String?

    /// What the system's policy decided; `nil` when it has none, or was not asked.
    var decision: String?

    /// What became of it.
    let outcome: Outcome

    /// Whether it was refused.
    var isRefused: Bool {
        if case .refused = outcome { true } else { false }
    }
}
