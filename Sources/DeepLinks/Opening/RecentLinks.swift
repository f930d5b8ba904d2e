/// The last links that were let in: to know one that is delivered twice, and to see whether too many come.
struct RecentLinks {
    /// How many links are remembered to know duplicates: more than the standard rate limit lets in.
    static let memory = 32

    /// What is to be done with a link.
    enum Verdict {
        /// It is let in.
        case admitted
        /// The same link was let in within the window.
        case duplicate
        /// As many links as may be were let in.
        case tooMany
    }

    private struct Entry {
        let id: LinkID
        /// The link; nil if it came to nothing, so that the same one is no duplicate.
        var link: DeepLink?
        let time: Duration
        /// Whether the rate limit counts it.
        let isCounted: Bool
    }

    private let window: Duration
    private let limit: RateLimit?
    /// The links, the oldest first.
    private var entries: [Entry] = []

    /// Creates an empty memory.
    ///
    /// - Parameters:
    ///   - window: How long a link is remembered to know duplicates; if it is zero or less, there are none.
    ///   - limit: How many links are let in; nil for no limit.
    init(window: Duration, limit: RateLimit?) {
        self.window = window
        self.limit = limit
    }

    /// Lets a link in and remembers it, unless it is a duplicate or one too many.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - id: Its number, which no other has.
    ///   - now: The time, not before the last link's.
    /// - Returns: What is to be done with the link. Only those that are let in are remembered, and count.
    mutating func admit(_ link: DeepLink, _ id: LinkID, at now: Duration) -> Verdict {
        forget(before: now)
        if contains(link, at: now) { return .duplicate }
        if let limit {
            let count = entries.count { $0.isCounted && now - $0.time < limit.period }
            if count >= limit.links { return .tooMany }
        }
        note(Entry(id: id, link: link, time: now, isCounted: true))
        return .admitted
    }

    /// Remembers a link that came in by another way, and that the rate limit does not count.
    mutating func note(_ link: DeepLink, _ id: LinkID, at now: Duration) {
        note(Entry(id: id, link: link, time: now, isCounted: false))
    }

    /// Remembers a link, and forgets the oldest ones beyond those that are needed.
    private mutating func note(_ entry: Entry) {
        entries.append(entry)
        let count = Swift.max(Self.memory, limit?.links ?? 0)
        entries.removeFirst(Swift.max(entries.count - count, 0))
    }

    /// Whether the same link was let in within the window.
    func contains(_ link: DeepLink, at now: Duration) -> Bool {
        entries.suffix(Self.memory).contains { now - $0.time < window && $0.link == link }
    }

    /// Forgets which link it was that was let in with a number, but not when: it came to nothing, so it may be opened again.
    mutating func forget(_ id: LinkID) {
        for index in entries.indices where entries[index].id == id {
            entries[index].link = nil
        }
    }

    /// Forgets which links there were, but not when.
    mutating func forgetLinks() {
        for index in entries.indices {
            entries[index].link = nil
        }
    }

    /// Forgets the links that neither the window nor the limit's period reaches.
    private mutating func forget(before now: Duration) {
        let horizon = Swift.max(window, limit?.period ?? .zero)
        let kept = entries.firstIndex { now - $0.time < horizon } ?? entries.endIndex
        if kept > 0 { entries.removeFirst(kept) }
    }
}
