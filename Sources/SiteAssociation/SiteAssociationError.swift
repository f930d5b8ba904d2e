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

    /// Whether the file was to be made rather than read.
    private let isMaking: Bool

    init(
        _ code: AssociationFinding.Code,
        at place: AssociationPlace,
        _ obstacle: String,
        remedy: String
    ) {
        self.code = code
        self.place = place
        self.obstacle = obstacle
        self.remedy = remedy
        isMaking = false
    }

    /// An error of a file that was to be made.
    init(making code: AssociationFinding.Code, _ obstacle: String, remedy: String) {
        self.code = code
        place = AssociationPlace(nil, nil)
        self.obstacle = obstacle
        self.remedy = remedy
        isMaking = true
    }

    /// The rules of a file that was to be made or compared make no rewriter.
    init(_ error: LinkConfigurationError) {
        self.init(
            making: .configuration,
            "the rules make no rewriter (\(error))",
            remedy: "correct them first"
        )
    }

    init(_ error: JSONError) {
        code = AssociationFinding.Code(rawValue: "json-\(error.reason.code)")
        place = AssociationPlace(nil, error.position)
        obstacle = error.reason.obstacle
        remedy = error.reason.remedy
        isMaking = false
    }

    /// The same as a finding, for reports that list both.
    public var finding: AssociationFinding {
        AssociationFinding(
            code: code,
            severity: .error,
            place: place,
            message: "\(Self.capitalized(obstacle)); \(remedy).",
            witness: nil
        )
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
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
