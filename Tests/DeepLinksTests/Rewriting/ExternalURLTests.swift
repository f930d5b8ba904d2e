import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// The way back: from internal links to external URLs.
struct ExternalURLTests {
    /// A domain with rules of many kinds.
    private static func many() throws -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io", "www.mydomain.io") {
                Rewrite("/domainA/items/{title}-{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/a/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/watch?v={video}&t={start?}", to: "/player?id={video}&start={start}")
                Rewrite("/books/{id}?kind=book&preview", to: "/read/{id}?mode=preview")
                Rewrite("/docs/{*rest}", to: "/manual/{*rest}/page")
                Rewrite("/wiki/{*title}", to: "/article?title={title}")
                Rewrite("/u/{name}/{tab:posts|likes}", to: "/user/{tab}-{name}")
                Rewrite("/open?url=web:{where:slug}", to: "/open/{where}")
                Unwrap("/mbar?redirect_to={target}")
                Rewrite("/", to: "/home")
            }
        }
    }

    @Test func `the first rule that can be reversed gives the URL`() throws {
        try Self.many().check(
            """
            https://WWW.mydomain.io/domainA/872346 ↔ /featureA/detail?id=872346
            /domainA/872346?utm=x&flag#top%20x ↔ /featureA/detail?id=872346&utm=x&flag#top%20x
            /watch?v=abc&t=30 ↔ /player?id=abc&start=30
            // The order of the items does not matter.
            /watch?v=a&t=3&x=2&x=1 ← /player?x=2&start=3&id=a&x=1
            /watch?v=a%26b%3Dc%2Bd%20e ↔ /player?id=a%26b%3Dc%2Bd%20e
            /books/5?kind=book&preview ↔ /read/5?mode=preview
            /docs/a/b%2Fc ↔ /manual/a/b%2Fc/page
            /wiki/a/b%20c ↔ /article?title=a/b%20c
            /u/mary-ann/likes ↔ /user/likes-mary-ann
            /u/%C3%A9%2F%F0%9F%98%80/posts ↔ /user/posts-%C3%A9%2F%F0%9F%98%80
            /open?url=web:here.now ↔ /open/here.now
            / ↔ /home
            """
        )
    }

    @Test func `an item that the domain removes is the obstacle`() throws {
        let rewriter = try URLRewriter {
            Domain("g.io", query: .strip(["utm"])) { Rewrite("/x/{id}", to: "/a/{id}") }
        }
        #expect(
            failure(rewriter, "/a/1?utm=secret", "g.io")?.description
                == "No rule of 'g.io' can be reversed for '…?…' (the nearest, '/x/{id}', gives a URL from which the option 'query' removes an item); leave the item out of the link, or keep it in the option 'query'."
        )
    }

    @Test(arguments: try rows(in: "external-urls.txt"))
    func `a link that a reversible rule made has a URL`(row: TableRow) throws {
        let rewriter = try Fixture.domain { Rewrite(row[0], to: row[1]) }
        let external = "https://mydomain.io\(row[2])"
        let link = try rewriter.rewrite(external)
        let url = try rewriter.externalURL(for: link, host: "mydomain.io")
        #expect(url.absoluteString == external)
    }

    // MARK: - Errors

    private func failure(
        _ rewriter: URLRewriter,
        _ link: String,
        _ host: String
    ) -> ExternalURLError? {
        guard let link = try? DeepLink(link) else { return nil }
        do throws(ExternalURLError) {
            _ = try rewriter.externalURL(for: link, host: host)
            return nil
        } catch { return error }
    }

    @Test(arguments: [
        "evil.com", "mydomain.io.evil.com", "", "mydomain.io/a", "mydomain.io#",
        "user@mydomain.io", "mydomain.io:8443", "mydomain.io ",
    ])
    func `a host of no domain is refused`(host: String) throws {
        let rewriter = try Self.many()
        let error = try #require(failure(rewriter, "/home", host))
        #expect(error.reason.code == "unknown-host")
        #expect(
            error.description
                == "No domain has the host '\(host.replacing(" ", with: #"\u{20}"#))'; use a host that is or fits one of 'mydomain.io', 'www.mydomain.io'."
        )
    }

    @Test(
        arguments: [
            (.unwrap(Unwrap("/u?url={target}")), "unwraps another link"),
            (.refuse(Refuse("/items/new")), "refuses links"),
            (
                .rewrite(Rewrite("/i/{title}-{id:int}", to: "/item/{id}")),
                "does not keep its capture 'title'"
            ),
            (
                .rewrite(Rewrite("/pair/{a}/{b}", to: "/item/{a}{b}")),
                "joins its captures 'a' and 'b'"
            ),
            (
                .rewrite(Rewrite("/p/{a}/{b}", to: "/item/x?copy={a}{b}")),
                "joins its captures 'a' and 'b'"
            ),
            (.rewrite(Rewrite("/other/{id}", to: "/other/{id}")), "leads to another path"),
            (
                .rewrite(Rewrite("/kind/{id}", to: "/item/{id}?kind=book")),
                "leads to a link with a different item 'kind'"
            ),
            (
                .rewrite(Rewrite("/twice/{id}", to: "/item/{id}?copy={id}")),
                "uses its capture 'id' twice"
            ),
            (.rewrite(Rewrite("/int/{id:int}", to: "/item/{id}")), "gives a URL that is refused"),
            (
                .rewrite(Rewrite("/maybe?id={id?}", to: "/item/{id}/edit")),
                "has text after its capture 'id', which may be absent"
            ),
            (.rewrite(Rewrite("/moved/{id}", to: "/item/x?copy=y#{id}")), "needs a fragment"),
        ] as [(RewriteRule, String)]
    )
    func `a rule says what stands in its way`(rule: RewriteRule, obstacle: String) throws {
        let domain = RewriteSource.domain(Domain(hosts: ["a.io"], rules: [rule]))
        let error = try failure(URLRewriter(sources: [domain]), "/item/x?copy=y", "a.io")
        #expect(error?.reason.code == "no-rule")
        #expect(error?.nearest?.predicate == obstacle)
    }

    @Test func `an error names the rule that comes nearest`() throws {
        let rewriter = try URLRewriter {
            Domain("a.io", fragment: .path) {
                Unwrap("/u?url={target}")
                Rewrite("/other/{id}", to: "/other/{id}")
                Rewrite("/int/{id:int}", to: "/item/{id}")
            }
            Domain("b.io", fragment: .query) { Rewrite("/a", to: "/b") }
        }
        #expect(
            failure(rewriter, "/item/x?copy=y", "a.io")?.description
                == "No rule of 'a.io' can be reversed for '…?…' (the nearest, '/int/{id:int}', gives a URL that is refused); add one whose template gives this link and uses all its captures."
        )
        for (link, host, contents) in [("/b#x", "b.io", "items"), ("/other/1#x", "a.io", "path")] {
            #expect(
                failure(rewriter, link, host)?.nearest?.predicate
                    == "has its \(contents) in the fragment, but the link has a fragment"
            )
        }
    }

    @Test func `a rewriter without rules says so`() throws {
        let empty = try URLRewriter { Domain("a.io") }
        #expect(
            failure(empty, "/a", "a.io")?.description
                == "No rule of 'a.io' leads to '…'; add one whose template gives this link and uses all its captures."
        )
        let none = try URLRewriter { Scheme("myapp") }
        #expect(
            failure(none, "/a", "a.io")?.description
                == "No domain has the host 'a.io'; add a domain."
        )
    }
}
