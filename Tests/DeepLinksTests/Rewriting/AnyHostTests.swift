import DeepLinks
import Foundation
import Testing

/// A domain for all hosts that no other source names.
struct AnyHostTests {
    private static func rewriter() throws -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io", "*.mydomain.io", "localhost:8080", "named.io:8080") {
                Rewrite("/own/{id}", to: "/own?id={id}")
            }
            Domain(anyHostAs: "server") {
                Rewrite("/@{user}/{post:int}", to: "/post/{post}?user={user}&server={server}")
                Rewrite("/{server_path}", to: "/page/{server}/{server_path}")
            }
        }
    }

    @Test func `the host is captured as a whole`() throws {
        try Self.rewriter().check(
            """
            https://mastodon.social/@ann/5 ↔ /post/5?user=ann&server=mastodon.social
            HTTPS://Mastodon.Social:443/@ann/5 → /post/5?user=ann&server=mastodon.social
            https://a_b.x-y.org/a → /page/a_b.x-y.org/a
            https://a.mydomain.io/own/7 → /own?id=7
            """,
            at: "https://other.social"
        )
    }

    @Test func `no other link passes`() throws {
        try Self.rewriter().check(
            """
            https://mastodon.social/a/b/c → no-rule
            // A host that another source names belongs to that source, even if the link is refused.
            https://mydomain.io/a → no-rule
            https://a.b.mydomain.io/@ann/5 → no-rule
            https://mydomain.io:8443/a → unknown-port
            https://localhost/a → unknown-port
            https://named.io/@ann/5 → unknown-port
            https://mastodon.social:8443/a → unknown-port
            // The grammar of hosts is the same.
            http://mastodon.social/a → insecure-scheme
            https://user@mastodon.social/a → user-info
            https://mastodon.social./a → malformed-host
            https://intranet/a → unknown-host
            https://127.0.0.1/a → malformed-host
            https://[::1]/a → malformed-host
            https://xn--80ak6aa92e.com/a → unknown-host
            https://a.XN--b.org/a → unknown-host
            https://xn--a.mydomain.io/own/7 → unknown-host
            mastodon://a → unknown-scheme
            """
        )
    }

    @Test func `a share link has the host that it is asked for`() throws {
        let link = try DeepLink("/post/5?user=ann&server=mastodon.social")
        #expect(throws: ExternalURLError.self) {
            try Self.rewriter().externalURL(for: link, host: "other.social")
        }
    }
}
