import DeepLinksTestSupport
import PathMatching

/// Sets of path patterns: the trie finds what a plain search finds, in any order of the patterns.
///
/// The last line of the input is the path, the others are patterns.
enum PatternOracle {
    static func check(_ input: [UInt8]) throws {
        var lines = lines(of: input)
        let path = lines.removeLast()
        let patterns = lines.prefix(24).compactMap { try? PathPattern($0) }
        for pattern in patterns { try checkReading(pattern) }

        let (trie, kept) = try filled(patterns)
        let (reversed, _) = try filled(kept.reversed())
        let match = trie.match(path)
        let other = reversed.match(path)
        try demand(
            match?.pattern == other?.pattern,
            "the order decides: \(describe(match)), \(describe(other))"
        )
        var alone: [PathPattern] = []
        for pattern in kept {
            var single = PathTrie<Int>()
            try single.insert(0, at: pattern)
            guard let found = single.match(path) else { continue }
            alone.append(pattern)
            guard pattern == match?.pattern else { continue }
            for name in pattern.captureNames {
                try demand(
                    match?[name] == found[name],
                    "'\(name)' of '\(pattern)' depends on other patterns"
                )
            }
        }
        try demand(
            match.map { alone.contains($0.pattern) } ?? alone.isEmpty,
            "\(describe(match)) of \(alone.map(\.description))"
        )
        try checkAgainstModel(kept, path, match)
        try checkSpelling(trie, path, match)
        try checkRemoval(trie, kept, path)
    }

    /// A pattern's description is read as the same pattern.
    private static func checkReading(_ pattern: PathPattern) throws {
        let again = try PathPattern(pattern.description)
        try demand(again == pattern, "'\(pattern)' is read as '\(again)'")
        try demand(again.captureNames == pattern.captureNames, "captures of '\(pattern)'")
    }

    /// A trie of all patterns that do not conflict with those before them.
    private static func filled(
        _ patterns: some Sequence<PathPattern>
    ) throws -> (PathTrie<Int>, [PathPattern]) {
        var trie = PathTrie<Int>()
        var kept: [PathPattern] = []
        for pattern in patterns {
            do throws(PathConflict) {
                try trie.insert(kept.count, at: pattern)
                kept.append(pattern)
            } catch {
                try demand(
                    kept.contains(error.existing) && error.new == pattern,
                    "'\(pattern)' conflicts with '\(error.existing)', which is not there"
                )
            }
        }
        try demand(trie.count == kept.count, "\(trie.count) patterns of \(kept.count)")
        return (trie, kept)
    }

    /// The slow matcher agrees with the trie, if it can read the patterns and the path.
    private static func checkAgainstModel(
        _ patterns: [PathPattern],
        _ path: String,
        _ match: PathMatch<Int>?
    ) throws {
        let plain = Set(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~/:|{}*".utf8
        )
        let texts = patterns.map(\.description)
        guard path.utf8.first == UInt8(ascii: "/"), !path.contains("/."), path.utf8.count < 64,
            path.utf8.allSatisfy({
                plain.contains($0) && $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "}")
            }),
            texts.allSatisfy({ text in
                text.utf8.allSatisfy(plain.contains) && !text.contains("{{") && !text.contains("}}")
            })
        else { return }
        let expected = LinearMatcher(texts).match(path)
        try demand(
            expected.map { texts[$0.index] } == match?.pattern.description,
            "'\(path)' leads to \(describe(match)), not \(expected.map { texts[$0.index] } ?? "nothing")"
        )
        for (name, text) in expected?.captures ?? [:] {
            try demand(match?[name] == text, "'\(name)' of \(describe(match)) is not '\(text)'")
        }
    }

    /// A path matches as its canonical form does, with the same captures, or not at all if it has none.
    private static func checkSpelling(
        _ trie: PathTrie<Int>,
        _ path: String,
        _ match: PathMatch<Int>?
    ) throws {
        guard path.utf8.first == UInt8(ascii: "/"), let segments = path.segments else {
            return try demand(match == nil, "'\(path)' has no canonical form: \(describe(match))")
        }
        let canonical = segments.isEmpty ? "/" : segments.map { "/" + $0 }.joined()
        let other = trie.match(canonical)
        try demand(
            match?.pattern == other?.pattern,
            "'\(path)' leads to \(describe(match)), and '\(canonical)' to \(describe(other))"
        )
        for name in match?.pattern.captureNames ?? [] {
            try demand(match?[name] == other?[name], "'\(name)' of '\(path)' and '\(canonical)'")
        }
    }

    /// Patterns can be removed, and then they match nothing.
    private static func checkRemoval(
        _ trie: PathTrie<Int>,
        _ patterns: [PathPattern],
        _ path: String
    ) throws {
        var trie = trie
        for (number, pattern) in patterns.enumerated() {
            let before = trie.match(path)
            try demand(trie.remove(pattern) == number, "'\(pattern)' is not there")
            let after = trie.match(path)
            try demand(
                before?.pattern == pattern || before?.pattern == after?.pattern,
                "without '\(pattern)', \(describe(before)) became \(describe(after))"
            )
        }
        try demand(trie.count == 0 && trie.match(path) == nil, "an empty trie finds something")
    }

    private static func describe(_ match: PathMatch<Int>?) -> String {
        match.map { "'\($0.pattern)'" } ?? "nothing"
    }
}
