/// What the look-up of a path came to: the entry, and where its first captures are.
///
/// Every match holds one. It is a single vector, since the optimizer takes a struct apart only if it has few fields, and
/// a match that is not taken apart costs the counting of its references.
@usableFromInline
package struct PathIndexMatch: Sendable {
    /// Two halves each: the entry, and above it the number of captures with two bits for what is to be known of them; the
    /// length of the path as it was given, and above it where the path begins in its string; and ``KeptCaptures/words``.
    @usableFromInline var fields: SIMD4<UInt64>

    /// How many captures are kept, if any; others are found again when they are asked for.
    @usableFromInline static var keptCount: Int { KeptCaptures.limit }

    private static let canonicalizedBit: UInt64 = 1 << 63
    private static let forgottenBit: UInt64 = 1 << 62

    /// No pattern matches.
    static var none: PathIndexMatch {
        PathIndexMatch(fields: SIMD4(repeating: .max))
    }

    private init(fields: SIMD4<UInt64>) {
        self.fields = fields
    }

    /// A match of a path, with as many of its captures as there is room for.
    init(entry: UInt32, captures: KeptCaptures, pathLength: Int) {
        fields = SIMD4(
            UInt64(entry) | UInt64(truncatingIfNeeded: captures.count) &<< 32,
            UInt64(truncatingIfNeeded: pathLength),
            captures.words.0,
            captures.words.1
        )
        if pathLength > KeptCaptures.longestPath { fields[0] |= Self.forgottenBit }
    }

    init(entry: UInt32, captures: PathCaptures, pathLength: Int) {
        var kept = KeptCaptures()
        for index in 0..<captures.count { kept.add(captures[index]) }
        self.init(entry: entry, captures: kept, pathLength: pathLength)
    }

    /// Whether no pattern matches; nothing else is to be asked then.
    @inlinable
    package var isNone: Bool { fields[0] == .max }

    /// The number of the pattern: how many were inserted before it, as long as none has been removed.
    @inlinable
    package var entry: Int { Int(truncatingIfNeeded: fields[0] & 0xFFFF_FFFF) }

    @inlinable
    package var captureCount: Int { Int(truncatingIfNeeded: fields[0] &>> 32 & 0x0FFF_FFFF) }

    /// Whether all captures are kept.
    @inlinable
    package var keepsAllCaptures: Bool { captureCount <= Self.keptCount && keepsCaptures }

    /// Whether the first captures are kept.
    @inlinable
    var keepsCaptures: Bool { fields[0] & 1 << 62 == 0 }

    /// The place of a capture that is kept, counted from the left, in the bytes of the canonical path; empty if the capture
    /// is absent.
    @inlinable
    @inline(__always)
    package subscript(index: Int) -> Range<Int> {
        precondition(index >= 0 && index < captureCount, "Index out of bounds")
        assert(index < Self.keptCount && keepsCaptures, "The capture is not kept")
        let both = index < 2 ? fields[2] : fields[3]
        let range = index & 1 == 0 ? both : both &>> 32
        return Int(
            truncatingIfNeeded: range &>> 16 & 0xFFFF
        )..<Int(truncatingIfNeeded: range & 0xFFFF)
    }

    /// Where the path stands in its string's UTF-8.
    var pathRange: Range<Int> {
        let start = Int(truncatingIfNeeded: fields[1] &>> 32)
        return start..<(start + Int(truncatingIfNeeded: fields[1] & 0xFFFF_FFFF))
    }

    /// Notes where the path begins in its string's UTF-8.
    mutating func setPathStart(_ start: UInt32) {
        fields[1] |= UInt64(start) << 32
    }

    /// Whether the path had to be brought to canonical form, in which the captures stand.
    @inlinable
    package var isCanonicalized: Bool { fields[0] & 1 << 63 != 0 }

    /// Notes that it is the canonical form of a path of another length that was looked up.
    mutating func setCanonicalized(pathLength: Int) {
        fields[0] |= Self.canonicalizedBit
        fields[1] = UInt64(UInt32(truncatingIfNeeded: pathLength))
    }
}

/// The captures of a match that it keeps, where each stands in a path that is not too long.
struct KeptCaptures {
    /// How many there can be.
    static var limit: Int { 4 }

    /// The length of the longest path whose captures' ends fit 16 bits.
    static var longestPath: Int { 0xFFFF }

    /// 32 bits for each capture, its start in the upper half and its end in the lower.
    private(set) var words: (UInt64, UInt64) = (0, 0)
    /// How many captures there are, those included that are not kept, times 32.
    private var bits: UInt64 = 0

    mutating func add(_ range: Range<Int>) {
        let half =
            UInt64(UInt16(truncatingIfNeeded: range.lowerBound)) &<< 16
            | UInt64(UInt16(truncatingIfNeeded: range.upperBound))
        if bits < 64 {
            words.0 |= half &<< bits
        } else if bits < 128 {
            words.1 |= half &<< bits
        }
        bits &+= 32
    }

    var count: Int { Int(truncatingIfNeeded: bits &>> 5) }

    /// Where the first capture begins, or a place before it if the path is too long.
    var firstStart: Int { Int(truncatingIfNeeded: words.0 &>> 16 & 0xFFFF) }
}

/// The captures of a match, in scratch memory; they must not outlive the closure that they are handed to.
package struct PathCaptures {
    private let ranges: Scratch<Range<Int>>
    package let count: Int

    init(_ ranges: Scratch<Range<Int>>, _ count: Int) {
        self.ranges = ranges
        self.count = count
    }

    /// The place of the capture at `index`, counted from the left, in the path's bytes; empty if the capture is absent.
    package subscript(index: Int) -> Range<Int> {
        precondition(index < count, "Index out of bounds")
        return ranges[index]
    }
}
