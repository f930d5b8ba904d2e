extension ByteView {
    /// Whether the rest of a path is surely canonical: it has only common bytes, no empty segment, no segment that begins
    /// with a dot, and no slash at the end.
    ///
    /// - Parameter start: The offset of the first byte, which is a slash or canonical; bytes before it may be checked too.
    /// - Returns: True if it is; false says nothing, as the path can be canonical anyway.
    package func isPlainPath(from start: Int) -> Bool {
        guard count > 1, self[count &- 1] != UInt8(ascii: "/") else { return false }
        guard count > 16 else { return isShortPlainPath }
        var odd = SIMD16<Int8>()
        var offset = start
        while true {
            // The last vector overlaps the one before; testing a byte twice does no harm.
            offset = Swift.min(offset, count &- 17)
            let before = vector(at: offset)
            odd |= ByteVector.odd(vector(at: offset &+ 1), after: before)
            offset &+= 16
            guard offset < count &- 1 else { break }
        }
        return ByteVector.isZero(odd)
    }

    /// The same of a path of up to sixteen bytes.
    @inline(never)
    private var isShortPlainPath: Bool {
        let (bytes, before) = shortVectors
        return ByteVector.isZero(ByteVector.odd(bytes, after: before))
    }

    /// Whether every byte is ASCII and stands for itself in percent-encoded text.
    package func isPlainASCII(plusIsSpace: Bool) -> Bool {
        let end = firstOffset(from: 0) { word in
            let others = ByteWord.notASCII(word) | ByteWord.first(UInt8(ascii: "%"), in: word)
            return plusIsSpace ? others | ByteWord.first(UInt8(ascii: "+"), in: word) : others
        }
        return end == count
    }

    /// The offset of the first `byte` at or after `start`, or nil if there is none.
    ///
    /// - Parameters:
    ///   - byte: The byte to find; not 0, because words are padded with zeros.
    ///   - start: The offset to begin at, in `0...count`.
    /// - Returns: Its offset in this view.
    package func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
        assert(byte != 0, "Padding would be found")
        let offset = firstOffset(from: start) { ByteWord.first(byte, in: $0) }
        return offset < count ? offset : nil
    }

    /// The end of a path that begins at `start`: the offset of the first `?` or `#`, or the end if there is none.
    package func endOfPath(from start: Int) -> Int {
        firstOffset(from: start) { word in
            ByteWord.first(UInt8(ascii: "?"), in: word)
                | ByteWord.first(UInt8(ascii: "#"), in: word)
        }
    }

    /// The end of a path that begins at `start`, and whether the path is surely canonical.
    ///
    /// Both are found at once in most paths, which begin with a slash and have only common bytes up to a `?`, a `#` or the end. Reading
    /// a path twice instead takes a hundred instructions of the 5 000 for a link that is rewritten.
    ///
    /// - Parameter start: The offset of the path's first byte.
    /// - Returns: The end, and what ``isPlainPath(from:)`` says about the path.
    package func extentOfPath(from start: Int) -> (end: Int, isPlain: Bool) {
        guard count > 16, start < count, self[start] == UInt8(ascii: "/") else {
            return (endOfPath(from: start), false)
        }
        var end = start &+ 1
        while end < count {
            // The last vector overlaps the one before; if there is none, it begins before the path.
            let offset = Swift.min(end, count &- 16)
            let odd = ByteVector.odd(vector(at: offset), after: vector(at: offset &- 1))
            let place = ByteVector.firstPlace(odd)
            end = offset &+ place
            if place < 16 { break }
        }
        let isEnd =
            end == count || self[end] == UInt8(ascii: "?") || self[end] == UInt8(ascii: "#")
        guard isEnd, end > start else { return (endOfPath(from: start), false) }
        return (end, self[end &- 1] != UInt8(ascii: "/"))
    }

    /// The end of a host that begins at `start`: the offset of the first `/`, `?` or `#`, or the end if there is none.
    package func endOfHost(from start: Int) -> Int {
        firstOffset(in: .authorityEnd, from: start, of: ByteVector.hostEnds)
    }

    /// The end of a query that begins at `start`: the offset of the first `#` or byte that no query may have, or the end if there is none.
    package func endOfQuery(from start: Int) -> Int {
        firstOffset(in: .queryEnd, from: start, of: ByteVector.queryEnds)
    }

    /// The offset of the first byte at or after `start` that is not in `set`, or the end if there is none.
    ///
    /// - Parameters:
    ///   - set: The bytes to skip.
    ///   - start: The offset to begin at, in `0...count`.
    /// - Returns: An offset in `start...count`.
    package func firstOffset(outside set: ByteSet, from start: Int = 0) -> Int {
        var offset = start
        while offset < count, set.contains(self[offset]) {
            offset += 1
        }
        return offset
    }

    /// The offset of the first byte at or after `start` that is in `set`, or the end if there is none.
    package func firstOffset(in set: ByteSet, from start: Int) -> Int {
        var offset = start
        while offset < count, !set.contains(self[offset]) { offset += 1 }
        return offset
    }

    /// The offset of the first byte at or after `start` that is in `set`, or the end if there is none.
    ///
    /// - Parameters:
    ///   - set: The bytes to find.
    ///   - start: The offset to begin at, in `0...count`.
    ///   - marks: Gives a vector that is not zero where the given one has a byte of the set.
    /// - Returns: An offset in `start...count`.
    @inline(__always)
    private func firstOffset(
        in set: ByteSet,
        from start: Int,
        of marks: (SIMD16<Int8>) -> SIMD16<Int8>
    ) -> Int {
        var offset = start
        while count >= 16, offset < count {
            // The last vector overlaps the one before; if there is none, it begins before `start`.
            let place = Swift.min(offset, count &- 16)
            let found = place &+ ByteVector.firstPlace(marks(vector(at: place)))
            guard found >= offset else { break }
            offset = found
            if found < place &+ 16 { return found }
        }
        return firstOffset(in: set, from: offset)
    }

    /// The offset of the first byte at or after `start` that is found in its word, or the end if there is none.
    @inline(__always)
    private func firstOffset(from start: Int, _ first: (UInt64) -> UInt64) -> Int {
        var offset = start
        while offset < count {
            let found = first(word(at: offset))
            if found != 0 { return offset &+ found.trailingZeroBitCount / 8 }
            offset &+= 8
        }
        return count
    }

    /// Where the bytes begin that are at the end and in `set`, or the end if the last byte is not.
    @inline(__always)
    func startOfEnd(in set: ByteSet) -> Int {
        var start = count
        // Most captures behind text are numbers, whose digits are tested eight at once.
        while set == .digits, start >= 8 {
            let others = ByteWord.notDigits(wholeWord(at: start &- 8))
            start &-= others.leadingZeroBitCount / 8
            if others != 0 { return start }
        }
        while start > 0, set.contains(self[start &- 1]) { start &-= 1 }
        return start
    }

    /// Calls `body` with the ranges of the non-empty segments in a range, from the left.
    @inline(__always)
    package func forEachSegment<Failure: Error>(
        in range: Range<Int>,
        _ body: (Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        let text = self[0..<range.upperBound]
        var start = range.lowerBound
        while start < range.upperBound {
            let end = text.firstOffset(of: CanonicalPath.slash, from: start) ?? text.count
            if end > start { try body(start..<end) }
            start = end + 1
        }
    }

    /// Whether all bytes are members of `set`.
    package func contains(only set: ByteSet) -> Bool { firstOffset(outside: set) == count }

    /// The number of bytes that are equal to `byte`.
    package func occurrences(of byte: UInt8) -> Int {
        (0..<count).reduce(0) { $0 &+ (self[$1] == byte ? 1 : 0) }
    }

    /// Whether the text has the bytes of `form`, in which a zero stands for any of the digits.
    package func hasForm(_ form: String, _ digits: ByteSet = .digits) -> Bool {
        count == form.utf8.count
            && zip(self, form.utf8).allSatisfy { byte, wanted in
                wanted == UInt8(ascii: "0") ? digits.contains(byte) : byte == wanted
            }
    }
}

extension ByteView {
    /// The sixteen bytes that begin at `offset`, which must be in `0...(count - 16)`.
    @inline(__always)
    func vector(at offset: Int) -> SIMD16<Int8> {
        precondition(offset >= 0 && offset <= count &- 16, "Offset out of bounds")
        // SAFETY: `0 <= offset` and `offset + 16 <= count`.
        return unsafe UnsafeRawPointer(base).loadUnaligned(
            fromByteOffset: offset,
            as: SIMD16<Int8>.self
        )
    }

    /// All bytes of a view of up to sixteen, followed by digits, and the same behind one more digit.
    var shortVectors: (bytes: SIMD16<Int8>, before: SIMD16<Int8>) {
        precondition(count <= 16, "Not short")
        let digits = ByteWord.repeating(UInt8(ascii: "0"))
        let start = word(at: 0) | digits << UInt64(count &* 8)
        let end = count > 8 ? word(at: 8) | digits << UInt64((count &- 8) &* 8) : digits
        let bytes = SIMD2(start, end)
        let before = SIMD2(start << 8 | digits >> 56, end << 8 | start >> 56)
        // SAFETY: both types have 16 bytes, and every bit pattern is valid for both.
        return unsafe (
            unsafeBitCast(bytes, to: SIMD16<Int8>.self),
            unsafeBitCast(before, to: SIMD16<Int8>.self)
        )
    }
}

/// Tests of eight bytes at once, held as a little-endian word.
///
/// A mask that a test returns has the high bit set in each byte that passes.
enum ByteWord {
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// `byte` eight times.
    static func repeating(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }

    /// A mask of the bytes that are not ASCII.
    static func notASCII(_ word: UInt64) -> UInt64 { word & highBits }

    /// A mask of the bytes that are `byte` or more, if all are ASCII.
    private static func atLeast(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        (word &+ repeating(0x80 &- byte)) & highBits
    }

    /// A mask of the bytes that are no digits.
    static func notDigits(_ word: UInt64) -> UInt64 {
        let ascii = word & ~highBits
        return (~atLeast(ascii, 0x30) | atLeast(ascii, 0x3A) | word) & highBits
    }

    /// A word whose lowest set bit is the high bit of the first byte equal to `byte`, or 0 if there is none.
    static func first(_ byte: UInt8, in word: UInt64) -> UInt64 {
        let difference = word ^ repeating(byte)
        return (difference &- repeating(0x01)) & ~difference & highBits
    }

    /// The eight bytes of `word` with ASCII letters in lower case.
    static func lowercased(_ word: UInt64) -> UInt64 {
        let ascii = word & ~highBits
        let capitals = atLeast(ascii, 0x41) & ~atLeast(ascii, 0x5B) & ~word
        return word | capitals &>> 2
    }
}

/// Tests of sixteen bytes at once.
///
/// They use comparisons that are a single instruction; others become loops over the bytes.
enum ByteVector {
    /// Zero for each byte that needs no closer look: letters, digits, `-`, `_`, `.`, `/` and `:`, which most paths are made of,
    /// unless it is a slash or a dot after a slash.
    @inline(__always)
    static func odd(_ bytes: SIMD16<Int8>, after before: SIMD16<Int8>) -> SIMD16<Int8> {
        let letters = within("a", "z", bytes | SIMD16(repeating: 0x20))
        let digits = within("-", ":", bytes)
        let lines = mask(bytes .== SIMD16(repeating: 0x5F))
        let slash = SIMD16<Int8>(repeating: 0x2F)
        // `.` and `/` differ only in the lowest bit.
        let pairs = mask(before .== slash) & mask((bytes | SIMD16(repeating: 1)) .== slash)
        // A byte is in one of the sets, whose masks are -1, or in none.
        return (letters &+ digits &+ lines &+ SIMD16(repeating: 1)) | pairs
    }

    /// Not zero for each byte that ends a host: `/`, `?` and `#`.
    @inline(__always)
    static func hostEnds(_ bytes: SIMD16<Int8>) -> SIMD16<Int8> {
        mask(bytes .== SIMD16(repeating: 0x2F)) | mask(bytes .== SIMD16(repeating: 0x3F))
            | mask(bytes .== SIMD16(repeating: 0x23))
    }

    /// Not zero for each byte in ``ByteSet/queryEnd``.
    @inline(__always)
    static func queryEnds(_ bytes: SIMD16<Int8>) -> SIMD16<Int8> {
        within("\0", " ", bytes) | mask(bytes .== SIMD16(repeating: 0x23))
            | mask(bytes .== SIMD16(repeating: 0x5C)) | mask(bytes .== SIMD16(repeating: 0x7F))
    }

    /// The place of the first byte that is not zero, or 16 if all are.
    @inline(__always)
    static func firstPlace(_ bytes: SIMD16<Int8>) -> Int {
        // SAFETY: both types have 16 bytes, and every bit pattern is valid for both.
        let halves = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
        let (low, high) = (UInt64(littleEndian: halves[0]), UInt64(littleEndian: halves[1]))
        // Without a bit that is set, the number of zeros is 64.
        return low != 0 ? low.trailingZeroBitCount / 8 : 8 &+ high.trailingZeroBitCount / 8
    }

    static func isZero(_ bytes: SIMD16<Int8>) -> Bool {
        // SAFETY: both types have 16 bytes, and every bit pattern is valid for both.
        let halves = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
        return halves[0] | halves[1] == 0
    }

    /// A mask of the bytes from `first` to `last`, which are moved to the lowest signed numbers, so that one comparison finds them.
    @inline(__always)
    private static func within(
        _ first: Unicode.Scalar,
        _ last: Unicode.Scalar,
        _ bytes: SIMD16<Int8>
    ) -> SIMD16<Int8> {
        let (first, last) = (UInt8(ascii: first), UInt8(ascii: last))
        let moved = bytes &+ SIMD16(repeating: Int8(bitPattern: 0x80 &- first))
        return mask(moved .< SIMD16(repeating: Int8(bitPattern: 0x81 &+ last &- first)))
    }

    /// -1 for each byte for which a comparison holds, and 0 for the others.
    @inline(__always)
    private static func mask(_ comparison: SIMDMask<SIMD16<Int8>>) -> SIMD16<Int8> {
        // SAFETY: a mask is stored as such a vector.
        unsafe unsafeBitCast(comparison, to: SIMD16<Int8>.self)
    }
}

/// A path that is read eight bytes at a time, as if a slash followed it: so each of its segments ends before a slash.
struct PathWords {
    let bytes: ByteView
    /// The number of offsets at which eight bytes begin.
    private let wordCount: UInt
    /// The last seven bytes and the slash behind them; of a shorter path, all bytes and the slash, behind zeros.
    private let last: UInt64

    @inline(__always)
    init(_ bytes: ByteView) {
        self.bytes = bytes
        let missing = 8 &- bytes.count
        wordCount = missing <= 0 ? UInt(bitPattern: 1 &- missing) : 0
        let word =
            missing <= 0 ? bytes.wholeWord(at: 0 &- missing) : bytes.shortWord << (missing &* 8)
        last = word &>> 8 | UInt64(CanonicalPath.slash) &<< 56
    }

    /// The segment that begins at `start`, which must be in `0...count`.
    ///
    /// - Parameter start: The start.
    /// - Returns: The segment, the eight bytes from its start on, and the slashes in them as ``ByteWord/first(_:in:)`` marks them: 0
    ///   if the segment has eight bytes or more.
    @inline(__always)
    func segment(at start: Int) -> (range: Range<Int>, word: UInt64, slash: UInt64) {
        let word = word(at: start)
        let slash = ByteWord.first(CanonicalPath.slash, in: word)
        var (offset, found) = (start, slash)
        while found == 0 {
            offset &+= 8
            found = ByteWord.first(CanonicalPath.slash, in: self.word(at: offset))
        }
        let end = offset &+ found.trailingZeroBitCount &>> 3
        assert(start <= end && end <= bytes.count, "Offset out of bounds")
        // SAFETY: `end` is not before `start`, as only numbers that are not negative were added.
        return (unsafe Range(uncheckedBounds: (start, end)), word, slash)
    }

    @inline(__always)
    private func word(at offset: Int) -> UInt64 {
        // This is also false for a negative offset.
        if _fastPath(UInt(bitPattern: offset) < wordCount) {
            return bytes.uncheckedWord(at: offset)
        }
        assert(offset >= 0 && offset <= bytes.count, "Offset out of bounds")
        // The bytes before `offset` are shifted out.
        return last &>> UInt64(truncatingIfNeeded: (offset &- bytes.count &- 1) &* 8)
    }
}
