import DeepLinks
import Foundation
import Testing

/// Rules with catch-alls anywhere, and ones that may be empty.
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

    @Test(arguments: [
        ("/a/-/issues/5", "/issue/a?id=5"), ("/a/b/c/-/issues/5", "/issue/a/b/c?id=5"),
        ("/a/-/issues/x", "/project?path=a/-/issues/x"),
        ("/a/-/-/issues/5", "/issue/a/-?id=5"), ("/a%2Fb/-/issues/5", "/issue/a%2Fb?id=5"),
        ("/a/b/-/tree/main", "/file?in=a/b&at=main"),
        ("/a/b/-/tree/main/x/y.txt", "/file/x/y.txt?in=a/b&at=main"),
        ("/blog", "/posts"), ("/blog/", "/posts"), ("/blog/2024/1", "/posts?page=2024/1"),
        ("/x/y/host/a/-/issues/5", "/issue/a?id=5&on=x/y"), ("/x/host/blog", "/posts"),
        ("/a/b", "/project?path=a/b"),
    ])
    func `a catch-all takes as few segments as it can, and none if it may`(
        path: String,
        expected: String
    ) throws {
        #expect(try Self.rewriter().rewrite("https://gitlab.io\(path)") == DeepLink(expected))
    }

    @Test(arguments: [
        ("/issue/a/b?id=5", "/a/b/-/issues/5"),
        ("/file/x/y?in=a/b&at=main", "/a/b/-/tree/main/x/y"),
        ("/posts?page=1/2", "/blog/1/2"), ("/project?path=a/b", "/a/b"),
        ("/issue/a?on=x/y&id=5", "/x/y/host/a/-/issues/5"),
    ])
    func `a share link has the segments again`(link: String, path: String) throws {
        let url = try Self.rewriter().externalURL(for: DeepLink(link), host: "gitlab.io")
        #expect(url.absoluteString == "https://gitlab.io\(path)")
    }

    @Test func `a share link of an absent catch-all ends before it`() throws {
        let rewriter = try Self.rewriter()
        for (link, path) in [("/posts", "/blog"), ("/file?in=a&at=main", "/a/-/tree/main")] {
            let url = try rewriter.externalURL(for: DeepLink(link), host: "gitlab.io")
            #expect([path, path + "/"].contains(url.path(percentEncoded: true)))
            #expect(try rewriter.rewrite(url) == DeepLink(link))
        }
    }

    @Test(arguments: [("/-/issues/5", "/issue/5"), ("/x/y/host/-/issues/5", "/issue/5/x/y")])
    func `a catch-all of a prefix adds its segments, and none under another prefix`(
        path: String,
        expected: String
    ) throws {
        let rewriter = try URLRewriter {
            Domain("gitlab.io", prefixes: ["", "/{*server}/host"]) {
                Rewrite("/-/issues/{id:int}", to: "/issue/{id}/{*server}")
            }
        }
        let link = try DeepLink(expected)
        #expect(try rewriter.rewrite("https://gitlab.io\(path)") == link)
        let url = try rewriter.externalURL(for: link, host: "gitlab.io")
        #expect(url.absoluteString == "https://gitlab.io\(path)")
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

    @Test func `only a catch-all adds segments`() {
        func error(_ pattern: String, _ template: String) -> RewriteRuleError? {
            ruleError { Domain("a.io") { Rewrite(pattern, to: template) } }
        }
        #expect(error("/{*a}/x/{*b}", "/{*b}/{*a}") == nil)
        #expect(
            error("/{*a}/x/{b}", "/{*b}")?.description
                == "Domain 'a.io', rule '/{*a}/x/{b}': the template adds the segments of '{*b}', which captures one text; "
                + "write '{b}'."
        )
        #expect(error("/{*a?}/x", "/{*a}/y/{a}") == nil)
    }
}
