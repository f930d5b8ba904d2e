/// Why a text is not JSON, and where.
package struct JSONError: Error, Hashable, Sendable {
    /// Where the reader met the obstacle.
    package let position: JSONPosition

    /// What the obstacle is.
    package let reason: Reason

    /// Creates an error.
    package init(position: JSONPosition, reason: Reason) {
        self.position = position
        self.reason = reason
    }

    /// The obstacles that the reader can tell apart.
    package enum Reason: Hashable, Sendable {
        case tooLarge(bytes: Int, limit: Int)
        case tooDeep(limit: Int)
        case empty
        case byteOrderMark
        case otherEncoding(String)
        case notUTF8
        case webPage
        case notJSON(start: String)
        case comment
        case trailingComma(closing: Character)
        case extraComma
        case missingComma
        case missingColon
        case curlyQuote(String)
        case singleQuote
        case strangeSpace(String)
        case unquoted(String)
        case unquotedKey(String)
        case unexpected(String, expected: String)
        case unclosed(String, opened: JSONPosition)
        case unclosedString
        case controlCharacter(UInt8)
        case badEscape(String)
        case loneSurrogate(String)
        case badNumber(String)
        case duplicateKey(String)
        case textAfterEnd
    }

    /// A short, stable name of the reason, such as `trailing-comma`.
    package var code: String {
        switch reason {
        case .tooLarge: "too-large"
        case .tooDeep: "too-deep"
        case .empty: "empty"
        case .byteOrderMark: "byte-order-mark"
        case .otherEncoding, .notUTF8: "not-utf8"
        case .webPage: "web-page"
        case .notJSON: "not-json"
        case .comment: "comment"
        case .trailingComma: "trailing-comma"
        case .extraComma: "extra-comma"
        case .missingComma: "missing-comma"
        case .missingColon: "missing-colon"
        case .curlyQuote: "curly-quote"
        case .singleQuote: "single-quote"
        case .strangeSpace: "strange-space"
        case .unquoted, .unquotedKey: "unquoted-text"
        case .unexpected: "unexpected-character"
        case .unclosed: "unclosed"
        case .unclosedString: "unclosed-string"
        case .controlCharacter: "control-character"
        case .badEscape: "bad-escape"
        case .loneSurrogate: "lone-surrogate"
        case .badNumber: "bad-number"
        case .duplicateKey: "duplicate-key"
        case .textAfterEnd: "text-after-end"
        }
    }

    /// What stands in the way, as the middle of a sentence.
    package var obstacle: String {
        switch reason {
        case .tooLarge(let bytes, let limit):
            "the text has \(bytes) bytes, and \(limit) is the limit"
        case .tooDeep(let limit):
            "arrays and objects are nested more than \(limit) levels deep"
        case .empty:
            "the text is empty"
        case .byteOrderMark:
            "the text begins with a byte order mark"
        case .otherEncoding(let name):
            "the text is encoded in \(name)"
        case .notUTF8:
            "the bytes are not UTF-8"
        case .webPage:
            "the text is a web page or XML"
        case .notJSON(let start):
            "the text begins with '\(start)', so it is not JSON"
        case .comment:
            "JSON has no comments"
        case .trailingComma(let closing):
            "a comma stands before the closing '\(closing)'"
        case .extraComma:
            "a comma has nothing before it"
        case .missingComma:
            "a comma is missing"
        case .missingColon:
            "a colon is missing between the name and its value"
        case .curlyQuote(let quote):
            "the quotation mark is a curly \(quote)"
        case .singleQuote:
            "the quotation mark is a single '"
        case .strangeSpace(let name):
            "an invisible \(name) stands between the parts"
        case .unquoted(let word):
            "'\(word)' has no quotation marks"
        case .unquotedKey(let word):
            "the name '\(word)' has no quotation marks"
        case .unexpected(let found, let expected):
            "'\(found)' stands where \(expected) should be"
        case .unclosed(let kind, let opened):
            "the text ends inside of the \(kind) that begins at \(opened)"
        case .unclosedString:
            "the string has no closing quotation mark on its line"
        case .controlCharacter(let byte):
            "the string contains the control character \(byte)"
        case .badEscape(let text):
            "'\(text)' is not one of JSON's escapes"
        case .loneSurrogate(let text):
            "'\(text)' is half of a surrogate pair"
        case .badNumber(let text):
            "'\(text)' is not a JSON number"
        case .duplicateKey(let key):
            "the name '\(key)' stands twice in one object"
        case .textAfterEnd:
            "more text follows after the end of the JSON value"
        }
    }

    /// What to do about it, as an imperative.
    package var remedy: String {
        switch reason {
        case .tooLarge: "make it smaller"
        case .tooDeep: "flatten it"
        case .empty: "write a JSON value, such as '{}'"
        case .byteOrderMark: "save the file as UTF-8 without a byte order mark"
        case .otherEncoding, .notUTF8: "save the file as UTF-8"
        case .webPage: "look at what the server sends, perhaps its error page"
        case .notJSON: "write a JSON value that begins with '{'"
        case .comment: "remove it"
        case .trailingComma, .extraComma: "remove the comma"
        case .missingComma: "write ',' before this"
        case .missingColon: "write ':' before this"
        case .curlyQuote, .singleQuote: "write a straight \" instead"
        case .strangeSpace: "replace it by an ordinary space"
        case .unquoted, .unquotedKey: "put it between straight quotation marks"
        case .unexpected(_, let expected): "write \(expected)"
        case .unclosed(let kind, _): kind == "object" ? "close it with '}'" : "close it with ']'"
        case .unclosedString: "close it with '\"'"
        case .controlCharacter(let byte): "write it as '\(Self.escape(byte))'"
        case .badEscape: "write '\\\\' for a backslash"
        case .loneSurrogate: "write both halves, or the character itself"
        case .badNumber: "write digits, with a zero alone or none in front"
        case .duplicateKey: "keep one of them"
        case .textAfterEnd: "remove it"
        }
    }

    /// How JSON writes a control character.
    private static func escape(_ byte: UInt8) -> String {
        switch byte {
        case 0x08: return "\\b"
        case 0x09: return "\\t"
        case 0x0A: return "\\n"
        case 0x0C: return "\\f"
        case 0x0D: return "\\r"
        default:
            let digits = String(byte, radix: 16)
            return "\\u00" + (digits.utf8.count == 1 ? "0" : "") + digits
        }
    }
}

extension JSONError: CustomStringConvertible {
    /// One sentence: the place, the obstacle, the way out.
    package var description: String {
        "Line \(position.line), column \(position.column): \(obstacle); \(remedy)."
    }
}
