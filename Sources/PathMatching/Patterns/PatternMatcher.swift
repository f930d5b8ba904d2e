/// Matches paths with a single pattern.
package struct PatternMatcher: Sendable {
    private let trie: PathTrie<Void>

    /// Creates the matcher of a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - ignoresCase: Whether literal text matches in either ASCII case.
    package init(_ pattern: PathPattern, ignoresCase: Bool = false) {
        var trie = PathTrie<Void>(ignoresCase: ignoresCase)
        trie[pattern] = ()
        self.trie = trie
    }

    /// The captures of a path.
    ///
    /// - Parameter path: A canonical path.
    /// - Returns: The ranges from left to right, empty for a catch-all that is absent; `nil` if the path does not match.
    package func captures(in path: ByteView) -> [Range<Int>]? {
        var ranges: [Range<Int>]?
        trie.firstMatch(canonical: path) { _, captures in
            ranges = (0..<captures.count).map { captures[$0] }
            return true
        }
        return ranges
    }

    /// Whether a path, canonical or not, matches.
    fileprivate func matches(_ path: String) -> Bool { trie.match(path) != nil }
}

extension PathPattern {
    /// The captures of a canonical path; see ``PatternMatcher/captures(in:)``.
    package func captures(in path: ByteView, ignoresCase: Bool = false) -> [Range<Int>]? {
        PatternMatcher(self, ignoresCase: ignoresCase).captures(in: path)
    }

    /// Whether one of the segments fits a canonical text; a catch-all fits any.
    package func segment(_ number: Int, fits text: String, ignoresCase: Bool = false) -> Bool {
        let own = String(decoding: self.text[segments[number].text], as: UTF8.self)
        let pattern = try? PathPattern("/" + own)
        return pattern?.matches("/" + text, ignoresCase: ignoresCase) ?? false
    }

    /// Whether a path, canonical or not, matches.
    package func matches(_ path: String, ignoresCase: Bool = false) -> Bool {
        PatternMatcher(self, ignoresCase: ignoresCase).matches(path)
    }
}
