import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// Links that contain other links.
struct UnwrapTests {
    private func rewriter() throws -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io") {
                Unwrap("/mbar?redirect_to={target}")
                Unwrap("/login?next={target}&reason={reason?}")
                Unwrap("/out/{target}")
                Unwrap("/go/{lang}?u={target}")
                Unwrap("/all/{*target:verbatim}")
                Rewrite("/post/{site}", to: "/editor?site={site}")
            }
            Domain("mail.io") { Unwrap("/click?to={link}") }
            Domain("page.io", fragment: .path) { Unwrap("/out/{target}") }
            Scheme("myapp", unmatched: .passThrough)
        }
    }

    @Test func `a wrapped link starts again`() throws {
        try rewriter().check(
            """
            https://mydomain.io/mbar/?redirect_to=https%3A%2F%2Fmydomain.io%2Fpost%2Fa.b → /editor?site=a.b
            https://mydomain.io/mbar?redirect_to=https://mydomain.io/post/a → /editor?site=a
            https://mydomain.io/out/https%3A%2F%2Fmydomain.io%2Fpost%2Fa → /editor?site=a
            https://mydomain.io/go/en?u=https://mydomain.io/post/a%3Fx=1 → /editor?site=a&x=1
            https://mail.io/click?to=myapp://a/b → /a/b
            https://mydomain.io/mbar?utm=1&redirect_to=myapp:a&x=2#top → /a
            https://mail.io/click?to=https://mydomain.io/mbar%3Fredirect_to=https%253A//mydomain.io/post/a → /editor?site=a
            https://mydomain.io/mbar?redirect_to=https://mydomain.io/login%3Freason=x%26next=https%253A//mydomain.io/login%253Fnext=myapp%25253Aend → /end
            """
        )
    }

    @Test(arguments: [
        ("https://evil.com/a", RewriteError.Reason.unknownHost("evil.com")),
        ("javascript:alert(1)", .unknownScheme("javascript")),
        ("//mydomain.io/post/a", .missingScheme), ("", .missingScheme),
        ("http://mydomain.io/post/a", .insecureScheme), ("https://mydomain.io@evil.com", .userInfo),
        ("https://mydomain.io/post/a%250", .malformedEscape),
    ])
    func `a wrapped link is checked as any is`(target: String, reason: RewriteError.Reason) throws {
        let error = try #require(
            try rewriter().refusal(of: "https://mydomain.io/mbar?redirect_to=\(target)")
        )
        #expect(error.reason == reason)
        #expect(error.wrappers == 1)
    }

    @Test(arguments: [
        ("https://mydomain.io/mbar?redirect_to=myapp://a/b", "myapp://a/b"),
        (
            "https://mail.io/click?to=https%3A%2F%2Fmydomain.io%2Fpost%2Fa",
            "https://mydomain.io/post/a"
        ),
        ("https://mail.io/click?to=https://mydomain.io/out/MyApp:a%253Fx=%252525", "MyApp:a?x=%25"),
        ("https://mydomain.io/post/a", nil), ("myapp://a?u=myapp://b", nil),
    ])
    func `the innermost link is told`(link: String, inner: String?) throws {
        let rewriter = try rewriter()
        let details = try rewriter.details(of: link)
        #expect(details.unwrappedURL == inner)
        #expect(try details.link == rewriter.rewrite(link))
        #expect(try details == rewriter.details(of: #require(URL(string: link))))
        // On its own, the inner link gives the same internal link and has no wrapper.
        if let inner {
            let own = try rewriter.details(of: inner)
            #expect(own.hasCustomScheme == details.hasCustomScheme)
            #expect(own.link == details.link)
            #expect(own.unwrappedURL == nil)
        }
    }

    private static let losses = """
        https://mydomain.io/mbar?redirect_to=myapp%3A%2F%2Fq%3Fa%3D1 → ""
        https://mydomain.io/mbar?utm=1&redirect_to=myapp%3A%2F%2Fq%3Fa%3D1&b=2 → query: removed with the wrapper 'utm' 'b'
        https://mail.io/click?to=myapp://q?a=1&b=2&c → query: removed with the wrapper 'b' 'c'  query: 'b' 'c' after an unescaped target belongs to the wrapper; percent-encode the target to pass it on
        https://mydomain.io/out/myapp:q?a=1#top → query: removed with the wrapper 'a'  fragment: removed with the wrapper; percent-encode the target if it has a fragment
        https://mydomain.io/all/myapp:q?a=1#top → ""
        https://mydomain.io/out/myapp%3Aq?a=1 → query: removed with the wrapper 'a'
        https://page.io/?b=2#/out/myapp:q?a=1 → query: removed with the wrapper 'a' 'b'
        https://page.io/?b=2#/out/myapp:q → query: removed with the wrapper 'b'
        """

    @Test(arguments: lists(losses))
    func `what a wrapper loses is told`(links: [String], lines: [String]) throws {
        let steps = try rewriter().explain(links[0]).steps.prefix { $0.label != "unwrapped" }
        #expect(
            steps.map(\.description).filter { $0.hasPrefix("query") || $0.hasPrefix("fragment") }
                == lines
        )
    }

    @Test func `a link may be wrapped three times`() throws {
        let rewriter = try rewriter()
        var link = "myapp:end"
        for wrappers in 0...5 {
            if wrappers <= 3 {
                #expect(rewriter.text(of: link) == "/end")
            } else {
                let error = try #require(rewriter.refusal(of: link))
                #expect(error.reason == .tooManyWrappers)
                #expect(error.wrappers == 3)
            }
            var encoded = ""
            for scalar in link.unicodeScalars {
                encoded +=
                    scalar == "%"
                    ? "%25" : scalar == "&" ? "%26" : scalar == "?" ? "%3F" : String(scalar)
            }
            link = "https://mail.io/click?to=\(encoded)"
        }
    }

    @Test func `a link that wraps a link to itself comes to an end`() throws {
        let rewriter = try URLRewriter { Domain("mydomain.io") { Unwrap("/{a}?u={target}") } }
        #expect(
            rewriter.refusal(of: "https://mydomain.io/x?u=https://mydomain.io/x")?.reason == .noRule
        )
    }

    @Test func `a host's capture is no way around the configured hosts`() throws {
        let rewriter = try URLRewriter { Domain("{target}.example.com") { Unwrap("/a") } }
        let error = try #require(rewriter.refusal(of: "https://evil.example.com/a"))
        #expect(error.reason == .missingScheme)
        #expect(error.wrappers == 1)
    }
}
