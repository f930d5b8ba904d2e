import DeepLinks
import Foundation
import Testing

/// A domain for all hosts that no other source names.
struct AnyHostTests {
    private static func rewriter() throws -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io", "*.mydomain.io", "localhost:8080") {
                Rewrite("/own/{id}", to: "/own?id={id}")
            }
            Domain(anyHostAs: "server") {
                Rewrite("/@{user}/{post:int}", to: "/post/{post}?user={user}&server={server}")
                Rewrite("/{server_path}", to: "/page/{server}/{server_path}")
            }
        }
    }

    @Test(arguments: [
        ("https://mastodon.social/@ann/5", "/post/5?user=ann&server=mastodon.social"),
        ("HTTPS://Mastodon.Social:443/@ann/5", "/post/5?user=ann&server=mastodon.social"),
        ("https://a_b.x-y.org/a", "/page/a_b.x-y.org/a"),
        ("https://mydomain.io/own/7", "/own?id=7"), ("https://a.mydomain.io/own/7", "/own?id=7"),
    ])
    func `the host is captured as a whole`(link: String, expected: String) throws {
        #expect(try Self.rewriter().text(of: link) == expected)
    }

    @Test(arguments: [
        ("https://mastodon.social/a/b/c", RewriteError.Reason.noRule),
        // A host that another source names belongs to that source, even if the link is refused.
        ("https://mydomain.io/a", .noRule), ("https://a.b.mydomain.io/@ann/5", .noRule),
        ("https://mydomain.io:8443/a", .unknownPort(8_443)),
        ("https://localhost/a", .unknownPort(443)),
        ("https://mastodon.social:8443/a", .unknownPort(8_443)),
        // The grammar of hosts is the same.
        ("http://mastodon.social/a", .insecureScheme),
        ("https://user@mastodon.social/a", .userInfo),
        ("https://mastodon.social./a", .malformedHost(.trailingDot)),
        ("https://a..b/a", .malformedHost(.emptyLabel)),
        ("https://a%2Eb/a", .malformedHost(.percentSign)),
        ("https://intranet/a", .unknownHost("intranet")),
        ("https://127.0.0.1/a", .malformedHost(.address)),
        ("https://[::1]/a", .malformedHost(.address)),
        ("https://2130706433/a", .malformedHost(.address)),
        ("https://0x7f.1/a", .malformedHost(.address)),
        ("https://xn--80ak6aa92e.com/a", .unknownHost("xn--80ak6aa92e.com")),
        ("https://a.XN--b.org/a", .unknownHost("a.xn--b.org")),
        ("https://xn--a.mydomain.io/own/7", .unknownHost("xn--a.mydomain.io")),
        ("https:///a", .missingHost), ("mastodon://a", .unknownScheme("mastodon")),
    ])
    func `no other link passes`(link: String, reason: RewriteError.Reason) throws {
        #expect(try Self.rewriter().refusal(of: link)?.reason == reason)
    }

    /// Unmatched links cannot pass through here, so the message does not suggest it.
    @Test func `a link without a rule is told to want one`() throws {
        #expect(
            try Self.rewriter().refusal(of: "https://mastodon.social/a/b/c")?.description
                == "No rule for any host fits the link; add one."
        )
    }

    @Test func `without one, other hosts are refused`() throws {
        let rewriter = try Fixture.shop()
        #expect(
            rewriter.refusal(of: "https://mastodon.social/domainA/5")?.reason
                == .unknownHost("mastodon.social")
        )
    }

    @Test func `there is one, and only rules pass`() throws {
        let two = ruleError {
            Domain(anyHostAs: "a") { Rewrite("/a", to: "/a") }
            Domain(anyHostAs: "b") { Rewrite("/b", to: "/b") }
        }
        #expect(
            two?.description
                == "Domain of any host: any host is already configured in Domain of any host; remove one."
        )
        let passing = ruleError {
            RewriteSource.domain(
                Domain(
                    hosts: [],
                    anyHostAs: "a",
                    options: SourceOptions(unmatched: .passThrough),
                    rules: []
                )
            )
        }
        #expect(
            passing?.description
                == "Domain of any host: it is for any host and lets unmatched links pass, so anyone can choose what is opened; "
                + "reject unmatched links."
        )
        let unnamed = ruleError { Domain(anyHostAs: "a b") { Rewrite("/a", to: "/a") } }
        #expect(
            unnamed?.description
                == "Domain of any host: the capture for any host is named 'a b'; write a name of letters, digits, '-', '_', '.' and '~'."
        )
        let twice = ruleError { Domain(anyHostAs: "a") { Rewrite("/{a}", to: "/{a}") } }
        #expect(twice?.reason.code == "duplicate-capture")
    }

    @Test func `a share link has the host that it is asked for`() throws {
        let rewriter = try Self.rewriter()
        let link = try DeepLink("/post/5?user=ann&server=mastodon.social")
        let url = try rewriter.externalURL(for: link, host: "mastodon.social")
        #expect(url.absoluteString == "https://mastodon.social/@ann/5")
        #expect(throws: ExternalURLError.self) {
            try rewriter.externalURL(for: link, host: "other.social")
        }
    }
}
