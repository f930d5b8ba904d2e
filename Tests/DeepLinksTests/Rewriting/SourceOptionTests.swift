import DeepLinks
import Foundation
import Testing

/// The options that the rules of a source share.
struct SourceOptionTests {
    @Test func `each option of a source has its effect`() throws {
        let rewriter = try URLRewriter {
            Domain("query.io", fragment: .query) {
                Rewrite("/share?url={url}&title={title?}", to: "/new?url={url}&title={title}")
            }
            Domain("reject.io", malformedOptionals: .reject) {
                Rewrite("/watch?v={video}&t={start:int?}", to: "/player?id={video}&start={start}")
                Rewrite("/watch?v={video}", to: "/other?v={video}")
            }
            Domain("ignore.io", malformedOptionals: .ignore) {
                Rewrite("/watch?v={video}&t={start:int?}", to: "/player?id={video}&start={start}")
            }
            Domain("plus.io", unmatched: .passThrough, plusIsSpace: true) {
                Rewrite("/a/{id}?q={q}", to: "/b/{id}?q={q}")
            }
            Domain("case.io", ignoresCase: true) {
                Rewrite("/domain/items/{id}", to: "/item?id={id}")
                Rewrite("/domain/List/{lang:en|fr}", to: "/list?lang={lang}")
                Rewrite("/domain/café", to: "/cafe")
                Rewrite("/domain/q?kind=a", to: "/q")
                Rewrite("/domain/f#Top", to: "/f")
            }
            Domain("prefix.io", prefixes: ["", "/{locale:en-us|fr-fr}", "/app/{tenant}"]) {
                Rewrite("/items/{id:int}", to: "/item?id={id}&locale={locale}&tenant={tenant}")
                Rewrite("/", to: "/home/{locale}")
            }
            Domain("mobile.io", prefixes: ["/mobile"]) { Rewrite("/orders", to: "/orders") }
            Domain("keep.io", unmatched: .passThrough, query: .keepOnly(["q", "a*"]))
            Domain("strip.io", unmatched: .passThrough, query: .strip(["UTM_*", "fbclid", "b*c"]))
        }
        try rewriter.check(
            """
            https://query.io/share#url=https://a.io/?x%3D1&title=b → /new?url=https://a.io/?x%3D1&title=b
            https://query.io/share?from=q#url=u&x=1 → /new?url=u&x=1&from=q
            https://query.io/share?url=q#url=f → /new?url=f
            https://query.io/share?url=q# → /new?url=q
            https://query.io/share?url=q#url=f:~:text=a → /new?url=f
            https://query.io/share?url=q#:~:text=a&url=f → /new?url=q
            https://query.io/share#other=1 → no-rule
            https://query.io/share#url=% → malformed-escape
            https://reject.io/watch?v=a&t=soon → /other?v=a&t=soon
            https://reject.io/watch?v=a&t=7 → /player?id=a&start=7
            https://ignore.io/watch?v=a&t=soon → /player?id=a
            https://ignore.io/watch?v=a&t=7 → /player?id=a&start=7
            https://ignore.io/watch?v=a&t → /player?id=a
            https://ignore.io/watch?t=7 → no-rule
            https://plus.io/a/x+y?q=1+2%2B3&r=4+5 → /b/x%2By?q=1%202%2B3&r=4%205
            https://plus.io/c/%7Ed?e=f#g → /c/~d?e=f#g
            https://case.io/Domain/Items/ABC → /item?id=ABC
            https://case.io/%44omain/items/x → /item?id=x
            https://case.io/domain/list/EN → no-rule
            https://case.io/DOMAIN/list/en → /list?lang=en
            https://case.io/DOMAIN/CAF%C3%A9 → /cafe
            https://case.io/domain/caf%C3%89 → no-rule
            https://case.io/domain/q?Kind=a → no-rule
            https://case.io/domain/q?kind=A → no-rule
            https://case.io/DOMAIN/F#Top → /f
            https://case.io/domain/f#top → no-rule
            https://prefix.io/items/5 → /item?id=5
            https://prefix.io/en-us/items/5?locale=de → /item?id=5&locale=en-us
            https://prefix.io/de-de/items/5 → no-rule
            https://prefix.io/app/x/items/5 → /item?id=5&tenant=x
            https://prefix.io/en-us/ → /home/en-us
            https://prefix.io/app/x → /home
            https://prefix.io/app → no-rule
            https://mobile.io/mobile/orders → /orders
            https://mobile.io/orders → no-rule
            https://mobile.io/mobileorders → no-rule
            https://keep.io/x?Q=1&q=2&q2=3&a*=4&ab=5 → /x?q=2&a*=4
            https://strip.io/x?utm_id=1&utm_=2&utm=3&FBCLID=4&fbclid2=5&b*c=6&bc=7 → /x?utm=3&fbclid2=5&bc=7
            """
        )
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
                + "'/a'; remove one of the two, or require a query item in one."
        )
    }

    @Test func `every option has its description, is written and read, and told`() throws {
        let properties = Mirror(reflecting: SourceOptions()).children.compactMap(\.label)
        #expect(SourceOptions().descriptions.map(\.key).sorted() == properties.sorted())
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
        #expect(SourceOptions().descriptions.allSatisfy { $0.isUsual })
        #expect(changed.descriptions.allSatisfy { !$0.isUsual })
        let sentences = changed.descriptions.map(\.sentence)
        #expect(Set(sentences).count == properties.count)
        func sentence(_ key: String, _ options: SourceOptions) -> String? {
            options.descriptions.first { $0.key == key }?.sentence
        }
        #expect(
            sentence("prefixes", SourceOptions(prefixes: ["", "/x", "/y"]))
                == "Each rule also matches under '/x', '/y'."
        )
        for (none, verb) in [(SourceOptions.Query.strip([]), "kept"), (.keepOnly([]), "dropped")] {
            let sentence = sentence("query", SourceOptions(query: none))
            #expect(sentence == "Other query items are \(verb).")
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
        let whole = Scheme("db", wholeLinkAs: "url", to: "/x?u={url}", allow: ["a"])
        #expect(whole.options == SourceOptions(allow: ["a"]))
    }

    @Test(arguments: [
        ("https://mydomain.io/#/../a", RewriteError.Reason.dotSegment, 22),
        ("https://mydomain.io/#/a%", .malformedEscape, 23),
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
}
