import PathMatching
import Testing

/// Paths that are made to keep a matcher busy.
///
/// Each is so long that time in proportion to its length is a moment, and time in proportion to its square longer than the limit.
struct HostilePathTests {
    private static let length = 131_072

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            // The text at the end is missing, behind any number of ways to split what is before it.
            ("/{a}-{b}-{c}-{d}x", "-", false), ("/{a:int}-{b:int}-{c:int}-{d:int}x", "1-", false),
            ("/{a}a{b}a{c}a{d}x", "a", false), ("/{a:hex}a{b:alnum}a{c:slug}x", "a", false),
            ("/{a:uuid}-{b:uuid}x", "00000000-0000-0000-0000-000000000000-", false),
            // The first capture is what does not fit, and the last to be looked at.
            ("/{a:int}-{b}-{c}", "a-", false), ("/{a:int}-{b:slug}-{c:slug}-{d}", "a-", false),
            ("/{a:alpha}-{b:slug}-{c:slug}-{d:slug}-{e:slug}", "1-", false),
            ("/{a:int}a{b:alnum}a{c:alnum}a{d:alnum}a{e}", "a", false),
            ("/{a:uuid}-{b:slug}-{c:slug}", "00000000-0000-0000-0000-00000000000-", false),
            ("/{a:no|yes}-{b:slug}-{c:slug}", "-no", false), ("/x{a}-{b}-{c}", "a-", false),
            ("/{a:int}-{b:slug}-{c:slug}", "1-a", true),
        ]
    )
    func `a long segment is split in time that grows with its length`(
        pattern: String,
        piece: String,
        isMatch: Bool
    ) throws {
        var trie = PathTrie<Int>()
        try trie.insert(1, at: PathPattern(pattern))
        let count = Self.length / piece.utf8.count
        #expect(
            trie.match("/" + String(repeating: piece, count: count))?.value == (isMatch ? 1 : nil)
        )
    }

    @Test(.timeLimit(.minutes(5)))
    func `a path that every pattern nearly fits is looked up in time that grows with the patterns`()
        throws
    {
        // At each of twelve segments both ways are open, and all of them end before the last one.
        var trie = PathTrie<Int>()
        for number in 0..<4_096 {
            let segments = (0..<12).map { number >> $0 & 1 == 0 ? "a" : "{c\($0)}" }
            try trie.insert(number, at: PathPattern("/" + segments.joined(separator: "/") + "/end"))
        }
        let path = "/" + [String](repeating: "a", count: 12).joined(separator: "/")
        #expect(trie.match(path + "/end")?.value == 0)
        for _ in 0..<100 {
            #expect(trie.match(path + "/other") == nil)
        }
    }
}
