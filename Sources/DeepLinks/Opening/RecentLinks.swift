/// The last links that were let in, to recognize duplicates and to keep the rate limit: for each origin its own.
///
/// Links that the app opens itself are always let in: a button that is tapped twice works twice.
@MainActor
struct RecentLinks {
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
    struct Origin {
        let name: LinkOrigin
        /// The last links; the one before `next` is the newest, and the one at `next` the oldest.
        var links: [OpenedLink] = []
        var next = 0
        /// When links were let in, oldest first, from `firstTime` on; no more than the limit.
        var times: [Duration] = []
        var firstTime = 0
    }

    private let window: Duration
    private let limit: RateLimit?
    private var origins: [Origin] = []

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - window: How long a link is remembered to recognize duplicates; if it is zero or less, there are none.
    ///   - limit: How many links of each origin are let in; nil for no limit.
    init(window: Duration, limit: RateLimit?) {
        self.window = window
        self.limit = limit
    }

    /// Lets a link in and remembers it, unless it is a duplicate or one too many.
    ///
    /// The link's time must not be before that of the last one. Only links that are let in are remembered, and count.
    mutating func admit(_ link: OpenedLink) -> Admission {
        if link.origin == .inApp { return .admitted }
        let index = place(of: link.origin)
        if origins[index].hasSame(as: link, within: window) { return .duplicate }
        if let limit, !origins[index].count(at: link.openedAt, limit) { return .tooMany }
        origins[index].note(link)
        return .admitted
    }

    /// Remembers a link that came in another way, and counts against no limit; false if the same link was let in within the window.
    mutating func note(_ link: OpenedLink) -> Bool {
        if link.origin == .inApp { return true }
        let index = place(of: link.origin)
        if origins[index].hasSame(as: link, within: window) { return false }
        origins[index].note(link)
        return true
    }

    /// Forgets all links, but not when they were let in.
    mutating func forgetLinks() {
        for index in origins.indices { (origins[index].links, origins[index].next) = ([], 0) }
    }

    private mutating func place(of name: LinkOrigin) -> Int {
        for index in origins.indices where origins[index].name == name { return index }
        origins.append(Origin(name: name))
        return origins.count - 1
    }
}

@MainActor
extension RecentLinks.Origin {
    /// Whether the same link was let in within the window, and has not come to nothing.
    ///
    /// Of a link that waits, the removed items count too: a signature among them may be the one that the policy waits for.
    func hasSame(as link: OpenedLink, within window: Duration) -> Bool {
        // From the newest on, as the first that is too old ends the search.
        for step in links.indices {
            let other = links[(next + links.count - 1 - step) % links.count]
            guard link.openedAt - other.openedAt < window else { return false }
            if other.state != .over, other.link == link.link,
                other.state != .waiting || hasSameItems(other.removedItems, link.removedItems)
            {
                return true
            }
        }
        return false
    }

    mutating func note(_ link: OpenedLink) {
        if links.count < RecentLinks.memory {
            links.append(link)
            next = links.count % RecentLinks.memory
        } else {
            links[next] = link
            next = (next + 1) % RecentLinks.memory
        }
    }

    /// Counts a link, unless there were as many as the limit allows within its period.
    mutating func count(at now: Duration, _ limit: RateLimit) -> Bool {
        while firstTime < times.count, now - times[firstTime] >= limit.period { firstTime += 1 }
        guard times.count - firstTime < limit.links else { return false }
        if firstTime > 32, firstTime > times.count / 2 {
            times.removeFirst(firstTime)
            firstTime = 0
        }
        times.append(now)
        return true
    }
}
