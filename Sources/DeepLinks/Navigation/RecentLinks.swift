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
///
/// It is a reference, whose properties are read and written one at a time, for the same reason as the coordinator's.
final class RecentLinks {
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
    /// Whether there are duplicates: the window is not empty.
    private let knowsDuplicates: Bool
    private let limit: RateLimit?
    private var seed = Key.random()
    /// An odd number that nobody can foresee either.
    private let factor = UInt64.random(in: .min ... .max) | 1

    // In order; once there are `size` of them, from `next` on and around the end. There are never more than `capacity`, and
    // room is made for more only if the oldest may still be asked for.
    private let capacity: Int
    private var size: Int
    private var entries: [Entry]
    private var next = 0

    /// Creates an empty memory.
    ///
    /// - Parameters:
    ///   - window: How long a link is remembered to know duplicates; if it is zero or less, there are none.
    ///   - limit: How many links are let in; nil for no limit.
    init(window: Duration, limit: RateLimit?) {
        self.window = window
        knowsDuplicates = window > .zero
        self.limit = limit
        capacity = Swift.max(knowsDuplicates ? Self.memory : 1, limit?.links ?? 1)
        size = Swift.min(capacity, Self.memory)
        var entries: [Entry] = []
        entries.reserveCapacity(size)
        self.entries = entries
    }

    /// Whether links are looked at at all.
    var isNeeded: Bool { knowsDuplicates || limit != nil }

    /// Lets a link in and remembers it, unless it is a duplicate or one too many.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - id: Its number, which no other has.
    ///   - now: The time, which is not before the last one.
    /// - Returns: What is to be done with the link. Only those that are let in are remembered, and count.
    func admit(_ link: DeepLink, _ id: LinkID, at now: Duration) -> Verdict {
        let key = knowsDuplicates ? self.key(of: link) : seed
        return changeEntries { entries in
            if knowsDuplicates, contains(key, in: entries, at: now) { return .duplicate }
            if let limit, isFull(limit, entries, at: now) { return .tooMany }
            let entry = Entry(key: key, id: id, time: now)
            if entries.count == size, size < capacity { growIfNeeded(&entries, at: now) }
            if entries.count < size {
                entries.append(entry)
            } else {
                entries[next] = entry
            }
            next = next + 1 == size ? 0 : next + 1
            return .admitted
        }
    }

    /// Changes the entries while nobody else holds them, which would copy them.
    @inline(__always)
    private func changeEntries<Result>(_ change: (inout [Entry]) -> Result) -> Result {
        var entries = entries
        self.entries = []
        defer { self.entries = entries }
        return change(&entries)
    }

    /// Makes room for twice as many links if the oldest still counts.
    @inline(never)
    private func growIfNeeded(_ entries: inout [Entry], at now: Duration) {
        guard let limit, now - entries[next].time < Swift.max(limit.period, window) else { return }
        entries = Array(entries[next...] + entries[..<next])
        next = size
        size = size > capacity / 2 ? capacity : size * 2
    }

    /// Forgets which link it was that was let in with a number, but not when: it came to nothing, so it may be opened again.
    ///
    /// - Parameter id: The link's number; nothing is done if no link with it is remembered.
    func forget(_ id: LinkID) {
        changeEntries { entries in
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
    }

    /// Forgets which links there were, but not when.
    func forgetLinks() {
        // No key that was made with the old seed is found again.
        seed = .random()
    }

    /// Whether the key is one of the last ones, within the window.
    @inline(__always)
    private func contains(_ key: Key, in entries: [Entry], at now: Duration) -> Bool {
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
    private func isFull(_ limit: RateLimit, _ entries: [Entry], at now: Duration) -> Bool {
        guard limit.links > 0 else { return true }
        guard entries.count >= limit.links else { return false }
        let index = next >= limit.links ? next - limit.links : next - limit.links + entries.count
        return now - entries[index].time < limit.period
    }
}

extension RecentLinks {
    // What stands where a text's length could: no text is that long.
    private static let noValue = UInt64.max
    private static let fragmentFollows = UInt64.max - 1

    /// What is kept of a link; equal links have equal keys.
    ///
    /// It is made of words that tell the link without ambiguity: each text is its length, then its bytes.
    @inline(__always)
    private func key(of link: DeepLink) -> Key {
        var key = seed
        mix(link.path, into: &key)
        // By their places, since a loop over items would copy each.
        let items = link.queryItems
        for index in items.indices {
            mix(items[index].name, into: &key)
            if let value = items[index].value {
                mix(value, into: &key)
            } else {
                mix(Self.noValue, into: &key)
            }
        }
        if let fragment = link.fragment {
            mix(Self.fragmentFollows, into: &key)
            mix(fragment, into: &key)
        }
        return key
    }

    @inline(__always)
    private func mix(_ text: String, into key: inout Key) {
        key = withBytes(of: text) { bytes in
            var key = key
            mix(UInt64(truncatingIfNeeded: bytes.count), into: &key)
            var offset = 0
            while offset <= bytes.count &- 8 {
                mix(bytes.wholeWord(at: offset), into: &key)
                offset &+= 8
            }
            if offset < bytes.count {
                mix(bytes.word(at: offset), into: &key)
            }
            return key
        }
    }

    /// Mixes a word into the key.
    ///
    /// As the factor is odd, each word makes another key of a key, and one word never makes the same key of two: so links that
    /// differ in one word never have the same key, and others only by a chance that nobody can work towards, since the
    /// factor is secret.
    @inline(__always)
    private func mix(_ word: UInt64, into key: inout Key) {
        let product = (key.low ^ word).multipliedFullWidth(by: factor)
        (key.low, key.high) = (key.high ^ product.high, product.low)
    }
}
