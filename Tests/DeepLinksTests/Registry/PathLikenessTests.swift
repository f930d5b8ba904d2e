import DeepLinksTestSupport
import PathMatching
import Testing

@testable import DeepLinks

/// For a misspelled path, the pattern that was meant comes first.
struct PathLikenessTests {
    /// Words that differ too much to be mistaken for each other.
    private static let words = [
        "calendar", "products", "settings", "messages", "weather", "journeys", "library",
        "tickets", "friends", "gallery", "quizzes", "vouchers",
    ]

    /// Rules that begin with different words, each with the segments of a matching path.
    private static func rules(using random: inout SplitMix64) -> [(pattern: String, path: [String])]
    {
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

    @Test(arguments: UInt64(0)..<UInt64(rounds(8)))
    func `the pattern that was meant is the nearest`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<12 {
            let rules = Self.rules(using: &random)
            let near = PathLikeness(to: try rules.map { try PathPattern($0.pattern) })
            for (number, rule) in rules.enumerated() {
                var path = rule.path
                path[0] = Self.misspelled(path[0], using: &random)
                let text = "/" + path.joined(separator: "/")
                let found = near.nearest(to: text, limit: 3)
                #expect(found.first == number, "\(text) seed \(seed)")
                #expect(found.count <= 3)
            }
        }
    }

    // MARK: - A slow model

    /// Short words of few letters, so that many are near each other, and some captures.
    private static func segments(using random: inout SplitMix64) -> [String] {
        let count = Int.random(in: 0...4, using: &random)
        return (0..<count).map { number in
            let word = String(
                (0..<Int.random(in: 1...9, using: &random)).map { _ in
                    "abcABC7".randomElement(using: &random) ?? "a"
                }
            )
            return [
                word, word, word, "{a\(number)}", "{a\(number):int}", "\(word)-{a\(number)}",
                "{*a\(number)}",
            ]
            .randomElement(using: &random) ?? word
        }
    }

    @Test(arguments: UInt64(0)..<12)
    func `the nearest paths are those of a model that compares everything`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let patterns = try (0..<24).map { _ in
            try PathPattern("/" + Self.segments(using: &random).joined(separator: "/"))
        }
        let likeness = PathLikeness(to: patterns)
        for _ in 0..<24 {
            let own = patterns.randomElement(using: &random)?.description ?? "/"
            let segments =
                Bool.random(using: &random)
                ? Self.segments(using: &random) : own.split(separator: "/").map(String.init)
            let path = "/" + segments.map { $0.contains("{") ? "7b" : $0 }.joined(separator: "/")
            let limit = Int.random(in: 1...3, using: &random)
            let found = likeness.nearest(to: path, limit: limit)
            let expected = PathLikenessModel.nearest(of: patterns, to: path, limit: limit)
            #expect(found == expected, "\(path), \(limit), seed \(seed)")
        }
    }

    // MARK: - Work

    /// Comparing a path with every pattern in detail would take milliseconds, and lists have thousands of paths.
    @Test(arguments: [500, 4_000])
    func `of many patterns, few are aligned with a path`(ruleCount: Int) throws {
        var random = SplitMix64(seed: 1)
        let syllables = [
            "ba", "co", "da", "fi", "ga", "in", "ka", "le", "mi", "no", "pe", "ra", "so", "te",
            "un",
        ]
        func word() -> String {
            (0..<Int.random(in: 2...4, using: &random)).map { _ in
                syllables.randomElement(using: &random) ?? ""
            }.joined()
        }
        let words = (0..<400).map { _ in word() }
        let patterns = try (0..<ruleCount).map { number in
            let (first, second) = (words[number % 40], words[number / 40])
            return try PathPattern(
                "/\(first)/\(second)/\(number.isMultiple(of: 2) ? "{id:int}" : words[number % 7])"
            )
        }
        let likeness = PathLikeness(to: patterns)
        let paths = (0..<50).flatMap { number in
            let misspelled = Self.misspelled(words[number], using: &random)
            return ["/\(misspelled)/\(word())/5", "/\(words[3])/\(misspelled)/x", "/\(word())"]
        }
        var aligned = 0
        for path in paths { _ = likeness.nearest(to: path, 3, aligned: &aligned) }
        #expect((1...100).contains(aligned / paths.count), "\(aligned / paths.count)")
    }
}
