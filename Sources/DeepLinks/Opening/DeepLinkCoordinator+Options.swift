extension DeepLinkCoordinator {
    /// How a coordinator treats links.
    ///
    /// ```swift
    /// var options = DeepLinkCoordinator.Options()
    /// options.pending = .queue(capacity: 16, superseding: .samePath)
    /// options.publicParameters = [.id]
    /// ```
    public struct Options: Hashable, Sendable {
        /// How many links may wait, and which are dropped when there are too many; ``Pending/latest`` by default.
        public var pending: Pending = .latest

        /// How long a link waits before it is dropped, 10 minutes by default.
        ///
        /// With zero or less, a link that has to wait is never opened.
        public var expiresAfter: Duration = .seconds(600)

        /// How long the same link, delivered again, counts as a duplicate; 1 second by default.
        ///
        /// Only a link that was handled, waits or is being prepared has duplicates; one that came to nothing may be opened again at
        /// once. The same link from another origin is no duplicate, nor is one from ``LinkOrigin/inApp``. The last 32 links of each
        /// origin are remembered. With zero or less, there are no duplicates.
        public var duplicateWindow: Duration = .seconds(1)

        /// How many links of each origin may be opened in a period of time, 20 in 10 seconds by default; nil for no limit.
        ///
        /// Each ``LinkOrigin`` has its own limit, so a page that opens many links does not block push notifications;
        /// ``LinkOrigin/inApp`` has none. Duplicates and links that cannot be rewritten do not count.
        public var rateLimit: RateLimit? = RateLimit(links: 20, per: .seconds(10))

        /// The key paths at which a push notification's payload may have a link, in the order in which they are tried.
        public var pushKeyPaths: [String] = PushPayload.standardKeyPaths

        /// The link to open for a push notification whose payload has none; nil, the default, to open nothing.
        ///
        /// With `"myapp://push"`, the payload's texts, numbers and Booleans become the items of that link, as in
        /// ``PushPayload/link(as:)``. A payload without any of these, such as `{"aps": {}}`, fails with a ``PushPayloadError``.
        public var payloadLink: String?

        /// The parameters, captures included, whose values events may show; none by default.
        public var publicParameters: Set<Parameter> = []

        /// Creates the standard options.
        public init() {}
    }
}

extension DeepLinkCoordinator.Options {
    /// How many links may wait, and which are dropped when there are too many.
    public enum Pending: Hashable, Sendable {
        /// One link waits: the last one that had to.
        ///
        /// A link that is opened at once does not take its place, so the callback of a login drops nothing.
        case latest

        /// Links wait in the order in which they were opened; when there are more than the capacity, the oldest is dropped.
        ///
        /// A capacity of zero or less counts as one.
        case queue(capacity: Int, superseding: Superseding = .never)

        /// Which of the waiting links a newer one replaces.
        public enum Superseding: Hashable, Sendable {
            /// None.
            case never

            /// The one that is equal; the newer link waits at the end.
            case sameLink

            /// The one to the same path, whatever the parameters; the newer link waits at the end.
            ///
            /// Captures are part of the path: `/items/1` and `/items/2` are two paths, `/product?id=1` and `/product?id=2`
            /// are one.
            case samePath
        }

        /// The largest number of links that may wait.
        var capacity: Int {
            switch self {
            case .latest: 1
            case .queue(let capacity, _): Swift.max(capacity, 1)
            }
        }
    }
}

extension DeepLinkCoordinator.Options {
    /// How many links of each origin may be opened in a period of time; more are refused.
    public struct RateLimit: Hashable, Sendable {
        /// The most links within ``period``; with zero or fewer, every link is refused.
        public var links: Int

        /// The length of time, up to now, in which links are counted.
        public var period: Duration

        /// Creates a limit.
        public init(links: Int, per period: Duration) {
            self.links = links
            self.period = period
        }
    }
}
