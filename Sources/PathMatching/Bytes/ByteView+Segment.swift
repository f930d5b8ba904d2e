extension ByteView {
    /// The segment of a path that begins at `start`.
    ///
    /// - Parameters:
    ///   - start: Where it begins, in `0..<count`.
    ///   - ignoresCase: Whether keys are the same in either ASCII case.
    /// - Returns: Where it ends, and its key.
    @inline(__always)
    func segment(from start: Int, ignoresCase: Bool) -> (end: Int, key: SegmentKey) {
        let word = word(at: start)
        let slash = ByteWord.firstSlash(word)
        let length: Int
        let text: UInt64
        if slash != 0 {
            length = slash.trailingZeroBitCount &>> 3
            text = word & ((slash & (0 &- slash)) &>> 7 &- 1)
        } else if count &- start < 8 {
            length = count &- start
            text = word
        } else {
            // Of eight bytes at least, and mostly not many more.
            var end = start &+ 8
            if end < count {
                let slash = ByteWord.firstSlash(self.word(at: end))
                end =
                    slash != 0
                    ? end &+ slash.trailingZeroBitCount &>> 3
                    : firstOffset(of: CanonicalPath.slash, from: end) ?? count
            }
            return (end, longKey(start, end, word, ignoresCase: ignoresCase))
        }
        return (
            start &+ length,
            SegmentKey(short: ignoresCase ? ByteWord.lowercased(text) : text, length: length)
        )
    }

    /// The key of a segment of eight bytes at least, of which the first are given.
    @inline(__always)
    private func longKey(
        _ start: Int,
        _ end: Int,
        _ first: UInt64,
        ignoresCase: Bool
    ) -> SegmentKey {
        let fold = { (word: UInt64) in ignoresCase ? ByteWord.lowercased(word) : word }
        var hash = fold(first) &* SegmentKey.spreader &+ UInt64(truncatingIfNeeded: end &- start)
        var offset = start &+ 8
        // The last eight bytes overlap those before.
        while offset < end &- 8 {
            hash = SegmentKey.mixed(hash, fold(wholeWord(at: offset)))
            offset &+= 8
        }
        return SegmentKey(hash: SegmentKey.mixed(hash, fold(wholeWord(at: end &- 8))))
    }
}
