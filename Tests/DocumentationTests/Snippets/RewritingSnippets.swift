import DeepLinks
import Foundation
import Testing

struct RewritingSnippets {
    @Test func `a rule for each shape`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", "www.mydomain.io") {
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/items/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/items/{title}-{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/a/{id:int}", to: "/featureA/detail?id={id}")
            }
            Scheme("myapp", unmatched: .passThrough)
        }

        let link = try rewriter.rewrite("https://mydomain.io/domainA/items/some-seo-title-872346")
        #expect(link.path == "/featureA/detail")
        #expect(link.queryItems[.id] == "872346")

        // The table above the example.
        for row in try Package.table(
            under: "| External link | Internal link |",
            in: "Sources/DeepLinks/DeepLinks.docc/RewritingLinks.md"
        ) {
            #expect(try rewriter.rewrite(row[0]) == DeepLink(row[1]))
        }
    }

    @Test func `rules that use the query`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", query: .strip(["utm_source", "utm_medium"])) {
                Rewrite("/watch?v={video}&t={start?}", to: "/player?id={video}&start={start}")
                Rewrite("/watch?list={list}", to: "/playlist?id={list}")
            }
        }

        #expect(
            try rewriter.rewrite("https://mydomain.io/watch?v=abc&t=30")
                == DeepLink("/player?id=abc&start=30")
        )
        #expect(
            try rewriter.rewrite("https://mydomain.io/watch?v=abc") == DeepLink("/player?id=abc")
        )
        #expect(
            try rewriter.rewrite("https://mydomain.io/watch?list=7&utm_source=mail")
                == DeepLink("/playlist?id=7")
        )
    }

    @Test func `captures are data`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io") {
                Rewrite("/notes/{id}", to: "/note?id={id}")
            }
        }

        let link = try rewriter.rewrite("https://mydomain.io/notes/1%26admin%3Dtrue")
        #expect(link.queryItems == [URLQueryItem(name: "id", value: "1&admin=true")])
    }

    @Test func `options of sources`() throws {
        let rewriter = try URLRewriter {
            Domain("shop.mydomain.io", ignoresCase: true, prefixes: ["", "/{lang:en|fr}"]) {
                Rewrite("/sale/{id:int}", to: "/sale?id={id}&lang={lang}")
            }
            Domain("app.mydomain.io", plusIsSpace: true, fragmentPaths: true) {
                Rewrite("/search?q={text}", to: "/search?text={text}")
            }
        }

        #expect(
            try rewriter.rewrite("https://shop.mydomain.io/fr/Sale/7")
                == DeepLink("/sale?id=7&lang=fr")
        )
        #expect(try rewriter.rewrite("https://shop.mydomain.io/sale/7") == DeepLink("/sale?id=7"))
        #expect(
            try rewriter.rewrite("https://app.mydomain.io/#/search?q=red+shoe")
                == DeepLink("/search?text=red%20shoe")
        )
    }

    @Test func `wrapped links`() throws {
        let rewriter = try URLRewriter {
            Domain("click.mydomain.io") {
                Unwrap("/track?url={target}")
            }
            Domain("mydomain.io") {
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
            }
        }

        let mail = "https://click.mydomain.io/track?url=https%3A%2F%2Fmydomain.io%2FdomainA%2F5"
        #expect(try rewriter.rewrite(mail) == DeepLink("/featureA/detail?id=5"))
    }

    @Test func `a rule with an example`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io") {
                Rewrite(
                    "/domainA/items/{title}-{id:int}",
                    to: "/featureA/detail?id={id}",
                    examples: ["/domainA/items/red-shoe-872346": "/featureA/detail?id=872346"]
                )
            }
        }
        #expect(
            try rewriter.rewrite("https://mydomain.io/domainA/items/red-shoe-872346")
                == DeepLink("/featureA/detail?id=872346")
        )
    }

    @Test func `hosts as the table tells`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", unmatched: .passThrough)
            Domain("*.mydomain.io") { Rewrite("/a", to: "/subdomain") }
            Domain("{shop}.shops.io") { Rewrite("/a", to: "/shop?name={shop}") }
            Domain("localhost:8080", unmatched: .passThrough)
        }
        for (link, expected) in [
            ("https://mydomain.io/a", "/a"), ("https://b.mydomain.io/a", "/subdomain"),
            ("https://c.b.mydomain.io/a", "/subdomain"),
            ("https://shoes.shops.io/a", "/shop?name=shoes"), ("https://localhost:8080/a", "/a"),
        ] {
            #expect(try rewriter.rewrite(link) == DeepLink(expected))
        }
        for link in [
            "https://localhost/a", "https://shops.io/a", "https://a.shoes.shops.io/a",
            "http://mydomain.io/a", "https://mydomain.io@evil.com/a",
        ] {
            #expect(throws: RewriteError.self) { try rewriter.rewrite(link) }
        }
    }

    @Test func `a rewriter tells its steps as the article shows`() throws {
        var printed: [String] = []
        func print(_ explanation: Explanation) { printed.append(explanation.description) }

        let rewriter = try URLRewriter {
            Domain("mydomain.io", query: .strip(["utm_source"])) {
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/items/{title}-{id:int}", to: "/featureA/detail?id={id}")
            }
        }

        print(rewriter.explain("https://mydomain.io/domainA/items/red-shoe-5?utm_source=mail"))
        print(rewriter.explain("https://mydomain.io/domainA/item/red-shoe-5"))

        let page = try Package.text("Sources/DeepLinks/DeepLinks.docc/RewritingLinks.md")
        #expect(page.contains("```\n" + printed.joined(separator: "\n") + "\n```"))
    }
}
