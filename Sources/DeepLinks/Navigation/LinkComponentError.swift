/// Why a URL was not read as components.
///
/// Like ``RewriteError``, the error and its description carry the link's scheme at the most.
public enum LinkComponentError: Error, Hashable, Sendable {
    /// The link is one of the web, `https:` or `http:`.
    case webLink

    /// The link has another scheme than the one that is read.
    case otherScheme(String, expected: String)

    /// A query stands where no segment is that it could belong to, at the given byte of the link's UTF-8.
    case missingName(offset: Int)

    /// The link is too large, or malformed in a way that any external link can be.
    case refused(RewriteError)
}

extension LinkComponentError: CustomStringConvertible {
    /// One sentence: the obstacle, its place, the way out.
    public var description: String {
        switch self {
        case .webLink:
            "The link is a web link, whose host is not looked at here; give it to a rewriter with a Domain."
        case .otherScheme(let scheme, let expected):
            "The link's scheme is '\(scheme)', not '\(expected)'; give it to whatever reads that scheme."
        case .missingName(let offset):
            "The link has a query at byte \(offset) without a name before it; write 'name?key=value'."
        case .refused(let error):
            error.description
        }
    }
}
