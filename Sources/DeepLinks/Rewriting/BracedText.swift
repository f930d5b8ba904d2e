/// Text of a rule with captures in braces, as literal bytes and captures.
///
/// Doubled braces are literal ones and come out single, so what looks like a separator afterwards is one.
package struct BracedText {
    package enum Token: Hashable {
        /// A byte that stands for itself.
        case byte(UInt8)
        /// What stands between two braces.
        case capture(String)
    }

    /// A brace that is not closed, or closes nothing.
    package struct BraceFlaw: Error {
        /// What is wrong with the text, as a sentence about it goes on after its name.
        static let predicate =
            "has a brace that is not closed or closes nothing; write '{{' or '}}' for a literal brace."
    }

    /// Cuts `text` into tokens.
    package static func tokens(_ text: some Sequence<UInt8>) throws(BraceFlaw) -> [Token] {
        let bytes = Array(text)
        var tokens: [Token] = []
        tokens.reserveCapacity(bytes.count)
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            let isBrace = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
            if !isBrace {
                tokens.append(.byte(byte))
                offset += 1
            } else if offset + 1 < bytes.count, bytes[offset + 1] == byte {
                tokens.append(.byte(byte))
                offset += 2
            } else {
                let inside = bytes[(offset + 1)...].prefix { $0 != UInt8(ascii: "}") }
                guard byte == UInt8(ascii: "{"), inside.endIndex < bytes.count,
                    !inside.contains(UInt8(ascii: "{"))
                else { throw BraceFlaw() }
                tokens.append(.capture(String(decoding: inside, as: UTF8.self)))
                offset = inside.endIndex + 1
            }
        }
        return tokens
    }

    /// Where the first `mark` outside of captures is; the end if there is none or a brace is not closed.
    static func firstIndex(of mark: UInt8, in text: [UInt8]) -> Int {
        var offset = 0
        while offset < text.count, text[offset] != mark {
            let isDoubled = offset + 1 < text.count && text[offset + 1] == text[offset]
            if text[offset] == UInt8(ascii: "{"), isDoubled {
                offset += 2
            } else if text[offset] == UInt8(ascii: "{") {
                offset = text[offset...].firstIndex(of: UInt8(ascii: "}")) ?? text.count
            } else {
                offset += 1
            }
        }
        return min(offset, text.count)
    }
}

extension Collection where Element == BracedText.Token {
    /// The tokens between the bytes that are `mark`.
    package func pieces(splitAt mark: Character) -> [SubSequence] {
        split(separator: .byte(mark.asciiValue ?? 0), omittingEmptySubsequences: false)
    }

    /// The bytes, up to the first capture.
    package var leadingBytes: [UInt8] {
        var bytes: [UInt8] = []
        for token in self {
            guard case .byte(let byte) = token else { break }
            bytes.append(byte)
        }
        return bytes
    }
}
