/// Why a text is not a path pattern.
public struct PathPatternError: Error, Hashable, Sendable {
    /// The obstacles that a pattern can have.
    public enum Reason: Hashable, Sendable {
        /// It does not begin with a slash.
        case notAbsolute
        /// Its canonical text, percent-encoded where it has to be, is longer than the given number of bytes.
        case tooLong(limit: Int)
        /// It has a `?` or a `#`, which end a path.
        case queryOrFragment(Character)
        /// A brace opens a capture that no brace closes.
        case unclosedCapture
        /// A brace closes what no brace opened.
        case strayBrace
        /// A capture has no name.
        case unnamedCapture
        /// A capture's name has other characters than letters, digits, `-`, `_`, `.` and `~`.
        case invalidName(String)
        /// Two captures have the same name.
        case duplicateName(String)
        /// A constraint is neither a known name nor a list of words.
        case unknownConstraint(String, nearest: String?)
        /// A list has an empty word.
        case emptyWord(capture: String)
        /// A list has the same word twice.
        case duplicateWord(String, capture: String)
        /// Two captures have no text between them.
        case adjacentCaptures(String, String)
        /// A catch-all shares its segment with other text.
        case catchAllNotAlone(String)
        /// A catch-all has a constraint.
        case constrainedCatchAll(String)
        /// A segment has more than 255 captures.
        case tooManyCaptures
        /// A segment is `.` or `..`, plain or percent-encoded.
        case dotSegment
        /// Literal text has a control character, plain or percent-encoded.
        case controlCharacter
        /// A percent sign in literal text is not followed by two hexadecimal digits.
        case malformedEscape
        /// Percent-encoded bytes in literal text are not UTF-8.
        case invalidUTF8
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
    public var description: String {
        switch reason {
        case .notAbsolute:
            "'\(pattern)' does not begin with a slash; write '/\(pattern)'."
        case .tooLong(let limit):
            "A pattern of \(pattern.utf8.count) bytes is too long"
                + (pattern.utf8.count > limit ? "" : " once it is percent-encoded")
                + "; the limit is \(limit) bytes."
        case .queryOrFragment(let mark):
            "'\(pattern)' has a '\(mark)', but a pattern is only a path; remove what follows, or write "
                + "'\(mark == "?" ? "%3F" : "%23")' if the path itself has that character."
        case .unclosedCapture:
            "'\(pattern)' opens a capture at byte \(offset) that is not closed before the next slash; "
                + "close it with '}', or write '{{' for a literal brace."
        case .strayBrace:
            "'\(pattern)' has a '}' at byte \(offset) that closes nothing; write '}}' for a literal brace."
        case .unnamedCapture:
            "'\(pattern)' has a capture without a name; write '{id}', or '{*rest}' for a catch-all."
        case .invalidName(let name):
            "'\(pattern)' has a capture named '\(name)'; use only letters, digits, '-', '_', '.' and '~'."
        case .duplicateName(let name):
            "'\(pattern)' has two captures named '\(name)'; give each its own name."
        case .unknownConstraint(let constraint, let nearest):
            "'\(pattern)' has the unknown constraint '\(constraint)'; "
                + (nearest.map { "did you mean '\($0)'? Else use " } ?? "use ")
                + PathConstraint.names.joined(separator: ", ")
                + " or a list of words such as 'en|fr'."
        case .emptyWord(let capture):
            "'\(pattern)' has an empty word in the list of '\(capture)'; write words between single '|' signs."
        case .duplicateWord(let word, let capture):
            "'\(pattern)' has '\(word)' twice in the list of '\(capture)'; remove one."
        case .adjacentCaptures(let first, let second):
            "'\(pattern)' has '\(first)' and '\(second)' with no text between them, so nothing tells where one "
                + "ends; put text between them, such as '{\(first)}-{\(second)}'."
        case .catchAllNotAlone(let name):
            "'\(pattern)' has other text in the segment of its catch-all; write '{\(name)}' for the rest of that segment, and '/{*rest?}' for others."
        case .constrainedCatchAll(let name):
            "'\(pattern)' has a constraint on its catch-all, which takes anything; write '{*\(name)}'."
        case .tooManyCaptures:
            "'\(pattern)' has a segment with more than 255 captures; split it into several segments."
        case .dotSegment:
            "'\(pattern)' has a dot segment at byte \(offset), which no path can have; write the path without it."
        case .controlCharacter:
            "'\(pattern)' has a control character at byte \(offset), which no path can have; remove it."
        case .malformedEscape:
            "'\(pattern)' has a '%' at byte \(offset) without two hexadecimal digits; write '%25' for a literal "
                + "percent sign."
        case .invalidUTF8:
            "'\(pattern)' has percent-encoded bytes at byte \(offset) that are not UTF-8; encode the text as UTF-8."
        }
    }
}
