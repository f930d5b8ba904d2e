extension ByteView {
    /// Whether a canonical path may go on like this from `start` on: with usual bytes alone, no empty segment, none that
    /// begins with a dot, and no slash at the end.
    ///
    /// - Parameter start: Where to begin; bytes before it may be looked at, too.
    /// - Returns: Whether it is; a path of which it is not may be canonical all the same.
    package func isPlainPath(from start: Int) -> Bool {
        // The last byte has none behind it, and shorter paths are soon read byte by byte.
        guard count > 16, ByteSet.segment.contains(self[count &- 1]) else { return false }
        var odd = SIMD16<UInt8>()
        var offset = start
        while true {
            // The last bytes overlap those before: seeing a byte twice does no harm.
            offset = Swift.min(offset, count &- 17)
            odd |= ByteVector.odd(vector(at: offset), before: vector(at: offset &+ 1))
            offset &+= 16
            guard offset < count &- 1 else { break }
        }
        return ByteVector.isPlain(odd)
    }

    /// The offset of the first `byte` at `start` or after it, or nil if there is none.
    ///
    /// - Parameters:
    ///   - byte: What to look for; not 0, since words are padded with zeros.
    ///   - start: Where to begin, in `0...count`.
    /// - Returns: Its offset in this view.
    package func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
        assert(byte != 0, "Padding would be found")
        var offset = start
        while offset < count {
            let found = ByteWord.first(byte, in: word(at: offset))
            if found != 0 { return offset &+ found.trailingZeroBitCount / 8 }
            offset &+= 8
        }
        return nil
    }

    /// How many bytes are `byte`.
    package func occurrences(of byte: UInt8) -> Int { count { $0 == byte } }
}
