extension DeepLinkCoordinator {
    /// How a coordinator treats links.
    ///
    /// ```swift
    /// var options = DeepLinkCoordinator.Options()
    /// options.pending = .queue(capacity: 16, superseding: .samePath)
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
        /// remembered. What the app opens itself, from ``LinkOrigin/inApp``, is no duplicate and has none. With zero or less,
        /// there are no duplicates.
        public var duplicateWindow: Duration = .seconds(1)

        /// How many links of each origin may be opened in some time, 20 in 10 seconds by default; nil for no limit.
        ///
        /// Each ``LinkOrigin`` has a budget of its own, so a page that opens one link after the other does not silence push
        /// notifications; ``LinkOrigin/inApp`` has no limit. Links that no internal link can be made of do not count, nor do
        /// duplicates, so junk does not keep real links out.
        public var rateLimit: RateLimit? = RateLimit(links: 20, per: .seconds(10))

        /// Where a push notification's payload may have a link, in the order in which the key paths are tried.
        public var pushKeyPaths: [String] = PushPayload.standardKeyPaths

        /// What is opened for a push notification whose payload has no link; nil, as by default, for nothing.
        ///
        /// With `"myapp://push"`, the payload's texts, numbers and Booleans become the items of that link, as by
        /// ``PushPayload/link(as:)``, and the rules make an internal link of it.
        public var payloadLink: String?

        /// The parameters, captures included, whose values events may show; none by default.
        public var publicParameters: Set<Parameter> = []

        /// Creates the standard options.
        public init() {}
    }
}

/// How many links wait, and which of them go when there are too many.
public enum PendingMode: Hashable, Sendable {
    /// One link waits: the last one that was opened.
    case latest

    /// Links wait in the order in which they were opened, and when there are more than the capacity, the oldest goes.
    ///
    /// A capacity of zero or less counts as one.
    case queue(capacity: Int, superseding: Superseding = .never)

    /// Whether a newer link takes the place of one that waits.
    public enum Superseding: Hashable, Sendable {
        /// Each link waits for itself.
        case never

        /// A newer link to the same path takes the place of the older one, whatever the parameters, and waits at the end.
        ///
        /// What a route captures is part of the path: `/items/1` and `/items/2` are two, `/product?id=1` and `/product?id=2`
        /// are one.
        case samePath
    }

    /// The most links that wait.
    var capacity: Int {
        switch self {
        case .latest: 1
        case .queue(let capacity, _): Swift.max(capacity, 1)
        }
    }

    /// Whether a newer link takes the place of the one to the same path.
    var isSuperseding: Bool {
        switch self {
        case .latest: true
        case .queue(_, let superseding): superseding == .samePath
        }
    }
}

/// How many links of each origin may be opened in some time; more are refused.
public struct RateLimit: Hashable, Sendable {
    /// The most links within ``period``; with zero or fewer, every link is refused.
    public var links: Int

    /// The length of the time that is looked back on.
    public var period: Duration

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - links: The most links.
    ///   - period: The length of the time that is looked back on.
    public init(links: Int, per period: Duration) {
        self.links = links
        self.period = period
    }
}
