import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

@testable import SiteAssociation

/// The codes of findings, compared with the documentation.
struct FindingTableTests {
    private static let tables = #"""
        SiteAssociation/Audit/AssociationFinding+Code.swift → SiteAssociation/SiteAssociation.docc/AssociationFiles.md → | Code | Severity | What was found |
        LinkChecking/Findings/LinkFinding+Code.swift → DeepLinks/DeepLinks.docc/TheDeeplinkTool.md → | Code | Severity | Found |
        """#

    @Test(arguments: triples(tables))
    func `the article has a row for each kind of finding`(
        code: String,
        article: String,
        start: String
    ) throws {
        // `= Self("dead-rule", .error)`
        let declared = try Self.text(code).components(separatedBy: " = Self(\"").dropFirst().map {
            let parts = $0.prefix { $0 != ")" }.components(separatedBy: "\", .")
            return " `\(parts[0])` | \(parts[1]) "
        }
        // Rules and association files have these in common.
        let shared = [" `dead-rule` | error ", " `no-rules` | warning "]
        #expect(try Self.rows(in: article, after: start) == Set(declared + shared).sorted())
    }

    /// The doctor's codes stand where its steps are made.
    @Test func `the article has a row for each code of the doctor`() throws {
        let files = ["LinkChain", "LinkDoctor", "LinkDoctor+File", "ServedFile"]
        let codes = try files.flatMap { file in
            try Self.text("SiteAssociation/Chain/\(file).swift")
                .matches(of: /(?:\b(?:error|warning|note)\(|Flaw\(code: )"([a-z-]+)"/).map(\.1)
        }
        let rows = try Self.rows(
            in: "DeepLinks/DeepLinks.docc/TheDeeplinkTool.md",
            after: "## Why does my link open Safari?"
        )
        let documented = rows.map { $0.split(separator: "`")[1] }
        #expect(Set(documented) == Set(codes).subtracting(["no-rules"]))
    }

    private static func text(_ name: String) throws -> String {
        try Repository.text("Sources/\(name)")
    }

    /// The first two columns of the rows of a table.
    private static func rows(in article: String, after start: String) throws -> [String] {
        let lines = try text(article).components(separatedBy: "\n")
        let head = try #require(lines.firstIndex(of: start))
        return lines[head...].drop { !$0.hasPrefix("| `") }.prefix { $0.hasPrefix("|") }
            .map { $0.split(separator: "|")[0...1].joined(separator: "|") }.sorted()
    }

    @Test func `a code is known by its text alone`() {
        #expect(AssociationFinding.Code(rawValue: "no-rules") == .noRules)
        #expect(Set([AssociationFinding.Code(rawValue: "no-rules"), .noRules]).count == 1)
    }
}
