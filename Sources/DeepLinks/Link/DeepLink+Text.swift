import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DeepLink {
    /// The whole link as text, with all values: `/featureA/detail?id=872346`.
    ///
    /// Reading it gives an equal link. Use ``description`` for logs, which shows no values.
    public var string: String { path + queryText + fragmentText }

    /// The items with a question mark, or nothing.
    var queryText: String { queryItems.isEmpty ? "" : "?" + QueryText.text(of: queryItems) }

    /// The fragment with a number sign, or nothing.
    var fragmentText: String {
        fragment.map { "#" + $0.percentEncoded(keeping: Self.plainInFragment) } ?? ""
    }

    /// The link as a URL without a scheme and a host, whose text is ``string``.
    public var url: URL {
        // The text begins with one slash and has only characters that RFC 3986 allows, with whole escapes: that is a relative
        // reference, and Foundation reads each one.
        guard let url = URL(string: string) else {
            preconditionFailure("Foundation does not read the text of a link as a URL")
        }
        return url
    }

    private static let plainInFragment = ByteSet.segment.union(ByteSet("/?"))
}

extension DeepLink: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable,
    ShownByDescription
{
    /// Only whether the link has parameters and a fragment.
    ///
    /// `/reset/4711?preview#top` prints as `…?…#…`: what a link holds may be a secret, also in its path, where the route has a
    /// capture. ``string`` has all of it. Events print more, since they know the route.
    public var description: String { summary() }

    /// The same, and a number that tells unequal links apart: two share it only if their 64-bit hashes collide.
    ///
    /// The hash has a new seed each time that the program runs, so the number tells nothing about what the link holds.
    public var debugDescription: String {
        // As bytes, for links that differ in the composition of an accent are not equal.
        let number = Array(string.utf8).hashValue
        return "\(description) (\(String(UInt(bitPattern: number), radix: 16)))"
    }
}

extension DeepLink: Hashable {
    /// Whether both links have the same path, items and fragment, byte by byte.
    ///
    /// Texts that `String` calls equal, such as a composed and a decomposed accent in a value, are not the same here.
    public static func == (lhs: DeepLink, rhs: DeepLink) -> Bool {
        hasSameBytes(lhs.path, rhs.path) && hasSameBytes(lhs.fragment, rhs.fragment)
            && lhs.queryItems.count == rhs.queryItems.count
            && zip(lhs.queryItems, rhs.queryItems).allSatisfy { item, other in
                hasSameBytes(item.name, other.name) && hasSameBytes(item.value, other.value)
            }
    }

    /// Feeds the path, the items and the fragment into `hasher`.
    public func hash(into hasher: inout Hasher) {
        // Strings of the same bytes hash alike, whatever else does.
        hasher.combine(path)
        hasher.combine(queryItems)
        hasher.combine(fragment)
    }
}

extension DeepLink: Codable {
    /// Reads the link from its text, as ``init(_:)`` does.
    ///
    /// - Parameter decoder: What to read from: a single string.
    /// - Throws: `DecodingError.dataCorrupted` with the description of a ``DeepLinkError``, or what the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let string = try container.decode(String.self)
        do {
            try self.init(string)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: container.codingPath,
                    debugDescription: error.description,
                    underlyingError: error
                )
            )
        }
    }

    /// Writes the link as one string, its ``string``, values included.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}
