import PathMatching
import Testing

struct PathPatternSnippets {
    @Test func `a trie routes other things than links`() throws {
        var trie = PathTrie<String>()
        try trie.insert("new item", at: PathPattern("/items/new"))
        try trie.insert("item", at: PathPattern("/items/{title}-{id:int}"))

        let match = trie.match("/items/top-10-shoes-872346")
        #expect(match?.value == "item")
        #expect(match?["title"] == "top-10-shoes")
        #expect(match?["id"] == "872346")
    }

    @Test func `a trie finds the pattern of a path and what it captured`() throws {
        var trie = PathTrie<String>()
        try trie.insert("item", at: PathPattern("/items/{title}-{id:int}"))
        #expect(trie.match("/items/top-10-shoes-872346")?["id"] == "872346")
    }

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
