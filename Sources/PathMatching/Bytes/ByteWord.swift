/// Questions to eight bytes at once, held as a little-endian word.
///
/// An answer has the high bit of every byte set for which it is yes, and no other bit. Words must hold ASCII bytes only
/// unless said otherwise: a byte with its high bit set would carry into the next.
enum ByteWord {
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// `byte` eight times.
    static func repeating(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }

    /// Whether every byte is ASCII, whatever they are.
    static func isASCII(_ word: UInt64) -> Bool {
        word & highBits == 0
    }

    /// Which bytes are `byte`.
    static func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        // 0x7F plus anything but 0 reaches the high bit.
        ~((word ^ repeating(byte)) &+ repeating(0x7F)) & highBits
    }

    /// Which bytes are `byte` or more.
    private static func atLeast(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        (word &+ repeating(0x80 &- byte)) & highBits
    }

    /// Whether every byte is a letter, a digit, `-`, `_`, `.`, `/` or `:`, which is nearly all that paths are made of,
    /// whatever they are.
    static func isPlain(_ word: UInt64) -> Bool {
        guard word & highBits == 0 else { return false }
        let lowered = word | repeating(0x20)
        let letters = atLeast(lowered, 0x61) & ~atLeast(lowered, 0x7B)
        let digits = atLeast(word, 0x2D) & ~atLeast(word, 0x3B)
        return letters | digits | equal(word, 0x5F) == highBits
    }

    /// Which bytes are neither letters, digits, `-`, `.`, `_` nor `~`, whatever they are.
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

    /// Whether a slash is followed by a slash or a dot.
    static func hasSlashPair(_ word: UInt64) -> Bool {
        // `.` and `/` differ in the lowest bit only.
        equal(word, UInt8(ascii: "/")) &<< 8 & equal(word | repeating(1), UInt8(ascii: "/")) != 0
    }

    /// A word whose lowest set bit is the high bit of the first byte that is a slash; 0 if none is, whatever the others
    /// are.
    static func firstSlash(_ word: UInt64) -> UInt64 {
        let difference = word ^ repeating(UInt8(ascii: "/"))
        return (difference &- repeating(0x01)) & ~difference & highBits
    }

    /// Which bytes are `byte`, whatever the others are.
    static func equalAnyway(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let difference = word ^ repeating(byte)
        // No carry from byte to byte: the high bits are looked at on their own.
        let seven = (difference & ~highBits) &+ repeating(0x7F)
        return ~(seven | difference) & highBits
    }

    /// The eight bytes of `word` with ASCII letters in lower case, whatever the others are.
    static func lowercased(_ word: UInt64) -> UInt64 {
        let ascii = word & ~highBits
        let capitals = atLeast(ascii, 0x41) & ~atLeast(ascii, 0x5B) & ~word
        return word | capitals &>> 2
    }
}
