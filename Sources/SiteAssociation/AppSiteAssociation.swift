import DeepLinks
package import LinkChecking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An `apple-app-site-association` file: which links of a site open which app.
///
/// Every form that is met on real servers can be read: the current one (`appIDs`, `components`, `defaults`,
/// `substitutionVariables`), the one before iOS 13 (`appID`, `paths`), and the oldest, in which `details` is a
/// dictionary. Sections and keys that this type does not know are kept, and written again by ``data()``.
///
/// ```swift
/// let association = try AppSiteAssociation(data: file)
/// association.answer(for: "https://example.com/buy/42", appID: "A1B2C3D4E5.com.example.app")
/// ```
///
/// Two associations are equal when their JSON says the same; neither white space nor the order of keys counts.
public struct AppSiteAssociation: Sendable {
    /// The whole file.
    package let document: JSONValue

    /// Where its parts stand, `nil` when it was not read from text.
    let places: JSONPlaces?

    /// How many bytes the file had, `nil` when it was not read from text.
    let sourceSize: Int?

    /// The entries of `applinks.details` in the order of the file.
    public let entries: [AssociationEntry]

    /// The file's own substitution variables.
    public let substitutionVariables: [String: [String]]

    /// Answers with the default options.
    let matcher: AssociationMatcher

    /// Reads an association file.
    ///
    /// - Parameter data: The file's bytes, UTF-8.
    /// - Throws: The first obstacle, with line and column, when the text is not JSON, has parts of another type than the
    ///   format asks for, or is so large that no server should send it.
    public init(data: Data) throws(SiteAssociationError) {
        let bytes = [UInt8](data)
        guard !Self.isSigned(bytes) else {
            throw SiteAssociationError(
                .signed,
                at: AssociationPlace(nil, JSONPosition(line: 1, column: 1)),
                "the file is a signed message (CMS), the form that iOS 8 wanted",
                remedy:
                    "serve the JSON inside of it, as 'openssl smime -verify -inform der -noverify' prints it"
            )
        }
        let text: JSONText
        do throws(JSONError) {
            text = try JSONText(data, limit: Self.maximumBytes)
        } catch {
            throw SiteAssociationError(error)
        }
        try self.init(document: text.value, places: text.places, sourceSize: bytes.count)
    }

    /// Reads an association from a JSON document.
    package init(
        document: JSONValue,
        places: JSONPlaces? = nil,
        sourceSize: Int? = nil
    ) throws(SiteAssociationError) {
        let reader = try AssociationReader(JSONNode(document, places))
        self.document = document
        self.places = places
        self.sourceSize = sourceSize
        entries = reader.entries
        substitutionVariables = reader.variables
        matcher = AssociationMatcher(
            entries: reader.entries,
            variables: reader.variables,
            options: AssociationMatcher.Options()
        )
        guard matcher.weight <= Self.maximumWeight else {
            throw SiteAssociationError(
                .tooComplex,
                at: AssociationPlace(JSONPath.root.key("applinks"), places?.position),
                "the patterns have \(matcher.weight) parts, and \(Self.maximumWeight) is the limit",
                remedy: "use fewer rules, shorter patterns or fewer substitution variables"
            )
        }
    }

    /// The file as JSON, in UTF-8.
    ///
    /// The same association always gives the same bytes. Nothing that was read is left out, but of two members with the same
    /// key one; keys stand in the order of the alphabet, and each value has a line. Where that text would have more than the
    /// 128 KB that systems accept, it has no white space.
    ///
    /// - Returns: The text.
    /// - Throws: ``SiteAssociationError`` when the text has more than a mebibyte, so that ``init(data:)`` would not read it
    ///   again.
    public func data() throws(SiteAssociationError) -> Data {
        let data = Self.text(of: document)
        guard data.count <= Self.maximumBytes else {
            throw SiteAssociationError(
                .tooLarge,
                "it would have \(data.count) bytes, and \(Self.maximumBytes) is the limit",
                remedy: "remove rules"
            )
        }
        return data
    }

    /// A document as it is written: indented, or without white space where it is large.
    static func text(of document: JSONValue) -> Data {
        let pretty = Data(document.pretty.utf8)
        return pretty.count <= AssociationAudit.maximumSize
            ? pretty : Data(document.compact.utf8)
    }

    /// The apps that a section names, each once, in the order of the file.
    ///
    /// - Parameter service: The section.
    /// - Returns: The identifiers; empty when the file has no such section.
    public func appIDs(for service: AssociationService = .applinks) -> [String] {
        let all =
            if service == .applinks {
                entries.flatMap(\.appIDs)
            } else {
                JSONNode(document)[service.rawValue]?["apps"]?.strings ?? []
            }
        return all.uniqued()
    }
}

extension AppSiteAssociation {
    /// Eight times what Apple allows, so that an audit can still say what is wrong with a file that is too large.
    private static let maximumBytes = 1 << 20

    /// How many parts all patterns of a file may have together; it bounds the work of one answer.
    static let maximumWeight = 1 << 19

    /// Whether the bytes begin like a DER sequence, the outermost part of a CMS message.
    ///
    /// No JSON begins so: `0` may only be followed by `.`, an exponent or the end.
    private static func isSigned(_ bytes: [UInt8]) -> Bool {
        bytes.count > 1 && bytes[0] == 0x30 && bytes[1] >= 0x80
    }
}

extension AppSiteAssociation: Hashable {
    /// Whether both files say the same.
    public static func == (left: AppSiteAssociation, right: AppSiteAssociation) -> Bool {
        left.document == right.document
    }

    /// Hashes what the file says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(document)
    }
}

extension AppSiteAssociation: Codable {
    /// Decodes an association from the same structure that the file has.
    ///
    /// Decoders do not tell the order of keys. It matters in one case only: apps of the oldest form, in which
    /// `details` is a dictionary, then come in the order of their identifiers.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: What the decoder throws, and `DecodingError.dataCorrupted` with a ``SiteAssociationError`` inside.
    public init(from decoder: any Decoder) throws {
        let document = try JSONValue(from: decoder)
        do throws(SiteAssociationError) {
            try self.init(document: document)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: error.description,
                    underlyingError: error
                )
            )
        }
    }

    /// Encodes the association in the structure that the file has.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try document.encode(to: encoder)
    }
}

extension Sequence where Element: Hashable {
    /// Each element once, where it comes first.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
