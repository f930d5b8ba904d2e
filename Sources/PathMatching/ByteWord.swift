/// Questions to eight bytes at once, held as a little-endian word.
///
/// An answer has the high bit of every byte set for which it is yes, and no other bit. Words must hold ASCII bytes only
/// unless said otherwise: a byte with its high bit set would carry into the next.
enum ByteWord {
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// `byte` eight times.
    @inline(__always)
    static func repeating(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }

    /// Whether every byte is ASCII, whatever they are.
    @inline(__always)
    static func isASCII(_ word: UInt64) -> Bool {
        word & highBits == 0
    }

    /// Which bytes are `byte`.
    @inline(__always)
    static func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        // 0x7F plus anything but 0 reaches the high bit.
        ~((word ^ repeating(byte)) &+ repeating(0x7F)) & highBits
    }

    /// Which bytes are `byte` or more.
    @inline(__always)
    private static func atLeast(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        (word &+ repeating(0x80 &- byte)) & highBits
    }

    /// Whether every byte is a letter, a digit, `-`, `_`, `.`, `/` or `:`, which is nearly all that paths are made of,
    /// whatever they are.
    @inline(__always)
    static func isPlain(_ word: UInt64) -> Bool {
        guard word & highBits == 0 else { return false }
        let lowered = word | repeating(0x20)
        let letters = atLeast(lowered, 0x61) & ~atLeast(lowered, 0x7B)
        let digits = atLeast(word, 0x2D) & ~atLeast(word, 0x3B)
        return letters | digits | equal(word, 0x5F) == highBits
    }

    /// Which bytes are neither letters, digits, `-`, `.`, `_` nor `~`, whatever they are.
    @inline(__always)
    static func reserved(_ word: UInt64) -> UInt64 {
        let ascii = word & ~highBits
        let lowered = ascii | repeating(0x20)
        let letters = atLeast(lowered, 0x61) & ~atLeast(lowered, 0x7B)
        let digits = atLeast(ascii, 0x2D) & ~atLeast(ascii, 0x3A)
        // 0x7F plus anything but 0 reaches the high bit.
        let noSlash = (ascii ^ repeating(0x2F)) &+ repeating(0x7F)
        let noLine = (ascii ^ repeating(0x5F)) &+ repeating(0x7F)
        let noTilde = (ascii ^ repeating(0x7E)) &+ repeating(0x7F)
        return (~(letters | digits & noSlash) & noLine & noTilde | word) & highBits
    }

    /// Whether every byte is a digit, whatever they are.
    @inline(__always)
    static func areDigits(_ word: UInt64) -> Bool {
        word & highBits | (atLeast(word, 0x30) & ~atLeast(word, 0x3A) ^ highBits) == 0
    }

    /// Whether every byte is a hexadecimal digit, but for those that have to be hyphens, whatever they are.
    ///
    /// - Parameters:
    ///   - word: The bytes.
    ///   - hyphens: The high bit of each byte that has to be a hyphen.
    /// - Returns: Whether they are.
    @inline(__always)
    static func areHexDigits(_ word: UInt64, hyphensAt hyphens: UInt64) -> Bool {
        guard isASCII(word) else { return false }
        let lowered = word | repeating(0x20)
        let letters = atLeast(lowered, 0x61) & ~atLeast(lowered, 0x67)
        let digits = atLeast(word, 0x30) & ~atLeast(word, 0x3A)
        return equal(word, UInt8(ascii: "-")) == hyphens
            && letters | digits == highBits & ~hyphens
    }

    /// Whether a slash is followed by a slash or a dot, given the bytes of `word` that follow a slash.
    @inline(__always)
    static func hasSlashPair(_ word: UInt64, _ afterSlash: UInt64) -> Bool {
        // `.` and `/` differ in the lowest bit only.
        afterSlash & equal(word | repeating(1), UInt8(ascii: "/")) != 0
    }

    /// A word whose lowest set bit is the high bit of the first byte that is a slash; 0 if none is, whatever the others
    /// are.
    @inline(__always)
    static func firstSlash(_ word: UInt64) -> UInt64 {
        let difference = word ^ repeating(UInt8(ascii: "/"))
        return (difference &- repeating(0x01)) & ~difference & highBits
    }

    /// Which bytes are `byte`, whatever the others are.
    @inline(__always)
    static func equalAnyway(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let difference = word ^ repeating(byte)
        // No carry from byte to byte: the high bits are looked at on their own.
        let seven = (difference & ~highBits) &+ repeating(0x7F)
        return ~(seven | difference) & highBits
    }
}

extension ByteView {
    /// Whether there is nothing but ASCII digits.
    @inline(__always)
    var hasOnlyDigits: Bool {
        allWords(paddedWith: UInt8(ascii: "0"), satisfy: ByteWord.areDigits)
    }

    /// Whether there are letters, digits, `-`, `_`, `.` and `/` only.
    package var isPlainText: Bool {
        allWords(paddedWith: UInt8(ascii: "-")) { word in
            ByteWord.isPlain(word) && ByteWord.equalAnyway(word, UInt8(ascii: ":")) == 0
        }
    }

    /// Whether a question to eight bytes at once is answered with yes for all of them, `padding` standing where the view has
    /// ended.
    @inline(__always)
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

    /// The offset of the first byte at `start` or after it that is one of two, or nil if there is none.
    ///
    /// - Parameters:
    ///   - byte: What to look for; not 0, since words are padded with zeros.
    ///   - other: What else to look for; not 0.
    ///   - start: Where to begin, in `0...count`.
    /// - Returns: Its offset in this view.
    package func firstOffset(of byte: UInt8, or other: UInt8, from start: Int = 0) -> Int? {
        assert(byte != 0 && other != 0, "Padding would be found")
        var offset = start
        while offset < count {
            let word = word(at: offset)
            let found = ByteWord.equalAnyway(word, byte) | ByteWord.equalAnyway(word, other)
            if found != 0 { return offset &+ found.trailingZeroBitCount / 8 }
            offset &+= 8
        }
        return nil
    }

    /// The first offset from `start` on whose byte is not an unreserved one: a letter, a digit, `-`, `.`, `_` or `~`.
    ///
    /// - Parameter start: Where to begin, in `0...count`.
    /// - Returns: An offset in `start...count`.
    @inline(__always)
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

/// The bytes of a view that are neither letters, digits, `-`, `.`, `_` nor `~`, one after the other.
struct ReservedBytes {
    private let bytes: ByteView
    /// Where the word begins that was looked at last.
    private var start = 0
    /// Which bytes of that word are still to come.
    private var mask: UInt64

    /// Begins at the first byte.
    init(of bytes: ByteView) {
        self.bytes = bytes
        mask = ByteWord.reserved(bytes.word(at: 0))
    }

    /// The offset of the next one; when there is none, the view's end, once.
    @inline(__always)
    mutating func next() -> Int {
        if mask == 0 {
            advance()
        }
        let offset = start &+ mask.trailingZeroBitCount / 8
        mask &= mask &- 1
        return offset
    }

    /// Goes on to the next word that has such a byte.
    @inline(never)
    private mutating func advance() {
        repeat {
            start &+= 8
            // Where the view ends, the word is padded with zeros, which are reserved.
            mask = ByteWord.reserved(bytes.word(at: start))
        } while mask == 0
    }
}
