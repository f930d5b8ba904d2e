import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An internal link: the one stable form that every external URL is turned into.
///
/// ```swift
/// let link = try DeepLink("/featureA/detail?id=872346")
/// link.path               // "/featureA/detail"
/// link.queryItems[.id]    // "872346"
/// ```
///
/// A link has no scheme and no host. Its path is canonical, so two links lead to the same path exactly if their paths have
/// the same bytes.
public struct DeepLink: Sendable {
    /// The canonical path: percent-encoded, beginning with `/`, and without a slash at the end except for the root.
    ///
    /// A run of slashes becomes one. Letters, digits and `-._~!$&'()*+,;=:@` stand for themselves; all other bytes are `%XX`
    /// in upper case: `%7E` becomes `~`, and `%2F` stays, because it is data and not a separator. Accents are not
    /// normalized: composed and decomposed ones are different paths.
    public let path: String

    /// The query's items, decoded once, in order and with repeats.
    ///
    /// An item without `=` has no value (`?flag`); an item with nothing after `=` has an empty one (`?name=`).
    public let queryItems: [URLQueryItem]

    /// The text after `#`, decoded once, or nil if there is no `#`.
    public let fragment: String?

    /// Reads an internal link such as `/featureA/detail?id=1`.
    ///
    /// ASCII whitespace around the link is ignored, and so are items with an empty name. In the query, `+` is a plus sign
    /// and `;` is data. Text that could be read in two ways is an error and never repaired: a dot segment, a control
    /// character in the path, a percent sign without two hexadecimal digits, bytes that are not UTF-8. For external URLs,
    /// use a rewriter, which checks their scheme and host.
    ///
    /// - Parameter string: The link, percent-encoded. Characters outside ASCII may be left unencoded.
    /// - Throws: ``DeepLinkError``, which says what is wrong and where.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ string: String) throws(DeepLinkError) {
        self = try withBytes(of: string) { (text) throws(DeepLinkError) in
            try DeepLink(text, in: text.trimmed)
        }
    }

    /// Creates a link from its parts.
    ///
    /// - Parameters:
    ///   - path: The percent-encoded path, which is brought to canonical form. `?` and `#` in it are data and are
    ///     encoded.
    ///   - queryItems: The decoded items. Those with an empty name are left out.
    ///   - fragment: The decoded fragment.
    /// - Throws: ``DeepLinkError`` if the path does not begin with `/`, or has a dot segment, a control character, a bad
    ///   escape or bytes that are not UTF-8.
    public init(
        path: String,
        queryItems: [URLQueryItem] = [],
        fragment: String? = nil
    ) throws(DeepLinkError) {
        let canonical = try withBytes(of: path) { (text) throws(DeepLinkError) in
            guard text.count > 0 else { throw .empty(at: 0) }
            return try Self.canonicalPath(of: text, in: 0..<text.count)
        }
        self.init(
            canonicalPath: canonical,
            queryItems: queryItems.filter { !$0.name.isEmpty },
            fragment: fragment
        )
    }

    /// Creates a link from a path that is canonical already and decoded items, none of them with an empty name; both are checked only in
    /// debug builds.
    package init(canonicalPath: String, queryItems: [URLQueryItem], fragment: String?) {
        assert(withBytes(of: canonicalPath, CanonicalPath.isCanonical), "Not a canonical path")
        assert(queryItems.allSatisfy { !$0.name.isEmpty }, "An item without a name")
        self.path = canonicalPath
        self.queryItems = queryItems
        self.fragment = fragment
    }
}

extension DeepLink {
    /// The link `/`.
    static let root = DeepLink(canonicalPath: "/", queryItems: [], fragment: nil)

    /// Reads an internal link that may follow a scheme and a host, which are ignored.
    ///
    /// This is for links that are known to be internal but were put into a URL: `https://domain.io/featureA/detail?id=1` is
    /// `/featureA/detail?id=1`, whatever the host.
    ///
    /// - Parameter string: An internal link, or an absolute URL with an authority.
    /// - Throws: ``DeepLinkError``, which says what is wrong and where.
    package init(ignoringHostOf string: String) throws(DeepLinkError) {
        self = try withBytes(of: string) { (text) throws(DeepLinkError) in
            let range = text.trimmed
            guard let path = Self.endOfHost(in: text[range]) else {
                return try DeepLink(text, in: range)
            }
            let rest = (range.lowerBound + path)..<range.upperBound
            return try DeepLink(partsOf: text, in: rest)
        }
    }

    /// The offset after the scheme and the host of an absolute URL (RFC 3986, appendix B), or nil for any other text.
    private static func endOfHost(in text: ByteView) -> Int? {
        let colon = text.firstOffset(outside: .scheme)
        guard colon > 0, ByteSet.letters.contains(text[0]),
            text[colon..<text.count].starts(with: "://".utf8)
        else { return nil }
        return text.endOfHost(from: colon + 3)
    }

    /// Reads the part of `text` in `range`, which must begin like an internal link.
    private init(_ text: ByteView, in range: Range<Int>) throws(DeepLinkError) {
        let link = text[range]
        let start = range.lowerBound
        guard link.count > 0 else { throw .empty(at: start) }
        guard link[0] == UInt8(ascii: "/") else { throw .notAbsolute(at: start) }
        if link.count > 1, link[1] == UInt8(ascii: "/") { throw .namesHost(at: start) }
        try self.init(partsOf: text, in: range)
    }

    /// Reads the path, the query and the fragment in a `range` of `text`; an empty path after a host is the root.
    private init(partsOf text: ByteView, in range: Range<Int>) throws(DeepLinkError) {
        let end = range.upperBound
        let known = text[0..<end]
        let pathEnd = known.endOfPath(from: range.lowerBound)
        let queryEnd = known.firstOffset(of: UInt8(ascii: "#"), from: pathEnd) ?? end
        let path = range.lowerBound..<pathEnd
        self.path = path.isEmpty ? "/" : try Self.canonicalPath(of: text, in: path)
        do throws(PathTextError) {
            queryItems =
                pathEnd < queryEnd ? try QueryText.items(of: text[(pathEnd + 1)..<queryEnd]) : []
        } catch {
            throw DeepLinkError(error, in: .query, from: pathEnd + 1)
        }
        do throws(PathTextError) {
            fragment =
                queryEnd < end ? try PercentEncoding.decode(text[(queryEnd + 1)..<end]) : nil
        } catch {
            throw DeepLinkError(error, in: .fragment, from: queryEnd + 1)
        }
    }

    /// The canonical spelling of the path in `range` of `text`.
    private static func canonicalPath(
        of text: ByteView,
        in range: Range<Int>
    ) throws(DeepLinkError) -> String {
        let path = text[range]
        if CanonicalPath.isCanonical(path) { return String(path) }
        do throws(PathTextError) {
            return String(decoding: try CanonicalPath.canonical(path), as: UTF8.self)
        } catch {
            throw DeepLinkError(error, in: .path, from: range.lowerBound)
        }
    }
}
