extension ByteView {
    /// Whether the rest of a path is surely canonical: it has only common bytes, no empty segment, no segment that begins
    /// with a dot, and no slash at the end.
    ///
    /// - Parameter start: The offset to begin at; bytes before it may be checked too.
    /// - Returns: True if it is; false says nothing, as the path can be canonical anyway.
    package func isPlainPath(from start: Int) -> Bool {
        // The loop does not test the last byte, which has no successor. Shorter paths are quickly read byte by byte.
        guard count > 16, ByteSet.segment.contains(self[count &- 1]) else { return false }
        var odd = SIMD16<UInt8>()
        var offset = start
        while true {
            // The last vector overlaps the one before; testing a byte twice does no harm.
            offset = Swift.min(offset, count &- 17)
            odd |= ByteVector.odd(vector(at: offset), before: vector(at: offset &+ 1))
            offset &+= 16
            guard offset < count &- 1 else { break }
        }
        return ByteVector.isPlain(odd)
    }

    /// The offset of the first `byte` at or after `start`, or nil if there is none.
    ///
    /// - Parameters:
    ///   - byte: The byte to find; not 0, because words are padded with zeros.
    ///   - start: The offset to begin at, in `0...count`.
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

    /// The offset of the first byte at or after `start` that is one of two, or the end if there is none.
    ///
    /// - Parameters:
    ///   - first: A byte to find; not 0, like the other.
    ///   - second: Another one.
    ///   - start: The offset to begin at, in `0...count`.
    /// - Returns: Its offset in this view.
    package func firstOffset(of first: UInt8, or second: UInt8, from start: Int) -> Int {
        var offset = start
        while offset < count {
            let word = word(at: offset)
            let found = ByteWord.first(first, in: word) | ByteWord.first(second, in: word)
            if found != 0 { return offset &+ found.trailingZeroBitCount / 8 }
            offset &+= 8
        }
        return count
    }

    /// The number of bytes that are equal to `byte`.
    package func occurrences(of byte: UInt8) -> Int { count { $0 == byte } }
}
