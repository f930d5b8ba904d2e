import DeepLinks
import Foundation
import Testing

/// The links of Ice Cubes (`Env/Router.swift`) as rules.
///
/// Not expressible: it takes web links of any host, of which it asks the network whether it is an instance; a rewriter
/// has the hosts that it is told. Links of its own scheme name the host as their first segment, which can be any.
struct IceCubesTests {
    private static func rules(prefix: String, host: String) -> [RewriteRule] {
        Fixture.rules {
            for path in ["/tags/{tag}", "/tag/{tag}", "/discover/tags/{tag}"] {
                Rewrite(prefix + path, to: "/tag?host=\(host)&tag={tag}")
            }
            Rewrite(prefix + "/@{user}", to: "/account?host=\(host)&user={user}")
            Rewrite(prefix + "/@{_user}/{id:int}", to: "/status?host=\(host)&id={id}")
        }
    }

    /// The same rules as the builder has them.
    static func built() throws -> URLRewriter {
        try URLRewriter {
            for host in ["mastodon.social", "hachyderm.io"] {
                Domain(host) { Self.rules(prefix: "", host: host) }
            }
            Scheme("icecubesapp") { Self.rules(prefix: "/{host}", host: "{host}") }
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
        ("mailto:ann@twitter.com", "/twitter?user=ann"),
    ])
    func `each link reaches its screen`(link: String, expected: String) throws {
        #expect(try RealApp.icecubes.rewriter().rewrite(link) == DeepLink(expected))
    }

    @Test(arguments: [
        ("icecubesapp://example.com/products/42", RewriteError.Reason.noRule),
        ("https://mastodon.social/@ann/about", .noRule),
        ("https://unknown.social/@ann", .unknownHost("unknown.social")),
        ("mailto:ann@b.org", .noRule),
        ("https://mastodon.social@evil.example/@ann", .userInfo),
    ])
    func `other links are refused`(link: String, reason: RewriteError.Reason) throws {
        #expect(try RealApp.icecubes.rewriter().refusal(of: link)?.reason == reason)
    }
}
