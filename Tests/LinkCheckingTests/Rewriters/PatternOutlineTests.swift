import DeepLinks
import PathMatching
import Testing

@testable import LinkChecking

/// Patterns as plain data.
struct PatternOutlineTests {
    private func mixed(_ pattern: String, ignoresCase: Bool = false) throws -> [MixedSegment] {
        try PathPattern(pattern).mixedSegments(ignoresCase: ignoresCase)
    }

    @Test func `each segment tells what it is`() throws {
        for (ignoresCase, literal) in [(false, "Caf%C3%A9"), (true, "caf%c3%a9")] {
            let rewriter = try URLRewriter {
                Domain("a.io", ignoresCase: ignoresCase) {
                    Rewrite("/Caf\u{E9}/{id}/{n:int}/{*rest}", to: "/t")
                    Rewrite("/x/{*rest?}", to: "/u")
                    Rewrite("/", to: "/v")
                }
            }
            let source = try #require(rewriter.outline.object?["sources"]?.array?.first?.object)
            let paths = source["groups"]?.array?.compactMap { $0.array?.first }
            #expect(
                paths == [
                    .array([.string(literal), .int(-1), .int(0), .int(-2)]),
                    .array([.string("x"), .int(-3)]), .array([]),
                ]
            )
            #expect(source["programs"]?.array?.count == 1)
        }
    }

    @Test func `a segment with captures has literal text around each of them`() throws {
        let segment = try #require(try mixed("/Top-{title}.{lang:fr|EN}{{{id:uuid}").first)
        #expect(segment.literals == ["Top-", ".", "%7B", ""].map { Array($0.utf8) })
        #expect(segment.captures.map(\.constraint) == [.any, .words, .uuid])
        #expect(segment.captures[1].words == ["EN", "fr"].map { Array($0.utf8) })
        let folded = try #require(
            try mixed("/Top-{title}.{lang:fr|EN}{{{id:uuid}", ignoresCase: true).first
        )
        #expect(folded.literals == ["top-", ".", "%7b", ""].map { Array($0.utf8) })
        #expect(folded.captures[1].words == ["EN", "fr"].map { Array($0.utf8) })
    }

    @Test func `segments are in the order in which they are tried`() throws {
        let ordered =
            [
                "/ab{x}", "/a{x}c", "/{x}bc", "/a{x:int}", "/a{x}", "/{x}b", "/{x:a|b}", "/{x:a|c}",
                "/{x:a|b|c}",
            ] + PathConstraint.names.map { "/{x:\($0)}" }
        let segments = try ordered.map { try #require(try mixed($0).first) }
        #expect(segments.reversed().sorted() == segments)
    }

    @Test func `patterns are told in the order of their entries`() throws {
        var trie = PathTrie<Int>()
        let patterns = try ["/b/{x}", "/a", "/{*rest}"].map { try PathPattern($0) }
        for (number, pattern) in patterns.enumerated() { try trie.insert(number, at: pattern) }
        #expect(trie.patternsByEntry == patterns)
    }
}
