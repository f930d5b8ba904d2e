import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

@testable import DeepLinkTool

/// The tool's checks of the real apps' configurations that ship with the examples.
struct AppCheckTests {
    /// The findings of the check for these apps; for the others it finds nothing.
    ///
    /// Two apps take a login's secret in a scheme that any app can claim, one opens any address that its scheme contains, and
    /// one has captures that take the path above other rules.
    private static let known = [
        "duckduckgo": ["open-redirect"], "element": ["secret-in-scheme"],
        "mattermost": ["secret-in-scheme"], "wordpress": ["swallowed-path", "swallowed-path"],
    ]

    private struct Report: Decodable {
        struct Finding: Decodable {
            let code: String
            let severity: String
        }

        let findings: [Finding]
    }

    @Test(arguments: MatcherCorpus.appNames)
    func `the check passes on a real app`(app: String) throws {
        let result = Tool.run(
            arguments: ["check", "--json", "--config", "app.json"],
            files: .files(["app.json": try Repository.text("Sources/Examples/Apps/\(app).json")])
        )
        #expect(result.exitCode == .success && result.errors == "")
        let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
        #expect(report.findings.map(\.code) == Self.known[app] ?? [])
        #expect(report.findings.allSatisfy { $0.severity == "warning" })
    }
}
