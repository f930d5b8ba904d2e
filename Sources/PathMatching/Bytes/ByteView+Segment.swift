extension ByteView {
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

    /// Whether the segment that begins at `start` and ends before a slash equals the given one.
    @inline(__always)
    func hasSegment(_ segment: ByteView, at start: Int, ignoresCase: Bool) -> Bool {
        let end = start &+ segment.count
        guard end < count, self[end] == CanonicalPath.slash else { return false }
        let own = self[start..<end]
        return ignoresCase ? own.isEqual(ignoringCase: segment) : own.elementsEqual(segment)
    }
}

/// A path whose last eight bytes are read once, for all words that reach beyond its end.
struct PathWords {
    let bytes: ByteView
    /// The last eight bytes; of a shorter path, its bytes behind zeros.
    private let last: UInt64

    @inline(__always)
    init(_ bytes: ByteView) {
        self.bytes = bytes
        let missing = 8 &- bytes.count
        last = missing <= 0 ? bytes.wholeWord(at: 0 &- missing) : bytes.shortWord << (missing &* 8)
    }

    /// The segment that begins at `start`, which must be in `0..<count`, and ends before a slash or at the end.
    ///
    /// - Parameter start: The start.
    /// - Returns: The segment, and up to eight bytes from its start, as ``ByteView/word(at:)`` returns them.
    @inline(__always)
    func segment(at start: Int) -> (range: Range<Int>, first: UInt64) {
        let first = word(at: start)
        return (start..<end(from: start, first), first)
    }

    @inline(__always)
    private func end(from start: Int, _ first: UInt64) -> Int {
        let slash = ByteWord.first(CanonicalPath.slash, in: first)
        if slash != 0 { return start &+ slash.trailingZeroBitCount &>> 3 }
        var next = start &+ 8
        while next < bytes.count {
            let slash = ByteWord.first(CanonicalPath.slash, in: word(at: next))
            if slash != 0 { return next &+ slash.trailingZeroBitCount &>> 3 }
            next &+= 8
        }
        return bytes.count
    }

    @inline(__always)
    private func word(at offset: Int) -> UInt64 {
        let lastStart = bytes.count &- 8
        if offset <= lastStart { return bytes.wholeWord(at: offset) }
        assert(offset > lastStart && offset < bytes.count, "Offset out of bounds")
        return last &>> UInt64(truncatingIfNeeded: (offset &- lastStart) &* 8)
    }
}
