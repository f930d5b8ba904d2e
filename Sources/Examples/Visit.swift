public import DeepLinks

/// What happened to a link in one of the example systems.
public struct Visit: Equatable, Sendable {
    /// The final outcome of a link.
    public enum Outcome: Equatable, Sendable {
        /// It was opened; the text says what the app did.
        case opened(String)
        /// The rewriter or the policy refused it; the sentence says why.
        case refused(String)
        /// It failed in the app; the sentence says why.
        case failed(String)
    }

    /// The link as it arrived.
    public let external: String

    /// The internal link; nil if the rewriter refused the external link.
    public let `internal`: DeepLink?

    /// The policy's decision when the link arrived; nil if it was not asked.
    public let decision: String?

    /// The final outcome.
    public let outcome: Outcome
}
