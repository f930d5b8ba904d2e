import DeepLinks
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

    @Test func `of rules with one path the one that asks for most goes first`() throws {
        // Fixed values, required items, constraints, then the fragment; the order here is misleading on purpose.
        let rewriter = try Fixture.domain {
            Rewrite("/a", to: "/plain")
            Rewrite("/a#{f}", to: "/any")
            Rewrite("/a#{f:int}", to: "/int")
            Rewrite("/a#top", to: "/top")
            Rewrite("/a?n={n}", to: "/word?n={n}")
            Rewrite("/a?n={n:int}", to: "/number?n={n}")
            Rewrite("/a?x={x}&y={y}", to: "/xy?x={x}&y={y}")
            Rewrite("/a?x=2", to: "/two")
        }
        try rewriter.check(
            """
            /a → /plain
            /a#x → /any
            /a#5 → /int
            /a#top → /top
            /a?n=abc → /word?n=abc
            /a?n=12#top → /number?n=12#top
            /a?x=3&y=4&n=5 → /xy?x=3&y=4&n=5
            /a?x=2&y=1 → /two?y=1
            """
        )
    }

    @Test func `the most specific path goes first`() throws {
        let rewriter = try Fixture.domain {
            Rewrite("/{*rest}", to: "/any?path={rest}")
            Rewrite("/items/{id}", to: "/item?id={id}")
            Rewrite("/items/{id:int}", to: "/number?id={id}")
            Rewrite("/items/new", to: "/new")
            Rewrite("/u/me", to: "/me")
            Rewrite("/u/{id}/edit", to: "/edit?id={id}")
            Rewrite("/a/{id}/x", to: "/x?id={id}")
            Rewrite("/a/{other}/y", to: "/y?other={other}&id={other}")
            // An item that does not fit leaves the link to a less specific path.
            Rewrite("/items/new?kind=book", to: "/new-book")
            Rewrite("/items/{id:alpha}?kind={kind}", to: "/kind?id={id}&kind={kind}")
        }
        try rewriter.check(
            """
            /items/new → /new
            /items/7 → /number?id=7
            /items/x → /item?id=x
            /u/me → /me
            /u/me/edit → /edit?id=me
            /a/1/x → /x?id=1
            /a/1/y → /y?other=1&id=1
            /items/a/b → /any?path=items/a/b
            /items/new?kind=book → /new-book
            /items/old?kind=pen → /kind?id=old&kind=pen
            /items/old?x=1 → /item?id=old&x=1
            "" → no-rule
            """
        )
    }

    @Test func `an item fits as its text says`() throws {
        let rewriter = try Fixture.domain {
            Rewrite("/s?q=a%20b", to: "/eq")
            Rewrite("/u?url=https://{rest}", to: "/open?rest={rest}")
            Rewrite("/n?id={id:int}", to: "/n?id={id}")
            Rewrite("/o?id={id:int?}", to: "/o?id={id}")
            Rewrite("/f?debug", to: "/f")
            Rewrite("/l?lang={lang:en|fr}", to: "/l?lang={lang}")
            Rewrite("/b?x={{a}}", to: "/b")
            Rewrite("/w?v={v:a/b|c?}", to: "/p?v={v}")
            Rewrite("/caf%C3%A9/{x}?k=1", to: "/one?x={x}")
            Rewrite("/{a}/{x}", to: "/two?a={a}&x={x}")
        }
        try rewriter.check(
            """
            /s?%71=%61%20b&q=c → /eq
            /s?q=a+b → no-rule
            /s?q=A%20b → no-rule
            /s?q=c&q=a%20b → no-rule
            /s?q → no-rule
            /s?Q=a%20b → no-rule
            /u?url=https://b.c/d%3Fe → /open?rest=b.c/d?e
            /u?url=https:// → no-rule
            /u?url=HTTPS://b.c → no-rule
            /n?id=12 → /n?id=12
            /n?id=1x → no-rule
            /n?id → no-rule
            /n → no-rule
            /o?id=12 → /o?id=12
            /o?id → /o
            /o?id=1x → no-rule
            /f?debug → /f
            /f?debug= → no-rule
            /f → no-rule
            /l?lang=en → /l?lang=en
            /l?lang=de → no-rule
            /b?x=%7Ba%7D → /b
            /b?x=a → no-rule
            // Words of an optional item may have slashes.
            /w?v=a%2Fb → /p?v=a/b
            /w → /p
            // A captured text is data, and is decoded once, though another rule was asked before.
            /caf%C3%A9/1%26admin%3Dtrue?y=2 → /two?a=caf%C3%A9&x=1%26admin%3Dtrue&y=2
            /caf%C3%A9/a%252Fb → /two?a=caf%C3%A9&x=a%252Fb
            """
        )
    }
}
