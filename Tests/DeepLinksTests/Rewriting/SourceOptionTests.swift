import DeepLinks
import Foundation
import Testing

/// The options that the rules of a source share.
struct SourceOptionTests {
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

    @Test func `every option has its description, and is written and read`() throws {
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
