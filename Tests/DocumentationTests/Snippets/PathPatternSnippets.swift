import PathMatching
import Testing

struct PathPatternSnippets {
    @Test func `the look-up of the picture leads where the page says`() throws {
        var trie = PathTrie<Int>()
        let patterns = ["/users/me", "/users/{id}", "/users/{id}/edit", "/{title}-{n:int}"]
        for (entry, pattern) in patterns.enumerated() {
            try trie.insert(entry, at: PathPattern(pattern))
        }
        let match = try #require(trie.match("/users/42/edit"))
        #expect(match.value == 2)
        #expect(match["id"] == "42")
        #expect(trie.match("/users-42")?.value == 3)
    }
}
