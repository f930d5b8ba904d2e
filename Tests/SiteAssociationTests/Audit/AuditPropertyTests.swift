import DeepLinksTestSupport
import LinkChecking
import SiteAssociation
import Testing

/// Findings about links are true for links, not only for patterns.
struct AuditPropertyTests {
    /// Every combination of some paths, queries and fragments.
    private static let links: [String] = {
        let paths = [
            "", "/a", "/A", "/b", "/a/b", "/a/1", "/ab", "/1", "/12/b", "/x/y/b", "/a%2Fb",
            "/a%2fb", "/%FF",
        ]
        let queries = ["", "?k=1", "?k=a", "?k", "?k=1&k=2", "?1", "?k=12"]
        let fragments = ["", "#1", "#ab"]
        return paths.flatMap { path in
            queries.flatMap { query in fragments.map { "https://example.com\(path)\(query)\($0)" } }
        }
    }()

    @Test(arguments: UInt64(0)..<16)
    func `a rule that is called dead decides about no link`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<rounds(3) {
            let association = try RandomRules.association(using: &random)
            let dead = Set(
                association.audit().filter { $0.code == .deadRule && $0.severity > .note }.map(
                    \.place
                )
            )
            guard !dead.isEmpty else { continue }
            for link in Self.links {
                let match = association.answer(for: link).match
                #expect(
                    !dead.contains { $0 == match?.rule.place },
                    "\(link) \(association.entries[0].rules)"
                )
            }
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `witnesses are links of which the finding is true`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 100)
        for _ in 0..<rounds(2) {
            let association = try RandomRules.association(using: &random)
            let rules = association.entries[0].rules
            for finding in association.audit() {
                guard let witness = finding.witness else { continue }
                let index = try #require(
                    rules.firstIndex { rule in
                        let path = rule.place.path ?? ""
                        return finding.place.path == path
                            || finding.place.path?.hasPrefix(path + "[") == true
                    }
                )
                let alone = try AppSiteAssociation(
                    components: "[\(rules[index].source)]",
                    links: RandomRules.variables
                )
                #expect(alone.answer(for: witness).match != nil, "\(finding)")
                switch finding.code {
                case .deadRule:
                    let decider = try #require(association.answer(for: witness).match?.ruleIndex)
                    #expect(decider < index, "\(finding)")
                case .starMatchesAbsent:
                    #expect(!witness.contains("k="), "\(finding)")
                default:
                    Issue.record("\(finding) has a witness that nobody checks")
                }
            }
        }
    }
}
