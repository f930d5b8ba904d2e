import PathMatching

extension PathTrie<String> {
    /// A trie whose values are its patterns' texts.
    init(_ patterns: String...) throws { try self.init(patterns) }

    init(_ patterns: [String], ignoresCase: Bool = false) throws {
        self.init(ignoresCase: ignoresCase)
        for pattern in patterns { try insert(pattern, at: PathPattern(pattern)) }
    }
}
