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
}
