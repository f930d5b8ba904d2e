/// Tests of eight bytes at once, held as a little-endian word.
///
/// A mask that a test returns has the high bit set in each byte that passes.
enum ByteWord {
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// `byte` eight times.
    static func repeating(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }

    /// Whether every byte is ASCII.
    static func isASCII(_ word: UInt64) -> Bool {
        word & highBits == 0
    }

    /// A mask of the bytes that are `byte` or more, if all are ASCII.
    private static func atLeast(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        (word &+ repeating(0x80 &- byte)) & highBits
    }

    /// A mask of the bytes that are no digits.
    static func notDigits(_ word: UInt64) -> UInt64 {
        let ascii = word & ~highBits
        return (~atLeast(ascii, 0x30) | atLeast(ascii, 0x3A) | word) & highBits
    }

    /// A word whose lowest set bit is the high bit of the first byte equal to `byte`, or 0 if there is none.
    static func first(_ byte: UInt8, in word: UInt64) -> UInt64 {
        let difference = word ^ repeating(byte)
        return (difference &- repeating(0x01)) & ~difference & highBits
    }

    /// The eight bytes of `word` with ASCII letters in lower case.
    static func lowercased(_ word: UInt64) -> UInt64 {
        let ascii = word & ~highBits
        let capitals = atLeast(ascii, 0x41) & ~atLeast(ascii, 0x5B) & ~word
        return word | capitals &>> 2
    }
}
