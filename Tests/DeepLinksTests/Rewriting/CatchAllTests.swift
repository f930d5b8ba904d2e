import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// Rules with catch-alls anywhere, and with optional ones.
struct CatchAllTests {
    private static func rewriter() throws -> URLRewriter {
        try URLRewriter {
            Domain("gitlab.io", prefixes: ["", "/{*server}/host"]) {
                Rewrite("/{*group}/-/issues/{id:int}", to: "/issue/{*group}?id={id}&on={server}")
                Rewrite(
                    "/{*group}/-/tree/{branch}/{*file?}",
                    to: "/file/{*file}?in={group}&at={branch}"
                )
                Rewrite("/blog/{*rest?}", to: "/posts?page={rest}")
                Rewrite("/{*path}", to: "/project?path={path}")
            }
        }
    }

    @Test func `a catch-all takes as few segments as it can, and none if it may`() throws {
        try Self.rewriter().check(
            """
            /a/b/c/-/issues/5 ↔ /issue/a/b/c?id=5
            /x/y/host/a/-/issues/5 ↔ /issue/a?id=5&on=x/y
            /a/-/issues/x → /project?path=a/-/issues/x
            /a/-/-/issues/5 → /issue/a/-?id=5
            /a%2Fb/-/issues/5 → /issue/a%2Fb?id=5
            /a/b/-/tree/main → /file?in=a/b&at=main
            /a/b/-/tree/main/x/y.txt ↔ /file/x/y.txt?in=a/b&at=main
            /blog/ → /posts
            /blog/2024/1 ↔ /posts?page=2024/1
            /x/host/blog → /posts
            /a/b ↔ /project?path=a/b
            """,
            at: "https://gitlab.io"
        )
    }

    @Test func `a share link of an absent catch-all ends before it`() throws {
        let rewriter = try Self.rewriter()
        for (link, path) in [("/posts", "/blog"), ("/file?in=a&at=main", "/a/-/tree/main")] {
            let url = try rewriter.externalURL(for: DeepLink(link), host: "gitlab.io")
            #expect([path, path + "/"].contains(url.path(percentEncoded: true)))
            #expect(try rewriter.rewrite(url) == DeepLink(link))
        }
    }

    // MARK: - Behind text

    @Test func `a catch-all behind text is explained as it was written`() throws {
        let rewriter = try URLRewriter {
            Domain("w.org") {
                Rewrite("/wiki/Talk:{*title}", to: "/talk?title={title}")
                Refuse("/x")
            }
        }
        let taken = rewriter.explain("https://w.org/wiki/Talk:a/b")
        #expect(taken.steps.contains { $0.text == "'/wiki/Talk:{*title}': title = 'a/b'" })
        #expect(
            rewriter.explain("https://w.org/wiki/Tal:a/b").nearestRules.map(\.difference) == [
                "segment 2 is 'Tal:a', not 'Talk:{*title}'"
            ]
        )
        #expect(
            rewriter.explain("https://w.org/wiki").nearestRules.first?.difference
                == "the path ends before 'Talk:{*title}'"
        )
    }

    @Test(arguments: [
        "/wiki/Talk:{*title?}", "/wiki/Talk:{*title}/x", "/wiki/{*title}:Talk",
        "/wiki/{a}:{*title}",
        "/wiki/Talk:{*}", "/wiki/Talk:{*a b}", "/wiki/Talk:{*title:verbatim}", "/{a}/Talk:{*a}",
    ])
    func `only text may stand before a catch-all, in the last segment`(pattern: String) {
        #expect(throws: RewriteRuleError.self) {
            try URLRewriter { Domain("w.org") { Rewrite(pattern, to: "/x") } }
        }
    }

    @Test func `what does not follow a catch-all is told`() throws {
        let rewriter = try Fixture.domain {
            Rewrite("/{*group}/-/issues/{id:int}", to: "/i?id={id}&g={group}")
        }
        #expect(
            rewriter.explain("https://mydomain.io/a/-/isues/5").nearestRules.first?.description
                == "'/{*group}/-/issues/{id:int}': no '-/issues/{id:int}' follows what '{*group}' takes"
        )
    }

    @Test func `the segments of two catch-alls, of which one may be absent, can be added`() {
        for (pattern, template) in [("/{*a}/x/{*b}", "/{*b}/{*a}"), ("/{*a?}/x", "/{*a}/y/{a}")] {
            #expect(ruleError { Domain("a.io") { Rewrite(pattern, to: template) } } == nil)
        }
    }

    @Test(arguments: try rows(in: "same-paths.txt"), [false, true])
    func `rules for the same paths keep their captures`(row: TableRow, isReversed: Bool) throws {
        try checkRules(of: row, isReversed: isReversed)
    }

    @Test(arguments: ["a", "m", "z"])
    func `what a capture is called does not matter`(name: String) throws {
        let rewriter = try URLRewriter {
            Domain("a.io") {
                Rewrite("/{\(name):de-home|fr-home}", to: "/page")
                Rewrite("/{lang:de|fr}-home?campaign={c}", to: "/camp?c={c}")
                Rewrite("/{lang:alpha}-home", to: "/otherhome")
                Rewrite("/x/{*\(name)?}/{b}?q=1", to: "/first")
                Rewrite("/x/{*a}", to: "/second")
                Rewrite("/x/{*m?}/{*n?}", to: "/third")
            }
        }
        for (link, path) in [
            ("/de-home", "/page"), ("/de-home?campaign=1", "/camp"), ("/ab-home", "/otherhome"),
            ("/x/1", "/second"), ("/x/1?q=1", "/first"), ("/x", "/third"),
        ] {
            #expect(try rewriter.rewrite("https://a.io\(link)").path == path, "\(link)")
        }
    }
}
