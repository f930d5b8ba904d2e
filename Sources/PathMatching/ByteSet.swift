/// A set of ASCII bytes, held as two machine words: a membership test is a shift and a mask.
///
/// Bytes from `0x80` are never members.
package struct ByteSet: Sendable, Equatable {
    /// One bit for each of the bytes `0x00...0x3F`.
    private var low: UInt64 = 0
    /// One bit for each of the bytes `0x40...0x7F`.
    private var high: UInt64 = 0

    /// Creates a set of the given text's bytes, all of which must be ASCII.
    package init(_ members: StaticString = "") {
        for byte in String(describing: members).utf8 {
            insert(byte)
        }
    }

    /// Creates a set of the bytes in the given ranges.
    package init(_ ranges: ClosedRange<UInt8>...) {
        for range in ranges {
            for byte in range {
                insert(byte)
            }
        }
    }

    /// Whether `byte` is a member.
    @inline(__always)
    package func contains(_ byte: UInt8) -> Bool {
        let word = byte < 0x40 ? low : high
        return byte < 0x80 && (word >> UInt64(byte & 0x3F)) & 1 == 1
    }

    /// The members of this set and those of `other`.
    package func union(_ other: ByteSet) -> ByteSet {
        var result = self
        result.low |= other.low
        result.high |= other.high
        return result
    }

    private mutating func insert(_ byte: UInt8) {
        precondition(byte < 0x80, "Byte \(byte) is not ASCII")
        if byte < 0x40 {
            low |= 1 << UInt64(byte)
        } else {
            high |= 1 << UInt64(byte - 0x40)
        }
    }
}

extension ByteSet {
    /// `0`–`9`.
    package static let digits = ByteSet(0x30...0x39)

    /// `A`–`Z` and `a`–`z`.
    package static let letters = ByteSet(0x41...0x5A, 0x61...0x7A)

    /// Hexadecimal digits in either case.
    package static let hexDigits = ByteSet(0x30...0x39, 0x41...0x46, 0x61...0x66)

    /// RFC 3986 §2.3 `unreserved`: letters, digits, `-`, `.`, `_` and `~`.
    package static let unreserved = letters.union(digits).union(ByteSet("-._~"))

    /// RFC 3986 §2.2 `sub-delims`.
    package static let subDelimiters = ByteSet("!$&'()*+,;=")

    /// RFC 3986 §3.3 `pchar` without percent-encoding: the bytes that stand for themselves in a segment.
    package static let segment = unreserved.union(subDelimiters).union(ByteSet(":@"))
}
