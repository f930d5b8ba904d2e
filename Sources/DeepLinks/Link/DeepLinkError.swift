package import PathMatching

/// Why a text is not an internal link, and where the problem is.
///
/// The error does not contain the text, which may be secret: errors end up in logs.
public struct DeepLinkError: Error, Hashable, Sendable {
    /// A reason why a text is not an internal link.
    ///
    /// New versions may add reasons, so a switch over them needs a `default`.
    public struct Reason: Hashable, Sendable {
        fileprivate enum Code: Hashable {
            case empty, namesHost
            case malformed(PathTextError.Reason)
            case valueNotInPath(String)
            case valueWithoutText(String)
            case flawedPath(String)
        }

        fileprivate let code: Code

        /// There is no text.
        public static let empty = Self(code: .empty)
        /// The text does not begin with a slash.
        public static let notAbsolute = Self(code: .malformed(.notAbsolute))
        /// The text begins with two slashes, which URLs have before a host.
        public static let namesHost = Self(code: .namesHost)
        /// A segment of the path is `.` or `..`, plain or percent-encoded.
        public static let dotSegment = Self(code: .malformed(.dotSegment))
        /// The path has a control character, plain or percent-encoded.
        public static let controlCharacter = Self(code: .malformed(.controlCharacter))
        /// A percent sign has no two hexadecimal digits after it.
        public static let malformedEscape = Self(code: .malformed(.malformedEscape))
        /// Bytes are not UTF-8, plain or percent-encoded.
        public static let invalidUTF8 = Self(code: .malformed(.invalidUTF8))

        /// The value of the parameter with this name cannot stand in the path of a ``LinkPath``: its capture does not take it.
        public static func valueNotInPath(name: String) -> Self {
            Self(code: .valueNotInPath(name))
        }
        /// The value of the parameter with this name has no text that is read as the same value, as `Double.nan`.
        public static func valueWithoutText(name: String) -> Self {
            Self(code: .valueWithoutText(name))
        }
        /// The declaration of the ``LinkPath`` is flawed; the text is the sentence of the ``DeepLinkRegisterError``.
        public static func flawedPath(_ sentence: String) -> Self {
            Self(code: .flawedPath(sentence))
        }
    }

    /// A part of a link: the path, the query or the fragment.
    public typealias Part = RewriteError.Part

    /// The reason.
    public let reason: Reason

    /// The part of the link with the problem.
    public let part: Part

    /// Where the problem begins, in bytes of the given text's UTF-8.
    public let offset: Int

    /// Creates an error.
    package init(_ reason: Reason, in part: Part, at offset: Int) {
        self.reason = reason
        self.part = part
        self.offset = offset
    }

    /// Creates an error about the text of a part, which begins at `start` in the link's bytes.
    package init(_ error: PathTextError, in part: Part, from start: Int = 0) {
        self.init(Reason(code: .malformed(error.reason)), in: part, at: start + error.offset)
    }
}

extension DeepLinkError: CustomStringConvertible {
    package var text: ErrorText {
        switch reason.code {
        case .empty: ErrorText("The link is empty", "write one like '/feature/detail?id=1'")
        case .malformed(.notAbsolute):
            ErrorText("The link does not begin with '/'", "write one like '/feature/detail?id=1'")
        case .namesHost:
            ErrorText("The link begins with '//', which is for a host", "begin it with one '/'")
        case .malformed(.dotSegment):
            ErrorText(
                "The \(part) has a dot segment at byte \(offset)",
                "write it without '.' and '..'"
            )
        case .malformed(.controlCharacter):
            ErrorText("The \(part) has a control character at byte \(offset)", "remove it")
        case .malformed(.malformedEscape):
            ErrorText(
                "The \(part) has a '%' without two hexadecimal digits at byte \(offset)",
                "write '%25' for a percent sign"
            )
        case .malformed(.invalidUTF8):
            ErrorText(
                "The \(part) has bytes that are not UTF-8 at byte \(offset)",
                "percent-encode the UTF-8 bytes of the text"
            )
        case .valueNotInPath(let name):
            ErrorText(
                "The value of '\(name)' cannot be read again from the path",
                "put '\(name)' into the query, or use a value that fits the constraint, does not contain the text beside the capture, "
                    + "and is not empty, '.' or '..'"
            )
        case .valueWithoutText(let name):
            ErrorText(
                "The value of '\(name)' has no text that is read as the same value",
                "use another one"
            )
        // The sentence has both parts.
        case .flawedPath(let sentence): ErrorText(sentence: sentence)
        }
    }
}
