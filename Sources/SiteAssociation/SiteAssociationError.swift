public import DeepLinks
public import LinkChecking
package import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why a file could not be read as an association file, or could not be made.
///
/// Reading only throws for a file whose meaning is unclear. What Apple's systems read but misunderstand, such as a
/// misspelt key, is a finding of ``AppSiteAssociation/audit(against:host:appID:)``.
public struct SiteAssociationError: Error, Hashable, Sendable {
    /// A stable code for the reason, such as `json-trailing-comma`.
    public let code: AssociationFinding.Code

    /// Where the obstacle is: line and column, and the path if the text is JSON.
    public let place: AssociationPlace

    /// The obstacle, without a final period.
    public let obstacle: String

    /// What to do about it, in the imperative and without a final period.
    public let remedy: String

    /// Whether the file was being made, not read; only then there is no place.
    private var isMaking: Bool { place == AssociationPlace(nil, nil) }

    /// Creates an error; without a place, it is about a file that was being made.
    init(
        _ code: AssociationFinding.Code,
        at place: AssociationPlace = AssociationPlace(nil, nil),
        _ obstacle: String,
        remedy: String
    ) {
        self.code = code
        self.place = place
        self.obstacle = obstacle.showingInvisible
        self.remedy = remedy.showingInvisible
    }

    init(_ error: JSONError) {
        self.init(
            AssociationFinding.Code(rawValue: "json-\(error.code)"),
            at: AssociationPlace(nil, error.position),
            error.obstacle,
            remedy: error.remedy
        )
    }

    /// The same error as a finding, for reports that list both.
    public var finding: AssociationFinding {
        let message = "\(obstacle.prefix(1).uppercased())\(obstacle.dropFirst()); \(remedy)."
        return AssociationFinding(code, .error, at: place, message)
    }
}

extension SiteAssociationError: CustomStringConvertible {
    /// The obstacle and the way out.
    package var text: ErrorText {
        let deed = isMaking ? "made" : "read at \(place)"
        return ErrorText(obstacle, remedy).after("The association file cannot be \(deed): ")
    }
}

extension SiteAssociationError: LocalizedError, ErrorForPeople {
    /// One calm sentence for the person who works with the file.
    public var errorDescription: String? {
        "The association file cannot be \(isMaking ? "made" : "read")."
    }
}

extension LinkConfiguration {
    /// The rewriter of all rules, and the one to compare a file with or to make it from, which has the rules of ``claimed``.
    func rewriters() throws(SiteAssociationError) -> (all: URLRewriter, claimed: URLRewriter) {
        do throws(LinkConfigurationError) {
            let all = try URLRewriter(configuration: self)
            // A wrapper's example may contain a link that is not claimed.
            var flaws: [RewriteRuleError] = []
            let claimed = URLRewriter(
                passingOverFlaws: &flaws,
                limits: limits,
                sources: self.claimed.sources
            )
            return (all, claimed)
        } catch {
            let message = "the rules are invalid (\(error))"
            throw SiteAssociationError(.configuration, message, remedy: "correct them first")
        }
    }

    /// The same rules for an association file: those that say that the site does not claim their links refuse them.
    var claimed: LinkConfiguration {
        var configuration = self
        for number in domains.indices {
            configuration.domains[number].rules = domains[number].rules.map {
                guard !$0.notes.claims else { return $0 }
                var refusal = Refuse($0.pattern, allow: $0.notes.allow)
                refusal.notes.claims = false
                return .refuse(refusal)
            }
        }
        return configuration
    }
}
