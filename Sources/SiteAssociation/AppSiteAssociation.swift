import DeepLinks
package import LinkChecking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An `apple-app-site-association` file: which links of a site open which app.
///
/// Reads every form that is found on real servers: the current one (`appIDs`, `components`, `defaults`,
/// `substitutionVariables`), the one before iOS 13 (`appID`, `paths`), and the oldest, in which `details` is a
/// dictionary. Sections and keys that this type does not know are kept, and ``data()`` writes them again.
///
/// ```swift
/// let association = try AppSiteAssociation(data: file)
/// association.answer(for: "https://example.com/buy/42", appID: "A1B2C3D4E5.com.example.app")
/// ```
///
/// Two associations are equal when their JSON has the same content; white space and the order of keys do not count.
public struct AppSiteAssociation: Sendable {
    /// The whole file, with the positions of its values if it was read from text.
    let root: JSONNode

    /// The whole file.
    package var document: JSONValue { root.value }

    /// The size of the file in bytes; `nil` when it was not read from text.
    let sourceSize: Int?

    /// The entries of `applinks.details` in the order of the file.
    public let entries: [AssociationEntry]

    /// The file's own substitution variables.
    public let substitutionVariables: [String: [String]]

    /// Answers about links.
    let matcher: AssociationMatcher

    /// Reads an association file.
    ///
    /// - Parameter data: The file's bytes, UTF-8.
    /// - Throws: The first error, with line and column, when the text is not JSON, has a value of the wrong type where the
    ///   structure depends on it, or is too large or too complex to check.
    public init(data: Data) throws(SiteAssociationError) {
        let text: JSONText
        do throws(JSONError) {
            text = try JSONText(data, limit: Self.maximumBytes)
        } catch {
            throw SiteAssociationError(error)
        }
        try self.init(document: text.value, places: text.places, sourceSize: data.count)
    }

    /// Reads an association from a JSON document.
    package init(
        document: JSONValue,
        places: JSONPlaces? = nil,
        sourceSize: Int? = nil
    ) throws(SiteAssociationError) {
        root = JSONNode(document, .root, places)
        let reader = try AssociationReader(root)
        self.sourceSize = sourceSize
        entries = reader.entries
        substitutionVariables = reader.variables
        matcher = AssociationMatcher(entries: reader.entries, variables: reader.variables)
        guard matcher.weight <= Self.maximumWeight else {
            throw SiteAssociationError(
                .tooComplex,
                at: AssociationPlace(JSONPath.root.key("applinks"), places?.position),
                "the patterns have \(matcher.weight) parts, but the limit is \(Self.maximumWeight)",
                remedy: "use fewer rules, shorter patterns or fewer substitution variables"
            )
        }
    }

    /// The file as JSON, in UTF-8.
    ///
    /// The same association always gives the same bytes. Everything that was read is written again, except that only one of two
    /// members with the same key is kept. Keys are sorted, and each value has its own line. If that text would be larger than
    /// the 128 KB that systems accept, it is written without white space.
    ///
    /// - Returns: The text.
    /// - Throws: ``SiteAssociationError`` when the text is larger than one mebibyte, so that ``init(data:)`` could not read it
    ///   again.
    public func data() throws(SiteAssociationError) -> Data {
        let data = Self.text(of: document)
        guard data.count <= Self.maximumBytes else {
            let message = "it would have \(data.count) bytes, but the limit is \(Self.maximumBytes)"
            throw SiteAssociationError(.tooLarge, message, remedy: "remove rules")
        }
        return data
    }

    /// A document as it is written: indented, or without white space if it is large.
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
        let others = root[service.rawValue]?["apps"]?.strings ?? []
        return (service == .applinks ? entries.flatMap(\.appIDs) : others).uniqued()
    }
}

extension AppSiteAssociation {
    /// Eight times Apple's limit, so that an audit can still say what is wrong with a file that is too large.
    private static let maximumBytes = 1 << 20

    /// How many parts all patterns of a file may have together; this bounds the work of one answer.
    static let maximumWeight = 1 << 19
}

extension AppSiteAssociation: Hashable {
    /// Whether both files have the same content.
    public static func == (left: AppSiteAssociation, right: AppSiteAssociation) -> Bool {
        left.document == right.document
    }

    /// Hashes the file's content.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(document)
    }
}

extension AppSiteAssociation: Codable {
    /// Decodes an association from the structure of the file.
    ///
    /// Decoders do not keep the order of keys. It matters in one case only: the apps of the oldest form, in which
    /// `details` is a dictionary, are then sorted by their identifiers.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's errors, and `DecodingError.dataCorrupted` with a ``SiteAssociationError`` inside.
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

    /// Encodes the association in the structure of the file.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        try document.encode(to: encoder)
    }
}

/// A section of the association file: what its apps may do with the site.
public enum AssociationService: String, Hashable, Sendable, Codable, CaseIterable {
    /// Universal links, the only service with rules about URLs.
    case applinks

    /// Passwords shared between site and app.
    case webcredentials

    /// Handoff from app to site.
    case activitycontinuation

    /// App Clips.
    case appclips

    /// Single sign-on extensions.
    case authsrv
}
