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
