import DeepLinks
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
                Rewrite("/post/{site}", to: "/editor?site={site}")
            }
            Domain("mail.io") { Unwrap("/click?to={link}") }
            Scheme("myapp", unmatched: .passThrough)
        }
    }

    @Test(arguments: [
        (
            "https://mydomain.io/mbar/?redirect_to=https%3A%2F%2Fmydomain.io%2Fpost%2Fa.b",
            "/editor?site=a.b"
        ),
        ("https://mydomain.io/mbar?redirect_to=https://mydomain.io/post/a", "/editor?site=a"),
        ("https://mydomain.io/out/https%3A%2F%2Fmydomain.io%2Fpost%2Fa", "/editor?site=a"),
        ("https://mydomain.io/go/en?u=https://mydomain.io/post/a%3Fx=1", "/editor?site=a&x=1"),
        ("https://mail.io/click?to=myapp://a/b", "/a/b"),
        ("https://mydomain.io/mbar?utm=1&redirect_to=myapp:a&x=2#top", "/a"),
        (
            "https://mail.io/click?to=https://mydomain.io/mbar%3Fredirect_to=https%253A//mydomain.io/post/a",
            "/editor?site=a"
        ),
        (
            "https://mydomain.io/mbar?redirect_to=https://mydomain.io/login%3Freason=x%26next="
                + "https%253A//mydomain.io/login%253Fnext=myapp%25253Aend",
            "/end"
        ),
    ])
    func `a wrapped link starts again`(link: String, expected: String) throws {
        #expect(try rewriter().rewrite(link) == DeepLink(expected))
    }

    @Test(arguments: [
        ("https://evil.com/a", RewriteError.Reason.unknownHost("evil.com")),
        ("javascript:alert(1)", .unknownScheme("javascript")),
        ("java%0Ascript:alert(1)", .missingScheme),
        ("//mydomain.io/post/a", .missingScheme), ("/post/a", .missingScheme), ("", .missingScheme),
        ("%20https://mydomain.io/post/a", .missingScheme),
        ("http://mydomain.io/post/a", .insecureScheme),
        ("https://mydomain.io@evil.com", .userInfo), ("https://mydomain.io/none", .noRule),
        ("https://mydomain.io/post/a%250", .malformedEscape), ("https:mydomain.io", .missingHost),
        ("https%253A//mydomain.io/post/a", .missingScheme),
    ])
    func `a wrapped link is checked like any other`(
        target: String,
        reason: RewriteError.Reason
    ) throws {
        let error = try #require(
            try rewriter().refusal(of: "https://mydomain.io/mbar?redirect_to=\(target)")
        )
        #expect(error.reason == reason)
        #expect(error.wrappers == 1)
    }

    @Test(arguments: [
        ("?q=%FF", RewriteError.Reason.invalidUTF8, RewriteError.Part.query),
        ("?q=%4", .malformedEscape, .query), ("?%C3=1", .invalidUTF8, .query),
        ("#%FF", .invalidUTF8, .fragment), ("?a#%", .malformedEscape, .fragment),
    ])
    func `what is malformed in a wrapper is refused, however much is captured`(
        rest: String,
        reason: RewriteError.Reason,
        part: RewriteError.Part
    ) throws {
        for count in 0...6 {
            let names = (0..<count).map { "{c\($0)}/" }.joined()
            let rewriter = try Fixture.domain {
                Unwrap("/f/\(names){target}")
                Rewrite("/a", to: "/b")
            }
            let link =
                "https://mydomain.io/f/" + String(repeating: "x/", count: count)
                + "https%3A%2F%2Fmydomain.io%2Fa"
            #expect(rewriter.text(of: link) == "/b")
            let error = try #require(rewriter.refusal(of: link + rest))
            #expect(error.reason == reason)
            #expect(error.part == part)
            #expect(error.wrappers == 0)
        }
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
            #expect(own.link == details.link)
            #expect(own.unwrappedURL == nil)
        }
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
        let rewriter = try URLRewriter {
            Domain("mydomain.io") { Unwrap("/{a}?u={target}") }
        }
        #expect(
            rewriter.refusal(of: "https://mydomain.io/x?u=https://mydomain.io/x")?.reason == .noRule
        )
    }

    @Test func `a host's capture is no way around the configured hosts`() throws {
        let rewriter = try URLRewriter {
            Domain("{target}.example.com") { Unwrap("/a") }
        }
        let error = try #require(rewriter.refusal(of: "https://evil.example.com/a"))
        #expect(error.reason == .missingScheme)
        #expect(error.wrappers == 1)
    }

    @Test func `examples of wrappers are checked`() throws {
        let good = ruleError {
            Domain("mydomain.io") {
                Unwrap("/m?to={target}", examples: ["/m?to=https://mydomain.io/a": "/b"])
                Rewrite("/a", to: "/b")
            }
        }
        #expect(good == nil)
        let bad = ruleError {
            Domain("mydomain.io") {
                Unwrap("/m?to={target}", examples: ["/m?to=https://evil.com/a": "/b"])
            }
        }
        #expect(
            bad?.description
                == "Domain 'mydomain.io', rule '/m?to={target}': the example '/m?to=https://evil.com/a' is "
                + "refused: The wrapped link's host 'evil.com' is not configured; add it to a domain if its "
                + "links are expected."
        )
    }
}
