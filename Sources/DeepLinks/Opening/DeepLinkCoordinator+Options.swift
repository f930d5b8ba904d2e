extension DeepLinkCoordinator {
    /// How a coordinator treats links.
    ///
    /// ```swift
    /// var options = DeepLinkCoordinator.Options()
    /// options.pending = .queue(capacity: 16)
    /// options.publicParameters = [.id]
    /// ```
    public struct Options: Hashable, Sendable {
        /// How many links wait, and which of them go when there are too many; ``PendingMode/latest`` by default.
        public var pending: PendingMode = .latest

        /// How long a link waits before it is dropped, 10 minutes by default.
        ///
        /// With zero or less, nothing gets its turn that has to wait.
        public var expiresAfter: Duration = .seconds(600)

        /// How long a link is remembered so that the same one, delivered again, is a duplicate; 1 second by default.
        ///
        /// Only a link that was taken has duplicates: one that was handled, or still waits or is being prepared. One that failed,
        /// was refused or dropped, or whose preparation was cancelled, may be opened again at once. The last 32 links are
        /// remembered. With zero or less, there are no duplicates.
        public var duplicateWindow: Duration = .seconds(1)

        /// How many links may be opened in some time, 20 in 10 seconds by default; nil for no limit.
        ///
        /// Links that no internal link can be made of do not count, nor do duplicates, so junk does not keep real links out.
        public var rateLimit: RateLimit? = RateLimit(links: 20, per: .seconds(10))

        /// Where a push notification's payload may have a link, in the order in which the key paths are tried.
        public var pushKeyPaths: [String] = PushPayload.standardKeyPaths

        /// The parameters, captures included, whose values events may show; none by default.
        public var publicParameters: Set<Parameter> = []

        /// Creates the standard options.
        public init() {}
    }
}
