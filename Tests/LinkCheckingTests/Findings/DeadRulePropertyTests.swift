import DeepLinks
import DeepLinksTestSupport
import LinkChecking
import Testing

/// Rules that are reported never to win, tested with all links over a few segments.
struct DeadRulePropertyTests {
    private static let segments = [
        "a", "b", "{x}", "{x:int}", "{x:a|b}", "{x:a|1}", "{x}-{y}", "{x:alpha}", "{x:a|b|1-2}",
        "{x:slug}", "a-{x}", "{x:hex}-{y:int}",
    ]
    private static let queries = ["", "", "", "?q={q}", "?q=1", "?q={q:int}", "?q={q:int?}", "?r"]

    private static let links: [String] = {
        let words = ["a", "b", "c", "1", "23", "1-2", "a-b", "a-1", "!"]
        var paths = [""]
        var all: [String] = []
        // Only catch-alls take a third segment, whatever it is.
        for words in [words, words, ["a", "1"]] {
            paths = paths.flatMap { path in words.map { "\(path)/\($0)" } }
            all += paths
        }
        return all.flatMap { path in
            ["", "?q=1", "?q=23", "?q=x", "?r", "?q=1&r", "?q"].map { "https://a.io\(path)\($0)" }
        }
    }()

    @Test(arguments: UInt64(0)..<UInt64(rounds(8)))
    func `a rule that is dead takes none of all links`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var rules: [RewriteRule] = []
        while rules.count < 14 {
            let length = Int.random(in: 1...2, using: &random)
            var pattern = (0..<length).map { index in
                let segment = Self.segments.randomElement(using: &random) ?? ""
                // A capture's name may occur only once in a pattern.
                return "/"
                    + segment.replacing("{x", with: "{x\(index)")
                    .replacing("{y", with: "{y\(index)")
            }.joined()
            pattern +=
                ["/{*rest}", "/{*rest?}", "", "", "", "", "", ""].randomElement(using: &random)
                ?? ""
            pattern += Self.queries.randomElement(using: &random) ?? ""
            let rule = RewriteRule.rewrite(Rewrite(pattern, to: "/to\(rules.count)"))
            let domain = Domain(hosts: ["a.io"], rules: rules + [rule])
            // A rule that conflicts with an earlier one is left out.
            guard (try? URLRewriter(sources: [.domain(domain)])) != nil else { continue }
            rules.append(rule)
        }
        let domain = Domain(hosts: ["a.io"], rules: rules)
        let rewriter = try URLRewriter(sources: [.domain(domain)])
        var winners: Set<String> = []
        for link in Self.links {
            if let result = try? rewriter.rewrite(link) { winners.insert(result.path) }
        }
        let dead = LinkConfiguration(domains: [domain]).findings()
            .filter { [.deadRule, .hiddenByQuery].contains($0.code) }
            .map(\.place)
        let samples = rewriter.samples(ofSource: 0)
        for number in rules.indices {
            let isDead = dead.contains("domains[0].rules[\(number)].from")
            let wins = winners.contains("/to\(number)")
            #expect(!(isDead && wins), "\(rules[number].pattern) of \(rules.map(\.pattern))")
            // If a rule wins none of these links and is not dead, it has a sample link with other text.
            if !isDead, !wins {
                #expect(
                    samples[number] != nil,
                    "\(rules[number].pattern) of \(rules.map(\.pattern))"
                )
            }
        }
    }
}
