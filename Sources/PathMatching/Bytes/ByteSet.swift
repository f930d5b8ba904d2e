/// A set of ASCII bytes, stored as two machine words, so that a membership test is a shift and a mask.
///
/// Bytes from `0x80` are never members.
@frozen
@usableFromInline
package struct ByteSet: Sendable, Equatable {
    /// One bit for each of the bytes `0x00...0x3F`.
    @usableFromInline var low: UInt64
    /// One bit for each of the bytes `0x40...0x7F`.
    @usableFromInline var high: UInt64

    /// Creates a set of the given text's bytes, all of which must be ASCII.
    package init(_ members: StaticString = "") {
        self.init(low: 0, high: 0)
        for byte in String(describing: members).utf8 {
            insert(byte)
        }
    }

    /// Creates a set of the bytes in the given ranges.
    package init(_ ranges: ClosedRange<UInt8>...) {
        self.init(low: 0, high: 0)
        for range in ranges {
            for byte in range {
                insert(byte)
            }
        }
    }

    /// Whether `byte` is a member.
    @inlinable
    @inline(__always)
    package func contains(_ byte: UInt8) -> Bool {
        let word = byte < 0x40 ? low : high
        return byte < 0x80 && (word >> UInt64(byte & 0x3F)) & 1 == 1
    }

    /// The members of this set and those of `other`.
    package func union(_ other: ByteSet) -> ByteSet {
        ByteSet(low: low | other.low, high: high | other.high)
    }

    /// The members of this set that are not in `other`.
    package func subtracting(_ other: ByteSet) -> ByteSet {
        ByteSet(low: low & ~other.low, high: high & ~other.high)
    }

    /// The lower-case form of an ASCII letter; any other byte as it is.
    @inlinable
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// Creates a set from two words, with one bit for each of the bytes `0x00...0x3F` and `0x40...0x7F`.
    @inlinable
    package init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
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

// Written as words, so that they are compile-time constants: a set made from text would be initialized lazily, behind a lock.
extension ByteSet {
    /// `0`–`9`.
    package static let digits = ByteSet(low: 0x03FF_0000_0000_0000, high: 0)

    /// `A`–`Z` and `a`–`z`.
    package static let letters = ByteSet(low: 0, high: 0x07FF_FFFE_07FF_FFFE)

    /// Letters and digits.
    package static let alphanumerics = ByteSet(
        low: 0x03FF_0000_0000_0000,
        high: 0x07FF_FFFE_07FF_FFFE
    )

    /// Hexadecimal digits in either case.
    package static let hexDigits = ByteSet(low: 0x03FF_0000_0000_0000, high: 0x0000_007E_0000_007E)

    /// RFC 3986 §2.3 `unreserved`: letters, digits, `-`, `.`, `_` and `~`.
    package static let unreserved = ByteSet(
        low: 0x03FF_6000_0000_0000,
        high: 0x47FF_FFFE_87FF_FFFE
    )

    /// RFC 3986 §2.2 `sub-delims`.
    package static let subDelimiters = ByteSet(low: 0x2800_1FD2_0000_0000, high: 0)

    /// RFC 3986 §3.3 `pchar` without percent-encoding: the bytes that stand for themselves in a segment.
    package static let segment = ByteSet(low: 0x2FFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)

    /// The bytes that end a host: `/`, `?` and `#`.
    package static let authorityEnd = ByteSet(low: 0x8000_8008_0000_0000, high: 0)

    /// The bytes that end a query, and those that no query may have: `#`, control characters, space and backslash.
    package static let queryEnd = ByteSet(low: 0x0000_0009_FFFF_FFFF, high: 0x8000_0000_1000_0000)

    /// The bytes of canonical escapes: `%` and hexadecimal digits in upper case.
    package static let canonicalEscape = ByteSet(
        low: 0x03FF_0020_0000_0000,
        high: 0x0000_0000_0000_007E
    )
}
