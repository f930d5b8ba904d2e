/// Why a text is not a path pattern.
public struct PathPatternError: Error, Hashable, Sendable {
    /// An obstacle that a pattern can have.
    ///
    /// New versions may add reasons, so compare codes.
    public struct Reason: Hashable, Sendable {
        /// The obstacle's stable name, such as `duplicate-name`.
        public let code: String

        /// The obstacle and the way out: the end of a sentence that begins with the pattern.
        package let text: ErrorText

        /// The name of the capture that is at fault, if any.
        package let name: String?

        fileprivate init(_ code: String, name: String? = nil, _ text: ErrorText) {
            self.code = code
            self.name = name
            self.text = text
        }

        fileprivate init(
            _ code: String,
            name: String? = nil,
            _ obstacle: String,
            _ remedy: String
        ) {
            self.init(code, name: name, ErrorText(obstacle, remedy))
        }
    }

    /// The pattern as it was given.
    public let pattern: String

    /// The obstacle.
    public let reason: Reason

    /// Where the obstacle is, in bytes of the pattern's UTF-8.
    public let offset: Int
}

extension PathPatternError: CustomStringConvertible {
    /// One sentence: the pattern, the obstacle, the way out.
    public var description: String { text.description }

    /// The obstacle and the way out.
    package var text: ErrorText {
        // A long pattern is not printed.
        let isLong = pattern.utf8.count > 1_024
        return reason.text.after(
            isLong ? "A pattern of \(pattern.utf8.count) bytes " : "'\(pattern)' "
        )
    }
}

extension PathPatternError.Reason {
    static func tooLong(isEncoded: Bool) -> Self {
        Self(
            "too-long",
            "is too long\(isEncoded ? " once it is percent-encoded" : "")",
            "the limit is \(PathPatternParser.lengthLimit) bytes"
        )
    }

    static func queryOrFragment(_ mark: Character) -> Self {
        Self(
            "query-or-fragment",
            "has a '\(mark)', but a pattern is only a path",
            "remove it and what follows, or write "
                + "'\(mark == "?" ? "%3F" : "%23")' if the path itself has that character"
        )
    }

    // MARK: Captures

    static func unclosedCapture(at offset: Int) -> Self {
        Self(
            "unclosed-capture",
            "opens a capture at byte \(offset) that is not closed before the next slash",
            "close it with '}', or write '{{' for a literal brace"
        )
    }

    static func strayBrace(at offset: Int) -> Self {
        Self(
            "stray-brace",
            "has a '}' at byte \(offset) without a '{' before it",
            "write '}}' for a literal brace"
        )
    }

    static func unnamedCapture(isCatchAll: Bool) -> Self {
        Self(
            "unnamed-capture",
            "has a \(isCatchAll ? "catch-all" : "capture") without a name",
            isCatchAll
                ? "write a name after the '*', as in '{*rest}'"
                : "write a name after the '{', as in '{id}'"
        )
    }

    static func invalidName(_ name: String) -> Self {
        let named = "has a capture named '\(name)'"
        guard name.utf8.last != UInt8(ascii: "?") else {
            return optional("invalid-name", name, named)
        }
        return Self(
            "invalid-name",
            name: name,
            named,
            "use only letters, digits, '-', '_', '.' and '~'"
        )
    }

    /// A capture with a question mark, which only a catch-all may have.
    private static func optional(_ code: String, _ name: String, _ obstacle: String) -> Self {
        Self(
            code,
            name: name,
            "\(obstacle), but only a catch-all may be absent, as in '/{*rest?}'",
            "write one pattern with it, without '?', and one without it"
        )
    }

    package static func duplicateName(_ name: String) -> Self {
        Self(
            "duplicate-name",
            name: name,
            "has two captures named '\(name)'",
            "give each its own name"
        )
    }

    static func adjacentCaptures(_ first: String, _ second: String) -> Self {
        Self(
            "adjacent-captures",
            "has '\(first)' and '\(second)' with no text between them, so it is unclear where one "
                + "ends",
            "put text between them, such as '{\(first)}-{\(second)}'"
        )
    }

    static func catchAllNotAlone(_ name: String) -> Self {
        let other = name == "rest" ? "more" : "rest"
        return Self(
            "catch-all-not-alone",
            name: name,
            "has other text in the segment of its catch-all",
            "write '{\(name)}' in it, and '/{*\(other)?}' before or behind that segment for more segments"
        )
    }

    static let tooManyCaptures = Self(
        "too-many-captures",
        "has a segment with more than 255 captures",
        "split it into several segments"
    )

    // MARK: Constraints

    static func unknownConstraint(_ constraint: String, of name: String) -> Self {
        if constraint == "path" {
            return Self(
                "unknown-constraint",
                name: name,
                "has the constraint 'path', which only query items and fragments can have",
                "write '{*\(name)}' as a segment of its own"
            )
        }
        // What stands before the mark of a regular expression is not a word.
        if constraint.utf8.last == UInt8(ascii: "?"),
            constraint.utf8.dropLast().allSatisfy(ByteSet.letters.contains)
        {
            return optional(
                "unknown-constraint",
                name,
                "has the capture '\(name):\(constraint)'"
            )
        }
        let nearest = nearest(to: constraint, in: PathConstraint.names)
        return Self(
            "unknown-constraint",
            "has the unknown constraint '\(constraint)'",
            (nearest.map { "did you mean '\($0)'? Or use " } ?? "use ")
                + PathConstraint.names.joined(separator: ", ")
                + " or a list of words such as 'en|fr'"
        )
    }

    static func constrainedCatchAll(_ name: String, isOptional: Bool) -> Self {
        Self(
            "constrained-catch-all",
            name: name,
            "has a constraint on its catch-all, which takes anything",
            "write '{*\(name)\(isOptional ? "?" : "")}'"
        )
    }

    static func emptyWord(capture: String) -> Self {
        Self(
            "empty-word",
            name: capture,
            "has an empty word in the list of '\(capture)'",
            "write words between single '|' signs"
        )
    }

    package static func duplicateWord(_ word: String, capture: String) -> Self {
        Self(
            "duplicate-word",
            name: capture,
            "has '\(word)' twice in the list of '\(capture)'",
            "remove one"
        )
    }

    static let longWordLists = Self(
        "long-word-lists",
        "has lists of words that spell more than \(PathPattern.spelledLimit) bytes in all their combinations with "
            + "the text beside them",
        "write a constraint such as 'slug' instead of a list, or several patterns"
    )

    // MARK: Text

    /// What a pattern has in place of the slash that it should begin with, and the way out.
    private static func beforeSlash(of pattern: String) -> ErrorText {
        if pattern.first == "^" {
            return ErrorText(
                "begins with '^', as a regular expression does",
                "write a path that begins with a slash, with captures such as '{id:int}'"
            )
        }
        switch pattern.prefix(while: { $0 != "/" }).last {
        case " ":
            return ErrorText(
                "has text before its path",
                "write '\(pattern.drop { $0 != "/" })'"
            )
        case ":":
            return ErrorText("begins with a scheme", "write only the path after the host")
        default:
            return ErrorText("does not begin with a slash", "write '/\(pattern)'")
        }
    }

    /// The reason why a pattern's text cannot occur in a path.
    static func text(_ reason: PathTextError.Reason, of pattern: String, at offset: Int) -> Self {
        switch reason {
        case .notAbsolute:
            Self("not-absolute", beforeSlash(of: pattern))
        case .dotSegment:
            Self(
                "dot-segment",
                "has a dot segment at byte \(offset), which no path can have",
                "write the path without it"
            )
        case .controlCharacter:
            Self(
                "control-character",
                "has a control character at byte \(offset), which no path can have",
                "remove it"
            )
        case .malformedEscape:
            Self(
                "malformed-escape",
                "has a '%' at byte \(offset) without two hexadecimal digits",
                "write '%25' for a literal "
                    + "percent sign"
            )
        case .invalidUTF8:
            Self(
                "invalid-utf8",
                "has percent-encoded bytes at byte \(offset) that are not UTF-8",
                "encode the text as UTF-8"
            )
        }
    }
}
