import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Walks through a JSON text and notes where its parts stand.
///
/// It finds the mistakes that people make by hand: a trailing comma, a comment, curly quotation marks, text without any.
struct JSONScanner {
    private let bytes: [UInt8]

    private var offset = 0

    /// The line of `offset`, counted from 1.
    private var line = 1

    /// Where that line begins, less the bytes on it that continue a scalar and so take no column.
    private var lineStart = 0

    static func places(in bytes: [UInt8]) throws(JSONError) -> JSONPlaces {
        var scanner = JSONScanner(bytes: bytes)
        try scanner.checkEncoding()
        try scanner.skipSpace()
        guard let first = scanner.byte else { throw scanner.error(.empty) }
        if first == UInt8(ascii: "<") { throw scanner.error(.webPage) }
        let word = scanner.word
        if !isValue(word), scanner.strangeCharacter(at: scanner.offset) == nil {
            throw scanner.error(.notJSON(start: word))
        }
        let places = try scanner.value(depth: 0)
        try scanner.skipSpace()
        guard scanner.byte == nil else {
            throw scanner.error(scanner.strangeCharacter(at: scanner.offset) ?? .textAfterEnd)
        }
        return places
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Refuses what is not UTF-8.
    private func checkEncoding() throws(JSONError) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw error(.byteOrderMark) }
        // Decoding repairs what is not UTF-8, so the first difference is the first wrong byte.
        var offset = 0
        for byte in String(decoding: bytes, as: UTF8.self).utf8 {
            // UTF-16 and UTF-32 have zeros where UTF-8 has none.
            guard offset < bytes.count, bytes[offset] == byte, byte != 0 else {
                throw JSONError(.notUTF8, at: min(offset, bytes.count), in: bytes)
            }
            offset += 1
        }
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(JSONError) -> JSONPlaces {
        var places = JSONPlaces(position: position)
        switch byte {
        case UInt8(ascii: "{"): places.parts = try members(depth: depth + 1)
        case UInt8(ascii: "["): places.parts = try elements(depth: depth + 1)
        case UInt8(ascii: "\""): _ = try string()
        default:
            let (start, word) = (offset, word)
            guard !word.isEmpty, Self.isValue(word) else {
                // Other languages write numbers in ways that JSON has not, such as '.5' and 'NaN'.
                throw Double(word) == nil ? mistake(expecting: "a value") : error(.badNumber(word))
            }
            offset += word.utf8.count
            guard decoded(JSONValue.self, start..<offset) != nil else {
                throw error(.badNumber(word), at: start)
            }
        }
        return places
    }

    private mutating func members(depth: Int) throws(JSONError) -> [JSONPlaces] {
        try parts(of: "object", closing: "}", depth: depth) { scanner throws(JSONError) in
            let keyPosition = scanner.position
            guard scanner.byte == UInt8(ascii: "\"") else {
                throw scanner.mistake(expecting: "a name in quotation marks")
            }
            let key = try scanner.string()
            try scanner.skipSpace()
            guard scanner.byte == UInt8(ascii: ":") else {
                throw scanner.error(
                    scanner.strangeCharacter(at: scanner.offset) ?? .missingColon
                )
            }
            scanner.offset += 1
            try scanner.skipSpace()
            var member = try scanner.value(depth: depth)
            member.key = key
            member.keyPosition = keyPosition
            return member
        }
    }

    private mutating func elements(depth: Int) throws(JSONError) -> [JSONPlaces] {
        try parts(of: "array", closing: "]", depth: depth) { scanner throws(JSONError) in
            try scanner.value(depth: depth)
        }
    }

    /// What stands between two brackets, parted by commas.
    private mutating func parts(
        of kind: String,
        closing: Unicode.Scalar,
        depth: Int,
        _ next: (inout JSONScanner) throws(JSONError) -> JSONPlaces
    ) throws(JSONError) -> [JSONPlaces] {
        guard depth <= JSONText.depthLimit else { throw error(.tooDeep) }
        let opened = position
        var parts: [JSONPlaces] = []
        var comma: Int?
        offset += 1
        while true {
            try skipSpace()
            guard let byte else { throw error(.unclosed(kind, opened: opened)) }
            if byte == UInt8(ascii: closing) {
                if let comma { throw error(.trailingComma(closing), at: comma) }
                offset += 1
                return parts
            }
            if comma == nil, !parts.isEmpty { throw separatorMistake(closing) }
            parts.append(try next(&self))
            try skipSpace()
            comma = self.byte == UInt8(ascii: ",") ? offset : nil
            if comma != nil { offset += 1 }
        }
    }

    /// Reads a string, from its opening quotation mark to behind its closing one.
    private mutating func string() throws(JSONError) -> String {
        let start = offset
        offset += 1
        while let byte, byte >= 0x20 {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                let inner = bytes[(start + 1)..<(offset - 1)]
                guard inner.contains(UInt8(ascii: "\\")) else {
                    return String(decoding: inner, as: UTF8.self)
                }
                guard let text = decoded(String.self, start..<offset) else {
                    throw error(.badEscape, at: start)
                }
                return text
            case UInt8(ascii: "\\"): offset += 2
            default:
                if byte & 0xC0 == 0x80 { lineStart += 1 }
                offset += 1
            }
        }
        if let byte, byte != 0x0A, byte != 0x0D { throw error(.controlCharacter(byte)) }
        // Often it ends with a curly quotation mark.
        for place in start..<min(offset, bytes.count) {
            if let strange = strangeCharacter(at: place), strange.code == "curly-quote" {
                throw error(strange, at: place)
            }
        }
        throw error(.unclosedString, at: start)
    }

    private func decoded<Value: Decodable>(_ type: Value.Type, _ range: Range<Int>) -> Value? {
        try? JSONDecoder().decode(type, from: Data(bytes[range]))
    }

    // MARK: Between values

    /// Passes over white space; says so at a comment or a look-alike of a space.
    private mutating func skipSpace() throws(JSONError) {
        while let byte {
            switch byte {
            case 0x20, 0x09: offset += 1
            case 0x0A, 0x0D:
                offset += 1
                // A carriage return and a line feed together end one line.
                if byte == 0x0A || self.byte != 0x0A {
                    line += 1
                    lineStart = offset
                }
            default:
                if let strange = strangeCharacter(at: offset), strange.isBetweenValues {
                    throw error(strange)
                }
                return
            }
        }
    }

    /// What stands where something else should begin.
    private func mistake(expecting expected: String) -> JSONError {
        let word = word
        if let strange = strangeCharacter(at: offset) { return error(strange) }
        if byte == UInt8(ascii: ",") { return error(.extraComma) }
        if !word.isEmpty { return error(.unquoted(word)) }
        return error(.unexpected(character, expected: expected))
    }

    /// What stands where a comma or the end should be.
    private func separatorMistake(_ closing: Unicode.Scalar) -> JSONError {
        if let strange = strangeCharacter(at: offset) { return error(strange) }
        if let byte, Self.valueStarts.contains(byte) { return error(.missingComma) }
        return error(.unexpected(character, expected: "',' or '\(closing)'"))
    }

    /// What people write into JSON that is none: a comment, a quotation mark of another kind, a look-alike of a space.
    private func strangeCharacter(at place: Int) -> JSONError.Reason? {
        let start = bytes[min(place, bytes.count)...].prefix(3)
        if start.starts(with: "//".utf8) || start.starts(with: "#".utf8) { return .comment }
        if start.starts(with: "/*".utf8) {
            // A path that lost its quotation marks begins like a comment, but nothing closes it.
            let rest = bytes[place...].dropFirst(2)
            return zip(rest, rest.dropFirst()).contains { $0 == (0x2A, 0x2F) } ? .comment : nil
        }
        guard let scalar = String(decoding: start, as: UTF8.self).unicodeScalars.first else {
            return nil
        }
        switch scalar {
        case "'": return .quote("'", code: "single-quote")
        case "\u{2018}"..."\u{201F}": return .quote(scalar, code: "curly-quote")
        case _ where !scalar.isASCII && scalar.properties.isWhitespace,
            "\u{200B}"..."\u{200D}", "\u{2060}", "\u{FEFF}":
            return .invisible
        default: return nil
        }
    }

    // MARK: Looking

    private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// The position of `offset`, where a value or a name begins.
    private var position: JSONPosition {
        JSONPosition(line: line, column: offset - lineStart + 1)
    }

    /// The character at `offset`, or `the end`.
    private var character: String {
        let rest = String(decoding: bytes[min(offset, bytes.count)...].prefix(4), as: UTF8.self)
        return rest.unicodeScalars.first.map { "\($0)" } ?? "the end"
    }

    /// The text from `offset` to the next character that has a meaning in JSON.
    private var word: String {
        var end = offset
        while !isDelimiter(at: end), bytes[end] < 0x80 || strangeCharacter(at: end) == nil {
            end += 1
        }
        return String(decoding: bytes[offset..<end], as: UTF8.self)
    }

    /// Whether a word or number ends before `place`.
    private func isDelimiter(at place: Int) -> Bool {
        place >= bytes.count || bytes[place] <= 0x20 || Self.delimiters.contains(bytes[place])
    }

    private static let delimiters = ByteSet(",:[]{}\"")
    private static let valueStarts = ByteSet("\"{[-").union(.digits)
    private static let numberBytes = ByteSet("+-.eE").union(.digits)

    /// Whether a word can be a value, or is empty, as it is where a value of another kind begins.
    private static func isValue(_ word: String) -> Bool {
        guard let first = word.utf8.first else { return true }
        return ["true", "false", "null"].contains(word)
            || (first == UInt8(ascii: "-") || ByteSet.digits.contains(first))
                && word.utf8.allSatisfy(numberBytes.contains)
    }

    private func error(_ reason: JSONError.Reason, at place: Int? = nil) -> JSONError {
        JSONError(reason, at: min(place ?? offset, bytes.count), in: bytes)
    }
}
