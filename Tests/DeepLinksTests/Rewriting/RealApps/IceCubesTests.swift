import DeepLinks
import Foundation
import Testing

/// The links of Ice Cubes (`Env/Router.swift`) as rules.
///
/// It takes web links of any host, and finds out over the network whether the host is an instance. Links of its own scheme
/// have the host as their first segment.
struct IceCubesTests {
    private static func rules(under prefix: String) -> [RewriteRule] {
        Fixture.rules {
            for path in ["/tags/{tag}", "/tag/{tag}", "/discover/tags/{tag}"] {
                Rewrite(prefix + path, to: "/tag?host={host}&tag={tag}")
            }
            Rewrite(prefix + "/@{user}", to: "/account?host={host}&user={user}")
            Rewrite(prefix + "/@{_user}/{id:int}", to: "/status?host={host}&id={id}")
        }
    }

    /// The same rules, written with the builder.
    static func built() throws -> URLRewriter {
        try URLRewriter {
            Domain(anyHostAs: "host", allow: ["any-host"]) { Self.rules(under: "") }
            Scheme("icecubesapp") { Self.rules(under: "/{host}") }
            Scheme("mailto") { Rewrite("/{user}@twitter.com", to: "/twitter?user={user}") }
        }
    }

    @Test(arguments: [
        ("icecubesapp://example.com/@ann/42", "/status?host=example.com&id=42"),
        ("https://mastodon.social/tags/swift", "/tag?host=mastodon.social&tag=swift"),
        ("https://hachyderm.io/tag/swift", "/tag?host=hachyderm.io&tag=swift"),
        ("https://hachyderm.io/discover/tags/swift", "/tag?host=hachyderm.io&tag=swift"),
        ("https://mastodon.social/@ann", "/account?host=mastodon.social&user=ann"),
        ("https://mastodon.social/@ann@b.org/109", "/status?host=mastodon.social&id=109"),
        ("https://Unknown.Social/@ann", "/account?host=unknown.social&user=ann"),
        ("mailto:ann@twitter.com", "/twitter?user=ann"),
    ])
    func `each link reaches its screen`(link: String, expected: String) throws {
        #expect(try RealApp.icecubes.rewriter().rewrite(link) == DeepLink(expected))
    }

    @Test(arguments: [
        ("icecubesapp://example.com/products/42", RewriteError.Reason.noRule),
        ("https://mastodon.social/@ann/about", .noRule),
        ("https://unknown.social/about", .noRule),
        ("https://127.0.0.1/@ann", .malformedHost(.address)),
        ("mailto:ann@b.org", .noRule),
        ("https://mastodon.social@evil.example/@ann", .userInfo),
    ])
    func `other links are refused`(link: String, reason: RewriteError.Reason) throws {
        #expect(try RealApp.icecubes.rewriter().refusal(of: link)?.reason == reason)
    }
}
