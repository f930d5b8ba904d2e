import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The last links that were let in: to know one that is delivered twice, and to see whether too many come.
///
/// Of a link it keeps 128 bits that depend on a random seed, and nothing that the link holds, so a secret in it is not kept
/// longer than needed. Another link has the same bits as good as never, and nobody can look for one without the seed.
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

    /// What is kept of a link.
    struct Key: Equatable {
        var low: UInt64
        var high: UInt64

        /// A key that nobody can foresee.
        static func random() -> Key {
            Key(low: .random(in: .min ... .max), high: .random(in: .min ... .max))
        }
    }

    private struct Entry {
        var key: Key
        let id: LinkID
        let time: Duration
    }

    private let window: Duration
    private let limit: RateLimit?
    private var seed = Key.random()

    // In order; once there are `size` of them, from `next` on and around the end. There are never more than `capacity`, and
    // room is made for more only if the oldest may still be asked for.
    private let capacity: Int
    private var size: Int
    private var entries: [Entry] = []
    private var next = 0

    /// Creates an empty memory.
    ///
    /// - Parameters:
    ///   - window: How long a link is remembered to know duplicates; if it is zero or less, there are none.
    ///   - limit: How many links are let in; nil for no limit.
    init(window: Duration, limit: RateLimit?) {
        self.window = window
        self.limit = limit
        capacity = Swift.max(window > .zero ? Self.memory : 1, limit?.links ?? 1)
        size = Swift.min(capacity, Self.memory)
        entries.reserveCapacity(size)
    }

    /// Whether links are looked at at all.
    var isNeeded: Bool { window > .zero || limit != nil }

    /// Lets a link in and remembers it, unless it is a duplicate or one too many.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - id: Its number, which no other has.
    ///   - now: The time, which is not before the last one.
    /// - Returns: What is to be done with the link. Only those that are let in are remembered, and count.
    mutating func admit(_ link: DeepLink, _ id: LinkID, at now: Duration) -> Verdict {
        let key = window > .zero ? self.key(of: link) : seed
        if window > .zero, contains(key, at: now) { return .duplicate }
        if let limit, isFull(limit, at: now) { return .tooMany }
        let entry = Entry(key: key, id: id, time: now)
        if entries.count == size, size < capacity { growIfNeeded(at: now) }
        if entries.count < size {
            entries.append(entry)
        } else {
            entries[next] = entry
        }
        next = next + 1 == size ? 0 : next + 1
        return .admitted
    }

    /// Makes room for twice as many links if the oldest still counts.
    private mutating func growIfNeeded(at now: Duration) {
        guard let limit, now - entries[next].time < Swift.max(limit.period, window) else { return }
        entries = Array(entries[next...] + entries[..<next])
        next = size
        size = size > capacity / 2 ? capacity : size * 2
    }

    /// Forgets which link it was that was let in with a number, but not when: it came to nothing, so it may be opened again.
    ///
    /// - Parameter id: The link's number; nothing is done if no link with it is remembered.
    mutating func forget(_ id: LinkID) {
        var index = next
        for _ in 0..<Swift.min(entries.count, Self.memory) {
            index = index == 0 ? entries.count - 1 : index - 1
            if entries[index].id == id {
                // No link has the seed itself for its key.
                entries[index].key = seed
                return
            }
        }
    }

    /// Forgets which links there were, but not when.
    mutating func forgetLinks() {
        // No key that was made with the old seed is found again.
        seed = .random()
    }

    /// Whether the key is one of the last ones, within the window.
    @inline(__always)
    private func contains(_ key: Key, at now: Duration) -> Bool {
        var index = next
        for _ in 0..<Swift.min(entries.count, Self.memory) {
            index = index == 0 ? entries.count - 1 : index - 1
            // From the last one on: what comes before it is older.
            guard now - entries[index].time < window else { return false }
            if entries[index].key == key { return true }
        }
        return false
    }

    /// Whether as many links as may be were let in within the limit's period.
    @inline(__always)
    private func isFull(_ limit: RateLimit, at now: Duration) -> Bool {
        guard limit.links > 0 else { return true }
        guard entries.count >= limit.links else { return false }
        let index = next >= limit.links ? next - limit.links : next - limit.links + entries.count
        return now - entries[index].time < limit.period
    }
}

extension RecentLinks {
    /// What is kept of a link; equal links have equal keys.
    @inline(__always)
    private func key(of link: DeepLink) -> Key {
        var key = seed
        Self.mix(link.path, into: &key)
        // By their places, since a loop over items would copy each.
        let items = link.queryItems
        for index in items.indices {
            Self.mix(items[index].name, into: &key)
            if let value = items[index].value {
                Self.mix(value, into: &key)
            } else {
                key.low &+= 1
            }
        }
        if let fragment = link.fragment {
            key.high &+= 1
            Self.mix(fragment, into: &key)
        }
        return key
    }

    /// Mixes a text and its length into both halves, each by the middle of a product with a number of its own.
    @inline(__always)
    private static func mix(_ text: String, into key: inout Key) {
        key = withBytes(of: text) { bytes in
            var key = key
            key.low ^= UInt64(truncatingIfNeeded: bytes.count)
            var offset = 0
            repeat {
                let word = bytes.word(at: offset)
                let low = (key.low ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
                let high = (key.high ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
                // Each half takes from the other, so that neither can be undone alone.
                key.low = low.high ^ low.low ^ key.high
                key.high = high.high ^ high.low ^ key.low
                offset &+= 8
            } while offset < bytes.count
            return key
        }
    }
}
