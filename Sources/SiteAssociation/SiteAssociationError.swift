public import DeepLinks
import LinkChecking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why a file could not be read as an association file, or could not be made.
///
/// When reading, only a file whose meaning cannot be told is refused. What Apple's systems read and misunderstand, such as a
/// misspelt key, is a finding of ``AppSiteAssociation/audit(against:host:appID:)``.
public struct SiteAssociationError: Error, Hashable, Sendable {
    /// A stable name of the reason, such as `json-trailing-comma`.
    public let code: AssociationFinding.Code

    /// Where the obstacle is: line and column, and the path when the text is JSON.
    public let place: AssociationPlace

    /// What stands in the way, without a point at its end.
    public let obstacle: String

    /// What to do about it, as an imperative without a point at its end.
    public let remedy: String

    /// Whether the file was to be made rather than read, as only then it has no place.
    private var isMaking: Bool { place == AssociationPlace(nil, nil) }

    /// Creates an error, without a place for a file that was to be made.
    init(
        _ code: AssociationFinding.Code,
        at place: AssociationPlace = AssociationPlace(nil, nil),
        _ obstacle: String,
        remedy: String
    ) {
        self.code = code
        self.place = place
        self.obstacle = obstacle
        self.remedy = remedy
    }

    init(_ error: JSONError) {
        self.init(
            AssociationFinding.Code(rawValue: "json-\(error.reason.code)"),
            at: AssociationPlace(nil, error.position),
            error.reason.obstacle,
            remedy: error.reason.remedy
        )
    }

    /// The same as a finding, for reports that list both.
    public var finding: AssociationFinding {
        AssociationFinding(
            code: code,
            severity: .error,
            place: place,
            message: "\(obstacle.prefix(1).uppercased())\(obstacle.dropFirst()); \(remedy).",
            witness: nil
        )
    }
}

extension SiteAssociationError: CustomStringConvertible {
    /// One sentence: the place where the file was read, the obstacle, the way out.
    public var description: String {
        isMaking
            ? "The association file cannot be made: \(obstacle); \(remedy)."
            : "The association file cannot be read at \(place): \(obstacle); \(remedy)."
    }
}

extension SiteAssociationError: LocalizedError, ErrorForPeople {
    /// One calm sentence for the person who works with the file.
    public var errorDescription: String? {
        isMaking
            ? "The association file cannot be made." : "The association file cannot be read."
    }
}

extension URLRewriter {
    /// The rewriter of a configuration whose rules a file is about.
    init(rulesOf configuration: LinkConfiguration) throws(SiteAssociationError) {
        do throws(LinkConfigurationError) {
            self = try URLRewriter(configuration: configuration)
        } catch {
            throw SiteAssociationError(
                .configuration,
                "the rules make no rewriter (\(error))",
                remedy: "correct them first"
            )
        }
    }
}
