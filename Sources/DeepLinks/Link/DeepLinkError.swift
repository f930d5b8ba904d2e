package import PathMatching

/// Why a text is no internal link, and where it stops being one.
///
/// What the text held is not repeated: it may have been a secret, and errors end up in logs.
public struct DeepLinkError: Error, Hashable, Sendable {
    /// What stands in the way.
    public enum Reason: Hashable, Sendable {
        /// There is no text.
        case empty
        /// The text does not begin with a slash.
        case notAbsolute
        /// The text begins with two slashes, after which URLs have a host.
        case namesHost
        /// A segment of the path is `.` or `..`, plain or percent-encoded.
        case dotSegment
        /// The path has a control character, plain or percent-encoded.
        case controlCharacter
        /// A percent sign has no two hexadecimal digits after it.
        case malformedEscape
        /// Bytes are not UTF-8, plain or percent-encoded.
        case invalidUTF8
    }

    /// A part of a link.
    public enum Part: Hashable, Sendable {
        /// What is before the question mark.
        case path
        /// What is between the question mark and the number sign.
        case query
        /// What is after the number sign.
        case fragment
    }

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

    /// Creates an error about a part's text.
    package init(_ error: PathTextError, in part: Part) {
        let reason: Reason =
            switch error.reason {
            case .dotSegment: .dotSegment
            case .controlCharacter: .controlCharacter
            case .malformedEscape: .malformedEscape
            case .invalidUTF8: .invalidUTF8
            case .notAbsolute: .notAbsolute
            }
        self.init(reason, in: part, at: error.offset)
    }

    /// The same error, seen from `offset` bytes further to the left.
    package func moved(by offset: Int) -> DeepLinkError {
        DeepLinkError(reason, in: part, at: self.offset + offset)
    }
}

extension DeepLinkError: CustomStringConvertible {
    /// One sentence: what stands in the way, where, and what to write instead.
    public var description: String {
        switch reason {
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

extension DeepLinkError.Part: CustomStringConvertible {
    /// The part's name in a sentence: `path`, `query` or `fragment`.
    public var description: String {
        switch self {
        case .path: "path"
        case .query: "query"
        case .fragment: "fragment"
        }
    }
}
