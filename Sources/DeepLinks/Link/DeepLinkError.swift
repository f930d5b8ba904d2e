package import PathMatching

/// Why a text is no internal link, and where it stops being one.
///
/// What the text held is not repeated: it may have been a secret, and errors end up in logs.
public struct DeepLinkError: Error, Hashable, Sendable {
    /// What stands in the way.
    ///
    /// There may be more reasons one day, so a switch over them needs a `default`.
    public struct Reason: Hashable, Sendable {
        fileprivate enum Code {
            case empty, notAbsolute, namesHost
            case dotSegment, controlCharacter, malformedEscape, invalidUTF8
        }

        fileprivate let code: Code

        /// There is no text.
        public static let empty = Self(code: .empty)
        /// The text does not begin with a slash.
        public static let notAbsolute = Self(code: .notAbsolute)
        /// The text begins with two slashes, after which URLs have a host.
        public static let namesHost = Self(code: .namesHost)
        /// A segment of the path is `.` or `..`, plain or percent-encoded.
        public static let dotSegment = Self(code: .dotSegment)
        /// The path has a control character, plain or percent-encoded.
        public static let controlCharacter = Self(code: .controlCharacter)
        /// A percent sign has no two hexadecimal digits after it.
        public static let malformedEscape = Self(code: .malformedEscape)
        /// Bytes are not UTF-8, plain or percent-encoded.
        public static let invalidUTF8 = Self(code: .invalidUTF8)
    }

    /// A part of a link: the path, the query or the fragment.
    public typealias Part = RewriteError.Part

    /// What stands in the way.
    public let reason: Reason

    /// The part of the link that it stands in.
    public let part: Part

    /// Where it begins: a place in the UTF-8 bytes of the text that was given.
    public let offset: Int

    /// Creates an error.
    package init(_ reason: Reason, in part: Part, at offset: Int) {
        self.reason = reason
        self.part = part
        self.offset = offset
    }

    /// Creates an error about a part's text, which begins `start` bytes into the link's.
    package init(_ error: PathTextError, in part: Part, from start: Int = 0) {
        let reason: Reason =
            switch error.reason {
            case .dotSegment: .dotSegment
            case .controlCharacter: .controlCharacter
            case .malformedEscape: .malformedEscape
            case .invalidUTF8: .invalidUTF8
            case .notAbsolute: .notAbsolute
            }
        self.init(reason, in: part, at: start + error.offset)
    }
}

extension DeepLinkError: CustomStringConvertible {
    /// One sentence for developers: what stands in the way, where, and what to write instead.
    public var description: String {
        switch reason.code {
        case .empty:
            "The link is empty; write one like '/feature/detail?id=1'."
        case .notAbsolute:
            "The link does not begin with '/'; write one like '/feature/detail?id=1'."
        case .namesHost:
            "The link begins with '//', after which a host is expected; begin it with one '/'."
        case .dotSegment:
            "The \(part) has a dot segment at byte \(offset); write it without '.' and '..'."
        case .controlCharacter:
            "The \(part) has a control character at byte \(offset); take it out."
        case .malformedEscape:
            "The \(part) has a '%' without two hexadecimal digits at byte \(offset); "
                + "write '%25' for a percent sign."
        case .invalidUTF8:
            "The \(part) has bytes that are not UTF-8 at byte \(offset); "
                + "percent-encode the UTF-8 bytes of the text."
        }
    }
}
