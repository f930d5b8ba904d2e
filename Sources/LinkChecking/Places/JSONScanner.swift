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
        scanner.skipSpace()
        let start = scanner
        let places: JSONPlaces
        do throws(JSONError) {
            places = try scanner.value(depth: 0)
        } catch {
            guard let next = start.next, error.code == "unquoted-text",
                error.position == start.position
            else { throw error }
            throw start.error(
                "not-json",
                "the text begins with '\(next)', so it is not JSON",
                "write a JSON value that begins with '{'; a server may have sent an error page, or 'curl -i' its headers"
            )
        }
        scanner.skipSpace()
        guard scanner.byte == nil else {
            throw scanner.unexpected("the end of the text", "remove it and what follows")
        }
        return places
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Throws if the bytes are not UTF-8, or begin with a mark for their order, which some versions of Foundation refuse.
    private mutating func checkEncoding() throws(JSONError) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            let wayOut = "save the file as UTF-8 without a byte order mark"
            throw error("byte-order-mark", "the text begins with a byte order mark", wayOut)
        }
        // Decoding repairs invalid bytes, so the first difference is the first wrong byte.
        let repaired = String(decoding: bytes, as: UTF8.self).utf8
        guard !repaired.elementsEqual(bytes) else { return }
        advance(by: zip(bytes, repaired).prefix { $0 == $1 }.count)
        // Association files may be signed; such a file begins with a sequence and its length.
        let wayOut =
            bytes[0] == 0x30 && offset == 1
            ? "write the JSON in the signed file, as 'openssl smime -verify -noverify -inform DER -in FILE' does"
            : "save the file as plain text in UTF-8, not compressed"
        throw error("not-utf8", "the bytes are not UTF-8", wayOut)
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
                throw unexpected(
                    "a value",
                    "write a text in straight quotation marks, a number, true, false, null, '{' or '['"
                )
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
        advance()
        skipSpace()
        while byte != UInt8(ascii: closing) {
            parts.append(try closing == "}" ? member(depth: depth) : value(depth: depth))
            skipSpace()
            if byte == UInt8(ascii: closing) { break }
            let end = self
            try skip(",", or: closing)
            if byte == UInt8(ascii: closing) {
                let obstacle = "there is a comma before the closing '\(closing)'"
                throw end.error("trailing-comma", obstacle, "remove the comma")
            }
        }
        advance()
        return parts
    }

    private mutating func member(depth: Int) throws(JSONError) -> JSONPlaces {
        let keyPosition = position
        guard byte == UInt8(ascii: "\"") else {
            let isComma = byte == UInt8(ascii: ",")
            throw unexpected("a name in quotation marks", isComma ? "remove the comma" : nil)
        }
        let key = try string()
        skipSpace()
        try skip(":")
        var member = try value(depth: depth)
        member.key = key
        member.keyPosition = keyPosition
        return member
    }

    /// Reads a string, including its quotation marks.
    private mutating func string() throws(JSONError) -> String {
        let start = self
        advance()
        while let byte, byte != UInt8(ascii: "\""), byte != 0x0A, byte != 0x0D {
            advance(by: byte == UInt8(ascii: "\\") ? 2 : 1)
        }
        advance()
        guard let text = JSONText.decoded(String.self, bytes[start.offset..<offset]) else {
            throw start.error(
                "malformed-string",
                "the string has no closing quotation mark on its line, a control character, or a '\\' that begins no JSON escape",
                "close it with a straight '\"', and write '\\\\' for a backslash and '\\n' for a line break"
            )
        }
        return text
    }

    // MARK: Mistakes

    private func error(_ code: String, _ obstacle: String, _ remedy: String) -> JSONError {
        JSONError(code, at: position, obstacle, remedy)
    }

    /// The error for what the grammar does not allow here.
    private func unexpected(_ expected: String, _ remedy: String? = nil) -> JSONError {
        guard let next, let first = next.unicodeScalars.first else {
            let wayOut = "add what is missing, as the file may have been cut off"
            return error("unexpected-end", "the text ends where \(expected) should be", wayOut)
        }
        if ("\u{2018}"..."\u{201F}").contains(first) || first == "'" {
            let obstacle = "the quotation mark is a \(first == "'" ? "single" : "curly") \(first)"
            return error("curly-quote", obstacle, "write a straight \" instead")
        }
        if ["//", "/*", "#"].contains(where: next.hasPrefix) {
            return error("comment", "JSON has no comments", "remove it")
        }
        let obstacle = "'\(next)' stands where \(expected) should be"
        // A quotation mark within a text ends it.
        let before = bytes[..<offset].last { !" \t\n\r".utf8.contains($0) }
        let quote =
            before == UInt8(ascii: "\"") && first.properties.isAlphabetic
            ? "'\\\"' for a quotation mark within a text, or " : ""
        var wayOut = first.isInvisible ? "remove '\(first)'" : remedy ?? "write \(quote)\(expected)"
        // In UTF-16, the second byte of '{' or '[' is NUL.
        if first == "\0", offset == 1 { wayOut = "save the file as UTF-8" }
        return error("unquoted-text", obstacle, wayOut)
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

    private mutating func skipSpace() {
        while let byte, " \t\n\r".utf8.contains(byte) { advance() }
    }

    /// Skips a mark and the space behind it; the error also names what else could stand there.
    private mutating func skip(
        _ mark: Unicode.Scalar,
        or other: Unicode.Scalar? = nil
    ) throws(JSONError) {
        guard byte == UInt8(ascii: mark) else {
            throw unexpected("'\(mark)'" + (other.map { " or '\($0)'" } ?? ""))
        }
        advance()
        skipSpace()
    }

    private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// The text from `offset` to the next character that has a meaning in JSON.
    private var word: String {
        let word = bytes[offset...].prefix { $0 > 0x20 && !",;:[]{}\"".utf8.contains($0) }
        return String(decoding: word, as: UTF8.self)
    }

    /// The word from `offset` on, or the next character, for people; nil at the end.
    private var next: String? {
        let scalar = String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars
            .first
        return word.isEmpty ? scalar.map { "\($0)" } : String(word.prefix(40))
    }
}
