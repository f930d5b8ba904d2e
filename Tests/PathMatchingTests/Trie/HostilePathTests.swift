import Testing

@testable import PathMatching

/// Paths that are made to keep a matcher busy.
///
/// They are so long that linear time is a moment, and quadratic time is over the limit.
struct HostilePathTests {
    private static let length = 65_536

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            // The text at the end is missing, and the text before it can be split in many ways.
            ("/{a}-{b}-{c}-{d}x", "-", false), ("/{a:int}-{b:int}-{c:int}-{d:int}x", "1-", false),
            ("/{a}a{b}a{c}a{d}x", "a", false), ("/{a:hex}a{b:alnum}a{c:slug}x", "a", false),
            ("/{a:uuid}-{b:uuid}x", "00000000-0000-0000-0000-000000000000-", false),
            // The first capture does not fit, and it is checked last.
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

    /// Trying the words one by one would take hundreds of millions of comparisons.
    @Test(.timeLimit(.minutes(1)), arguments: [false, true])
    func `a list is not tried word by word at each place`(ignoresCase: Bool) throws {
        let words = (0..<8_000).map { "w\($0)" }.joined(separator: "|")
        var trie = PathTrie<Int>(ignoresCase: ignoresCase)
        try trie.insert(1, at: PathPattern("/{a}-{b:\(words)}-{c:alpha}"))
        let path = "/" + String(repeating: "w7999x-", count: Self.length / 7)
        #expect(trie.match(path) == nil)
        #expect(trie.match(path + "w7999-z")?["b"] == "w7999")
        #expect(trie.match(path + "w8000-z") == nil)
        #expect(
            trie.match("/" + String(repeating: "w5-", count: Self.length / 3) + "z")?["c"] == "z"
        )
    }

    /// Reading the rest of the path again at each segment would take a thousand million bytes.
    @Test(.timeLimit(.minutes(1)), arguments: ["~", "%20", "a", ""])
    func `whether a path is canonical is asked once`(last: String) throws {
        let count = 30_000
        var trie = PathTrie<Int>()
        // The longest pattern, with as many constrained segments as fit in its text.
        let captures = (0..<4_000).map { "{c\($0):int}" }.joined(separator: "/")
        try trie.insert(1, at: PathPattern("/" + captures + "/{last}"))
        try trie.insert(2, at: PathPattern("/{*rest}"))
        let path = "/" + String(repeating: "123/", count: 4_000) + last
        #expect(trie.match(path)?.value == (last == "" ? 2 : 1))
        #expect(trie.match("/" + String(repeating: "1/", count: count) + last)?.value == 2)
    }

    @Test(arguments: [
        "/p#-{id}", "/{id}-p#", "/a{id}-p#", "/p#{id:int}", "/{id}.{t:a|b}p#", "/{a}-p#-{id}",
        "/{a}-p#-{id:alpha}y",
    ])
    func `one of many mixed segments is found by the text at its ends`(shape: String) throws {
        var trie = PathTrie<Int>()
        let patterns = try (0..<200).map { try PathPattern(shape.replacing("#", with: "\($0)")) }
        for (number, pattern) in patterns.enumerated() { try trie.insert(number, at: pattern) }
        trie.checkInvariants()
        for number in stride(from: 0, to: 200, by: 7) {
            let path = shape.replacing("#", with: "\(number)").replacing("{id}", with: "x")
                .replacing("{id:int}", with: "-5").replacing("{a}", with: "y")
                .replacing("{id:alpha}", with: "x").replacing("{t:a|b}", with: "b")
            // For `int` the text is '-5', which does not fit: digits could match the pattern of a shorter number.
            #expect(trie.match(path)?.value == (shape.contains("int") ? nil : number))
            #expect(trie.match(path.replacing("p\(number)", with: "q\(number)")) == nil)
        }
        for pattern in patterns.shuffled() { #expect(trie.remove(pattern) != nil) }
        #expect(trie.count == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a path that every pattern nearly fits takes time that grows with the patterns`() throws {
        // At each of ten segments both ways are possible, and all of them fail before the last one.
        var trie = PathTrie<Int>()
        for number in 0..<1_024 {
            let segments = (0..<10).map { number >> $0 & 1 == 0 ? "a" : "{c\($0)}" }
            try trie.insert(number, at: PathPattern("/" + segments.joined(separator: "/") + "/end"))
        }
        let path = "/" + [String](repeating: "a", count: 10).joined(separator: "/")
        #expect(trie.match(path + "/end")?.value == 0)
        for _ in 0..<2_000 { #expect(trie.match(path + "/other") == nil) }
    }

    /// Trying every way to share the segments would take longer than the age of the earth.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (["/{*a}/x/{*b}/x/{*c}/x/{*d}/x/{*e}/y"], "x"), (["/{*a?}/x/{*b?}/x/{*c?}/y"], "x"),
            (["/{*a}/{*b}/{*c}/{*d}/{*e}/{*f}/y"], "x"), (["/{*a?}/{*b?}/{*c?}/{*d?}/y"], "x"),
            (["/{*a}/{g}-{h}/{*b}/{c}-{d}/{*e}/y"], "x-x"),
            (["/{*a}/{b:int}/{*c}/{d:hex}/{*e}/y"], "1"),
            (["/{*a}/x/{*b}/1", "/{*a}/x/{*b?}/2", "/{*a?}/x/{c}/{*b}/3", "/{a}/{*b}/x/4"], "x"),
        ]
    )
    func `catch-alls share a path in linear time`(patterns: [String], segment: String) throws {
        let trie = try PathTrie(patterns)
        let path = String(repeating: "/" + segment, count: 5_000)
        #expect(trie.match(path + "/z") == nil)
        let last = patterns[0].hasSuffix("1") ? "/1" : "/y"
        #expect(trie.match(path + last)?.value == patterns[0])
    }

    @Test func `a pattern of many catch-alls is found without trying all ways`() throws {
        for count in [1, 10, 100, 500] {
            let captures = (0..<count).map { "{*c\($0)}" }
            let trie = try PathTrie("/" + captures.joined(separator: "/x/") + "/end")
            let path = "/a" + String(repeating: "/x/a", count: count - 1)
            #expect(trie.match(path + "/end")?["c0"] == "a")
            #expect(trie.match(path + "/other") == nil)
            #expect(trie.match(path + path + "/end")?["c\(count - 1)"]?.hasSuffix("a") == true)
        }
    }
}
