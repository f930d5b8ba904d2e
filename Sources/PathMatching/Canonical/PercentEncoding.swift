/// Percent-encoding, read and written.
package enum PercentEncoding {
    /// Decodes text once, strictly.
    ///
    /// - Parameters:
    ///   - text: The encoded text.
    ///   - plusIsSpace: Whether `+` stands for a space, as in HTML forms; `%2B` is always a plus sign.
    /// - Returns: The decoded text.
    /// - Throws: `.malformedEscape` or `.invalidUTF8`, with its offset in `text`.
    package static func decode(
        _ text: ByteView,
        plusIsSpace: Bool = false
    ) throws(PathTextError) -> String {
        if text.isPlainASCII(plusIsSpace: plusIsSpace) { return String(text) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var offset = 0
        while offset < text.count {
            let byte = text[offset]
            if byte == UInt8(ascii: "%") || byte >= 0x80 {
                var cursor = ScalarCursor(text, at: offset)
                if let scalar = try cursor.next() { decoded += scalar.utf8 }
                offset = cursor.offset
            } else {
                let isSpace = plusIsSpace && byte == UInt8(ascii: "+")
                decoded.append(isSpace ? UInt8(ascii: " ") : byte)
                offset += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Appends data, with an upper-case escape for every byte that is not in `plain`.
    ///
    /// With ``ByteSet/segment`` it never adds a segment to a path. Dot segments and control characters are not detected here: check the
    /// finished path with ``CanonicalPath/isCanonical(_:)``.
    ///
    /// - Parameters:
    ///   - data: The unencoded bytes.
    ///   - plain: The bytes that stand for themselves.
    ///   - result: The bytes to append to.
    package static func append(
        _ data: ByteView,
        keeping plain: ByteSet,
        to result: inout [UInt8]
    ) {
        for index in 0..<data.count {
            append(data[index], keeping: plain, to: &result)
        }
    }

    /// Appends a byte, or its escape if it is not in `plain`.
    static func append(_ byte: UInt8, keeping plain: ByteSet, to result: inout [UInt8]) {
        if plain.contains(byte) {
            result.append(byte)
        } else {
            result.append(UInt8(ascii: "%"))
            result.append(hexDigit(byte >> 4))
            result.append(hexDigit(byte & 0x0F))
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x37 + value
    }
}
