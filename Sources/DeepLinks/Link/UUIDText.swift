import PathMatching

/// The one spelling of a UUID.
enum UUIDText {
    /// A UUID's bytes, as Foundation takes them.
    typealias Bytes = (
        UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
        UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
    )

    /// The bytes of a UUID of 36 characters, 8-4-4-4-12 hexadecimal digits in either case; nil for any other text.
    static func bytes(of text: String) -> Bytes? {
        withBytes(of: text) { text in
            guard text.count == 36 else { return nil }
            var words: (high: UInt64, low: UInt64) = (0, 0)
            for offset in 0..<36 {
                switch offset {
                case 8, 13, 18, 23:
                    guard text[offset] == UInt8(ascii: "-") else { return nil }
                default:
                    guard let digit = hexValue(text[offset]) else { return nil }
                    words.high = words.high << 4 | words.low >> 60
                    words.low = words.low << 4 | UInt64(digit)
                }
            }
            return bytes(words.high, words.low)
        }
    }

    private static func bytes(_ high: UInt64, _ low: UInt64) -> Bytes {
        func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
            UInt8(truncatingIfNeeded: word >> (56 - 8 * index))
        }
        return (
            byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3),
            byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
            byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
            byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
        )
    }
}
