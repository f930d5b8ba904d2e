import DeepLinks
import Foundation
import Testing

/// The options that the rules of a source share.
struct SourceOptionTests {
    @Test(arguments: [
        (
            SourceOptions.Query.keep, "/b?id=1&utm_source=x&ref=y&ref=z",
            "/c?id=2&utm_source=x&ref=y&ref=z"
        ),
        (.drop, "/b?id=1", "/c"),
        (.keepOnly(["ref"]), "/b?id=1&ref=y&ref=z", "/c?ref=y&ref=z"),
        (.keepOnly(["id"]), "/b?id=1", "/c?id=2"),
        (.keepOnly([]), "/b?id=1", "/c"),
        (.strip(["utm_source", "id"]), "/b?id=1&ref=y&ref=z", "/c?ref=y&ref=z"),
        (.strip(["REF"]), "/b?id=1&utm_source=x", "/c?id=2&utm_source=x"),
        (.strip(["UTM_*"]), "/b?id=1&ref=y&ref=z", "/c?id=2&ref=y&ref=z"),
        (.strip(["utm_source*", "re"]), "/b?id=1&ref=y&ref=z", "/c?id=2&ref=y&ref=z"),
        (.strip(["*"]), "/b?id=1", "/c"),
    ])
    func `the query policy decides about items that no rule names`(
        policy: SourceOptions.Query,
        rewritten: String,
        passed: String
    ) throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", unmatched: .passThrough, query: policy) {
                Rewrite("/a/{id}", to: "/b?id={id}")
            }
        }
        let query = "?utm_source=x&id=2&ref=y&ref=z"
        let reordered = "?id=2&utm_source=x&ref=y&ref=z"
        #expect(try rewriter.rewrite("https://mydomain.io/a/1\(query)") == DeepLink(rewritten))
        #expect(try rewriter.rewrite("https://mydomain.io/c\(reordered)") == DeepLink(passed))
    }

    @Test(
        arguments: [
            (SourceOptions.Query.keep, "/a/1?v=2&id=3&x=4", "/a/{id}?v={v?}", []),
            (.drop, "/a/1?v=2&id=3&x=4&x=%20", "/a/{id}?v={v?}", ["x=4", "x= "]),
            (
                .strip(["utm_*", "fbclid"]), "/a/1?UTM_Source=m&x=4&fbclid", "/a/{id}?v={v?}",
                ["UTM_Source=m", "fbclid"]
            ),
            (.keepOnly(["x"]), "/c?v=2&x=4", nil, ["v=2"]), (.keep, "/c?v=2", nil, []),
        ] as [(SourceOptions.Query, String, String?, [String])]
    )
    func `details tell the rule and what the query policy removed`(
        policy: SourceOptions.Query,
        path: String,
        pattern: String?,
        removed: [String]
    ) throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", unmatched: .passThrough, query: policy) {
                Rewrite("/a/{id}?v={v?}", to: "/b?id={id}&v={v}")
            }
        }
        let details = try rewriter.details(of: "https://mydomain.io\(path)")
        #expect(details.pattern == pattern)
        #expect(details.removedItems.map { $0.name + ($0.value.map { "=\($0)" } ?? "") } == removed)
        #expect(try details.link == rewriter.rewrite("https://mydomain.io\(path)"))
    }

    @Test(
        arguments: [
            ("/share#url=https://a.io/?x%3D1&title=b", "/new?url=https://a.io/?x%3D1&title=b"),
            ("/share?from=q#url=u&x=1", "/new?url=u&x=1&from=q"),
            ("/share?url=q#url=f", "/new?url=f"),
            ("/share?url=q#", "/new?url=q"), ("/share?url=q", "/new?url=q"),
            ("/share#other=1", nil),
        ] as [(String, String?)]
    )
    func `the fragment has query items where the source says so`(
        link: String,
        expected: String?
    ) throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", fragment: .query) {
                Rewrite("/share?url={url}&title={title?}", to: "/new?url={url}&title={title}")
            }
        }
        #expect(rewriter.text(of: "https://mydomain.io\(link)") == expected)
        #expect(rewriter.refusal(of: "https://mydomain.io/share#url=%")?.part == .fragment)
    }

    @Test(
        arguments: [
            (SourceOptions.MalformedOptionals.reject, "/watch?v=a&t=soon", "/other?v=a&t=soon"),
            (.ignore, "/watch?v=a&t=soon", "/player?id=a"),
            (.ignore, "/watch?v=a&t=7", "/player?id=a&start=7"),
            (.ignore, "/watch?v=a&t", "/player?id=a"), (.ignore, "/watch?t=7", nil),
            (.reject, "/watch?v=a&t=7", "/player?id=a&start=7"),
        ] as [(SourceOptions.MalformedOptionals, String, String?)]
    )
    func `an optional item that does not fit counts as absent where the source says so`(
        policy: SourceOptions.MalformedOptionals,
        link: String,
        expected: String?
    ) throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", malformedOptionals: policy) {
                Rewrite("/watch?v={video}&t={start:int?}", to: "/player?id={video}&start={start}")
                if policy == .reject { Rewrite("/watch?v={video}", to: "/other?v={video}") }
            }
        }
        #expect(rewriter.text(of: "https://mydomain.io\(link)") == expected)
    }

    @Test func `optional items do not tell rules apart where they may be malformed`() {
        func error(_ policy: SourceOptions.MalformedOptionals) -> RewriteRuleError? {
            ruleError {
                Domain("a.io", malformedOptionals: policy) {
                    Rewrite("/a?n={n:int?}", to: "/b")
                    Rewrite("/a", to: "/c")
                }
            }
        }
        #expect(error(.reject) == nil)
        #expect(
            error(.ignore)?.description
                == "Domain 'a.io', rule '/a': it matches exactly the same links as the source's rule 1, '/a?n={n:int?}', at "
                + "'/a'; remove one of the two, or add a query item to one."
        )
    }

    @Test func `every option has its description, is written and read, and told`() throws {
        let properties = Mirror(reflecting: SourceOptions()).children.compactMap(\.label)
        #expect(OptionDescription.all.map(\.key).sorted() == properties.sorted())
        let domain = Domain(
            "a.io",
            unmatched: .passThrough,
            query: .drop,
            plusIsSpace: true,
            ignoresCase: true,
            prefixes: ["/x"],
            fragment: .query,
            malformedOptionals: .ignore,
            allow: ["a"]
        )
        let changed = domain.options
        for option in OptionDescription.all {
            #expect(option.value(in: SourceOptions()) == nil, "\(option.key)")
            #expect(option.value(in: changed) != nil, "\(option.key)")
            #expect(option.sentence(in: SourceOptions()) == nil, "\(option.key)")
            #expect(option.sentence(in: changed)?.hasSuffix(".") == true, "\(option.key)")
        }
        let configuration = LinkConfiguration(domains: [domain])
        let read = try LinkConfiguration(data: configuration.data())
        #expect(read.domains.first?.options == changed)
        let scheme = Scheme(
            "myapp",
            unmatched: .passThrough,
            query: .drop,
            plusIsSpace: true,
            ignoresCase: true,
            prefixes: ["/x"],
            fragment: .query,
            malformedOptionals: .ignore,
            allow: ["a"]
        )
        #expect(scheme.options == changed)
    }

    @Test(arguments: [SourceOptions.Query.drop, .keepOnly([]), .keep])
    func `a query that is dropped must be well formed all the same`(
        policy: SourceOptions.Query
    ) throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", query: policy) { Rewrite("/a", to: "/b") }
        }
        #expect(rewriter.refusal(of: "https://mydomain.io/a?x=%FF")?.reason == .invalidUTF8)
        #expect(rewriter.refusal(of: "https://mydomain.io/a?x=%")?.reason == .malformedEscape)
    }

    @Test func `plus signs are spaces where the source says so`() throws {
        func rewriter(plusIsSpace: Bool) throws -> URLRewriter {
            try URLRewriter {
                Domain("mydomain.io", unmatched: .passThrough, plusIsSpace: plusIsSpace) {
                    Rewrite("/a/{id}?q={q}", to: "/b/{id}?q={q}")
                }
            }
        }
        let link = "https://mydomain.io/a/x+y?q=1+2%2B3&r=4+5"
        #expect(
            try rewriter(plusIsSpace: false).rewrite(link).queryItems
                == [URLQueryItem(name: "q", value: "1+2+3"), URLQueryItem(name: "r", value: "4+5")]
        )
        let spaced = try rewriter(plusIsSpace: true).rewrite(link)
        #expect(
            spaced.queryItems
                == [URLQueryItem(name: "q", value: "1 2+3"), URLQueryItem(name: "r", value: "4 5")]
        )
        #expect(spaced.path == "/b/x+y")
    }

    @Test(
        arguments: [
            ("/Domain/Items/ABC", "/item?id=ABC"), ("/DOMAIN/ITEMS/abc", "/item?id=abc"),
            ("/domain/list/EN", nil), ("/DOMAIN/list/en", "/list?lang=en"),
            ("/%44omain/items/x", "/item?id=x"),
            ("/domain/caf%C3%A9", "/cafe"), ("/DOMAIN/CAF%C3%A9", "/cafe"),
            ("/domain/caf%C3%89", nil), ("/domain/q?Kind=a", nil), ("/domain/q?kind=A", nil),
            ("/domain/Q?kind=a", "/q"),
        ] as [(String, String?)]
    )
    func `case of literal text does not count where the source says so`(
        path: String,
        expected: String?
    ) throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", ignoresCase: true) {
                Rewrite("/domain/items/{id}", to: "/item?id={id}")
                Rewrite("/domain/List/{lang:en|fr}", to: "/list?lang={lang}")
                Rewrite("/domain/café", to: "/cafe")
                Rewrite("/domain/q?kind=a", to: "/q")
            }
        }
        #expect(rewriter.text(of: "https://mydomain.io\(path)") == expected)
    }

    @Test(
        arguments: [
            ("/items/5", "/item?id=5"), ("/en-us/items/5", "/item?id=5&locale=en-us"),
            ("/fr-fr/items/5", "/item?id=5&locale=fr-fr"), ("/de-de/items/5", nil),
            ("/app/x/items/5", "/item?id=5&tenant=x"), ("/", "/home"), ("/en-us", "/home/en-us"),
            ("/en-us/", "/home/en-us"), ("/app/x", "/home"), ("/app", nil),
            ("/items/5?locale=de", "/item?id=5&locale=de"),
            ("/en-us/items/5?locale=de", "/item?id=5&locale=en-us"),
        ] as [(String, String?)]
    )
    func `every rule also matches under each prefix`(path: String, expected: String?) throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", prefixes: ["", "/{locale:en-us|fr-fr}", "/app/{tenant}"]) {
                Rewrite("/items/{id:int}", to: "/item?id={id}&locale={locale}&tenant={tenant}")
                Rewrite("/", to: "/home/{locale}")
            }
        }
        #expect(rewriter.text(of: "https://mydomain.io\(path)") == expected)
    }

    @Test func `without the empty prefix a rule only matches under a prefix`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", prefixes: ["/mobile"]) { Rewrite("/orders", to: "/orders") }
        }
        #expect(rewriter.text(of: "https://mydomain.io/mobile/orders") == "/orders")
        for path in ["/orders", "/mobileorders", "/mobile/ordersx", "/mobile"] {
            #expect(rewriter.refusal(of: "https://mydomain.io\(path)")?.reason == .noRule)
        }
    }

    @Test(arguments: [
        ("https://mydomain.io/#/items/5?x=1", "/item?id=5&x=1"),
        ("https://mydomain.io/#items/5?x=1", "/item?id=5&x=1"),
        ("https://mydomain.io#/items/5", "/item?id=5"),
        ("https://mydomain.io/index.html#/items/5/", "/item?id=5"),
        ("https://mydomain.io/?a=1&x=2#/items/5?x=1", "/item?id=5&x=1&a=1&x=2"),
        ("https://mydomain.io/items/5", "/item?id=5"),
        ("https://mydomain.io/items/5#", "/item?id=5#"),
        ("https://mydomain.io/#/items/a%2Fb", "/item?id=a/b"),
        ("https://mydomain.io/#/items/a#b", "/item?id=a%23b"),
        ("https://mydomain.io/#/items/5?y=1?2#3", "/item?id=5&y=1?2%233"),
        ("https://mydomain.io/#/", "/home"),
        ("https://mydomain.io/", "/home"),
        ("https://mydomain.io/#/watch?v=7", "/player?id=7"),
        ("https://mydomain.io/?v=8#/watch?v=7", "/player?id=7"),
        ("https://mydomain.io/?v=8#/watch", "/player?id=8"),
        ("myapp://x/y#/items/5", "/item?id=5"),
    ])
    func `a fragment is the path where the source says so`(link: String, expected: String) throws {
        let rules = Fixture.rules {
            Rewrite("/items/{id}", to: "/item?id={id}")
            Rewrite("/watch?v={v}", to: "/player?id={v}")
            Rewrite("/", to: "/home")
        }
        let rewriter = try URLRewriter {
            Domain("mydomain.io", fragment: .path) { rules }
            Scheme("myapp", fragment: .path) { rules }
        }
        #expect(try rewriter.rewrite(link) == DeepLink(expected))
    }

    @Test(arguments: [
        ("https://mydomain.io/#/../a", RewriteError.Reason.dotSegment, 22),
        ("https://mydomain.io/#../a", .dotSegment, 21),
        ("https://mydomain.io/#/a%", .malformedEscape, 23),
        ("https://mydomain.io/#a%", .malformedEscape, 22),
        ("https://mydomain.io/#/a?x=%FF", .invalidUTF8, 26),
        (#"https://mydomain.io/#/a\b"#, .backslash, 23), ("https://mydomain.io/#/a b", .space, 23),
        ("https://mydomain.io/#/none", .noRule, 21),
    ])
    func `a fragment that is a path is checked like one`(
        link: String,
        reason: RewriteError.Reason,
        offset: Int
    ) throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", fragment: .path) { Rewrite("/a", to: "/b") }
        }
        let error = try #require(rewriter.refusal(of: link))
        #expect(error.reason == reason)
        #expect(error.offset == offset)
        #expect(error.part == .fragment)
    }

    @Test func `an unmatched link passes through or is refused, as its source says`() throws {
        let rewriter = try URLRewriter {
            Domain("open.io", unmatched: .passThrough) { Rewrite("/a", to: "/b") }
            Domain("closed.io") { Rewrite("/a", to: "/b") }
        }
        #expect(rewriter.text(of: "https://open.io/a") == "/b")
        #expect(rewriter.text(of: "https://open.io/c/%7Ed?e=f#g") == "/c/~d?e=f#g")
        #expect(rewriter.text(of: "https://closed.io/a") == "/b")
        #expect(rewriter.refusal(of: "https://closed.io/c")?.reason == .noRule)
    }
}
