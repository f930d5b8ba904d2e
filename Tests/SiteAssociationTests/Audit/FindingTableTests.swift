import Foundation
import Testing

@testable import SiteAssociation

/// The codes of findings, compared with the documentation.
struct FindingTableTests {
    @Test func `the article has a row for each kind of finding`() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/SiteAssociation")
        let code = try String(
            contentsOf: sources.appendingPathComponent("Audit/AssociationFinding+Code.swift"),
            encoding: .utf8
        )
        let article = try String(
            contentsOf: sources.appendingPathComponent("SiteAssociation.docc/AssociationFiles.md"),
            encoding: .utf8
        )
        // `= Self("dead-rule", .error)`
        let declared = code.components(separatedBy: " = Self(\"").dropFirst().map { text in
            let parts = text.prefix { $0 != ")" }.components(separatedBy: "\", .")
            return " `\(parts[0])` | \(parts[1]) "
        }
        let lines = article.components(separatedBy: "\n")
        let head = try #require(lines.firstIndex(of: "| Code | Severity | What was found |"))
        let rows = lines[(head + 2)...].prefix { $0.hasPrefix("|") }
            .map { $0.split(separator: "|")[0...1].joined(separator: "|") }
        #expect(Array(rows) == declared)
    }

    @Test func `a code is known by its text alone`() {
        #expect(AssociationFinding.Code(rawValue: "no-rules") == .noRules)
        #expect(Set([AssociationFinding.Code(rawValue: "no-rules"), .noRules]).count == 1)
    }
}
