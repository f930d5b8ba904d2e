import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// From external paths to internal links.
struct RewritingTests {
    @Test func `details are equal only if their texts have the same bytes`() throws {
        let rewriter = try URLRewriter {
            Scheme("myapp", query: .drop) {
                Rewrite("/a", to: "/a")
                Unwrap("/u?to={to}")
            }
        }
        let composed = try rewriter.details(of: "myapp://a?n=%C3%A9")
        #expect(try composed == rewriter.details(of: "myapp://a?n=\u{E9}"))
        #expect(try composed != rewriter.details(of: "myapp://a?n=e%CC%81"))
        let wrapped = try rewriter.details(of: "myapp://u?to=myapp://a%23%C3%A9")
        #expect(try wrapped != rewriter.details(of: "myapp://u?to=myapp://a%23e%CC%81"))
    }

    @Test func `a link becomes what its rule says`() throws {
        try Fixture.shop().check(
            """
            /domainA/5 → /featureA/detail?id=5
            /domainA/items/some-seo-title-872346 → /featureA/detail?id=872346
            /domainA/items/top-10-shoes-872346/ → /featureA/detail?id=872346
            /domainA/items/007 → /featureA/detail?id=007
            /domainA/items/%38%37 → /featureA/detail?id=87
            /domainA/items/123456789012345678901234567890 → /featureA/detail?id=123456789012345678901234567890
            /watch?t=30&v=abc → /player?id=abc&start=30
            """
        )
    }

    @Test(arguments: [
        "https://mydomain.io/domainA", "https://mydomain.io/domainA/", "https://mydomain.io/",
        "https://mydomain.io/domainA/itemsXYZ/5", "https://mydomain.io/domainA/items/",
        "https://mydomain.io/domainA/items/some-seo-title-",
        "https://mydomain.io/domainA/items/some-seo-title", "https://mydomain.io/domainA/items/-",
        "https://mydomain.io/domainA/items/-5", "https://mydomain.io/domainA/items/+5",
        "https://mydomain.io/domainA/items/٣", "https://mydomain.io/domainA/items/5/more",
        "https://mydomain.io/DomainA/5", "https://mydomain.io/domainA%2F5",
        "https://mydomain.io/domainA/notes/", "https://mydomain.io/domainA/notes/a/b",
        "https://mydomain.io/watch", "https://mydomain.io/watch?t=30",
        "https://mydomain.io/watch?V=a", "https://mydomain.io/watch?v",
    ])
    func `a link that no rule fits is refused`(link: String) throws {
        let error = try #require(try Fixture.shop().refusal(of: link))
        #expect(error.reason == .noRule)
        #expect(error.source == "mydomain.io")
        #expect(error.offset == 19)
    }

    @Test func `a captured value wins and other items follow in order`() throws {
        try Fixture.shop().check(
            """
            /domainA/5?id=9 → /featureA/detail?id=5
            /domainA/5?id=9&id=8&%69d=7&ID=6 → /featureA/detail?id=5&ID=6
            /domainA/5?utm_source=x&a=1&b → /featureA/detail?id=5&utm_source=x&a=1&b
            /domainA/5?b=2&id=9&a=1&b=3 → /featureA/detail?id=5&b=2&a=1&b=3
            /domainA/5?id → /featureA/detail?id=5
            /watch?v=1&v=2&x=3 → /player?id=1&x=3
            /watch?id=7&v=1&start=9 → /player?id=1&start=9
            /watch?id=7&v=1&start=9&t=2 → /player?id=1&start=2
            /watch?v=1&t → /player?id=1
            /watch?v= → /player?id=
            /domainA/5#top → /featureA/detail?id=5#top
            """
        )
    }

    @Test(arguments: try rows(in: "rewritings.txt"))
    func `a link becomes what the rules and options of its source say`(row: TableRow) throws {
        try checkRules(of: row)
    }
}
