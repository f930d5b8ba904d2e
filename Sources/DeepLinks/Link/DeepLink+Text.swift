import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DeepLink {
    /// The whole link as text, with all values: `/featureA/detail?id=872346`.
    ///
    /// Reading the text gives an equal link. In logs, use ``description``, which shows no values.
    public var string: String { path + queryText + fragmentText }

    /// The items with a question mark, or nothing.
    var queryText: String { queryItems.isEmpty ? "" : "?" + QueryText.text(of: queryItems) }

    /// The fragment with a number sign, or nothing.
    private var fragmentText: String { fragment.map(Self.text(ofFragment:)) ?? "" }

    /// A fragment with its number sign.
    package static func text(ofFragment fragment: String) -> String {
        "#" + fragment.percentEncoded(keeping: Self.plainInFragment)
    }

    /// The link as a URL without a scheme and a host, whose text is ``string``.
    public var url: URL {
        // The text begins with one slash and has only characters that RFC 3986 allows, and complete escapes. So it is a
        // relative reference, and Foundation reads all of these.
        guard let url = URL(string: string) else {
            preconditionFailure("Foundation does not read the text of a link as a URL")
        }
        return url
    }

    private static let plainInFragment = ByteSet.segment.union(ByteSet("/?"))
}

extension DeepLink: CustomStringConvertible, CustomReflectable, ShownByDescription {
    /// Shows only whether the link has parameters and a fragment.
    ///
    /// `/reset/4711?preview#top` prints as `…?…#…`, because any part of a link may be secret, even the path if the route has a
    /// capture. ``string`` has the whole link. Events print more, because they know the route.
    public var description: String {
        LinkSummary(self).text
    }
}

extension DeepLink: Hashable {
    /// Whether both links have the same path, items and fragment, byte by byte.
    ///
    /// An empty fragment is the same as none. Texts that `String` calls equal, such as a composed and a decomposed accent in a
    /// value, are not the same here.
    public static func == (lhs: DeepLink, rhs: DeepLink) -> Bool {
        hasSameBytes(lhs.path, rhs.path) && hasSameBytes(lhs.fragment ?? "", rhs.fragment ?? "")
            && hasSameItems(lhs.queryItems, rhs.queryItems)
    }

    /// Feeds the path, the items and the fragment into `hasher`.
    public func hash(into hasher: inout Hasher) {
        // Strings with the same bytes have the same hash, which is all that `==` requires here.
        hasher.combine(path)
        hasher.combine(queryItems)
        hasher.combine(fragment ?? "")
    }
}

extension DeepLink: Codable {
    /// Reads the link from its text, as ``init(_:)`` does.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the description of a ``DeepLinkError``, or what the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let string = try container.decode(String.self)
        do {
            try self.init(string)
        } catch {
            throw DecodingError(error, at: container.codingPath)
        }
    }

    /// Writes the link as one string, its ``string``, values included.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}

/// Whether two lists of items have the same names and values in the same order, byte by byte.
func hasSameItems(_ items: [URLQueryItem], _ others: [URLQueryItem]) -> Bool {
    items.elementsEqual(others) {
        hasSameBytes($0.name, $1.name) && hasSameBytes($0.value, $1.value)
    }
}

/// A value that may contain parts of a link; debuggers and `dump` show only its description.
package protocol ShownByDescription: CustomStringConvertible, CustomReflectable {}

extension ShownByDescription {
    /// What debuggers and `dump` show: only the description.
    public var customMirror: Mirror { mirror(of: self) }
}

// Not generic, as each type would have a copy of it.
private func mirror(of value: any ShownByDescription) -> Mirror {
    Mirror(value, children: ["description": value.description])
}
