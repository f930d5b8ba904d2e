import DeepLinks
import PathMatching

/// Walks through a JSON text and records where its parts are.
///
/// It finds the mistakes that people make by hand: a trailing comma, a comment, curly or missing quotation marks.
struct JSONScanner {
    private let bytes: [UInt8]

    /// The place in the text; at most the number of bytes.
    private var offset = 0

    /// The line and the column of `offset`, counted from 1.
    private var (line, column) = (1, 1)

    static func places(in bytes: [UInt8]) throws(JSONError) -> JSONPlaces {
        var scanner = JSONScanner(bytes: bytes)
        try scanner.checkEncoding()
        try scanner.skipSpace()
        guard scanner.byte != nil else { throw scanner.error(.empty) }
        let start = scanner
        let word = scanner.word
        guard word.isEmpty || isValue(word), word != "---" else {
            throw scanner.mistake(.notJSON(start: word))
        }
        let places = try scanner.value(depth: 0)
        try scanner.skipSpace()
        guard scanner.byte == nil else {
            // Such as '404 Not Found'.
            let isText = !word.isEmpty && scanner.strangeCharacter == nil
            throw isText ? start.error(.notJSON(start: word)) : scanner.mistake(.textAfterEnd)
        }
        return places
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Throws if the bytes are not UTF-8.
    private func checkEncoding() throws(JSONError) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            var rest = self
            rest.offset = 3
            let isPage = rest.byte == UInt8(ascii: "<")
            throw error(isPage ? .notJSON(start: rest.word) : .byteOrderMark)
        }
        if bytes.starts(with: JSONText.gzipStart) { throw error(.gzip) }
        // A sequence in DER, and how many bytes its length has.
        if bytes.first == 0x30, (0x80...0x84).contains(bytes.dropFirst().first ?? 0) {
            throw error(.signed)
        }
        // Decoding repairs invalid bytes, so the first difference is the first wrong byte.
        var scanner = self
        for byte in String(decoding: bytes, as: UTF8.self).utf8 {
            guard scanner.byte == byte else { throw scanner.error(.notUTF8) }
            scanner.advance()
        }
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(JSONError) -> JSONPlaces {
        var places = JSONPlaces(position: position)
        switch byte {
        case UInt8(ascii: "{"): places.parts = try parts(closing: "}", depth: depth + 1)
        case UInt8(ascii: "["): places.parts = try parts(closing: "]", depth: depth + 1)
        case UInt8(ascii: "\""): _ = try string()
        default:
            let word = word
            // Other languages write numbers in ways that JSON does not allow, such as '.5' and 'NaN'.
            guard Self.isValue(word) || Double(word) != nil else {
                throw mistake(expecting: "a value")
            }
            guard Self.isValue(word), JSONText.decoded(JSONValue.self, word.utf8) != nil else {
                throw error(.badNumber(word))
            }
            advance(by: word.utf8.count)
        }
        return places
    }

    /// The elements or the members between two brackets, separated by commas.
    private mutating func parts(
        closing: Unicode.Scalar,
        depth: Int
    ) throws(JSONError) -> [JSONPlaces] {
        guard depth <= JSONText.depthLimit else { throw error(.tooDeep) }
        var parts: [JSONPlaces] = []
        var comma: JSONPosition?
        advance()
        while true {
            try skipSpace()
            if byte == UInt8(ascii: closing) {
                if let comma { throw error(.trailingComma(closing), at: comma) }
                advance()
                return parts
            }
            if comma == nil, !parts.isEmpty {
                throw byte.map(Self.valueStarts.contains) ?? false
                    ? mistake(.missingComma) : unexpected("',' or '\(closing)'")
            }
            parts.append(try closing == "}" ? member(depth: depth) : value(depth: depth))
            try skipSpace()
            comma = self.byte == UInt8(ascii: ",") ? position : nil
            if comma != nil { advance() }
        }
    }

    private mutating func member(depth: Int) throws(JSONError) -> JSONPlaces {
        let keyPosition = position
        guard byte == UInt8(ascii: "\"") else {
            throw mistake(expecting: "a name in quotation marks")
        }
        let key = try string()
        try skipSpace()
        guard byte == UInt8(ascii: ":") else { throw unexpected("':'") }
        advance()
        try skipSpace()
        var member = try value(depth: depth)
        member.key = key
        member.keyPosition = keyPosition
        return member
    }

    /// Reads a string, including its quotation marks.
    private mutating func string() throws(JSONError) -> String {
        let start = self
        advance()
        while let byte, byte >= 0x20 {
            advance(by: byte == UInt8(ascii: "\\") ? 2 : 1)
            guard byte == UInt8(ascii: "\"") else { continue }
            let inner = bytes[(start.offset + 1)..<(offset - 1)]
            guard inner.contains(UInt8(ascii: "\\")) else {
                return String(decoding: inner, as: UTF8.self)
            }
            guard let text = JSONText.decoded(String.self, bytes[start.offset..<offset]) else {
                throw start.error(.badEscape)
            }
            return text
        }
        if let byte, byte != 0x0A, byte != 0x0D { throw unexpected("an escape such as '\\n'") }
        // Often its closing quotation mark is a curly one.
        var place = start
        while place.offset < offset {
            if let strange = place.strangeCharacter, strange.code == "curly-quote" {
                throw place.error(strange)
            }
            place.advance()
        }
        throw start.error(.unclosedString)
    }

    // MARK: Mistakes

    private func error(_ reason: JSONError.Reason, at place: JSONPosition? = nil) -> JSONError {
        JSONError(position: place ?? position, reason: reason)
    }

    /// The error for a typical mistake, if one stands here, otherwise for the given one.
    private func mistake(_ reason: JSONError.Reason) -> JSONError {
        error(strangeCharacter ?? reason)
    }

    /// The error for a place where something else should begin.
    private func mistake(expecting expected: String) -> JSONError {
        let word = word
        if byte == UInt8(ascii: ",") { return error(.extraComma) }
        return word.isEmpty ? unexpected(expected) : mistake(.unquoted(word))
    }

    /// The error for a character that the grammar does not allow here.
    private func unexpected(_ expected: String) -> JSONError {
        mistake(.unexpected(scalar, expected: expected))
    }

    /// A typical mistake that stands here: a comment, a mark of a merge conflict, a quotation mark of another kind, or a character
    /// that nobody sees.
    private var strangeCharacter: JSONError.Reason? {
        let rest = bytes[offset...]
        if column == 1, let byte, "<|=>".utf8.contains(byte),
            rest.starts(with: repeatElement(byte, count: 7))
        {
            return .mergeConflict
        }
        if rest.starts(with: "//".utf8) || rest.starts(with: "#".utf8) { return .comment }
        if rest.starts(with: "/*".utf8) {
            // A path without its quotation marks begins like a comment, but nothing closes it.
            let inner = rest.dropFirst(2)
            return zip(inner, inner.dropFirst()).contains { $0 == (0x2A, 0x2F) } ? .comment : nil
        }
        guard let scalar else { return nil }
        switch scalar {
        case "'": return .quote("'", code: "single-quote")
        case "\u{2018}"..."\u{201F}": return .quote(scalar, code: "curly-quote")
        case _ where !scalar.isASCII && scalar.isInvisible: return .invisible(scalar)
        default: return nil
        }
    }

    // MARK: Moving and looking

    /// Skips bytes, at most up to the end.
    private mutating func advance(by count: Int = 1) {
        for byte in bytes[offset...].prefix(count) {
            offset += 1
            switch byte {
            case 0x0A: (line, column) = (line + 1, 1)
            // A carriage return and a line feed together end one line.
            case 0x0D: if self.byte != 0x0A { (line, column) = (line + 1, 1) }
            // Continuation bytes belong to the scalar before them.
            case 0x80..<0xC0: break
            default: column += 1
            }
        }
    }

    /// Skips white space; throws at a comment, and at a mark of a merge conflict.
    private mutating func skipSpace() throws(JSONError) {
        while let byte, Self.space.contains(byte) { advance() }
        if let strange = strangeCharacter, ["comment", "merge-conflict"].contains(strange.code) {
            throw error(strange)
        }
    }

    private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private var position: JSONPosition { JSONPosition(line: line, column: column) }

    private var scalar: Unicode.Scalar? {
        String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars.first
    }

    /// The text from `offset` to the next character that has a meaning in JSON.
    private var word: String {
        var end = self
        while let byte = end.byte, byte > 0x20, !Self.delimiters.contains(byte),
            byte < 0x80 || end.strangeCharacter == nil
        {
            end.offset += 1
        }
        return String(decoding: bytes[offset..<end.offset], as: UTF8.self)
    }

    private static let space = ByteSet(" \t\n\r")
    private static let delimiters = ByteSet(",;:[]{}\"")
    private static let valueStarts = ByteSet("\"{[-").union(.digits)
    private static let numberBytes = ByteSet("+-.eE").union(.digits)

    /// Whether a word can be a value.
    private static func isValue(_ word: String) -> Bool {
        guard let first = word.utf8.first else { return false }
        return ["true", "false", "null"].contains(word)
            || (first == UInt8(ascii: "-") || ByteSet.digits.contains(first))
                && word.utf8.allSatisfy(numberBytes.contains)
    }
}
