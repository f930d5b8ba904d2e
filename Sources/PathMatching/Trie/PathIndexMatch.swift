/// The result of looking up a path: the entry and the ranges of its first captures.
///
/// Every match holds one. It is a single vector, because the optimizer splits a struct into its fields only if it has few,
/// and a match that is not split costs reference counting.
@usableFromInline
package struct PathIndexMatch: Sendable {
    /// The entry, and above it the number of captures and two flags; the length of the path as given, and above it the
    /// path's offset in its string; and two fields with ``KeptCaptures/words``.
    @usableFromInline var fields: SIMD4<UInt64>

    /// The number of captures that a match keeps at most; others are found again when they are read.
    @usableFromInline static var keptCount: Int { KeptCaptures.limit }

    private static let canonicalizedBit: UInt64 = 1 << 63
    private static let forgottenBit: UInt64 = 1 << 62

    /// The result if no pattern matches.
    package static var none: PathIndexMatch {
        PathIndexMatch(fields: SIMD4(repeating: .max))
    }

    private init(fields: SIMD4<UInt64>) {
        self.fields = fields
    }

    /// Creates a match of a path, with as many of its captures as there is room for.
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

    /// Whether no pattern matches; if so, the other properties have no meaning.
    @inlinable
    package var isNone: Bool { fields[0] == .max }

    /// The number of the pattern; if none was removed, the number of patterns inserted before it.
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

    /// The range of a kept capture, counted from the left, in the bytes of the canonical path; empty if the capture is absent.
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

    /// The range of the path in its string's UTF-8.
    var pathRange: Range<Int> {
        let start = Int(truncatingIfNeeded: fields[1] &>> 32)
        return start..<(start + Int(truncatingIfNeeded: fields[1] & 0xFFFF_FFFF))
    }

    /// Sets the path's offset in its string's UTF-8.
    mutating func setPathStart(_ start: UInt32) {
        fields[1] |= UInt64(start) << 32
    }

    /// Whether the path had to be brought to canonical form; if so, the captures are ranges in that form.
    @inlinable
    package var isCanonicalized: Bool { fields[0] & 1 << 63 != 0 }

    /// Marks the match as one of a path's canonical form, and sets the length of the path as given.
    mutating func setCanonicalized(pathLength: Int) {
        fields[0] |= Self.canonicalizedBit
        fields[1] = UInt64(UInt32(truncatingIfNeeded: pathLength))
    }
}

/// The ranges of a match's first captures, if the path is not too long.
struct KeptCaptures {
    /// The largest number of captures that can be kept.
    static var limit: Int { 4 }

    /// The length of the longest path whose offsets fit in 16 bits.
    static var longestPath: Int { 0xFFFF }

    /// 32 bits for each capture, with its start in the upper half and its end in the lower.
    private(set) var words: (UInt64, UInt64) = (0, 0)
    /// The number of captures, including those that are not kept, times 32.
    private var bits: UInt64 = 0

    @inline(__always)
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

    /// The start of the first capture, or an offset before it if the path is too long.
    var firstStart: Int { Int(truncatingIfNeeded: words.0 &>> 16 & 0xFFFF) }
}

/// The captures of a match, in scratch memory; they must not outlive the closure that receives them.
package struct PathCaptures {
    private let ranges: Scratch<Range<Int>>
    package let count: Int

    init(_ ranges: Scratch<Range<Int>>, _ count: Int) {
        self.ranges = ranges
        self.count = count
    }

    /// The range of the capture at `index`, counted from the left, in the path's bytes; empty if the capture is absent.
    package subscript(index: Int) -> Range<Int> {
        precondition(index < count, "Index out of bounds")
        return ranges[index]
    }
}
