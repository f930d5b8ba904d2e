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
        /// Only an accepted link has duplicates: one that was handled, still waits or is being prepared. A link that failed, was
        /// refused or dropped, or whose preparation was cancelled, may be opened again at once. The same link from another
        /// origin is no duplicate. Only the last 32 links of each origin are remembered, so an older one may be opened
        /// again. A link that the app opens itself, from ``LinkOrigin/inApp``, is no duplicate and has none. With zero or less,
        /// there are no duplicates.
        public var duplicateWindow: Duration = .seconds(1)

        /// How many links of each origin may be opened in a period of time, 20 in 10 seconds by default; nil for no limit.
        ///
        /// Each ``LinkOrigin`` has its own budget, so a page that opens many links does not block push notifications;
        /// ``LinkOrigin/inApp`` has no limit. Links that cannot be rewritten do not count, nor do duplicates, so bad links do not
        /// use up the limit.
        public var rateLimit: RateLimit? = RateLimit(links: 20, per: .seconds(10))

        /// The key paths at which a push notification's payload may have a link, in the order in which they are tried.
        public var pushKeyPaths: [String] = PushPayload.standardKeyPaths

        /// The link to open for a push notification whose payload has none; nil, the default, to open nothing.
        ///
        /// With `"myapp://push"`, the payload's texts, numbers and Booleans become the items of that link, as in
        /// ``PushPayload/link(as:)``, and the rules make an internal link of it. A payload without any of these at its top level, such as
        /// `{"aps": {}}`, has no link, and fails with a ``PushPayloadError``.
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
        /// A link that is opened at once does not take its place. So the callback of a login drops nothing. Before
        /// ``DeepLinkCoordinator/activate()``, every link has to wait.
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
