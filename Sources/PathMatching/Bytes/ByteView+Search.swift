extension ByteView {
    /// Whether a canonical path may go on like this from `start` on: with usual bytes alone, no empty segment, none that
    /// begins with a dot, and no slash at the end.
    ///
    /// - Parameter start: Where to begin; bytes before it may be looked at, too.
    /// - Returns: Whether it is; a path of which it is not may be canonical all the same.
    package func isPlainPath(from start: Int) -> Bool {
        guard count > 16, self[count &- 1] != CanonicalPath.slash else {
            return isShortPlainPath
        }
        var odd = SIMD16<UInt8>()
        var offset = start
        while true {
            // The last bytes overlap those before: seeing a byte twice does no harm.
            offset = Swift.min(offset, count &- 17)
            odd |= ByteVector.odd(vector(at: offset), before: vector(at: offset &+ 1))
            offset &+= 16
            guard offset < count &- 1 else { break }
        }
        return ByteVector.isPlain(odd) && ByteWord.isPlain(ByteWord.repeating(self[count &- 1]))
    }

    /// As ``isPlainPath(from:)`` of a path that is not long, and from its beginning on.
    @inline(never)
    private var isShortPlainPath: Bool {
        guard count >= 8, count <= 16, self[count &- 1] != CanonicalPath.slash else { return false }
        // Two words overlap by a byte at least, so that every pair of bytes is in one.
        let middle = Swift.min(7, count &- 8)
        return [0, middle, count &- 8].allSatisfy { offset in
            let word = wholeWord(at: offset)
            return ByteWord.isPlain(word) && !ByteWord.hasSlashPair(word)
        }
    }

    /// Whether there are letters, digits, `-`, `_`, `.` and `/` only.
    package var isPlainText: Bool {
        allWords(paddedWith: UInt8(ascii: "-")) { word in
            ByteWord.isPlain(word) && ByteWord.equalAnyway(word, UInt8(ascii: ":")) == 0
        }
    }

    /// Whether a question to eight bytes at once is answered with yes for all of them, `padding` standing where the view has
    /// ended.
    private func allWords(paddedWith padding: UInt8, satisfy isRight: (UInt64) -> Bool) -> Bool {
        var offset = 0
        while offset < count {
            var word = word(at: offset)
            let left = count &- offset
            if left < 8 {
                word |= ByteWord.repeating(padding) &<< UInt64(truncatingIfNeeded: left &* 8)
            }
            guard isRight(word) else { return false }
            offset &+= 8
        }
        return true
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
            let found = ByteWord.equalAnyway(word(at: offset), byte)
            if found != 0 { return offset &+ found.trailingZeroBitCount / 8 }
            offset &+= 8
        }
        return nil
    }

    /// The first offset from `start` on whose byte is not an unreserved one: a letter, a digit, `-`, `.`, `_` or `~`.
    ///
    /// - Parameter start: Where to begin, in `0...count`.
    /// - Returns: An offset in `start...count`.
    package func endOfUnreserved(from start: Int) -> Int {
        var offset = start
        while true {
            // Where the view ends, the word is padded with zeros, which are not unreserved.
            let others = ByteWord.reserved(word(at: offset))
            guard others == 0 else { return offset &+ others.trailingZeroBitCount / 8 }
            offset &+= 8
        }
    }

    /// How many bytes are `byte`, which must not be 0.
    package func occurrences(of byte: UInt8) -> Int {
        assert(byte != 0, "Padding would be counted")
        var offset = 0
        var result = 0
        while offset < count {
            result &+= ByteWord.equalAnyway(word(at: offset), byte).nonzeroBitCount
            offset &+= 8
        }
        return result
    }
}
