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
    /// Whether the limit lets no link in.
    private let refusesAll: Bool
    /// How long a link may be asked for: for the window or the limit's period, whichever is longer.
    private let horizon: Duration
    private var seed = Key.random()
    /// An odd number that nobody can foresee either.
    private let factor = UInt64.random(in: .min ... .max) | 1

    /// The last link that was let in.
    private var last: Entry?

    // Those before it, if any of them may still be asked for. They are in order; once there are `size` of them, from `next` on
    // and around the end. There are never more than `capacity`, and room is made for more only if the oldest may still be
    // asked for.
    private var earlier: [Entry] = []
    private let capacity: Int
    private var size: Int
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
        refusesAll = limit.map { $0.links <= 0 } ?? false
        horizon = Swift.max(window, limit?.period ?? .zero)
        capacity = Swift.max(knowsDuplicates ? Self.memory : 2, limit?.links ?? 2) - 1
        size = Swift.min(capacity, Self.memory - 1)
    }

    /// Whether links are looked at at all.
    var isNeeded: Bool { knowsDuplicates || limit != nil }

    /// Lets a link in and remembers it, unless it is a duplicate or one too many.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - id: Its number, which no other has.
    ///   - now: The time; if that is before the last link's, it is taken to be that.
    /// - Returns: What is to be done with the link. Only those that are let in are remembered, and count.
    func admit(_ link: DeepLink, _ id: LinkID, at now: Duration) -> Verdict {
        let key = knowsDuplicates ? key(of: link) : seed
        // Mostly the last link was let in long ago, and those before it longer.
        if let time = last?.time, now - time < horizon {
            return admitSoon(Entry(key: key, id: id, time: now))
        }
        if refusesAll { return .tooMany }
        if !earlier.isEmpty { forgetEarlier() }
        last = Entry(key: key, id: id, time: now)
        return .admitted
    }

    /// Lets a link in that comes so soon after the last one that this may still be asked for.
    @inline(never)
    private func admitSoon(_ entry: Entry) -> Verdict {
        guard let last else { return .admitted }
        return changeEarlier { earlier in
            if knowsDuplicates, contains(entry.key, last, earlier, at: entry.time) {
                return .duplicate
            }
            if let limit, isFull(limit, last, earlier, at: entry.time) { return .tooMany }
            if earlier.count == size, size < capacity { growIfNeeded(&earlier, at: entry.time) }
            if earlier.count < size {
                earlier.append(last)
            } else {
                earlier[next] = last
            }
            next = next + 1 == size ? 0 : next + 1
            // An observer may have opened the last link after this one's time was taken.
            let time = Swift.max(entry.time, last.time)
            self.last = Entry(key: entry.key, id: entry.id, time: time)
            return .admitted
        }
    }

    /// Changes the earlier links while nobody else holds them, which would copy them.
    @inline(__always)
    private func changeEarlier<Result>(_ change: (inout [Entry]) -> Result) -> Result {
        var earlier = earlier
        self.earlier = []
        defer { self.earlier = earlier }
        return change(&earlier)
    }

    /// Forgets the links before the last one.
    @inline(never)
    private func forgetEarlier() {
        changeEarlier { $0.removeAll(keepingCapacity: true) }
        next = 0
    }

    /// Makes room for twice as many links if the oldest still counts.
    @inline(never)
    private func growIfNeeded(_ earlier: inout [Entry], at now: Duration) {
        guard now - earlier[next].time < horizon else { return }
        earlier = Array(earlier[next...] + earlier[..<next])
        next = size
        size = size > capacity / 2 ? capacity : size * 2
    }

    /// Forgets which link it was that was let in with a number, but not when: it came to nothing, so it may be opened again.
    ///
    /// - Parameter id: The link's number; nothing is done if no link with it is remembered.
    func forget(_ id: LinkID) {
        // No link has the seed itself for its key.
        if last?.id == id {
            last?.key = seed
            return
        }
        changeEarlier { earlier in
            var index = next
            for _ in 0..<Swift.min(earlier.count, Self.memory - 1) {
                index = index == 0 ? earlier.count - 1 : index - 1
                if earlier[index].id == id {
                    earlier[index].key = seed
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
    private func contains(
        _ key: Key,
        _ last: Entry,
        _ earlier: [Entry],
        at now: Duration
    ) -> Bool {
        guard now - last.time < window else { return false }
        if last.key == key { return true }
        var index = next
        for _ in 0..<Swift.min(earlier.count, Self.memory - 1) {
            index = index == 0 ? earlier.count - 1 : index - 1
            // From the last one on: what comes before it is older.
            guard now - earlier[index].time < window else { return false }
            if earlier[index].key == key { return true }
        }
        return false
    }

    /// Whether as many links as may be were let in within the limit's period; the limit lets one in, or more.
    private func isFull(
        _ limit: RateLimit,
        _ last: Entry,
        _ earlier: [Entry],
        at now: Duration
    ) -> Bool {
        let before = limit.links - 1
        if before == 0 { return now - last.time < limit.period }
        guard earlier.count >= before else { return false }
        let index = next >= before ? next - before : next - before + earlier.count
        return now - earlier[index].time < limit.period
    }
}

extension RecentLinks {
    // What stands where a text could begin: no text is that long.
    private static let noValue = UInt64.max
    private static let fragmentFollows = UInt64.max - 1

    /// What is kept of a link; equal links have equal keys.
    ///
    /// It is made of words that tell the link without ambiguity: whoever reads them from the first on knows of each whether it
    /// begins a text, how many more are the text's, and what its bytes are.
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

    /// Mixes a text into the key.
    ///
    /// Up to seven bytes are one word, with how many they are in its highest byte. If there are more, that many words follow on their
    /// number as it takes, the last of which may overlap the one before; the number's highest bit is set, and is not in the
    /// word of a short text.
    @inline(__always)
    private func mix(_ text: String, into key: inout Key) {
        key = withBytes(of: text) { bytes in
            var key = key
            let count = UInt64(truncatingIfNeeded: bytes.count)
            guard bytes.count >= 8 else {
                mix(shortWord(bytes) | count &<< 56, into: &key)
                return key
            }
            mix(count | 1 &<< 63, into: &key)
            var offset = 0
            while offset < bytes.count &- 8 {
                mix(bytes.wholeWord(at: offset), into: &key)
                offset &+= 8
            }
            mix(bytes.wholeWord(at: bytes.count &- 8), into: &key)
            return key
        }
    }

    /// A word that tells which bytes these are, if it is known how many, and that they are fewer than eight.
    @inline(__always)
    private func shortWord(_ bytes: ByteView) -> UInt64 {
        guard bytes.count < 4, bytes.count > 0 else { return bytes.word(at: 0) }
        // The first, the middle and the last byte are all of them.
        return UInt64(bytes[0]) | UInt64(bytes[bytes.count &>> 1]) &<< 8
            | UInt64(bytes[bytes.count &- 1]) &<< 16
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
