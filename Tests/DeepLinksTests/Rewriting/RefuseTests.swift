import DeepLinks
import Foundation
import Testing

/// Rules that refuse links.
struct RefuseTests {
    @Test(
        arguments: [
            ("/projects/ann/red", "/project?id=red"), ("/projects/ann/edit", nil),
            ("/projects/ann/edit?force", "/project?id=edit&force"), ("/projects/ann", "/ann"),
            ("/projects/x/y/z", "/projects/x/y/z"), ("/login", nil), ("/en/login", nil),
        ] as [(String, String?)]
    )
    func `a link is refused before another rule takes it`(path: String, expected: String?) throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", unmatched: .passThrough, prefixes: ["", "/en"]) {
                Rewrite("/projects/{creator}/{project}", to: "/project?id={project}")
                Rewrite("/projects/{creator}", to: "/{creator}")
                Refuse("/projects/{creator}/edit")
                Rewrite("/projects/{creator}/edit?force", to: "/project?id=edit&force")
                Refuse("/login", allow: ["no-path"])
            }
        }
        #expect(rewriter.text(of: "https://mydomain.io\(path)") == expected)
        guard expected == nil else { return }
        let error = try #require(rewriter.refusal(of: "https://mydomain.io\(path)"))
        let pattern = path.hasSuffix("login") ? "/login" : "/projects/{creator}/edit"
        #expect(error.reason == .refusedByRule(pattern))
        #expect(
            error.description
                == "The rule '\(pattern)' of 'mydomain.io' refuses the link; remove the rule if such links are expected."
        )
        let explanation = rewriter.explain("https://mydomain.io\(path)")
        #expect(explanation.error == error)
        #expect(explanation.description.contains("rule      '\(pattern)'"))
    }

    @Test func `no share link is made by it`() throws {
        let rewriter = try Fixture.domain {
            Refuse("/a")
            Rewrite("/b", to: "/a")
        }
        let url = try rewriter.externalURL(for: DeepLink("/a"), host: "mydomain.io")
        #expect(url.absoluteString == "https://mydomain.io/b")
    }
}
