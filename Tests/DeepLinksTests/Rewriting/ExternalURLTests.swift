import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// The way back: from internal links to external URLs.
struct ExternalURLTests {
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
        let rewriter = try URLRewriter { Domain("mydomain.io", "www.mydomain.io") }
        let error = try #require(failure(rewriter, "/home", host))
        #expect(error.reason.code == "unknown-host")
        #expect(
            error.description
                == "No domain has the host '\(host.replacing(" ", with: #"\u{20}"#))'; use a host that is or fits one of 'mydomain.io', 'www.mydomain.io'."
        )
    }

    @Test(
        arguments: rows(
            """
            {"unwrap":"/u?url={target}"} → unwraps another link
            {"refuse":"/items/new"} → refuses links
            {"from":"/i/{title}-{id:int}","to":"/item/{id}"} → does not keep its capture 'title'
            {"from":"/pair/{a}/{b}","to":"/item/{a}{b}"} → joins its captures 'a' and 'b'
            {"from":"/p/{a}/{b}","to":"/item/x?copy={a}{b}"} → joins its captures 'a' and 'b'
            {"from":"/other/{id}","to":"/other/{id}"} → leads to another path
            {"from":"/kind/{id}","to":"/item/{id}?kind=book"} → leads to a link with a different item 'kind'
            {"from":"/twice/{id}","to":"/item/{id}?copy={id}"} → uses its capture 'id' twice
            {"from":"/int/{id:int}","to":"/item/{id}"} → gives a URL that is refused
            {"from":"/maybe?id={id?}","to":"/item/{id}/edit"} → has text after its capture 'id', which may be absent
            {"from":"/moved/{id}","to":"/item/x?copy=y#{id}"} → needs a fragment
            """
        )
    )
    func `a rule says what stands in its way`(row: TableRow) throws {
        let sources = try configuration(of: #"{"hosts":["a.io"],"rules":[\#(row[0])]}"#)
        let error = try failure(URLRewriter(configuration: sources), "/item/x?copy=y", "a.io")
        #expect(error?.reason.code == "no-rule")
        #expect(error?.nearest?.predicate == row[1])
    }

    @Test func `an error names the rule that comes nearest`() throws {
        let rewriter = try URLRewriter {
            Domain("a.io", fragment: .path) {
                Unwrap("/u?url={target}")
                Rewrite("/other/{id}", to: "/other/{id}")
                Rewrite("/int/{id:int}", to: "/item/{id}")
            }
            Domain("b.io", fragment: .query) { Rewrite("/a", to: "/b") }
            Domain("c.io", prefixes: ["", "/{lang:en|fr}"]) {
                Rewrite("/x/{id}", to: "/{lang}/x/{id}")
            }
        }
        #expect(
            failure(rewriter, "/item/x?copy=y", "a.io")?.description
                == "No rule of 'a.io' can be reversed for '…?…' (the nearest, '/int/{id:int}', gives a URL that is refused); add one whose template gives this link and uses all its captures."
        )
        #expect(
            failure(rewriter, "/de/x/5", "c.io")?.nearest?.predicate
                == "gives a URL that is refused"
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
