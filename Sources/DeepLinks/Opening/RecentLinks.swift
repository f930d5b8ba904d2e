/// The last links that were let in: to know one that is delivered twice, and to see whether too many come.
///
/// What the app opens itself is let in without a look: a button that is tapped twice works twice.
struct RecentLinks {
    /// How many links are remembered to know duplicates.
    static let memory = 32

    /// What is to be done with a link.
    enum Verdict {
        /// It is let in.
        case admitted
        /// The same link was let in within the window.
        case duplicate
        /// As many links from its origin as may be were let in.
        case tooMany
    }

    private struct Entry {
        let id: Int
        /// The link; nil if it came to nothing, so that the same one is no duplicate.
        var link: DeepLink?
        /// What came in, if that was a push payload with several links; else nothing.
        let payload: [DeepLink]
        /// Whose budget the link is taken from; nil if it is taken from none.
        let origin: LinkOrigin?
        let time: Duration
    }

    private let window: Duration
    private let limit: RateLimit?
    /// The links, the oldest first.
    private var entries: [Entry] = []

    /// Creates an empty memory.
    ///
    /// - Parameters:
    ///   - window: How long a link is remembered to know duplicates; if it is zero or less, there are none.
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
    ///   - id: Its number, which no other has.
    ///   - origin: Where it comes from.
    ///   - now: The time, not before the last link's.
    /// - Returns: What is to be done with the link. Only those that are let in are remembered, and count.
    mutating func admit(
        _ link: DeepLink,
        with others: [DeepLink] = [],
        _ id: Int,
        from origin: LinkOrigin,
        at now: Duration
    ) -> Verdict {
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

    /// Remembers a link that came in by another way, and that no budget pays for.
    mutating func note(_ link: DeepLink, _ id: Int, at now: Duration) {
        note(Entry(id: id, link: link, payload: [], origin: nil, time: now))
    }

    /// Remembers a link, and forgets the oldest ones as far as nothing needs them.
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

    /// Whether the same link, or the same push payload with several, was let in within the window.
    func contains(
        _ link: DeepLink,
        _ payload: [DeepLink] = [],
        butFor id: Int? = nil,
        at now: Duration
    ) -> Bool {
        // By place, since a copy of an entry costs more than the comparison.
        for index in entries.indices.suffix(Self.memory) where now - entries[index].time < window {
            guard let known = entries[index].link, entries[index].id != id else { continue }
            if known == link { return true }
            if !payload.isEmpty, entries[index].payload == payload { return true }
        }
        return false
    }

    /// Forgets which link it was that was let in with a number, but not when: it came to nothing, so it may be opened again.
    mutating func forget(_ id: Int) {
        for index in entries.indices where entries[index].id == id {
            entries[index].link = nil
        }
    }

    /// Remembers another link of the push payload that was let in with a number: that one is opened in place of the first.
    mutating func replace(_ id: Int, with link: DeepLink) {
        for index in entries.indices where entries[index].id == id && entries[index].link != nil {
            entries[index].link = link
        }
    }

    /// Forgets which links there were, but not when.
    mutating func forgetLinks() {
        for index in entries.indices {
            entries[index].link = nil
        }
    }
}
