import DeepLinks
import Foundation
import LinkChecking
import Testing

@testable import DeepLinkTool

/// The tool with many rules.
struct LargeConfigurationTests {
    @Test func `checks find in many rules what they find in few`() throws {
        let sections = 30
        let findings = LargeConfiguration.make(ruleCount: 10 * sections).findings()
        var counts: [String: Int] = [:]
        for finding in findings { counts[finding.code.rawValue, default: 0] += 1 }
        #expect(
            counts == [
                "dead-rule": sections, "swallowed-path": sections, "query-overlap": sections,
                "no-example": 9 * sections,
            ]
        )
        #expect(findings.first { $0.code == .deadRule }?.place == "domains[0].rules[8].from")
    }

    @Test func `rules that are much alike are told apart`() {
        let rules = (0..<500).map { number in
            RewriteRule.rewrite(Rewrite("/{a}-x\(number)y{b:int}", to: "/c?a={a}&b={b}"))
        }
        let configuration = LinkConfiguration(domains: [Domain(hosts: ["a.io"], rules: rules)])
        #expect(configuration.findings().allSatisfy { $0.code == .noExample })
    }

    @Test func `rules that ask for many items are compared`() {
        let rules = (0..<20).map { rule in
            let items = (0..<10).map { "k\(rule)-\($0)={x\($0)}" }.joined(separator: "&")
            return RewriteRule.rewrite(Rewrite("/a?\(items)", to: "/b"))
        }
        let configuration = LinkConfiguration(domains: [Domain(hosts: ["a.io"], rules: rules)])
        let pairs = configuration.findings().filter { $0.code == .queryOverlap }
        #expect(pairs.count == 20 * 19 / 2)
    }

    /// Writes the configuration that is used to measure the tool's speed.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["DEEPLINK_LARGE_FILE"] != nil))
    func `a file of ten thousand rules is written`() throws {
        let path = try #require(ProcessInfo.processInfo.environment["DEEPLINK_LARGE_FILE"])
        let configuration = LargeConfiguration.make(ruleCount: 10_000)
        try configuration.data().write(to: URL(fileURLWithPath: path))
        #expect(
            try LinkConfiguration(data: Data(contentsOf: URL(fileURLWithPath: path)))
                == configuration
        )
    }
}
