/// The last links that were let in, to recognize duplicates and to enforce the rate limit.
///
/// Links that the app opens itself are always let in: a button that is tapped twice works twice.
struct RecentLinks {
    /// How many links are remembered to recognize duplicates.
    static let memory = 32

    /// What to do with a link.
    enum Admission {
        /// It is let in.
        case admitted
        /// The same link was let in within the window.
        case duplicate
        /// The limit for links from its origin is reached.
        case tooMany
    }

    private struct Entry {
        let id: Int
        /// The link; nil if it was not accepted after all, so that the same link is no duplicate.
        var link: DeepLink?
        /// All links of its push payload if there are several; otherwise empty.
        let payload: [DeepLink]
        /// The origin whose budget the link counts against; nil for no budget.
        let origin: LinkOrigin?
        let time: Duration
    }

    private let window: Duration
    private let limit: RateLimit?
    /// The links, the oldest first.
    private var entries: [Entry] = []

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
    /// - Parameters:
    ///   - link: The link.
    ///   - others: The other links of its push payload.
    ///   - id: Its number, which is unique.
    ///   - origin: Where it comes from.
    ///   - now: The current time, not before that of the last link.
    /// - Returns: What to do with the link. Only links that are let in are remembered, and count.
    mutating func admit(
        _ link: DeepLink,
        with others: [DeepLink] = [],
        _ id: Int,
        from origin: LinkOrigin,
        at now: Duration
    ) -> Admission {
        if origin == .inApp { return .admitted }
        let payload = others.isEmpty ? [] : [link] + others
        if contains(link, payload, at: now) { return .duplicate }
        if let limit {
            var count = 0
            for index in entries.indices where now - entries[index].time < limit.period {
                if entries[index].origin == origin { count += 1 }
            }
            if count >= limit.links { return .tooMany }
        }
        note(Entry(id: id, link: link, payload: payload, origin: origin, time: now))
        return .admitted
    }

    /// Remembers a link that came in another way, and counts against no budget.
    mutating func note(_ link: DeepLink, _ id: Int, at now: Duration) {
        note(Entry(id: id, link: link, payload: [], origin: nil, time: now))
    }

    /// Remembers a link, and forgets the oldest ones that are not needed any more.
    private mutating func note(_ entry: consuming Entry) {
        var gone = 0
        while gone < entries.count {
            let age = entry.time - entries[gone].time
            let isKnown = age < window && entries.count - gone < Self.memory
            if isKnown || age < limit?.period ?? .zero { break }
            gone += 1
        }
        entries.removeFirst(gone)
        entries.append(entry)
    }

    /// Whether the same link, or the same push payload with several links, was let in within the window.
    func contains(
        _ link: DeepLink,
        _ payload: [DeepLink] = [],
        butFor id: Int? = nil,
        at now: Duration
    ) -> Bool {
        // By index, since copying an entry costs more than the comparison.
        for index in entries.indices.suffix(Self.memory) where now - entries[index].time < window {
            guard let known = entries[index].link, entries[index].id != id else { continue }
            if known == link { return true }
            if !payload.isEmpty, entries[index].payload == payload { return true }
        }
        return false
    }

    /// Forgets the link with a number, but not when it was let in: it was not accepted, so it may be opened again.
    mutating func forget(_ id: Int) {
        for index in entries.indices where entries[index].id == id {
            entries[index].link = nil
        }
    }

    /// Replaces the link with a number by another link of its push payload, which is opened in its place.
    mutating func replace(_ id: Int, with link: DeepLink) {
        for index in entries.indices where entries[index].id == id && entries[index].link != nil {
            entries[index].link = link
        }
    }

    /// Forgets all links, but not when they were let in.
    mutating func forgetLinks() {
        for index in entries.indices {
            entries[index].link = nil
        }
    }
}
