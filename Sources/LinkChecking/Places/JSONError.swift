package import DeepLinks
import PathMatching

/// Why a text is not JSON, and where.
package struct JSONError: Error, Hashable, Sendable {
    /// Where the obstacle is.
    package let position: JSONPosition

    /// What the obstacle is.
    package let reason: Reason

    /// An obstacle, with its name and the way out.
    package struct Reason: Hashable, Sendable {
        /// A short, stable name, such as `trailing-comma`.
        package let code: String

        /// The obstacle, worded as the middle of a sentence.
        package let obstacle: String

        /// What to do about it, worded as an imperative.
        package let remedy: String
    }
}

extension JSONError: CustomStringConvertible {
    /// One sentence: the place, the obstacle, the way out.
    package var description: String {
        "Line \(position.line), column \(position.column): \(reason.obstacle); \(reason.remedy)."
    }
}

extension JSONError.Reason {
    private init(_ code: String, _ obstacle: String, _ remedy: String) {
        self.code = code
        self.obstacle = obstacle.showingInvisible
        self.remedy = remedy.showingInvisible
    }

    // MARK: The whole text

    static func tooLarge(bytes: Int, limit: Int) -> Self {
        Self(
            "too-large",
            "the text has \(bytes) bytes, but the limit is \(limit)",
            "make it smaller"
        )
    }
    static let empty = Self("empty", "the text is empty", "write a JSON value, such as '{}'")
    static let byteOrderMark = Self(
        "byte-order-mark",
        "the text begins with a byte order mark",
        "save the file as UTF-8 without a byte order mark"
    )

    static let notUTF8 = Self("not-utf8", "the bytes are not UTF-8", "save the file as UTF-8")
    static let gzip = Self(
        "not-utf8",
        "the file is compressed with gzip",
        "unpack it, as 'gunzip < FILE' does"
    )
    static let signed = Self(
        "not-utf8",
        "the file is signed, as systems before iOS 10 wanted it",
        "serve the JSON inside, which 'openssl smime -verify -noverify -inform DER -in FILE' prints"
    )
    static func notJSON(start: String) -> Self {
        let isAnswer = start.hasPrefix("HTTP/")
        let kind = isAnswer ? "an answer with its headers" : "not JSON"
        return Self(
            "not-json",
            "the text begins with '\(start.prefix(40))', so it is \(kind)",
            isAnswer
                ? "save it without curl's '-i', or give it to 'deeplink doctor --response'"
                : "write a JSON value that begins with '{'; a server may have sent an error page"
        )
    }

    static let textAfterEnd = Self(
        "text-after-end",
        "there is more text after the end of the JSON value",
        "remove it"
    )

    static let mergeConflict = Self(
        "merge-conflict",
        "a merge conflict is not resolved here",
        "keep one of its sides, without the lines that mark them"
    )
    static func invisible(_ scalar: Unicode.Scalar) -> Self {
        Self(
            "invisible-character",
            "the invisible character '\(scalar)' stands outside of a string",
            "remove it"
        )
    }

    // MARK: Between values

    static let comment = Self("comment", "JSON has no comments", "remove it")
    static func trailingComma(_ closing: Unicode.Scalar) -> Self {
        Self(
            "trailing-comma",
            "there is a comma before the closing '\(closing)'",
            "remove the comma"
        )
    }
    static let extraComma = Self(
        "extra-comma",
        "there is nothing before the comma",
        "remove the comma"
    )
    static let missingComma = Self("missing-comma", "a comma is missing", "write ',' before this")
    static func unexpected(_ found: Unicode.Scalar?, expected: String) -> Self {
        guard let found else {
            return Self(
                "unexpected-end",
                "the text ends where \(expected) should be",
                "add what is missing, as the file may have been cut off"
            )
        }
        return Self(
            "unexpected-character",
            "'\(found)' stands where \(expected) should be",
            "write \(expected)"
        )
    }
    static let tooDeep = Self(
        "too-deep",
        "arrays and objects are nested more than \(JSONText.depthLimit) levels deep",
        "use fewer levels"
    )
    static func duplicateKey(_ key: String) -> Self {
        Self(
            "duplicate-key",
            "the name '\(key.prefix(40))' appears twice in one object",
            "keep one of them"
        )
    }

    // MARK: Values

    static func quote(_ quote: Unicode.Scalar, code: String) -> Self {
        let kind = code == "curly-quote" ? "curly" : "single"
        return Self(code, "the quotation mark is a \(kind) \(quote)", "write a straight \" instead")
    }
    static func unquoted(_ word: String) -> Self {
        let small = word.lowercased()
        if ["true", "false", "null"].contains(small) {
            return Self("unquoted-text", "'\(word)' is not '\(small)'", "write it in lower case")
        }
        if word == "NOT" {
            let way = "write it within the string, as in \"NOT /buy/*\""
            return Self("unquoted-text", "'NOT' has no quotation marks", way)
        }
        let isNull = ["none", "nil", "undefined"].contains(small)
        return Self(
            "unquoted-text",
            "'\(word.prefix(40))' has no quotation marks",
            "put it between straight quotation marks\(isNull ? ", or write 'null' for no value" : "")"
        )
    }
    static let unclosedString = Self(
        "unclosed-string",
        "the string has no closing quotation mark on its line",
        "close it with '\"'"
    )
    static let badEscape = Self(
        "bad-escape",
        "the string has a '\\' that does not begin a JSON escape, or only half of a character",
        "write '\\\\' for a backslash, or the character itself"
    )
    static func badNumber(_ text: String) -> Self {
        Self(
            "bad-number",
            "'\(text.prefix(40))' is not a JSON number",
            "write digits, without leading zeros"
        )
    }
}
