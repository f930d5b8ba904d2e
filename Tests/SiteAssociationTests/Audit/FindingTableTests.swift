import Foundation
import LinkChecking
import Testing

@testable import SiteAssociation

/// The list of findings, against the documentation.
struct FindingTableTests {
    @Test func `the article has a row for each kind of finding`() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = package.appendingPathComponent(
            "Sources/SiteAssociation/SiteAssociation.docc/AssociationFiles.md"
        )
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let head = try #require(lines.firstIndex(of: "| Code | Severity | What was found |"))
        let rows = lines[(head + 2)...].prefix { $0.hasPrefix("|") }
        #expect(Array(rows) == AssociationFinding.table.rows)
    }
}
