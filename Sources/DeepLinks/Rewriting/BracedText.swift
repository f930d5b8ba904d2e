import PathMatching

/// Text of a rule with captures in braces; doubled braces are literal braces.
package enum BracedText {
    /// A part of the text.
    package enum Piece: Equatable {
        /// Literal text, with doubled braces replaced by single ones.
        case text([UInt8])
        /// The text between two braces.
        case capture(String)

        /// The text between two braces; nil for literal text.
        var capture: String? { if case .capture(let capture) = self { capture } else { nil } }
    }

    /// What is wrong with a text that cannot be split, as the end of a sentence that begins with its name, and the way out.
    static let flaw = ErrorText(
        "has an unmatched brace",
        "write '{{' or '}}' for a literal brace"
    )

    /// Splits `text` at its captures; nil if a brace is not closed, or closes nothing.
    package static func pieces(_ text: some Sequence<UInt8>) -> [Piece]? {
        let bytes = Array(text)
        var pieces: [Piece] = []
        var literal: [UInt8] = []
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            let isBrace = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
            let isDoubled = isBrace && offset + 1 < bytes.count && bytes[offset + 1] == byte
            guard isBrace, !isDoubled else {
                literal.append(byte)
                offset += isDoubled ? 2 : 1
                continue
            }
            let inside = bytes[(offset + 1)...].prefix { $0 != UInt8(ascii: "}") }
            guard byte == UInt8(ascii: "{"), inside.endIndex < bytes.count,
                !inside.contains(UInt8(ascii: "{"))
            else { return nil }
            if !literal.isEmpty { pieces.append(.text(literal)) }
            literal = []
            pieces.append(.capture(String(decoding: inside, as: UTF8.self)))
            offset = inside.endIndex + 1
        }
        return literal.isEmpty ? pieces : pieces + [.text(literal)]
    }

    /// Whether a text can be the name of a capture.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && withBytes(of: text) { $0.contains(only: .unreserved) }
    }

    /// Whether `text` is one capture and nothing else.
    static func isCapture(_ text: ArraySlice<UInt8>) -> Bool {
        guard let pieces = pieces(text), pieces.count == 1 else { return false }
        return pieces.literal == nil
    }

    /// Splits `text` at each `mark` outside of captures, at most `maxSplits` times; an unclosed brace extends to the end.
    package static func split(
        _ text: ArraySlice<UInt8>,
        at mark: Unicode.Scalar,
        maxSplits: Int = .max
    ) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var (start, offset) = (text.startIndex, text.startIndex)
        while offset < text.endIndex {
            if text[offset] == UInt8(ascii: mark), parts.count < maxSplits {
                parts.append(text[start..<offset])
                start = offset + 1
            } else if text[offset] == UInt8(ascii: "{") {
                let isDoubled = offset + 1 < text.endIndex && text[offset + 1] == text[offset]
                offset =
                    isDoubled
                    ? offset + 1
                    : text[offset...].firstIndex(of: UInt8(ascii: "}")) ?? text.endIndex - 1
            }
            offset += 1
        }
        return parts + [text[start...]]
    }
}

extension [BracedText.Piece] {
    /// The literal text, or nil if there is a capture.
    package var literal: [UInt8]? {
        guard let first else { return [] }
        if case .text(let text) = first, count == 1 { return text } else { return nil }
    }
}
