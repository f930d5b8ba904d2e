import PathMatching

/// A text of up to 24 bytes as words, which a link's are compared to.
private struct UsualText: Sendable {
    /// How many of them are compared one after the other.
    static let mostCount = 4

    /// The first eight bytes, padded with zeros, and the bits of them that count.
    private let first: UInt64
    private let mask: UInt64
    /// The second and the last eight bytes, if there are so many.
    private let second: UInt64
    private let last: UInt64
    private let length: Int
    let value: Int

    /// Takes a text, which becomes lower case; nil if it is empty or too long.
    init?(_ text: ByteView, value: Int) {
        guard text.count > 0, text.count <= 24 else { return nil }
        first = FoldedTable.folded(text.word(at: 0))
        mask = text.count >= 8 ? .max : (1 << UInt64(text.count * 8)) - 1
        second = FoldedTable.folded(text.word(at: min(8, text.count)))
        last = FoldedTable.folded(text.word(at: max(0, text.count - 8)))
        length = text.count
        self.value = value
    }

    /// The end of the text that begins at `start` in a link, if it is this one.
    @inline(__always)
    func end(in link: ByteView, from start: Int) -> Int? {
        let end = start &+ length
        guard link.count &- start >= 8, link.count >= end,
            link.wholeWord(at: start) & mask == first,
            length <= 8 || link.wholeWord(at: end &- 8) == last,
            length <= 16 || link.wholeWord(at: start &+ 8) == second
        else { return nil }
        return end
    }
}

/// Short ASCII texts, found by their bytes without regard to case.
///
/// Texts are kept as words of eight bytes in lower case, zero-padded, so that finding one hashes and compares words.
/// Slots are at least twice as many as texts, so every search meets an empty one.
struct FoldedTable: Sendable {
    private struct Entry: Sendable {
        let hash: UInt64
        let firstWord: Int
        let length: Int
        let value: Int
    }

    private var entries: [Entry] = []
    private var words: [UInt64] = []
    /// The first texts that are not too long, in order.
    private var usual: [UsualText] = []
    /// The entry in each slot, counted from 1; 0 if there is none.
    private var slots: [Int] = [0, 0]

    var isEmpty: Bool { entries.isEmpty }

    /// Gives `text` a value, unless it has one.
    ///
    /// - Returns: The value that it has already, or nil if it was inserted.
    mutating func insert(_ text: [UInt8], value: Int) -> Int? {
        withBytes(of: text) { text in
            if let existing = self.value(for: text) { return existing }
            let entry = Entry(
                hash: Self.hash(text),
                firstWord: words.count,
                length: text.count,
                value: value
            )
            for offset in stride(from: 0, to: text.count, by: 8) {
                words.append(Self.folded(text.word(at: offset)))
            }
            entries.append(entry)
            if usual.count < UsualText.mostCount, let text = UsualText(text, value: value) {
                usual.append(text)
            }
            if slots.count < 2 * entries.count {
                slots = Array(repeating: 0, count: 2 * slots.count)
                for index in entries.indices {
                    place(index)
                }
            } else {
                place(entries.count - 1)
            }
            return nil
        }
    }

    private mutating func place(_ index: Int) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: entries[index].hash) & mask
        while slots[slot] != 0 {
            slot = (slot + 1) & mask
        }
        slots[slot] = index + 1
    }

    /// Finds one of the first few texts, in lower case, at a place in a link.
    ///
    /// It takes less than to look for a text's end and then for the text.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - start: Where the text begins.
    /// - Returns: The text's value and its end in the link, or nil if it is not found in this way. What follows may be
    ///   more of a longer text.
    @inline(__always)
    func usualValue(in link: ByteView, from start: Int) -> (value: Int, end: Int)? {
        for index in usual.indices {
            if let end = usual[index].end(in: link, from: start) {
                return (usual[index].value, end)
            }
        }
        return nil
    }

    /// The value of `text`.
    @inline(__always)
    func value(for text: ByteView) -> Int? {
        // A few are compared sooner than hashed.
        if entries.count <= 4 {
            for index in 0..<entries.count {
                let entry = entries[index]
                if entry.length == text.count, hasWords(entry.firstWord, text) {
                    return entry.value
                }
            }
            return nil
        }
        return hashedValue(for: text)
    }

    private func hashedValue(for text: ByteView) -> Int? {
        let hash = Self.hash(text)
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let entry = entries[slots[slot] &- 1]
            if entry.hash == hash, entry.length == text.count, hasWords(entry.firstWord, text) {
                return entry.value
            }
            slot = (slot &+ 1) & mask
        }
        return nil
    }

    @inline(__always)
    private func hasWords(_ first: Int, _ text: ByteView) -> Bool {
        var offset = 0
        var index = first
        while offset < text.count {
            let word = text.word(at: offset)
            guard words[index] == word || words[index] == Self.folded(word) else { return false }
            offset &+= 8
            index &+= 1
        }
        return true
    }

    @inline(__always)
    private static func hash(_ text: ByteView) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: text.count)
        var offset = 0
        while offset < text.count {
            // Multiplying by an odd constant spreads each byte upwards; the shift brings the result down again.
            hash = (hash ^ folded(text.word(at: offset))) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
            offset &+= 8
        }
        return hash
    }

    /// The word with its bytes `A`–`Z` in lower case.
    @inline(__always)
    static func folded(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = word & (0x7F &* ones)
        // The high bit of each byte says whether its low seven bits are at least `A`, and whether they are beyond `Z`.
        let fromA = low &+ (0x80 - 0x41) &* ones
        let beyondZ = low &+ (0x80 - 0x5B) &* ones
        let upper = fromA & ~beyondZ & ~word & (0x80 &* ones)
        return word | upper >> 2
    }
}

/// The configured hosts, found by the bytes of a link's host.
struct HostIndex: Sendable {
    /// A configured host; its name is in the tables.
    private struct Entry: Sendable {
        enum Kind: Sendable {
            case exact
            /// One label, which is the source's capture of this number.
            case capture(Int)
            case wildcard
        }

        let kind: Kind
        /// The port; nil for the default one.
        let port: UInt16?
        /// The number of the source.
        let source: Int
        /// The next entry with the same name.
        var next: Int?

        /// Whether both are of the same kind, whatever a capture's number is.
        func isLike(_ other: Entry) -> Bool {
            switch (kind, other.kind) {
            case (.exact, .exact), (.wildcard, .wildcard), (.capture, .capture): true
            default: false
            }
        }
    }

    /// What was found.
    struct Match {
        let source: Int
        /// The number of the host's capture in its source.
        let capture: Int?
        /// How many bytes at the host's start were captured.
        let captureLength: Int
    }

    /// Why nothing was found.
    enum Miss: Error {
        case unknownHost
        case unknownPort
    }

    private var entries: [Entry] = []
    private var exact = FoldedTable()
    /// What follows the first dot of captures and wildcards.
    private var suffixes = FoldedTable()

    var isEmpty: Bool { entries.isEmpty }

    /// Adds a host.
    ///
    /// - Returns: The source that has it already, or nil if it was added.
    mutating func insert(_ pattern: HostPattern, source: Int, capture: Int?) -> Int? {
        let new = Entry(
            kind: pattern.prefix == .none ? .exact : capture.map { .capture($0) } ?? .wildcard,
            port: pattern.port,
            source: source
        )
        let number = entries.count
        let existing =
            pattern.prefix == .none
            ? exact.insert(pattern.name, value: number)
            : suffixes.insert(pattern.name, value: number)
        if let existing {
            var last = existing
            while true {
                if entries[last].port == new.port, entries[last].isLike(new) {
                    return entries[last].source
                }
                guard let next = entries[last].next else { break }
                last = next
            }
            entries[last].next = number
        }
        entries.append(new)
        return nil
    }

    /// Finds a plain host on its default port, in lower case, where a link's host begins.
    ///
    /// This is how nearly all links begin, and quicker than looking for the host's end first.
    ///
    /// - Parameters:
    ///   - start: Where the host begins.
    ///   - link: The link.
    /// - Returns: The host's source and end, or nil if it is not found in this way.
    @inline(__always)
    func usualHost(from start: Int, in link: ByteView) -> (source: Int, end: Int)? {
        guard let (first, end) = exact.usualValue(in: link, from: start) else { return nil }
        if end < link.count {
            switch link[end] {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break
            default: return nil
            }
        }
        return source(from: first, port: nil).map { ($0, end) }
    }

    /// The source of a plain host on its default port.
    @inline(__always)
    func source(ofPlain host: ByteView) -> Int? {
        guard let first = exact.value(for: host) else { return nil }
        return source(from: first, port: nil)
    }

    @inline(__always)
    private func source(from first: Int, port: UInt16?) -> Int? {
        var next: Int? = first
        while let index = next {
            let entry = entries[index]
            if entry.port == port { return entry.source }
            next = entry.next
        }
        return nil
    }

    /// The source of a host.
    ///
    /// - Parameters:
    ///   - host: The host, which has no ``HostFlaw`` or looks like an address.
    ///   - port: The port; nil for the default one.
    ///   - isAddress: Whether it looks like an address: only one that is configured letter by letter is found then, since what
    ///     looks like one may hold anything.
    /// - Returns: What was found.
    /// - Throws: Why nothing was found.
    func match(_ host: ByteView, port: UInt16?, isAddress: Bool) throws(Miss) -> Match {
        var isKnown = false
        if let first = exact.value(for: host) {
            if let source = source(from: first, port: port) {
                return Match(source: source, capture: nil, captureLength: 0)
            }
            isKnown = true
        }
        // From the left, so that the longest suffix comes first.
        var offset = 0
        var labels = 0
        while !isAddress, !suffixes.isEmpty,
            let dot = host.firstOffset(of: UInt8(ascii: "."), from: offset)
        {
            // A browser checks such a label, and refuses the host or shows another one; what is written out was checked
            // before.
            if host[offset..<dot].isInternationalized { break }
            labels += 1
            if let first = suffixes.value(for: host[(dot + 1)..<host.count]) {
                if let entry = entry(from: first, labels: labels, port: port, isKnown: &isKnown) {
                    guard case .capture(let number) = entry.kind else {
                        return Match(source: entry.source, capture: nil, captureLength: 0)
                    }
                    return Match(source: entry.source, capture: number, captureLength: dot)
                }
            }
            offset = dot + 1
        }
        throw isKnown ? .unknownPort : .unknownHost
    }

    /// The entry that takes this many labels: a capture before a wildcard.
    private func entry(
        from first: Int,
        labels: Int,
        port: UInt16?,
        isKnown: inout Bool
    ) -> Entry? {
        var wildcard: Entry?
        var next: Int? = first
        while let index = next {
            let entry = entries[index]
            next = entry.next
            var isCapture = false
            if case .capture = entry.kind { isCapture = true }
            if isCapture, labels > 1 { continue }
            isKnown = true
            guard entry.port == port else { continue }
            if isCapture { return entry }
            wildcard = entry
        }
        return wildcard
    }
}

extension ByteView {
    /// Whether the label begins with `xn--`.
    fileprivate var isInternationalized: Bool {
        count >= 4 && FoldedTable.folded(self[0..<4].word(at: 0)) == 0x2D2D_6E78
    }
}
