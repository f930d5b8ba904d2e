/// Reads percent-encoded text scalar by scalar, decoding escapes and UTF-8 on the way.
///
/// An escape stands for one byte, so a scalar may be spelled with several escapes, plainly or mixed. UTF-8 is read as
/// The Unicode Standard has it in table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.
struct ScalarCursor: ~Copyable {
    /// What stands at the cursor.
    enum Step {
        case scalar(UInt32)
        case malformedEscape
        case invalidUTF8
        case end
    }

    private let text: ByteView

    /// Where the next scalar begins; after a failure, where the failed one does.
    private(set) var offset: Int

    init(_ text: ByteView, at offset: Int = 0) {
        self.text = text
        self.offset = offset
    }

    /// Moves over the next scalar, unless it cannot be read.
    mutating func next() -> Step {
        guard offset < text.count else { return .end }
        var place = offset
        let first = byte(at: &place)
        switch first {
        case 0...0x7F:
            offset = place
            return .scalar(UInt32(first))
        case 0xC2...0xF4:
            return multiByte(first: UInt32(first), at: place)
        case Self.malformed:
            return .malformedEscape
        default:
            return .invalidUTF8
        }
    }

    private mutating func multiByte(first: UInt32, at start: Int) -> Step {
        var place = start
        let count = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
        var scalar = first & (0x3F >> UInt32(count))
        for index in 0..<count {
            guard place < text.count else { return .invalidUTF8 }
            let next = byte(at: &place)
            guard next != Self.malformed else { return .invalidUTF8 }
            guard Self.continuation(of: first, index).contains(next) else { return .invalidUTF8 }
            scalar = scalar << 6 | UInt32(next & 0x3F)
        }
        offset = place
        return .scalar(scalar)
    }

    /// What may follow the lead byte `first` at `index`.
    private static func continuation(of first: UInt32, _ index: Int) -> ClosedRange<Int> {
        guard index == 0 else { return 0x80...0xBF }
        return switch first {
        case 0xE0: 0xA0...0xBF
        case 0xED: 0x80...0x9F
        case 0xF0: 0x90...0xBF
        case 0xF4: 0x80...0x8F
        default: 0x80...0xBF
        }
    }

    private static let malformed = -1

    /// The byte at `place`, plain or escaped, or `malformed`; `place` moves behind it.
    private func byte(at place: inout Int) -> Int {
        let plain = text[place]
        place += 1
        guard plain == UInt8(ascii: "%") else { return Int(plain) }
        guard place + 1 < text.count, let high = hexValue(text[place]),
            let low = hexValue(text[place + 1])
        else { return Self.malformed }
        place += 2
        return Int(high << 4 | low)
    }
}

/// The value of a hexadecimal digit in either case, or nil if `digit` is none.
package func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
}
