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

    /// The end of a segment of a path.
    ///
    /// - Parameters:
    ///   - start: The start of the segment, in `0..<count`.
    ///   - first: The result of ``word(at:)`` at `start`; the caller reads it once, for this and for the key.
    /// - Returns: The offset of the next slash, or `count`.
    @inline(__always)
    func endOfSegment(from start: Int, _ first: UInt64) -> Int {
        let slash = ByteWord.first(CanonicalPath.slash, in: first)
        if slash != 0 { return start &+ slash.trailingZeroBitCount &>> 3 }
        let next = start &+ 8
        if next >= count { return count }
        // Most segments are shorter than sixteen bytes.
        let nextSlash = ByteWord.first(CanonicalPath.slash, in: word(at: next))
        if nextSlash != 0 { return next &+ nextSlash.trailingZeroBitCount &>> 3 }
        return firstOffset(of: CanonicalPath.slash, from: next &+ 8) ?? count
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
