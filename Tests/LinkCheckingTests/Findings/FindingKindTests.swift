import Foundation
import LinkChecking
import Testing

/// The list of findings, against the documentation and what checks find.
struct FindingKindTests {
    @Test(arguments: ["TheDeeplinkTool", "RulesAsJSON"])
    func `an article has a row for each kind of finding`(article: String) throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = package.appendingPathComponent(
            "Sources/DeepLinks/DeepLinks.docc/\(article).md"
        )
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let head = try #require(lines.firstIndex(of: "| Code | Severity | Found |"))
        let rows = lines[(head + 2)...].prefix { $0.hasPrefix("|") }
        #expect(Array(rows) == LinkFinding.table.rows)
    }
}
