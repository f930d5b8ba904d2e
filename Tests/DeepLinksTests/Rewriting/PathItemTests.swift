import DeepLinks
import Foundation
import Testing

/// Query items whose value is a path.
struct PathItemTests {
    private static func rewriter(
        _ malformed: SourceOptions.MalformedOptionals = .reject
    ) throws -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io", malformedOptionals: malformed) {
                Rewrite("/push?to={to:path}", to: "/{*to}")
                Rewrite("/text?to={to:path}", to: "/a/{to}?b=x{to}&c={to}")
                Rewrite("/maybe?to={to:path?}&id={id}", to: "/m/{*to}?id={id}")
                Rewrite("/all?to={to:path}", to: "/path/{*to}")
                Rewrite("/all?to={to}", to: "/text?to={to}")
                Rewrite("/all?to={to:slug}&x", to: "/slug")
                Rewrite("/hash#{to:path}", to: "/{*to}")
            }
        }
    }

    @Test func `a text that is a path adds its segments`() throws {
        try Self.rewriter().check(
            """
            /push?to=orders/9 ↔ /orders/9
            /push?to=/orders/9 → /orders/9
            /push?to=%2Forders%2F9 → /orders/9
            /push?to=a%3Fb%3D1%23c/d → /a%3Fb=1%23c/d
            /push?to=a?b/c&x=1#top ↔ /a%3Fb/c?x=1#top
            /push?to=a%252E%252E/..a/... → /a%252E%252E/..a/...
            /push?to=e%CC%81/%CC%81 → /e%CC%81/%CC%81
            /push?to=https:/evil.com → /https:/evil.com
            // It is text for a template, and a constraint for the order of rules.
            /text?to=/a/b → /a/a%2Fb?b=xa/b&c=a/b
            /maybe?id=5 → /m?id=5
            /push?to=m/x/y&id=5 ← /m/x/y?id=5
            /all?to=a/b&x=1 → /path/a/b?x=1
            /all?to=a//b → /text?to=a//b
            /all?to=a&x → /slug
            """
        )
    }

    @Test(arguments: [
        "", "/", "a/", ".", "a/../b", "a/%2E%2E", "a%0Ab", "%C2%85", "https://evil.com",
    ])
    func `a text that is no path does not fit`(text: String) throws {
        let rewriter = try Self.rewriter()
        #expect(rewriter.refusal(of: "https://mydomain.io/push?to=\(text)")?.reason == .noRule)
        #expect(
            rewriter.refusal(of: "https://mydomain.io/maybe?id=5&to=\(text)")?.reason == .noRule
        )
        let ignoring = try Self.rewriter(.ignore)
        #expect(ignoring.text(of: "https://mydomain.io/maybe?id=5&to=\(text)") == "/m?id=5")
    }

    @Test(arguments: [
        ("push?to=", "", "query"), ("push?x=1&to=/", "", "query"),
        ("maybe?id=5&to=", "/m", "query"), ("hash#", "", "fragment"),
    ])
    func `it adds no more segments than a path may have`(
        start: String,
        path: String,
        part: String
    ) throws {
        let rewriter = try Self.rewriter()
        let most = Array(repeating: "a", count: 64).joined(separator: "/")
        let url = "https://mydomain.io/" + start
        #expect(try rewriter.rewrite(url + most).path == "\(path)/\(most)")
        let error = rewriter.refusal(of: url + most + "/a")
        #expect(error?.reason == .tooManySegments(limit: 64) && error?.part.rawValue == part)
        #expect(
            error?.description
                == "The link's \(part) has a path with more than 64 segments; raise the limit if such links are expected."
        )
        let raised = try URLRewriter(limits: Limits(segments: 65), sources: rewriter.sources)
        #expect(try raised.rewrite(url + most + "/a").path == "\(path)/\(most)/a")
    }

    @Test func `an escaped slash in a segment cannot be shared`() throws {
        let rewriter = try Fixture.domain { Rewrite("/push?to={to:path}", to: "/p/{*to}") }
        let error = #expect(throws: ExternalURLError.self) {
            try rewriter.externalURL(for: DeepLink("/p/a%2Fb"), host: "mydomain.io")
        }
        #expect(error?.description.contains("gives a URL that becomes") == true)
    }

    @Test func `its steps are explained`() throws {
        let rewriter = try Fixture.domain { Rewrite("/push?to={to:path}", to: "/{*to}") }
        let steps = rewriter.explain("https://mydomain.io/push?to=/a/b").steps.map(\.text)
        #expect(steps.contains("'/push?to={to:path}': to = 'a/b'"))
        let near = rewriter.explain("https://mydomain.io/push?to=a//b").nearestRules
        #expect(
            near.first?.difference == "the item 'to' is 'a//b'; the rule requires 'to={to:path}'"
        )
    }
}
