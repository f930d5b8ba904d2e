/// Reads percent-encoded text scalar by scalar, decoding escapes and UTF-8 on the way.
///
/// An escape stands for one byte, so a scalar can be spelled with several escapes, with plain bytes, or with both.
struct ScalarCursor: ~Copyable {
    private let text: ByteView

    /// The offset of the next scalar; after an error, the offset of the scalar that caused it.
    private(set) var offset: Int

    init(_ text: ByteView, at offset: Int = 0) {
        self.text = text
        self.offset = offset
    }

    /// Advances past the next scalar and returns it.
    ///
    /// - Returns: The scalar, or nil at the end.
    /// - Throws: `.malformedEscape` or `.invalidUTF8`, with the offset of the scalar; the cursor does not move.
    mutating func next() throws(PathTextError) -> Unicode.Scalar? {
        guard offset < text.count else { return nil }
        let byte = text[offset]
        if byte < 0x80, byte != CanonicalPath.percent {
            offset += 1
            return Unicode.Scalar(byte)
        }
        var bytes = UnescapedBytes(text: text, offset: offset)
        var parser = Unicode.UTF8.ForwardParser()
        switch parser.parseScalar(from: &bytes) {
        case .valid(let encoded):
            // The parser may have read past the scalar, so its length is counted here.
            for _ in encoded { offset += text[offset] == CanonicalPath.percent ? 3 : 1 }
            return UTF8.decode(encoded)
        case .error: throw PathTextError(reason: .invalidUTF8, offset: offset)
        case .emptyInput: throw PathTextError(reason: .malformedEscape, offset: offset)
        }
    }
}

/// The bytes of a text, plain or escaped, up to the first malformed escape.
private struct UnescapedBytes: IteratorProtocol {
    let text: ByteView
    var offset: Int

    mutating func next() -> UInt8? {
        guard offset < text.count else { return nil }
        guard text[offset] == CanonicalPath.percent else {
            offset += 1
            return text[offset - 1]
        }
        guard offset + 2 < text.count, let high = hexValue(text[offset + 1]),
            let low = hexValue(text[offset + 2])
        else { return nil }
        offset += 3
        return high << 4 | low
    }
}

/// The value of a hexadecimal digit in either case, or nil if `digit` is not one.
package func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
}
