import DeepLinksTestSupport
import Foundation
import PathMatching
import Testing

/// The numbered rules of "Path patterns and precedence" are the same as their tests.
struct PrecedenceTests {
    @Test func `each rule has a test of its number and its words, and each test a rule`() throws {
        let article = try Repository.text(
            "Sources/DeepLinks/DeepLinks.docc/PathPatternsAndPrecedence.md"
        )
        let rules = Self.rules(in: article)
        let tests = Self.testNames(
            in: try Repository.text("Tests/PathMatchingTests/Trie/PathPrecedenceTests.swift")
        )
        #expect(rules.map(\.number) == Array(1...rules.count))
        #expect(Set(tests.map(\.number)) == Set(rules.map(\.number)))
        for test in tests {
            let rule = try #require(rules.first { $0.number == test.number })
            let sentence = test.name.prefix(1).uppercased() + test.name.dropFirst()
            #expect(rule.text.contains(sentence), "Rule \(test.number) does not say: \(sentence)")
        }
    }

    @Test func `the article has a row for each constraint, in the order of trying`() throws {
        let article = try Repository.text(
            "Sources/DeepLinks/DeepLinks.docc/PathPatternsAndPrecedence.md"
        )
        let rows = article.components(separatedBy: "\n").filter { $0.hasPrefix("| `") }
        let expected = PathConstraint.allCases.compactMap { constraint in
            constraint.name.map { "| `\($0)` | \(constraint.summary) |" }
        }
        #expect(rows == expected)
        let order = PathConstraint.names.map { "`\($0)`" }.joined(separator: ", ")
        let rule = Self.rules(in: article).first { $0.text.contains("a list of words, `") }
        #expect(rule?.text.contains("a list of words, \(order), and then") == true)
    }

    /// The numbered paragraphs of a page.
    private static func rules(in page: String) -> [(number: Int, text: String)] {
        var rules: [(number: Int, text: String)] = []
        for line in page.components(separatedBy: "\n") {
            let parts = line.split(separator: ".", maxSplits: 1)
            if parts.count == 2, let number = Int(parts[0]) {
                rules.append((number, String(parts[1].dropFirst())))
            } else if line.hasPrefix("   "), !rules.isEmpty {
                rules[rules.count - 1].text += " " + line.trimmingCharacters(in: .whitespaces)
            }
        }
        return rules
    }

    /// The names of tests that begin with a number and a colon.
    private static func testNames(in source: String) -> [(number: Int, name: String)] {
        source.components(separatedBy: "func `").dropFirst().compactMap { text in
            let name = text.prefix { $0 != "`" }
            let parts = name.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let number = Int(parts[0]) else { return nil }
            return (number, String(parts[1].dropFirst()))
        }
    }
}
