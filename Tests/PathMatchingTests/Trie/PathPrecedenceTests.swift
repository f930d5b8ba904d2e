import DeepLinksTestSupport
import Foundation
import Testing

@testable import PathMatching

/// The rules of the article "Path patterns and precedence", by their numbers.
struct PathPrecedenceTests {
    @Test func `1: the leftmost segment decides`() throws {
        let trie = try PathTrie("/{x}/k", "/t/{y}")
        #expect(trie.match("/t/k")?.value == "/t/{y}")
    }

    @Test(arguments: [("/users/me", "/users/me"), ("/users/42", "/users/{id}"), ("/users", nil)])
    func `2: literal text wins over a capture`(path: String, expected: String?) throws {
        let trie = try PathTrie("/users/{id}", "/users/me")
        #expect(trie.match(path)?.value == expected)
    }

    @Test(arguments: [
        ("/item-5", "/item-{id}"), ("/thing-5", "/{kind}-{id}"), ("/5", "/{id}"),
        ("/item-5-new", "/item-{id}-new"),
    ])
    func `3: of mixed segments, the one with more literal text wins`(
        path: String,
        expected: String
    ) throws {
        let trie = try PathTrie("/{id}", "/{kind}-{id}", "/item-{id}", "/item-{id}-new")
        #expect(trie.match(path)?.value == expected)
    }

    @Test(arguments: [
        ("/\u{E9}abc", "/{x}abc"), ("/%C3%A9abc", "/{x}abc"), ("/\u{E9}x", "/\u{E9}{x}"),
        (" abc", nil), ("/%20abc", "/{x}abc"), ("/%20x", "/ {x}"), ("/\u{E9}/1", "/\u{E9}/{x}"),
    ])
    func `3: literal text is counted in decoded bytes`(path: String, expected: String?) throws {
        let patterns = ["/\u{E9}{x}", "/{x}abc", "/ {x}", "/\u{E9}/{x}"]
        #expect(try PathTrie(patterns).match(path)?.value == expected)
        var trie = PathTrie<String>()
        for pattern in patterns {
            let escaped = pattern.replacing("\u{E9}", with: "%C3%A9").replacing(" ", with: "%20")
            try trie.insert(pattern, at: PathPattern(escaped))
        }
        #expect(trie.match(path)?.value == expected)
    }

    @Test func `4: with equally much literal text, the longer leading text wins`() throws {
        let trie = try PathTrie("/{x}-b", "/a-{x}", "/{x}-{y:int}-")
        #expect(trie.match("/a-b")?.value == "/a-{x}")
        #expect(trie.match("/c-b")?.value == "/{x}-b")
        let ends = try PathTrie("/{x:int}-{y}", "/{x}-")
        #expect(ends.match("/5--")?.value == "/{x}-")
    }

    @Test(arguments: [
        ("en", "/{w:de|en}"), ("123e4567-e89b-12d3-a456-426614174000", "/{u:uuid}"),
        ("7", "/{i:int}"), ("7f", "/{h:hex}"), ("xyz", "/{a:alpha}"), ("x7", "/{n:alnum}"),
        ("x.7", "/{s:slug}"), ("x-7", "/{s:slug}"), ("x_7", "/{s:slug}"), ("x~7", "/{s:slug}"),
        ("x+7", "/{p}"), ("x!", "/{p}"),
    ])
    func `5: constrained captures are tried in the order of their constraints`(
        segment: String,
        expected: String
    ) throws {
        let patterns = [
            "/{p}", "/{s:slug}", "/{n:alnum}", "/{a:alpha}", "/{h:hex}", "/{i:int}", "/{u:uuid}",
            "/{w:de|en}",
        ]
        #expect(try PathTrie(patterns).match("/" + segment)?.value == expected)
        #expect(try PathTrie(patterns.reversed()).match("/" + segment)?.value == expected)
    }

    @Test(arguments: [
        ("b", "/{x:a|b}"), ("c", "/{x:b|c}"), ("d", "/{x:b|c|d}"), ("n", "/{x:mm|n}"),
        ("q", "/{x:o|q}"), ("oo", "/{x:oo|q}"), ("s", "/{x:s|u}"),
    ])
    func `6: of two lists the shorter wins, then the alphabetically first`(
        segment: String,
        expected: String
    ) throws {
        let trie = try PathTrie(
            "/{x:b|c|d}",
            "/{x:b|c}",
            "/{x:a|b}",
            "/{x:n|p}",
            "/{x:mm|n}",
            "/{x:oo|q}",
            "/{x:o|q}",
            "/{x:r|s|t}",
            "/{x:s|u}"
        )
        #expect(trie.match("/" + segment)?.value == expected)
    }

    @Test(arguments: [("/a", "/{x}"), ("/a/b", "/{*rest}"), ("/", nil)])
    func `7: a catch-all comes last and takes one segment at least`(
        path: String,
        expected: String?
    ) throws {
        let trie = try PathTrie("/{*rest}", "/{x}")
        #expect(trie.match(path)?.value == expected)
    }

    @Test(arguments: [
        ("/a/b/-/issues/5", "/{*group}/-/issues/{id:int}", "a/b"),
        ("/a/-/issues/5", "/{group}/-/{page}/{id}", "a"),
        ("/-/issues/5", "/{*group}", "-/issues/5"),
        ("/a/-/-/issues/5", "/{*group}/-/issues/{id:int}", "a/-"),
        ("/a/b/-/issues/x", "/{*group}", "a/b/-/issues/x"), ("/x/y/blob/z", "/{*a}/{b}/{*c}", "x"),
    ])
    func `7: a catch-all with segments after it comes after a plain capture`(
        path: String,
        expected: String,
        first: String
    ) throws {
        let trie = try PathTrie(
            path.hasSuffix("z")
                ? ["/{*a}/{b}/{*c}"]
                : ["/{*group}/-/issues/{id:int}", "/{group}/-/{page}/{id}", "/{*group}"]
        )
        let match = try #require(trie.match(path))
        #expect(match.value == expected)
        #expect((match["group"] ?? match["a"]) == first)
    }

    @Test(arguments: [
        ("/1/x/2/x/3", ["a": "1", "b": "2/x/3"]), ("/1/2/x/3", ["a": "1/2", "b": "3"]),
        ("/x/x/x/x", ["a": "x", "b": "x/x"]),
    ])
    func `7: it takes as few segments as possible`(path: String, expected: [String: String]) throws
    {
        let match = try #require(try PathTrie("/{*a}/x/{*b}").match(path))
        for (name, value) in expected { #expect(match[name] == value) }
    }

    @Test(arguments: [
        ("/blog", "/blog/{*rest?}", nil), ("/blog/a/b", "/blog/{*rest?}", "a/b"),
        ("/news", "/news", nil), ("/news/a", "/news/{*rest?}", "a"),
        ("/docs/a", "/docs/{*some}", "a"), ("/docs", "/docs/{*rest?}", nil),
        ("/-/edit", "/{*rest?}/-/edit", nil), ("/a/b/-/edit", "/{*rest?}/-/edit", "a/b"),
        ("/p/q", "/{*some}/q", "p"), ("/q", "/{*rest?}/q", nil),
        ("/t/x/y", "/t/{*rest?}/{last}", "x"), ("/t/y", "/t/{*rest?}/{last}", nil),
    ])
    func `7: a catch-all that may be empty comes after one that may not`(
        path: String,
        expected: String,
        captured: String?
    ) throws {
        let trie = try PathTrie(
            "/blog/{*rest?}",
            "/news",
            "/news/{*rest?}",
            "/docs/{*some}",
            "/docs/{*rest?}",
            "/{*rest?}/-/edit",
            "/{*some}/q",
            "/{*rest?}/q",
            "/t/{*rest?}/{last}"
        )
        let match = try #require(trie.match(path))
        #expect(match.value == expected)
        #expect((match["rest"] ?? match["some"]) == captured)
        #expect(trie.match("/") == nil)
    }

    @Test func `8: a choice that leads nowhere is taken back, with what it captured`() throws {
        let users = try PathTrie("/u/me", "/u/{id}/edit")
        #expect(users.match("/u/me/edit")?.value == "/u/{id}/edit")
        #expect(users.match("/u/me/edit")?["id"] == "me")

        let items = try PathTrie("/a/{id}/x", "/a/{other}/y")
        let match = try #require(items.match("/a/1/y"))
        #expect(match.value == "/a/{other}/y" && match["other"] == "1")
        #expect(match["id"] == nil && match["oth"] == nil && match["others"] == nil)

        let deep = try PathTrie("/a/{b}/{c}/d/e", "/{*rest}", "/{x}/b/c/d/f")
        #expect(deep.match("/a/b/c/d/f")?["x"] == "a")
        let rest = try #require(deep.match("/a/b/c/d/g"))
        #expect(rest["rest"] == "a/b/c/d/g" && rest["b"] == nil && rest["x"] == nil)
    }

    @Test(arguments: try rows(in: "split-segments.txt"))
    func `9: captures in one segment are split from the right, by constraint`(
        row: TableRow
    ) throws {
        let match = try #require(try PathTrie(row[0]).match("/" + row[1]))
        for text in row.texts(2) {
            let parts = text.components(separatedBy: "=")
            #expect(match[parts[0]] == parts[1])
        }
    }

    @Test(arguments: try rows(in: "unsplit-segments.txt"))
    func `9: a capture is never empty, and never splits an escape`(row: TableRow) throws {
        #expect(try PathTrie(row[0]).match("/" + row[1]) == nil)
    }

    @Test(arguments: [
        ("/a/{id}", "/a/{other}"), ("/a/{id:int}/b", "/a/{n:int}/b"), ("/{x:a|b}", "/{y:b|a}"),
        ("/{*a}", "/{*b}"), ("/", "//"), ("/a/", "/a"), ("/caf%C3%A9", "/caf\u{E9}"),
        ("/%7Ea", "/~a"), ("/a{{b}}", "/a%7Bb%7D"), ("/{x}-{y:int}", "/{a}-{b:int}"),
        ("/a{x:b|c}", "/{y:ac|ab}"), ("/{x:a|ab}b{y:c|bc}", "/{x:abc|abbc|abbbc}"),
        ("/{x:a|b}c-{n:int}", "/{x:ac|bc}-{n:int}"),
        ("/{n:int}-{x:a|b}c/d", "/{n:int}-{y:bc|ac}/d"),
        ("/{x:a|b}-{y:c|d}", "/{z:a-c|a-d|b-c|b-d}"), ("/a{x:b|c}/{id}", "/{y:ab|ac}/{z}"),
        ("/.{x}", "/%2E{x}"), ("/{c:.|a}", "/{c:%2E|a}"),
        ("/{x:b|c}/{y:d|e}f", "/{x:c|b}/{y:df|ef}"), ("/{*a}/b/{*c}", "/{*x}/b/{*y}"),
        ("/{*a?}/b", "/{*b?}/b"), ("/{a}/{*b}", "/{*a}/{b}"), ("/{*a}/{*b}", "/{a}/{*b}"),
        ("/{a}/{*b?}", "/{*b}"), ("/{*a?}/{*b?}/x", "/{*c?}/x"),
        ("/x/{*a?}/{b}/{*c}", "/x/{*a}/{b}"), ("/{*a}/{x:b|c}", "/{*a}/{x:c|b}"),
        ("/{*b}", "/{*a?}/{b}"), ("/{*a?}/{*b?}", "/{*c?}"),
    ])
    func `10: patterns that match the same paths conflict`(first: String, second: String) throws {
        var trie = PathTrie<Int>()
        try trie.insert(1, at: PathPattern(first))
        let conflict = PathConflict(existing: try PathPattern(first), new: try PathPattern(second))
        #expect(throws: conflict) { try trie.insert(2, at: PathPattern(second)) }
        #expect(trie.count == 1)
        #expect(try trie.patterns == [PathPattern(first)])
        #expect(try trie.remove(PathPattern(second)) == 1)
        #expect(trie.count == 0)
    }

    /// Lists as long as a pattern can have.
    @Test(arguments: [8, 1_024, 1_025, 4_000])
    func `10: lists of words that spell the same texts conflict`(count: Int) throws {
        let words = (0..<count).map { "w\($0)" }
        var trie = PathTrie<Int>()
        try trie.insert(1, at: PathPattern("/a{x:\(words.joined(separator: "|"))}z/{n:int}"))
        let same = words.shuffled().map { "a\($0)z" }.joined(separator: "|")
        #expect(throws: PathConflict.self) {
            try trie.insert(2, at: PathPattern("/{y:\(same)}/{m:int}"))
        }
        let other = words.dropLast().map { "a\($0)z" }.joined(separator: "|")
        try trie.insert(2, at: PathPattern("/{y:\(other)}/{m:int}"))
        // Lists with text between them, and one list of all their combinations.
        let first = (0..<count / 8).map { "p\($0)" }
        let both = first.flatMap { start in (0..<8).map { "\(start)-q\($0)" } }
        try trie.insert(3, at: PathPattern("/b/{x:\(both.joined(separator: "|"))}"))
        if first.count > 1 {
            let pair = "{x:\(first.joined(separator: "|"))}-{y:q0|q1|q2|q3|q4|q5|q6|q7}"
            #expect(throws: PathConflict.self) { try trie.insert(4, at: PathPattern("/b/\(pair)")) }
        }
    }

    @Test(arguments: [
        ("/a/{id}", "/a/{*id}"), ("/a/{id:int}", "/a/{id:hex}"), ("/{x:a|b}", "/{x:a|b|c}"),
        ("/{x}-{y}", "/{x}_{y}"), ("/{x}-{y:int}", "/{x:int}-{y}"), ("/A", "/a"),
        ("/a/{x:b|c}/d", "/a/{x:b|c}/e"), ("/a%2Fb", "/a/b"), ("/a{x:b|c}/d", "/{x:ab|ac}/e"),
        ("/{x:a|b}c-{n:int}", "/{x:ac|b}-{n:int}"), ("/{x:a|b}c-{n:int}", "/{x:ac|bc}-{n:hex}"),
        ("/caf\u{E9}", "/cafe\u{301}"), ("/{*a}", "/{*b?}"), ("/{a}/{*b}", "/{*a}"),
        ("/{a}/{b}", "/{a}/{*b}"), ("/", "/{*a?}"), ("/{*a}/x", "/{*a?}/x"),
        ("/{*a}/x/{b}", "/{a}/x/{*b}"), ("/a", "/a/{*b?}"),
    ])
    func `10: patterns do not conflict if one matches a path that the other does not`(
        first: String,
        second: String
    ) throws {
        let trie = try PathTrie(first, second)
        #expect(trie.count == 2)
        trie.checkInvariants()
    }

    @Test(arguments: [
        ("/EN", "/en"), ("/{x:en|fr}-A{n:int}", "/{x:fr|en}-a{n:int}"),
        ("/a{x:B|b}-{n:int}", "/A{x:b|B}-{m:int}"),
        ("/A{n:int}", "/a{m:int}"), ("/EN/{*a}/{b}", "/En/{b}/{*a}"),
        // Digits and escapes have no case.
        ("/A{x:1|2}B", "/a{y:2|1}b"), ("/x{x:%C3%A9|1}", "/X{x:1|%c3%a9}"),
    ])
    func `10: with ignoresCase, patterns that differ only in case conflict`(
        first: String,
        second: String
    ) throws {
        var trie = PathTrie<Int>(ignoresCase: true)
        try trie.insert(1, at: PathPattern(first))
        #expect(throws: PathConflict.self) { try trie.insert(2, at: PathPattern(second)) }
        trie.checkInvariants()
        #expect(try trie.remove(PathPattern(second)) == 1)
        #expect(trie.count == 0)
        // If case counts, they are different paths.
        #expect(try PathTrie(first, second).count == 2)
    }

    @Test(arguments: [
        ("/1{x:2|3}", "/{y:12|13}"), ("/%C3%A9{x:1|2}", "/{y:%C3%A91|%c3%a92}"),
    ])
    func `10: with ignoresCase, words without letters are texts like literal ones`(
        first: String,
        second: String
    ) throws {
        for (first, second) in [(first, second), (second, first)] {
            var trie = PathTrie<Int>(ignoresCase: true)
            try trie.insert(1, at: PathPattern(first))
            #expect(throws: PathConflict.self) { try trie.insert(2, at: PathPattern(second)) }
            #expect(try trie.remove(PathPattern(second)) == 1)
        }
    }

    @Test(arguments: [
        ("/{x:EN|en}", "/en"), ("/{x:en|fr}", "/{x:EN|fr}"), ("/a{x:b|c}", "/{x:ab|ac}"),
        ("/a{x:B|b}-{n:int}", "/ab-{m:int}"), ("/{x:EN|en}/{*a}/{b}", "/En/{b}/{*a}"),
    ])
    func `10: with ignoresCase, words are other texts than literal ones`(
        first: String,
        second: String
    ) throws {
        var trie = PathTrie<Int>(ignoresCase: true)
        try trie.insert(1, at: PathPattern(first))
        try trie.insert(2, at: PathPattern(second))
        trie.checkInvariants()
        #expect(try trie.remove(PathPattern(second)) == 2)
        #expect(try trie[PathPattern(first)] == 1)
    }
}
