import DeepLinksTestSupport
import PathMatching
import Testing

@testable import DeepLinks

/// For a misspelled path, the rule that was meant comes first.
struct NearRulesTests {
    /// Words that differ too much to be mistaken for each other.
    private static let words = [
        "calendar", "products", "settings", "messages", "weather", "journeys", "library",
        "tickets", "friends", "gallery", "quizzes", "vouchers",
    ]

    /// Rules that begin with different words, each with the segments of a matching path.
    private static func rules(
        using random: inout SplitMix64
    ) -> [(pattern: String, path: [String])] {
        words.shuffled(using: &random).map { first in
            var (patterns, segments) = ([first], [first])
            for number in 0..<Int.random(in: 0...3, using: &random) {
                let word = words.randomElement(using: &random) ?? first
                let choices = [
                    ("{id\(number):int}", "5"), ("{name\(number)}", "anna"),
                    ("{title\(number)}-{number\(number):int}", "red-shoe-5"), (word, word),
                ]
                let (pattern, segment) = choices.randomElement(using: &random) ?? (word, word)
                patterns.append(pattern)
                segments.append(segment)
            }
            return ("/" + patterns.joined(separator: "/"), segments)
        }
    }

    /// The word with one mistake: a letter is missing, doubled, replaced or swapped with the next one.
    private static func misspelled(_ word: String, using random: inout SplitMix64) -> String {
        var letters = Array(word)
        let place = Int.random(in: 0..<(letters.count - 1), using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: letters.remove(at: place)
        case 1: letters.insert(letters[place], at: place)
        case 2: letters[place] = "x"
        default: letters.swapAt(place, place + 1)
        }
        return String(letters)
    }

    @Test(arguments: UInt64(0)..<16)
    func `the rule that was meant is the nearest`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<12 {
            let rules = Self.rules(using: &random)
            let source = RewriteSource.domain(
                Domain(
                    hosts: ["a.io"],
                    rules: rules.map { .rewrite(Rewrite($0.pattern, to: "/a")) }
                )
            )
            let near = try URLRewriter(sources: [source]).index.sources[0]
            for (number, rule) in rules.enumerated() {
                var path = rule.path
                path[0] = Self.misspelled(path[0], using: &random)
                let text = "/" + path.joined(separator: "/")
                let found = near.nearestRules(to: text, limit: 3)
                #expect(found.first?.place.rule == number, "\(text) seed \(seed)")
                #expect(found.count <= 3)
                #expect(Set(found.map(\.place.rule)).count == found.count)
            }
        }
    }

    @Test func `a rule is found under the prefix that comes nearest`() throws {
        let source = RewriteSource.domain(
            Domain(
                hosts: ["a.io"],
                options: SourceOptions(prefixes: ["", "/application", "/{locale:en|fr}"]),
                rules: [
                    .rewrite(Rewrite("/calendar/{id:int}", to: "/a?id={id}")),
                    .rewrite(Rewrite("/settings", to: "/b")),
                ]
            )
        )
        let found = try URLRewriter(sources: [source]).index.sources[0].nearestRules(
            to: "/applicaton/calendar/5",
            limit: 3
        )
        #expect(found.first?.path.description == "/application/calendar/{id:int}")
        #expect(Set(found.map(\.place.rule)).count == found.count)
    }

    @Test func `rules with the same beginning come next, then those declared first`() throws {
        let patterns = ["/{a}/{b}/c/d", "/items/{id:int}/edit/now", "/items/{id:int}", "/{x}/{y}"]
        let source = RewriteSource.domain(
            Domain(hosts: ["a.io"], rules: patterns.map { .rewrite(Rewrite($0, to: "/a")) })
        )
        let found = try URLRewriter(sources: [source]).index.sources[0].nearestRules(
            to: "/items/red",
            limit: 4
        )
        #expect(
            found.map(\.path.description) == [
                "/items/{id:int}", "/items/{id:int}/edit/now", "/{x}/{y}",
            ]
        )
    }
}
