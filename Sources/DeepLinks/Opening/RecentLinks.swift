/// The last links that were let in, to recognize duplicates and to keep the rate limit: for each origin its own.
///
/// Links that the app opens itself are always let in: a button that is tapped twice works twice.
@MainActor
final class RecentLinks {
    /// How many links of an origin are remembered to recognize duplicates.
    static let memory = 32

    /// What to do with a link.
    enum Admission {
        case admitted
        /// The same link was let in within the window.
        case duplicate
        /// The limit for links from its origin is reached.
        case tooMany
    }

    /// What is known about one origin.
    @MainActor
    private final class Origin {
        let name: LinkOrigin
        /// Its last links in the order of their times; only the last ``memory`` of them are compared.
        var links: [OpenedLink] = []
        /// When its last links were opened, as many as the limit allows; those from snapshots do not count.
        var times: [Duration] = []

        init(_ name: LinkOrigin) {
            self.name = name
        }
    }

    private let window: Duration
    private let limit: DeepLinkCoordinator.Options.RateLimit?
    private var origins: [Origin] = []

    /// Creates an empty list; a window of zero or less recognizes no duplicates, and without a limit all links are let in.
    init(window: Duration, limit: DeepLinkCoordinator.Options.RateLimit?) {
        self.window = window
        self.limit = limit
    }

    /// Lets a link in and remembers it, unless it is a duplicate or one too many.
    ///
    /// The link's time must not be before that of the last one. Only links that are let in are remembered, and count.
    func admit(_ link: OpenedLink) -> Admission {
        guard let origin = origin(of: link) else { return .admitted }
        if isDuplicate(link, in: origin) { return .duplicate }
        if let limit {
            let count = origin.times.count
            if limit.links <= 0 { return .tooMany }
            if count >= limit.links {
                if link.openedAt - origin.times[0] < limit.period { return .tooMany }
                origin.times.removeFirst()
            }
            origin.times.append(link.openedAt)
        }
        remember(link, in: origin)
        return .admitted
    }

    /// Remembers a link from a snapshot, which counts against no limit; false if the same link was let in within the window.
    func admitRestored(_ link: OpenedLink) -> Bool {
        guard let origin = origin(of: link) else { return true }
        if isDuplicate(link, in: origin) { return false }
        remember(link, in: origin)
        return true
    }

    /// Forgets all links, but not when they were let in.
    func forgetLinks() {
        for origin in origins { origin.links = [] }
    }

    /// What is known about a link's origin; nil if its links are not remembered.
    private func origin(of link: OpenedLink) -> Origin? {
        for origin in origins where origin.name == link.origin { return origin }
        if link.origin == .inApp { return nil }
        let origin = Origin(link.origin)
        origins += [origin]
        return origin
    }

    /// Whether the same link was let in within the window, and has not come to nothing.
    ///
    /// Of a link that waits, the removed items count too: a signature among them may be the one that the policy waits for.
    private func isDuplicate(_ link: OpenedLink, in origin: Origin) -> Bool {
        // From the newest on, as the first that is too old ends the search.
        for other in origin.links.suffix(Self.memory).reversed() {
            guard link.openedAt - other.openedAt < window else { return false }
            if other.state != .over, other.link == link.link,
                other.state != .waiting || hasSameItems(other.removedItems, link.removedItems)
            {
                return true
            }
        }
        return false
    }

    private func remember(_ link: OpenedLink, in origin: Origin) {
        // Many at a time, since each time moves all others.
        if origin.links.count == 2 * Self.memory { origin.links.removeFirst(Self.memory) }
        origin.links.append(link)
    }
}
