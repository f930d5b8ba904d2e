import DeepLinks
import Foundation
import LinkChecking
import Testing

@testable import DeepLinkTool

/// The tool with many rules.
struct LargeConfigurationTests {
    /// Each section has a rule that never wins, and a capture that takes more than it should.
    @Test func `checks find in many rules what they find in few`() throws {
        let sections = 30
        let rules = (0..<sections).flatMap { section in
            [
                "items/{id:int}", "items/{_title}-{id:int}", "{kind:new|used}/list",
                "watch?v={video}&t={start?}", "watch?list={list}", "docs/{*rest}",
                "users/{name}/edit", "users/{a}-{b}/edit", "users/{id:uuid}/edit", "{topic}",
            ].map { RewriteRule.rewrite(Rewrite("/section\(section)/\($0)", to: "/t")) }
        }
        let options = SourceOptions(prefixes: ["", "/{locale:en|fr|de}"])
        let domain = Domain(hosts: ["a.io"], options: options, rules: rules)
        let findings = LinkConfiguration(domains: [domain]).findings()
        var counts: [String: Int] = [:]
        for finding in findings { counts[finding.code.rawValue, default: 0] += 1 }
        counts["unused-capture"] = nil
        #expect(
            counts == [
                "dead-rule": sections, "swallowed-path": sections, "query-overlap": sections,
                "no-example": 10 * sections,
            ]
        )
        #expect(findings.first { $0.code == .deadRule }?.place == "domains[0].rules[8].from")
    }

    @Test func `each of many hosts is compared, but only the first with each rule`() throws {
        let words = (0..<1_000).map { "w\($0)" }
        let rules = (0..<100).map { RewriteRule.rewrite(Rewrite("/r\($0)/{id}", to: "/x?id={id}")) }
        let domain = Domain(hosts: ["{w:\(words.joined(separator: "|"))}.a.io"], rules: rules)
        let links = try URLRewriter { domain }.probes(paths: [])
        #expect(Set(links.map { $0.split(separator: "/")[1] }).count == words.count)
        #expect(links.count < words.count + 40 * rules.count)
    }

    @Test func `rules that are much alike are told apart`() {
        let rules = (0..<500).map { number in
            RewriteRule.rewrite(Rewrite("/{a}-x\(number)y{b:int}", to: "/c?a={a}&b={b}"))
        }
        let configuration = LinkConfiguration(domains: [Domain(hosts: ["a.io"], rules: rules)])
        #expect(configuration.findings().allSatisfy { $0.code == .noExample })
    }

    @Test func `rules that ask for many items are compared`() {
        let rules = (0..<12).map { rule in
            let items = (0..<10).map { "k\(rule)-\($0)={x\($0)}" }.joined(separator: "&")
            return RewriteRule.rewrite(Rewrite("/a?\(items)", to: "/b"))
        }
        let configuration = LinkConfiguration(domains: [Domain(hosts: ["a.io"], rules: rules)])
        let pairs = configuration.findings().filter { $0.code == .queryOverlap }
        #expect(pairs.count == 12 * 11 / 2)
    }
}
