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

    /// What is known about one origin: a ring of the last links.
    @MainActor
    struct Origin {
        struct Entry {
            /// The link; nil if it is no longer compared, and only counts.
            var link: OpenedLink?
            let time: Duration
        }

        let name: LinkOrigin
        let rules: Rules
        /// The links in the order of their times, beginning at `oldest` and going round.
        var entries: [Entry] = []
        var oldest = 0
    }

    /// What is let in, and what is remembered for that.
    struct Rules {
        let window: Duration
        let limit: DeepLinkCoordinator.Options.RateLimit?
        /// How many links of an origin are remembered, compared or not.
        let room: Int
        /// How long they are remembered.
        let age: Duration
    }

    private let rules: Rules
    private var origins: [Origin] = []
    /// Links from snapshots, which do not count; they are forgotten when the last of them is older than the window.
    private var restored: [DeepLink: [OpenedLink]] = [:]
    /// When the last of them came; nil if there are none.
    private var lastRestored: Duration?

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - window: How long a link is remembered to recognize duplicates; if it is zero or less, there are none.
    ///   - limit: How many links of each origin are let in; nil for no limit.
    init(window: Duration, limit: DeepLinkCoordinator.Options.RateLimit?) {
        rules = Rules(
            window: window,
            limit: limit,
            room: Swift.max(Self.memory, limit?.links ?? 0),
            age: Swift.max(window, limit?.period ?? .zero)
        )
    }

    /// Lets a link in and remembers it, unless it is a duplicate or one too many.
    ///
    /// The link's time must not be before that of the last one. Only links that are let in are remembered, and count.
    func admit(_ link: OpenedLink) -> Admission {
        if lastRestored != nil, wasRestored(link) { return .duplicate }
        return withOrigins { origins in
            guard let place = findOrAdd(link.origin, in: &origins) else { return .admitted }
            return origins[place].admit(link)
        }
    }

    /// Remembers a link from a snapshot, which counts against no limit; false if the same link was let in within the window.
    func admitRestored(_ link: OpenedLink) -> Bool {
        if wasRestored(link) { return false }
        let isKnown = withOrigins { origins in
            findOrAdd(link.origin, in: &origins).map { origins[$0].hasSame(as: link) }
        }
        // Links that the app opens itself are not remembered.
        guard let isKnown else { return true }
        if isKnown { return false }
        restored[link.link, default: []].append(link)
        lastRestored = link.openedAt
        return true
    }

    /// Whether the same link was restored within the window.
    private func wasRestored(_ link: OpenedLink) -> Bool {
        guard let lastRestored, link.openedAt - lastRestored < rules.window else {
            forgetRestored()
            return false
        }
        return restored[link.link]?.contains {
            $0.origin == link.origin && link.repeats($0, within: rules.window)
        } ?? false
    }

    private func forgetRestored() {
        lastRestored = nil
        exchangeValue(of: &restored, with: [:])
    }

    /// Forgets all links, but not when they were let in.
    func forgetLinks() {
        forgetRestored()
        withOrigins { origins in
            for index in origins.indices {
                for entry in origins[index].entries.indices {
                    origins[index].entries[entry].link = nil
                }
            }
        }
    }

    /// Lets `body` change what is known about the origins.
    private func withOrigins<Result>(_ body: (inout [Origin]) -> Result) -> Result {
        var origins = exchangeValue(of: &self.origins, with: [])
        defer { exchangeValue(of: &self.origins, with: origins) }
        return body(&origins)
    }

    /// How many links are remembered, for tests.
    var count: Int {
        restored.values.reduce(0) { $0 + $1.count }
            + withOrigins { $0.reduce(0) { $0 + $1.entries.count } }
    }

    /// The place of an origin, which is added if it is new; nil if its links are not remembered.
    private func findOrAdd(_ name: LinkOrigin, in origins: inout [Origin]) -> Int? {
        for index in origins.indices where origins[index].name == name { return index }
        if name == .inApp { return nil }
        origins.append(Origin(name: name, rules: rules))
        return origins.count - 1
    }
}

@MainActor
extension RecentLinks.Origin {
    /// Lets a link in and remembers it, unless it is a duplicate or one too many.
    ///
    /// It takes the place of the oldest one, if that is not needed any more or there is no room for another.
    mutating func admit(_ link: OpenedLink) -> RecentLinks.Admission {
        if hasSame(as: link) { return .duplicate }
        // Whether as many links as the limit allows came within its period.
        if let limit = rules.limit, entries.count >= limit.links {
            guard limit.links > 0 else { return .tooMany }
            let first = (oldest + entries.count - limit.links) % entries.count
            if link.openedAt - entries[first].time < limit.period { return .tooMany }
        }
        let entry = Entry(link: link, time: link.openedAt)
        if !entries.isEmpty,
            entries.count >= rules.room || link.openedAt - entries[oldest].time >= rules.age
        {
            entries[oldest] = entry
            oldest = oldest + 1 == entries.count ? 0 : oldest + 1
            return .admitted
        }
        if oldest > 0 {
            entries = Array(entries[oldest...] + entries[..<oldest])
            oldest = 0
        }
        // A link further back is no longer compared, so it need not be kept.
        if entries.count >= RecentLinks.memory {
            entries[entries.count - RecentLinks.memory].link = nil
        }
        entries.append(entry)
        return .admitted
    }

    /// Whether the same link was let in within the window.
    func hasSame(as link: OpenedLink) -> Bool {
        // From the newest on, as the first that is too old ends the search.
        var index = oldest
        for _ in 0..<Swift.min(entries.count, RecentLinks.memory) {
            index = (index == 0 ? entries.count : index) - 1
            guard link.openedAt - entries[index].time < rules.window else { return false }
            if let other = entries[index].link, link.repeats(other, within: rules.window) {
                return true
            }
        }
        return false
    }
}

extension OpenedLink {
    /// Whether another link of the same origin is the same, was let in within the window, and has not come to nothing.
    ///
    /// Of a link that waits, the removed items count too: a signature among them may be the one that the policy waits for.
    fileprivate func repeats(_ other: OpenedLink, within window: Duration) -> Bool {
        other.state != .over && openedAt - other.openedAt < window && other.link == link
            && (other.state != .waiting || hasSameItems(other.removedItems, removedItems))
    }
}
