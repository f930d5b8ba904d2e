import Testing

@testable import DeepLinksBenchmarks

struct LinearMatcherTests {
    @Test(arguments: [
        (["/u/{id}", "/u/me"], "/u/me", 1, []),
        (["/u/{id}", "/u/me"], "/u/42", 0, ["42"]),
        (["/u/me", "/u/{id}/edit"], "/u/me/edit", 1, ["me"]),
        (["/i/{a}", "/i/{b:int}", "/i/{c:uuid}"], "/i/42", 1, ["42"]),
        (
            ["/i/{a}", "/i/{b:int}", "/i/{t}-{id:int}"], "/i/top-10-shoes-872346", 2,
            ["top-10-shoes", "872346"]
        ),
        (
            ["/i/{t}-{id:uuid}"], "/i/a-b-123e4567-e89b-12d3-a456-426614174000", 0,
            ["a-b", "123e4567-e89b-12d3-a456-426614174000"]
        ),
        (["/{a}/x", "/{b}/y"], "/1/y", 1, ["1"]),
        (["/"], "/", 0, []),
    ])
    func `the most specific pattern is the answer`(
        patterns: [String],
        path: String,
        index: Int,
        captures: [String]
    ) throws {
        let match = try #require(LinearMatcher(patterns).match(path))
        #expect(match.index == index)
        #expect(match.captures.map(String.init) == captures)
    }

    @Test(arguments: [
        ("/i/{id:int}", "/i/4x"), ("/i/{id:int}", "/i"), ("/i/{t}-{id:int}", "/i/some-title"),
        ("/i/{t}-{id:int}", "/i/-7"), ("/i/{id:uuid}", "/i/123e4567e89b12d3a456426614174000"),
        ("/i", "/i/j"), ("/i", "/I"), ("/i/x{id}", "/i/x"),
    ])
    func `a path that does not fit has no answer`(pattern: String, path: String) {
        #expect(LinearMatcher([pattern]).match(path) == nil)
    }
}

struct RegularExpressionMatcherTests {
    @Test(arguments: [
        ("/a.b/{id}", "/a\\.b/([^/]+)"),
        ("/items/{title}-{id:int}", "/items/([^/]+)-([0-9]+)"),
        ("/i/{id:uuid}", "/i/([0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})"),
    ])
    func `a pattern has an expression of its own`(pattern: String, expression: String) {
        #expect(RegularExpressionMatcher.expression(for: pattern) == expression)
    }
}
