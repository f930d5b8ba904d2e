import DeepLinks
import SiteAssociation

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rules in the lines of an input: external and internal sides in turn, then one more line.
struct RuleLines {
    let configuration: LinkConfiguration
    let rewriter: URLRewriter
    let rest: String

    /// Reads the lines; `nil` if the rules make no rewriter.
    init?(_ lines: [String]) throws {
        var lines = lines
        rest = lines.popLast() ?? ""
        let rules = stride(from: 0, to: min(lines.count - 1, 24), by: 2).map { index in
            RewriteRule.rewrite(Rewrite(lines[index], to: lines[index + 1]))
        }
        let options = SourceOptions(
            ignoresCase: rules.count % 2 == 1,
            prefixes: rules.count % 3 == 2 ? ["", "/{lang:en|fr}"] : [""],
            fragment: rules.count % 5 == 4 ? .path : .keep
        )
        configuration = LinkConfiguration(domains: [
            Domain(hosts: ["mydomain.io"], options: options, rules: rules)
        ])
        // An invalid set of rules gives a reason.
        do throws(RewriteRuleError) {
            rewriter = try URLRewriter(sources: configuration.sources)
        } catch {
            try demand(!error.description.isEmpty, "an error without a sentence")
            return nil
        }
    }

    /// Whether the rewriter handles a link to the domain.
    func handles(_ link: String) -> Bool { (try? rewriter.rewrite(link)) != nil }

    /// Whether a link must be claimed if it is handled, and the other way round: it is spelled as browsers and `DeepLink` spell
    /// it, its query items have different names and values that are not empty, and it is within the limits, which a file cannot
    /// express.
    static func isClaimable(_ tail: String) -> Bool {
        guard let link = try? DeepLink(tail), link.string == tail else { return false }
        let limits = Limits()
        guard tail.utf8.count < limits.bytes / 2,
            link.path.utf8.count(where: { $0 == UInt8(ascii: "/") }) <= limits.segments,
            link.queryItems.count <= limits.queryItems
        else { return false }
        return Set(link.queryItems.map(\.name)).count == link.queryItems.count
            && link.queryItems.allSatisfy { $0.value?.isEmpty == false }
    }
}

/// A file that is made from rules claims what they handle.
///
/// The lines of the input are, in turn, external and internal sides of rules; the last one is a link.
enum GenerationOracle {
    static func check(_ input: [UInt8]) throws {
        guard let rules = try RuleLines(lines(of: input)) else { return }
        let file: AppSiteAssociation
        do throws(SiteAssociationError) {
            file = try AppSiteAssociation(
                configuration: rules.configuration,
                appIDs: ["A1B2C3D4E5.com.acme.shop"]
            )
        } catch { return try demand(!error.description.isEmpty, "an error without a sentence") }
        try demand(
            AppSiteAssociation(data: file.data()) == file,
            "written and read, the file is another one"
        )
        for finding in file.audit(against: rules.configuration) {
            let isDifference = [
                .handledNotClaimed, .handledButExcluded, .claimedNotHandled, .claimsTooMuch,
            ].contains(finding.code)
            try demand(!isDifference, "a generated file has the finding \(finding)")
        }
        let url = "https://mydomain.io" + rules.rest
        guard RuleLines.isClaimable(rules.rest) else { return }
        guard rules.handles(url) else { return }
        let answer = file.answer(for: url, domain: "mydomain.io")
        try demand(answer.isMatched, "'\(url)' is handled, and \(answer)")
    }
}

/// A comparison of a file with rules reports only differences that exist.
///
/// The lines of the input are, in turn, external and internal sides of rules, up to an empty line; after it come the
/// components of an association file.
enum CoverageOracle {
    static func check(_ input: [UInt8]) throws {
        let lines = lines(of: input)
        let end = lines.firstIndex(of: "") ?? lines.endIndex
        guard let rules = try RuleLines(Array(lines[..<end]) + [""]) else { return }
        let components = lines[end...].joined(separator: "\n")
        let text = """
            {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.acme.shop"], "components": \(components)}]}}
            """
        guard let file = try? AppSiteAssociation(data: Data(text.utf8)) else { return }
        for finding in file.audit(against: rules.configuration) {
            guard let link = finding.witness else { continue }
            let answer = file.answer(for: link)
            switch finding.code {
            case .handledNotClaimed:
                try demand(rules.handles(link) && answer == .notMatched, "\(finding): \(answer)")
            case .handledButExcluded:
                try demand(rules.handles(link) && answer.isBlocked, "\(finding): \(answer)")
            case .claimedNotHandled, .claimsTooMuch:
                try demand(!rules.handles(link) && answer.isMatched, "\(finding): \(answer)")
            default: break
            }
        }
    }
}
