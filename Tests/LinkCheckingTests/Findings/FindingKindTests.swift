import Foundation
import Testing

@testable import LinkChecking

/// The codes of findings, compared with the documentation.
struct FindingKindTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func `the article has a row for each kind of finding`() throws {
        let file = Self.package.appendingPathComponent(
            "Sources/DeepLinks/DeepLinks.docc/TheDeeplinkTool.md"
        )
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let head = try #require(lines.firstIndex(of: "| Code | Severity | Found |"))
        let rows = lines[(head + 2)...].prefix { $0.hasPrefix("|") }
            .map { $0.split(separator: "|")[0...1].joined(separator: "|") }
        #expect(
            Set(rows) == Set(LinkFinding.Code.all.map { " `\($0)` | \($0.severity.rawValue) " })
        )
        #expect(rows.count == LinkFinding.Code.all.count)
    }

    @Test func `the list of codes has every code that is declared`() throws {
        let file = Self.package.appendingPathComponent(
            "Sources/LinkChecking/Findings/LinkFinding+Code.swift"
        )
        let declared = try String(contentsOf: file, encoding: .utf8)
            .components(separatedBy: " = Self(\"").dropFirst()
            .map { $0.prefix { $0 != "\"" } }
        #expect(declared.map(String.init) == LinkFinding.Code.all.map(\.rawValue))
    }

    @Test func `a code is known by its text alone`() {
        #expect(LinkFinding.Code(rawValue: "no-example") == .noExample)
        #expect(Set([LinkFinding.Code(rawValue: "no-example"), .noExample]).count == 1)
    }
}
