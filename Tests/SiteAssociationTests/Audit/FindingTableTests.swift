import DeepLinksTestSupport
import Foundation
import Testing

@testable import SiteAssociation

/// The codes of findings, compared with the documentation.
struct FindingTableTests {
    private static let tables = #"""
        SiteAssociation/Audit/AssociationFinding+Code.swift → SiteAssociation/SiteAssociation.docc/AssociationFiles.md → | Code | Severity | What was found |
        LinkChecking/Findings/LinkFinding+Code.swift → DeepLinks/DeepLinks.docc/TheDeeplinkTool.md → | Code | Severity | Found |
        SiteAssociation/Chain/LinkChain.swift → DeepLinks/DeepLinks.docc/TheDeeplinkTool.md → ## Why does my link open Safari?
        """#

    @Test(arguments: triples(tables))
    func `the article has a row for each kind of finding`(
        code: String,
        article: String,
        start: String
    ) throws {
        func text(_ name: String) throws -> String { try Repository.text("Sources/\(name)") }
        // `= Self("dead-rule", .error)`
        let declared = try text(code).components(separatedBy: " = Self(\"").dropFirst().map {
            let parts = $0.prefix { $0 != ")" }.components(separatedBy: "\", .")
            return " `\(parts[0])` | \(parts[1]) "
        }
        let lines = try text(article).components(separatedBy: "\n")
        let head = try #require(lines.firstIndex(of: start))
        let rows = lines[head...].drop { !$0.hasPrefix("| `") }.prefix { $0.hasPrefix("|") }
            .map { $0.split(separator: "|")[0...1].joined(separator: "|") }
        #expect(rows.sorted() == declared.sorted())
    }

    @Test func `a code is known by its text alone`() {
        #expect(AssociationFinding.Code(rawValue: "no-rules") == .noRules)
        #expect(Set([AssociationFinding.Code(rawValue: "no-rules"), .noRules]).count == 1)
    }
}
