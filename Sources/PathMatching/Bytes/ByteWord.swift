/// Questions to eight bytes at once, held as a little-endian word.
///
/// An answer has the high bit of every byte set for which it is yes, and no other bit.
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

    /// Which bytes are `byte` or more, if all are ASCII.
    private static func atLeast(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        (word &+ repeating(0x80 &- byte)) & highBits
    }

    /// A word whose lowest set bit is the high bit of the first byte that is a slash; 0 if none is.
    static func firstSlash(_ word: UInt64) -> UInt64 {
        let difference = word ^ repeating(UInt8(ascii: "/"))
        return (difference &- repeating(0x01)) & ~difference & highBits
    }

    /// Which bytes are `byte`.
    static func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let difference = word ^ repeating(byte)
        // No carry from byte to byte: the high bits are looked at on their own.
        let seven = (difference & ~highBits) &+ repeating(0x7F)
        return ~(seven | difference) & highBits
    }

    /// The eight bytes of `word` with ASCII letters in lower case.
    static func lowercased(_ word: UInt64) -> UInt64 {
        let ascii = word & ~highBits
        let capitals = atLeast(ascii, 0x41) & ~atLeast(ascii, 0x5B) & ~word
        return word | capitals &>> 2
    }
}
