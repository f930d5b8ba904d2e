import DeepLinks
import PathMatching

/// Walks through a JSON text and records where its parts are.
///
/// Foundation reads the words, numbers and strings; this finds the mistakes that people make by hand between them.
struct JSONScanner {
    private let bytes: [UInt8]

    /// The place in the text; at most the number of bytes.
    private var offset = 0

    /// The line and the column of `offset`, counted from 1.
    private var position = JSONPosition(line: 1, column: 1)

    static func places(in bytes: [UInt8]) throws(JSONError) -> JSONPlaces {
        var scanner = JSONScanner(bytes: bytes)
        try scanner.checkEncoding()
        try scanner.skipSpace()
        guard let byte = scanner.byte else {
            throw scanner.error("empty", "the text is empty", "write a JSON value, such as '{}'")
        }
        let word = scanner.word
        guard "{[\"".utf8.contains(byte) || JSONText.decoded(JSONValue.self, word.utf8) != nil
        else {
            throw scanner.error(
                "not-json",
                "the text begins with '\(word.isEmpty ? "\(Unicode.Scalar(byte))" : word.prefix(40))', so it is not JSON",
                "write a JSON value that begins with '{'; a server may have sent an error page, or 'curl -i' its headers"
            )
        }
        let places = try scanner.value(depth: 0)
        try scanner.skipSpace()
        guard scanner.byte == nil else {
            let obstacle = "there is more text after the end of the JSON value"
            throw scanner.error("text-after-end", obstacle, "remove it")
        }
        return places
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Throws if the bytes are not UTF-8, or begin with a mark for their order, which some versions of Foundation refuse.
    private mutating func checkEncoding() throws(JSONError) {
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
            throw error(
                "byte-order-mark",
                "the text begins with a byte order mark",
                "save the file as UTF-8 without a byte order mark"
            )
        }
        guard !bytes.starts(with: JSONText.gzipStart) else {
            let wayOut = "unpack it, as 'gunzip < FILE' does"
            throw error("not-utf8", "the file is compressed with gzip", wayOut)
        }
        // Decoding repairs invalid bytes, so the first difference is the first wrong byte.
        let repaired = String(decoding: bytes, as: UTF8.self).utf8
        guard !repaired.elementsEqual(bytes) else { return }
        advance(by: zip(bytes, repaired).prefix { $0 == $1 }.count)
        throw error("not-utf8", "the bytes are not UTF-8", "save the file as UTF-8")
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
            guard JSONText.decoded(JSONValue.self, word.utf8) != nil else {
                throw unexpected("a value")
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
        guard depth <= JSONText.depthLimit else {
            let obstacle =
                "arrays and objects are nested more than \(JSONText.depthLimit) levels deep"
            throw error("too-deep", obstacle, "use fewer levels")
        }
        var parts: [JSONPlaces] = []
        var comma: JSONPosition?
        advance()
        while true {
            try skipSpace()
            if byte == UInt8(ascii: closing) {
                if let comma {
                    let obstacle = "there is a comma before the closing '\(closing)'"
                    throw JSONError("trailing-comma", at: comma, obstacle, "remove the comma")
                }
                advance()
                return parts
            }
            guard comma != nil || parts.isEmpty else {
                guard let byte, "\"{[".utf8.contains(byte) else {
                    throw unexpected("',' or '\(closing)'")
                }
                throw error("missing-comma", "a comma is missing", "write ',' before this")
            }
            parts.append(try closing == "}" ? member(depth: depth) : value(depth: depth))
            try skipSpace()
            comma = byte == UInt8(ascii: ",") ? position : nil
            if comma != nil { advance() }
        }
    }

    private mutating func member(depth: Int) throws(JSONError) -> JSONPlaces {
        let keyPosition = position
        guard byte == UInt8(ascii: "\"") else {
            throw unexpected("a name in quotation marks")
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
        while let byte, byte != 0x0A, byte != 0x0D {
            advance(by: byte == UInt8(ascii: "\\") ? 2 : 1)
            guard byte == UInt8(ascii: "\"") else { continue }
            let inner = bytes[(start.offset + 1)..<(offset - 1)]
            if inner.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\\") }) {
                return String(decoding: inner, as: UTF8.self)
            }
            guard let text = JSONText.decoded(String.self, bytes[start.offset..<offset]) else {
                throw start.error(
                    "bad-escape",
                    "the string has a control character, or a '\\' that does not begin a JSON escape",
                    "write '\\\\' for a backslash, and escapes such as '\\n' for control characters"
                )
            }
            return text
        }
        let obstacle = "the string has no closing quotation mark on its line"
        throw start.error("unclosed-string", obstacle, "close it with a straight '\"'")
    }

    // MARK: Mistakes

    private func error(_ code: String, _ obstacle: String, _ remedy: String) -> JSONError {
        JSONError(code, at: position, obstacle, remedy)
    }

    /// The error for what the grammar does not allow here.
    private func unexpected(_ expected: String) -> JSONError {
        let next = String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars.first
        guard let next else {
            return error(
                "unexpected-end",
                "the text ends where \(expected) should be",
                "add what is missing, as the file may have been cut off"
            )
        }
        if ("\u{2018}"..."\u{201F}").contains(next) || next == "'" {
            let obstacle = "the quotation mark is a \(next == "'" ? "single" : "curly") \(next)"
            return error("curly-quote", obstacle, "write a straight \" instead")
        }
        if next == "," {
            let obstacle = "there is nothing before the comma"
            return error("unexpected-character", obstacle, "remove the comma")
        }
        if !next.isASCII, next.isInvisible {
            let obstacle = "the invisible character '\(next)' stands outside of a string"
            return error("invisible-character", obstacle, "remove it")
        }
        let text = word.isEmpty ? "\(next)" : "\(word.prefix(40))"
        let isValue = expected == "a value"
        return error(
            word.isEmpty ? "unexpected-character" : "unquoted-text",
            "'\(text)' stands where \(expected) should be",
            "write \(expected)\(isValue ? ", such as a text in straight quotation marks, a number, true, false or null" : "")"
        )
    }

    // MARK: Moving and looking

    /// Skips bytes, at most up to the end.
    private mutating func advance(by count: Int = 1) {
        var (line, column) = (position.line, position.column)
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
        position = JSONPosition(line: line, column: column)
    }

    /// Skips white space; throws at a comment.
    private mutating func skipSpace() throws(JSONError) {
        while let byte, " \t\n\r".utf8.contains(byte) { advance() }
        let rest = bytes[offset...]
        if ["//", "/*", "#"].contains(where: { rest.starts(with: $0.utf8) }) {
            throw error("comment", "JSON has no comments", "remove it")
        }
    }

    private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// The text from `offset` to the next character that has a meaning in JSON.
    private var word: String {
        let word = bytes[offset...].prefix { $0 > 0x20 && !",;:[]{}\"".utf8.contains($0) }
        return String(decoding: word, as: UTF8.self)
    }
}
