import PathMatching

/// Reads one JSON value, exactly as RFC 8259 defines it, and says what is wrong with everything else.
///
/// The mistakes that people make by hand are recognized as such: a trailing comma, a comment, curly quotation marks,
/// text without any. Work and memory grow with the text and are bounded by `limits`.
package struct JSONReader {
    /// What a text may have.
    package struct Limits: Sendable {
        /// How many bytes the text may have.
        package var bytes = 1 << 22

        /// How many arrays and objects may be open at once; reading recurses this deep.
        package var depth = 64

        /// Whether an object may have two members of the same name.
        ///
        /// JSON allows it, and readers disagree about what it means.
        package var allowsDuplicateKeys = false

        /// Creates the usual limits: 4 MiB, 64 levels, no duplicate names.
        package init() {}
    }

    private let bytes: [UInt8]
    private let limits: Limits
    private var offset = 0

    /// The line of `offset`, counted from 1; between values only, as strings have no line breaks.
    private var line = 1

    /// Where that line begins, less the bytes on it that continue a scalar and so take no column.
    private var lineStart = 0

    private init(_ bytes: [UInt8], limits: Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// Reads the value that a text consists of.
    ///
    /// - Parameters:
    ///   - bytes: The text as UTF-8.
    ///   - limits: What the text may have.
    /// - Returns: The value, with positions.
    /// - Throws: The first obstacle that the text has.
    package static func read(
        _ bytes: [UInt8],
        limits: Limits = Limits()
    ) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes, limits: limits)
        try reader.checkEncoding()
        try reader.skipSpace(expecting: "a value")
        guard reader.offset < bytes.count else { throw reader.error(.empty) }
        try reader.checkStart()
        let value = try reader.readValue(depth: 0)
        try reader.skipSpace(expecting: "the end")
        guard reader.offset == bytes.count else {
            try reader.throwAfterEnd()
        }
        return value
    }
}

// MARK: - Before the first value

extension JSONReader {
    /// Refuses what is too large, or no UTF-8.
    private func checkEncoding() throws(JSONError) {
        guard bytes.count <= limits.bytes else {
            throw error(.tooLarge(bytes: bytes.count, limit: limits.bytes), at: 0)
        }
        switch (byte(at: 0), byte(at: 1), byte(at: 2)) {
        case (0xEF, 0xBB, 0xBF): throw error(.byteOrderMark, at: 0)
        case (0xFF, 0xFE, _), (0xFE, 0xFF, _): throw error(.otherEncoding("UTF-16"), at: 0)
        case (0, _?, _), (_?, 0, _): throw error(.otherEncoding("UTF-16 or UTF-32"), at: 0)
        default: break
        }
        // Decoding repairs what is not UTF-8, so the first difference is the first wrong byte.
        var offset = 0
        for byte in String(decoding: bytes, as: UTF8.self).utf8 {
            guard offset < bytes.count, bytes[offset] == byte else {
                throw error(.notUTF8, at: offset)
            }
            offset += 1
        }
    }

    /// Says of a text that is no JSON at all what it is instead.
    private func checkStart() throws(JSONError) {
        switch bytes[offset] {
        case UInt8(ascii: "<"):
            throw error(.webPage)
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "'"),
            UInt8(ascii: "-"),
            0x30...0x39:
            break
        default:
            guard strangeCharacter(at: offset) == nil, keyword(at: offset) == nil else { break }
            let word = word(at: offset)
            if !word.isEmpty {
                throw error(.notJSON(start: word))
            }
        }
    }

    /// Says what stands behind the value that should have been all.
    private func throwAfterEnd() throws(JSONError) -> Never {
        if let strange = strangeCharacter(at: offset) {
            throw error(strange)
        }
        throw error(.textAfterEnd)
    }
}

// MARK: - Values

extension JSONReader {
    private mutating func readValue(depth: Int) throws(JSONError) -> JSONValue {
        let position = position
        let content: JSONValue.Content
        switch byte(at: offset) {
        case UInt8(ascii: "{"):
            content = .object(try readObject(depth: depth + 1))
        case UInt8(ascii: "["):
            content = .array(try readArray(depth: depth + 1))
        case UInt8(ascii: "\""):
            content = .string(try readString())
        case UInt8(ascii: "-"), .some(0x30...0x39):
            content = .number(try readNumber())
        default:
            guard let (keyword, end) = keyword(at: offset) else { throw valueError() }
            content = keyword
            offset = end
        }
        return JSONValue(content, position: position)
    }

    private mutating func readObject(depth: Int) throws(JSONError) -> JSONObject {
        guard depth <= limits.depth else { throw error(.tooDeep(limit: limits.depth)) }
        let start = offset
        var members: [JSONObject.Member] = []
        var keys: Set<[UInt8]> = []
        var comma: Int?
        offset += 1
        while true {
            try skipSpace(in: "object", from: start)
            if bytes[offset] == UInt8(ascii: "}") {
                if let comma {
                    throw error(.trailingComma(closing: "}"), at: comma)
                }
                offset += 1
                return JSONObject(members)
            }
            if comma == nil, let last = members.last {
                throw separatorError(after: last.value, closing: "}")
            }
            guard bytes[offset] == UInt8(ascii: "\"") else {
                throw keyError(isFirst: members.isEmpty)
            }
            let keyPosition = position
            let keyOffset = offset
            let key = try readString()
            if !limits.allowsDuplicateKeys, !keys.insert(Array(key.utf8)).inserted {
                throw error(.duplicateKey(key), at: keyOffset)
            }
            try skipSpace(in: "object", from: start)
            guard bytes[offset] == UInt8(ascii: ":") else {
                throw error(strangeCharacter(at: offset) ?? .missingColon)
            }
            offset += 1
            try skipSpace(in: "object", from: start)
            let value = try readValue(depth: depth)
            members.append(JSONObject.Member(key: key, keyPosition: keyPosition, value: value))
            try skipSpace(in: "object", from: start)
            comma = readComma()
        }
    }

    private mutating func readArray(depth: Int) throws(JSONError) -> [JSONValue] {
        guard depth <= limits.depth else { throw error(.tooDeep(limit: limits.depth)) }
        let start = offset
        var elements: [JSONValue] = []
        var comma: Int?
        offset += 1
        while true {
            try skipSpace(in: "array", from: start)
            if bytes[offset] == UInt8(ascii: "]") {
                if let comma {
                    throw error(.trailingComma(closing: "]"), at: comma)
                }
                offset += 1
                return elements
            }
            if comma == nil, let last = elements.last {
                throw separatorError(after: last, closing: "]")
            }
            elements.append(try readValue(depth: depth))
            try skipSpace(in: "array", from: start)
            comma = readComma()
        }
    }

    /// Passes over a comma and tells where it was, or `nil` when there is none.
    private mutating func readComma() -> Int? {
        guard byte(at: offset) == UInt8(ascii: ",") else { return nil }
        offset += 1
        return offset - 1
    }

    private mutating func readNumber() throws(JSONError) -> JSONNumber {
        let start = offset
        let digitsAndSigns = { (byte: UInt8) in
            ByteSet.digits.contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e")
                || byte == UInt8(ascii: "E")
        }
        while offset < bytes.count, digitsAndSigns(bytes[offset]) {
            offset += 1
        }
        guard isDelimiter(at: offset) || strangeCharacter(at: offset) != nil else {
            // Such as a team id that lost its quotation marks: `5A8RM3W5R7.org.example`.
            throw error(.unquoted(word(at: start)), at: start)
        }
        let text = text(start..<offset)
        guard Self.isNumber(bytes[start..<offset]) else { throw error(.badNumber(text), at: start) }
        return JSONNumber(unchecked: text)
    }

    /// Whether the bytes are `-? int frac? exp?` of RFC 8259 §6.
    private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        func skipDigits() -> Int {
            let digits = rest.prefix { ByteSet.digits.contains($0) }
            rest = rest.dropFirst(digits.count)
            return digits.count
        }
        if rest.first == UInt8(ascii: "-") {
            rest = rest.dropFirst()
        }
        let hasLeadingZero = rest.first == UInt8(ascii: "0")
        let whole = skipDigits()
        guard whole == 1 || (whole > 1 && !hasLeadingZero) else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard skipDigits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
                rest = rest.dropFirst()
            }
            guard skipDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    /// The value of `true`, `false` or `null` at `start`, and where it ends.
    private func keyword(at start: Int) -> (JSONValue.Content, end: Int)? {
        switch word(at: start) {
        case "true": (.bool(true), start + 4)
        case "false": (.bool(false), start + 5)
        case "null": (.null, start + 4)
        default: nil
        }
    }
}

// MARK: - Strings

extension JSONReader {
    /// Reads a string, from its opening quotation mark to behind its closing one.
    private mutating func readString() throws(JSONError) -> String {
        let start = offset
        offset += 1
        var result = ""
        var run = offset
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                let rest = text(run..<offset)
                offset += 1
                return result.isEmpty ? rest : result + rest
            case UInt8(ascii: "\\"):
                result += text(run..<offset)
                result.unicodeScalars.append(try readEscape())
                run = offset
            case 0x0A, 0x0D:
                throw unclosedString(from: start)
            case let byte where byte < 0x20:
                throw error(.controlCharacter(byte))
            case let byte:
                if byte & 0xC0 == 0x80 {
                    lineStart += 1
                }
                offset += 1
            }
        }
        throw unclosedString(from: start)
    }

    private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
        let start = offset
        offset += 2
        switch byte(at: start + 1) {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw escapeError(at: start, length: 2)
        }
        guard let unit = hexUnit(at: offset) else { throw escapeError(at: start, length: 6) }
        offset += 4
        if let scalar = Unicode.Scalar(UInt32(unit)) {
            return scalar
        }
        // A surrogate: only a high one with its low one behind it is a character.
        guard unit < 0xDC00, byte(at: offset) == UInt8(ascii: "\\"),
            byte(at: offset + 1) == UInt8(ascii: "u"),
            let low = hexUnit(at: offset + 2), (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(
                0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(low) - 0xDC00
            )
        else {
            throw error(.loneSurrogate(text(start..<offset)), at: start)
        }
        offset += 6
        return scalar
    }

    /// The value of four hexadecimal digits.
    private func hexUnit(at start: Int) -> UInt16? {
        // `UInt16.init` would take a sign.
        guard start + 4 <= bytes.count,
            bytes[start..<start + 4].allSatisfy({ ByteSet.hexDigits.contains($0) })
        else { return nil }
        return UInt16(text(start..<start + 4), radix: 16)
    }

    private func escapeError(at start: Int, length: Int) -> JSONError {
        // A backslash may be followed by one half of a longer character.
        let end = min(start + length, bytes.count)
        var stop = start + 1
        while stop < end, (0x21...0x7E).contains(bytes[stop]),
            bytes[stop] != UInt8(ascii: "\"") || stop == start + 1
        {
            stop += 1
        }
        return error(.badEscape(text(start..<stop)), at: start)
    }

    /// A string that does not end on its line: often one that ends with a curly quotation mark.
    private func unclosedString(from start: Int) -> JSONError {
        var place = start + 1
        while place < offset {
            if case .curlyQuote(let quote)? = strangeCharacter(at: place) {
                return error(.curlyQuote(quote), at: place)
            }
            place += 1
        }
        return error(.unclosedString, at: start)
    }
}

// MARK: - Between values

extension JSONReader {
    /// Passes over white space; at a comment or a look-alike of a space, says so.
    private mutating func skipSpace(expecting expected: String) throws(JSONError) {
        while let byte = byte(at: offset) {
            switch byte {
            case 0x20, 0x09:
                offset += 1
            case 0x0A, 0x0D:
                offset += 1
                // A carriage return and a line feed together end one line.
                if byte == 0x0A || self.byte(at: offset) != 0x0A {
                    line += 1
                    lineStart = offset
                }
            case 0x80..., UInt8(ascii: "/"), UInt8(ascii: "#"):
                if let strange = strangeCharacter(at: offset), strange.isBetweenValues {
                    throw error(strange)
                }
                return
            default:
                return
            }
        }
    }

    /// Passes over white space inside of an array or object, which cannot end here.
    private mutating func skipSpace(in kind: String, from start: Int) throws(JSONError) {
        try skipSpace(expecting: kind)
        guard offset < bytes.count else {
            throw error(.unclosed(kind, opened: JSONPosition(of: start, in: bytes)))
        }
    }

    /// What stands where a value should begin.
    private func valueError() -> JSONError {
        if let strange = strangeCharacter(at: offset) {
            return error(strange)
        }
        switch byte(at: offset) {
        case UInt8(ascii: ","):
            return error(.extraComma)
        case UInt8(ascii: "."), UInt8(ascii: "+"):
            let word = word(at: offset)
            let isNumber = word.utf8.dropFirst().allSatisfy {
                ByteSet.digits.contains($0) || $0 == UInt8(ascii: ".")
            }
            return error(isNumber ? .badNumber(word) : .unquoted(word))
        default:
            let word = word(at: offset)
            return error(
                word.isEmpty
                    ? .unexpected(character(at: offset), expected: "a value") : .unquoted(word)
            )
        }
    }

    /// What stands where a member's name should begin.
    private func keyError(isFirst: Bool) -> JSONError {
        if let strange = strangeCharacter(at: offset) {
            return error(strange)
        }
        if byte(at: offset) == UInt8(ascii: ",") {
            return error(.extraComma)
        }
        let word = word(at: offset)
        return error(
            word.isEmpty
                ? .unexpected(character(at: offset), expected: "a name in quotation marks")
                : .unquotedKey(word)
        )
    }

    /// What stands where a comma or the end should be.
    private func separatorError(after value: JSONValue, closing: Character) -> JSONError {
        if let strange = strangeCharacter(at: offset) {
            return error(strange)
        }
        switch byte(at: offset) {
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"),
            .some(0x30...0x39):
            return error(.missingComma)
        default:
            return error(.unexpected(character(at: offset), expected: "',' or '\(closing)'"))
        }
    }

    /// What people write into JSON that is none: a comment, a quotation mark of another kind, a look-alike of a
    /// space.
    private func strangeCharacter(at start: Int) -> JSONError.Reason? {
        func peek(_ place: Int) -> UInt8 {
            byte(at: place) ?? 0
        }
        return switch (peek(start), peek(start + 1), peek(start + 2)) {
        case (UInt8(ascii: "/"), UInt8(ascii: "/"), _), (UInt8(ascii: "#"), _, _):
            .comment
        case (UInt8(ascii: "/"), UInt8(ascii: "*"), _):
            // A path that lost its quotation marks begins like a comment, but nothing closes it.
            closesComment(from: start + 2) ? .comment : nil
        case (UInt8(ascii: "'"), _, _):
            .singleQuote
        case (0xE2, 0x80, 0x98...0x9F):
            .curlyQuote(character(at: start))
        case (0xC2, 0xA0, _):
            .strangeSpace("no-break space")
        case (0xE2, 0x80, 0x8B), (0xE2, 0x80, 0x8C), (0xE2, 0x80, 0x8D), (0xE2, 0x81, 0xA0),
            (0xEF, 0xBB, 0xBF):
            .strangeSpace("zero-width character")
        case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF),
            (0xE3, 0x80, 0x80):
            .strangeSpace("space outside of ASCII")
        default:
            nil
        }
    }

    private func closesComment(from start: Int) -> Bool {
        var place = start
        while place + 1 < bytes.count {
            if bytes[place] == UInt8(ascii: "*"), bytes[place + 1] == UInt8(ascii: "/") {
                return true
            }
            place += 1
        }
        return false
    }
}

extension JSONError.Reason {
    /// Whether this can be told before knowing what the grammar expects.
    fileprivate var isBetweenValues: Bool {
        switch self {
        case .comment, .strangeSpace: true
        default: false
        }
    }
}

// MARK: - Looking

extension JSONReader {
    /// The position of `offset`, where a value or a name begins.
    private var position: JSONPosition {
        JSONPosition(line: line, column: offset - lineStart + 1)
    }

    private func byte(at place: Int) -> UInt8? {
        place < bytes.count ? bytes[place] : nil
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The character at `place`, or `the end`.
    private func character(at place: Int) -> String {
        guard let first = byte(at: place) else { return "the end" }
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        return text(place..<min(place + length, bytes.count))
    }

    /// The text from `place` to the next character that has a meaning in JSON, at most forty bytes of it.
    private func word(at place: Int) -> String {
        var end = place
        while end < bytes.count, end - place < 40 {
            guard !isDelimiter(at: end) else { return text(place..<end) }
            end += 1
        }
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 {
            end += 1
        }
        return text(place..<end)
    }

    /// Whether a word or number ends before `place`.
    private func isDelimiter(at place: Int) -> Bool {
        guard let byte = byte(at: place) else { return true }
        return byte <= 0x20 || Self.delimiters.contains(byte)
    }

    private static let delimiters = ByteSet(",:[]{}\"")

    private func error(_ reason: JSONError.Reason) -> JSONError {
        error(reason, at: offset)
    }

    private func error(_ reason: JSONError.Reason, at place: Int) -> JSONError {
        JSONError(position: JSONPosition(of: min(place, bytes.count), in: bytes), reason: reason)
    }
}
