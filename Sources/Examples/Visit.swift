public import DeepLinks

/// A link's way through one of the example systems.
public struct Visit: Equatable, Sendable {
    /// What became of a link in the end.
    public enum Outcome: Equatable, Sendable {
        /// It was opened, and this is what the app did then.
        case opened(String)
        /// It was refused, with a sentence that says why.
        case refused(String)
    }

    /// The link as it arrived.
    public let external: String

    /// What it was rewritten to; nil if it was refused before.
    public let `internal`: DeepLink?

    /// What the policy decided when the link arrived; nil if it was not asked.
    public let decision: String?

    /// What became of it.
    public let outcome: Outcome
}
