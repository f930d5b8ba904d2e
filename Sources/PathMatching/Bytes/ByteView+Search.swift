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

    /// The end of a host that begins at `start`: the offset of the first `/`, `?` or `#`, or the end if there is none.
    package func endOfHost(from start: Int) -> Int {
        firstOffset(from: start) { word in
            ByteWord.first(UInt8(ascii: "/"), in: word)
                | ByteWord.first(UInt8(ascii: "?"), in: word)
                | ByteWord.first(UInt8(ascii: "#"), in: word)
        }
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

    /// The number of bytes that are equal to `byte`.
    package func occurrences(of byte: UInt8) -> Int { count { $0 == byte } }
}
