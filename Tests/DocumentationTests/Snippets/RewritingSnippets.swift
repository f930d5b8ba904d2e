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

    @Test func `rules that use the fragment`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io") {
                Rewrite("/project/{name}#{section?}", to: "/project?name={name}&section={section}")
                Rewrite("/help/{topic}", to: "/help#{topic}")
                Rewrite("/help/{topic}#contact", to: "/contact?about={topic}")
            }
        }

        #expect(
            try rewriter.rewrite("https://mydomain.io/project/10fakten/#quellen")
                == DeepLink("/project?name=10fakten&section=quellen")
        )
        #expect(
            try rewriter.rewrite("https://mydomain.io/help/login") == DeepLink("/help#login")
        )
        #expect(
            try rewriter.rewrite("https://mydomain.io/help/login#contact")
                == DeepLink("/contact?about=login")
        )
    }

    @Test func `an item without a name`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io") {
                Rewrite("/?{code:slug}&lang={lang?}", to: "/open?code={code}&lang={lang}")
            }
        }

        #expect(
            try rewriter.rewrite("https://mydomain.io/?3D6D08-3567&lang=de")
                == DeepLink("/open?code=3D6D08-3567&lang=de")
        )
    }

    @Test func `a path in the query`() throws {
        let rewriter = try URLRewriter {
            Scheme("myapp") {
                Rewrite("/branch?$deeplink_path={to:path}", to: "/{*to}")
            }
        }

        #expect(
            try rewriter.rewrite("myapp://branch?$deeplink_path=orders/9")
                == DeepLink("/orders/9")
        )
        #expect(
            try rewriter.rewrite("myapp://branch?$deeplink_path=/orders/9%3Fa")
                == DeepLink("/orders/9%3Fa")
        )
    }

    @Test func `whole links`() throws {
        let rewriter = try URLRewriter {
            Scheme("mysql", "postgres", wholeLinkAs: "url", to: "/connect?url={url}")
        }

        let link = try rewriter.rewrite("mysql://ann@db.mydomain.io:3306/shop?ssl=true")
        #expect(link.queryItems["url"] == "mysql://ann@db.mydomain.io:3306/shop?ssl=true")
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
            Domain("app.mydomain.io", plusIsSpace: true, fragment: .path) {
                Rewrite("/search?q={text}", to: "/search?text={text}")
            }
            Domain("share.mydomain.io", fragment: .query, malformedOptionals: .ignore) {
                Rewrite("/new?url={url}&size={size:int?}", to: "/new?url={url}&size={size}")
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
        #expect(
            try rewriter.rewrite("https://share.mydomain.io/new#url=a&size=big")
                == DeepLink("/new?url=a")
        )
    }

    @Test func `any host, and captures of hosts with constraints`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", "{language:en|de}.mydomain.io") {
                Rewrite("/help/{topic}", to: "/help/{topic}?language={language}")
            }
            Domain(anyHostAs: "server") {
                Rewrite("/@{user}/{post:int}", to: "/post/{post}?user={user}&server={server}")
            }
        }

        #expect(
            try rewriter.rewrite("https://de.mydomain.io/help/login")
                == DeepLink("/help/login?language=de")
        )
        #expect(
            try rewriter.rewrite("https://mastodon.social/@ann/5")
                == DeepLink("/post/5?user=ann&server=mastodon.social")
        )
        for link in [
            "https://mydomain.io/@ann/5", "https://mastodon.social/about",
            "https://mastodon.social:8443/@ann/5", "https://127.0.0.1/@ann/5",
        ] {
            #expect(throws: RewriteError.self) { try rewriter.rewrite(link) }
        }
    }

    @Test func `what the policy removed`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", query: .strip(["utm_*", "fbclid"])) {
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
            }
        }

        let details = try rewriter.details(
            of: "https://mydomain.io/domainA/5?utm_source=mail&ref=a"
        )
        #expect(details.link.string == "/featureA/detail?id=5&ref=a")
        #expect(details.removedItems == [URLQueryItem(name: "utm_source", value: "mail")])
        #expect(details.pattern == "/domainA/{id:int}")
    }

    @Test func `whole rests, and catch-alls anywhere`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io") {
                Rewrite("/subscribe/{*feed:verbatim}", to: "/subscribe?url={feed}")
                Rewrite("/{*group}/-/issues/{id:int}", to: "/issue/{id}?group={group}")
                Rewrite("/blog/{*rest?}", to: "/posts/{*rest}")
            }
        }

        let link = try rewriter.rewrite(
            "https://mydomain.io/subscribe/https://example.com/feed/?token=1"
        )
        #expect(
            link.queryItems == [
                URLQueryItem(name: "url", value: "https://example.com/feed/?token=1")
            ]
        )
        #expect(
            try rewriter.rewrite("https://mydomain.io/a/b/-/issues/5")
                == DeepLink("/issue/5?group=a/b")
        )
        #expect(
            try rewriter.rewrite("https://mydomain.io/blog/2024/1") == DeepLink("/posts/2024/1")
        )
        #expect(try rewriter.rewrite("https://mydomain.io/blog") == DeepLink("/posts"))
    }

    @Test func `a rule that refuses`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io") {
                Rewrite("/projects/{creator}/{project}", to: "/project?id={project}")
                Refuse("/projects/{creator}/edit")
            }
        }

        #expect(
            try rewriter.rewrite("https://mydomain.io/projects/ann/lamp")
                == DeepLink("/project?id=lamp")
        )
        let refused = rewriter.explain("https://mydomain.io/projects/ann/edit")
        #expect(refused.link == nil)
        #expect(refused.error?.reason == .refusedByRule("/projects/{creator}/edit"))
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
                    examples: [
                        "/domainA/items/red-shoe-872346": "/featureA/detail?id=872346",
                        "/domainA/items/red-shoe": nil,
                    ]
                )
                Rewrite(
                    "/items/{id:int}",
                    to: "/detail?id={id}",
                    title: "Product page",
                    owner: "Growth"
                )
                Rewrite("/drafts/{id:int}", to: "/draft?id={id}", claims: false)
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
