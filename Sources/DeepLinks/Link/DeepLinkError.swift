package import PathMatching

/// Why a text is not an internal link, and where the problem is.
///
/// The error does not contain the text, which may be secret: errors end up in logs.
public struct DeepLinkError: Error, Hashable, Sendable {
    /// A part of a link: the path, the query or the fragment.
    public typealias Part = RewriteError.Part

    /// The obstacle's stable name, such as `dot-segment`; later versions may add others.
    public let code: String

    /// The part of the link with the problem.
    public let part: Part

    /// Where the problem begins, in bytes of the given text's UTF-8.
    public let offset: Int

    /// The obstacle and the way out.
    package let text: ErrorText

    init(_ code: String, _ text: ErrorText, in part: Part = .path, at offset: Int = 0) {
        self.code = code
        self.part = part
        self.offset = offset
        self.text = text
    }

    /// Creates an error about the text of a part, which begins at `start` in the link's bytes.
    init(_ error: PathTextError, in part: Part, from start: Int = 0) {
        let offset = start + error.offset
        let (obstacle, remedy) = error.reason.text(at: offset)
        // The only code that is spelled otherwise for external links.
        let code = error.reason == .invalidUTF8 ? "invalid-utf-8" : error.reason.rawValue
        self.init(code, ErrorText("The \(part) \(obstacle)", remedy), in: part, at: offset)
    }

    /// There is no slash at the beginning.
    static func notAbsolute(at offset: Int) -> Self {
        let text = ErrorText("The link does not begin with '/'", example)
        return Self("not-absolute", text, at: offset)
    }

    /// There is no text.
    static func empty(at offset: Int) -> Self {
        Self("empty", ErrorText("The link is empty", example), at: offset)
    }

    private static let example = "write one like '/feature/detail?id=1'"

    /// The text begins with two slashes, which URLs have before a host.
    static func namesHost(at offset: Int) -> Self {
        let obstacle = "The link begins with '//', which is for a host"
        return Self("names-host", ErrorText(obstacle, "begin it with one '/'"), at: offset)
    }

    /// The value of a parameter cannot stand in the path of a ``LinkPath``: its capture does not take it.
    package static func valueNotInPath(_ name: String) -> Self {
        let text = ErrorText(
            "The value of '\(name)' cannot be read again from the path",
            "put '\(name)' into the query, or use a value that fits the constraint, does not contain the text beside the capture, "
                + "and is not empty, '.' or '..'"
        )
        return Self("value-not-in-path", text)
    }

    /// The value of a parameter has no text that is read as the same value, as `Double.nan`.
    package static func valueWithoutText(_ name: String) -> Self {
        let obstacle = "The value of '\(name)' has no text that is read as the same value"
        return Self("value-without-text", ErrorText(obstacle, "use another one"))
    }
}
