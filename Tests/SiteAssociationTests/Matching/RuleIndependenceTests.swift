import DeepLinksTestSupport
import SiteAssociation
import Testing

/// The first rule that matches decides, and what a rule matches does not depend on the rules around it.
struct RuleIndependenceTests {
    private static func association(_ rules: [String]) throws -> AppSiteAssociation {
        try AppSiteAssociation(
            components: "[\(rules.joined(separator: ", "))]",
            links: ##", "substitutionVariables": {"food": ["Burger", "b?", "É"], "Food": ["Fig"]}"##
        )
    }

    @Test func `a variable has its case in one rule and not in another`() throws {
        let loose = #"{"/": "/x/$(food)", "caseSensitive": false}"#
        let strict = #"{"/": "/y/$(food)"}"#
        for rules in [[loose, strict], [strict, loose]] {
            let association = try Self.association(rules)
            for (path, isMatched) in [
                ("/x/BURGER", true), ("/x/burger", true), ("/y/Burger", true), ("/y/burger", false),
            ] {
                let answer = association.answer(for: "https://example.com" + path)
                #expect(answer.word == (isMatched ? "matched" : "not matched"), "\(path)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<UInt64(rounds(12)))
    func `rules in a file do what each of them does alone`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let texts = [
            "/a", "/A*", "/$(food)", "/x/$(food)*", "/$(Food)", "/$(lower)", "/$(upper)?",
            "*/$(food)", "/%C3%A9", "/b%20?",
        ]
        let values = ["$(food)", "B*", "$(lower)", "1"]
        for _ in 0..<6 {
            let rules = (0..<Int.random(in: 2...5, using: &random)).map { _ in
                var parts: [String] = []
                func add(_ key: String, _ value: String?, oneIn count: Int) {
                    guard let value, Int.random(in: 0..<count, using: &random) == 0 else { return }
                    parts.append("\"\(key)\": \(value)")
                }
                add("/", texts.randomElement(using: &random).map { "\"\($0)\"" }, oneIn: 1)
                add(
                    "?",
                    values.randomElement(using: &random).map { "{\"k\": \"\($0)\"}" },
                    oneIn: 5
                )
                add("#", values.randomElement(using: &random).map { "\"\($0)\"" }, oneIn: 5)
                add("caseSensitive", "false", oneIn: 2)
                add("percentEncoded", "false", oneIn: 4)
                add("exclude", "true", oneIn: 4)
                return "{" + parts.joined(separator: ", ") + "}"
            }
            let whole = try Self.association(rules)
            let alone = try rules.map { try Self.association([$0]) }
            for path in [
                "/a", "/AB", "/Burger", "/burger", "/bU", "/x/BURGER", "/x/b1", "/Fig", "/fig",
                "/%C3%89", "/%c3%a9", "/q", "/Qz", "/b%20x",
                "/a?k=Burger", "/a?k=BURGER", "/a#burger",
            ] {
                let link = "https://example.com" + path
                let first = alone.lazy.map { $0.answer(for: link).word }.first {
                    $0 != "not matched"
                }
                #expect(whole.answer(for: link).word == first ?? "not matched", "\(rules): \(path)")
            }
        }
    }
}
