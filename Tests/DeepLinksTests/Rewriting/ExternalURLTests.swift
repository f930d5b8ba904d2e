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

    @Test func `hosts, prefixes and options are reversed, too`() throws {
        let rewriter = try URLRewriter {
            Domain("shop.a.io", prefixes: ["", "/{locale:en-us|fr-fr}"]) {
                Rewrite("/x/{id}", to: "/a?id={id}&locale={locale}")
            }
            Domain("{shop}.b.io", "b.io") { Rewrite("/x/{id}", to: "/b?id={id}&shop={shop}") }
            Domain("localhost:8080", "*.c.io") { Rewrite("/x/{id}", to: "/c?id={id}") }
            Domain("d.io", plusIsSpace: true, fragment: .path) {
                Rewrite("/x/{id}", to: "/d?id={id}")
            }
            Domain("e.io", unmatched: .passThrough) { Rewrite("/x", to: "/y") }
            Domain("{shop}.f.io") { Rewrite("/x/{id:int}", to: "/f/{shop}-{id}") }
            Domain("g.io", query: .strip(["utm"])) {
                Rewrite("/x/{id}", to: "/a/{id}")
                Rewrite("/x/new", to: "/new")
                Rewrite("/y/{id}", to: "/a/{id}")
            }
            Domain("h.io") {
                Rewrite("/docs/{*rest}", to: "/d?p={rest}")
                Rewrite("/docs/a/{x}", to: "/x")
            }
            Domain("i.io", unmatched: .passThrough, plusIsSpace: true, fragment: .query) {
                Rewrite("/share?url={url}&title={title?}", to: "/new?url={url}&title={title}")
                Rewrite("/c?kind=code&{code}", to: "/code/{code}")
                Rewrite("/home", to: "/start")
            }
            Domain("j.io") {
                Rewrite("/r/{id}", to: "/a?id={id}", claims: false)
                Rewrite("/a/{id}", to: "/a?id={id}")
                Rewrite("/b/{id}", to: "/a?id={id}")
                Rewrite("/mail/{id}", to: "/m?id={id}", claims: false)
            }
            Domain("k.io", unmatched: .passThrough) {
                Rewrite("/mail/card", to: "/card", claims: false)
                Rewrite("/mail/{id}", to: "/text/{id}", claims: false)
                Rewrite("/text/{*rest}", to: "/text/{*rest}", claims: false)
            }
        }
        try rewriter.check(
            """
            https://shop.a.io/fr-fr/x/1 ↔ /a?id=1&locale=fr-fr
            https://shop.a.io/x/1 ↔ /a?id=1
            https://RED.b.io/x/1 ↔ /b?id=1&shop=red
            https://b.io/x/1 ↔ /b?id=1
            https://localhost:8080/x/1 ↔ /c?id=1
            https://a.b.c.io/x/1 ↔ /c?id=1
            https://d.io/#/x/a%20b ↔ /d?id=a%20b
            https://d.io/#/x/1?ref=%2B ↔ /d?id=1&ref=%2B
            https://d.io/#/x/1?ref=a:~:text=b?c → /d?id=1&ref=a
            https://d.io/#/x/1:~:text=b?ref=c → /d?id=1
            https://d.io/#/x/1%3A~:b?ref=a%3A~:b ↔ /d?id=1:~:b&ref=a:~:b
            https://d.io/x/1#:~:text=b → /d?id=1
            https://e.io/e/f?g=1#h ↔ /e/f?g=1#h
            https://my-shop.f.io/x/5 ↔ /f/my-shop-5
            // A rule that another one hides is passed over.
            https://g.io/x/old ↔ /a/old
            https://g.io/y/new ↔ /a/new
            https://h.io/docs/b/c ↔ /d?p=b/c
            // Nothing of a link's items reaches the server of a site that reads them in the fragment.
            https://i.io/share#url=private&title=x ↔ /new?url=private&title=x
            https://i.io/share#url=a%26b%23c%2B?d%20/&ref=mail ↔ /new?url=a%26b%23c%2B?d%20/&ref=mail
            https://i.io/c#kind=code&FPR ↔ /code/FPR
            https://i.io/home ↔ /start
            https://i.io/e/f#g=1 ↔ /e/f?g=1
            // Rules that the site does not claim come last.
            https://j.io/a/1 ↔ /a?id=1
            https://j.io/mail/1 ↔ /m?id=1
            https://k.io/card ↔ /card
            https://k.io/mail/5 ↔ /text/5
            """
        )
        // Another rule takes the URL.
        #expect(failure(rewriter, "/d?p=a/b", "h.io")?.reason.code == "no-rule")
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
