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

    private let window: Duration
    private let limit: DeepLinkCoordinator.Options.RateLimit?
    private var origins: [Origin] = []

    /// Creates an empty list; a window of zero or less recognizes no duplicates, and without a limit all links are let in.
    init(window: Duration, limit: DeepLinkCoordinator.Options.RateLimit?) {
        self.window = window
        self.limit = limit
    }

    /// Lets a link in and remembers it, unless it is a duplicate or one too many; a link from a snapshot counts against no limit.
    ///
    /// The link's time must not be before that of the last one. Only links that are let in are remembered, and count.
    func admit(_ link: OpenedLink, isRestored: Bool = false) -> Admission {
        withOrigins { origins in
            var place = 0
            while place < origins.count, origins[place].name != link.origin { place += 1 }
            if place == origins.count {
                if link.origin == .inApp { return .admitted }
                origins.append(Origin(name: link.origin))
            }
            return origins[place].admit(link, window, isRestored ? nil : limit)
        }
    }

    /// Forgets all links, but not when they were let in.
    func forgetLinks() {
        withOrigins { origins in
            for index in origins.indices { origins[index].links = [] }
        }
    }

    /// Lets `body` change what is known about the origins, which is moved out meanwhile: see ``replace(_:with:)``.
    private func withOrigins<Result>(_ body: (inout [Origin]) -> Result) -> Result {
        var origins = replace(&self.origins, with: [])
        defer { replace(&self.origins, with: origins) }
        return body(&origins)
    }
}

/// What is known about one origin.
@MainActor
private struct Origin {
    let name: LinkOrigin
    /// Its last links in the order of their times.
    var links: [OpenedLink] = []
    /// When its last links were opened, as many as the limit allows; those from snapshots do not count.
    var times: [Duration] = []

    /// Lets a link in and remembers it, unless it is a duplicate or one too many.
    mutating func admit(
        _ link: OpenedLink,
        _ window: Duration,
        _ limit: DeepLinkCoordinator.Options.RateLimit?
    ) -> RecentLinks.Admission {
        if isDuplicate(link, window) { return .duplicate }
        if let limit {
            if limit.links <= 0 { return .tooMany }
            if times.count >= limit.links {
                if link.openedAt - times[0] < limit.period { return .tooMany }
                times.removeFirst()
            }
            times.append(link.openedAt)
        }
        // If the newest is no longer compared, none is.
        if let last = links.last, link.openedAt - last.openedAt >= window {
            links.removeAll(keepingCapacity: true)
        }
        // Many at a time, since each time moves all others.
        if links.count == 2 * RecentLinks.memory { links.removeFirst(RecentLinks.memory) }
        links.append(link)
        return .admitted
    }

    /// Whether the same link was let in within the window, and has not come to nothing.
    ///
    /// Of a link that waits, the removed items count too: a signature among them may be the one that the policy waits for.
    private func isDuplicate(_ link: OpenedLink, _ window: Duration) -> Bool {
        // From the newest on, as the first that is too old ends the search.
        var index = links.count
        for _ in 0..<Swift.min(links.count, RecentLinks.memory) {
            index -= 1
            let other = links[index]
            guard link.openedAt - other.openedAt < window else { return false }
            if other.state != .over, other.link == link.link,
                other.state != .waiting || hasSameItems(other.removedItems, link.removedItems)
            {
                return true
            }
        }
        return false
    }
}
