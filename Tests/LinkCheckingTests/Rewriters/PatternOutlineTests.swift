import PathMatching
import Testing

@testable import LinkChecking

/// Patterns as plain data.
struct PatternOutlineTests {
    private func mixed(
        _ pattern: String,
        ignoresCase: Bool = false
    ) throws -> [MixedSegment] {
        try PathPattern(pattern).outline(ignoresCase: ignoresCase).compactMap { segment in
            if case .mixed(let segment) = segment { segment } else { nil }
        }
    }

    @Test func `each segment tells what it is`() throws {
        let outline = try PathPattern("/Caf\u{E9}/{id}/{n:int}/{*rest}").outline(ignoresCase: false)
        try #require(outline.count == 4)
        #expect(outline[0] == .literal("Caf%C3%A9"))
        #expect(outline[1] == .plain)
        #expect(outline[3] == .catchAll(isOptional: false))
        #expect(try PathPattern("/").outline(ignoresCase: false) == [])
        #expect(try PathPattern("/Caf\u{E9}").outline(ignoresCase: true) == [.literal("caf%c3%a9")])
    }

    @Test func `a segment with captures has literal text around each of them`() throws {
        let segment = try #require(try mixed("/Top-{title}.{lang:fr|EN}{{{id:uuid}").first)
        #expect(segment.literals == ["Top-", ".", "%7B", ""].map { Array($0.utf8) })
        #expect(
            segment.captures.map(\.constraint) == [.any, .words, .uuid]
        )
        #expect(segment.captures[1].words == ["EN", "fr"].map { Array($0.utf8) })
        let folded = try #require(
            try mixed("/Top-{title}.{lang:fr|EN}{{{id:uuid}", ignoresCase: true).first
        )
        #expect(folded.literals == ["top-", ".", "%7b", ""].map { Array($0.utf8) })
        #expect(folded.captures[1].words == ["en", "fr"].map { Array($0.utf8) })
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
