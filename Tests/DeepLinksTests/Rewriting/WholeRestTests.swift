import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// Rules that capture the whole rest of a link as it was written.
struct WholeRestTests {
    private static func rewriter() throws -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io", query: .strip(["utm_*"]), prefixes: ["", "/{lang:en|de}"]) {
                Rewrite(
                    "/subscribe/{*feed:verbatim}",
                    to: "/subscribe?url={feed}&lang={lang}",
                    examples: [
                        "/subscribe/https://example.com/feed/?token=1":
                            "/subscribe?url=https://example.com/feed/?token%3D1"
                    ]
                )
                Rewrite("/subscribe/new", to: "/new")
                Rewrite("/path/{*rest:verbatim}", to: "/p/{rest}")
                Rewrite("/maybe/{*rest?:verbatim}", to: "/maybe?rest={rest}")
                Unwrap("/go/{*target:verbatim}")
            }
            Scheme("pod") {
                Rewrite("/subscribe/{*feed:verbatim}", to: "/subscribe?url={feed}")
                Rewrite("/{*all:verbatim}", to: "/all?text={all}")
            }
            Scheme("hash", fragment: .path) {
                Rewrite("/x/{*rest:verbatim}", to: "/x?rest={rest}")
                Rewrite("/y/{*rest?:verbatim}", to: "/y?rest={rest}")
            }
        }
    }

    @Test(arguments: [
        (
            "https://mydomain.io/subscribe/https://example.com/feed/?token=1",
            "https://example.com/feed/?token=1"
        ),
        ("https://mydomain.io//subscribe/https://example.com//a/", "https://example.com//a/"),
        ("https://mydomain.io//subscribe//https://example.com//a/", "/https://example.com//a/"),
        ("https://mydomain.io/subscribe//a/b", "/a/b"),
        ("https://mydomain.io/subscribe///cdn.io/x", "//cdn.io/x"),
        ("https://mydomain.io//de//subscribe////a//", "///a//"),
        ("https://mydomain.io/de/subscribe/a", "a"),
        (
            "https://mydomain.io/subscribe/a%2Fb%20c?utm_source=x&y=%41#z%7E",
            "a%2Fb%20c?utm_source=x&y=%41#z%7E"
        ),
        ("https://mydomain.io/subscribe/a?", "a?"),
        ("https://mydomain.io/subscribe/new/1", "new/1"),
        ("pod://subscribe/https://a.io/b?c#d", "https://a.io/b?c#d"),
        ("pod:subscribe/feed:a", "feed:a"), ("pod:///subscribe//a/b/", "/a/b/"),
    ])
    func `the rest keeps its slashes, its query and its fragment`(link: String, rest: String) throws
    {
        let details = try Self.rewriter().details(of: link)
        #expect(details.link.path == "/subscribe")
        #expect(details.link.queryItems.first == URLQueryItem(name: "url", value: rest))
        #expect(details.link.fragment == nil)
        // The captured rest adds no items to the link, and nothing was removed.
        #expect(details.link.queryItems.allSatisfy { ["url", "lang"].contains($0.name) })
        #expect(details.removedItems.isEmpty)
    }

    @Test func `the rest is one text in a path and one link in another`() throws {
        let rewriter = try Self.rewriter()
        #expect(rewriter.text(of: "https://mydomain.io/path/a/b?c=d") == "/p/a%2Fb%3Fc=d")
        #expect(
            rewriter.text(of: "https://mydomain.io/go/https://mydomain.io/subscribe/new?x=1")
                == "/new?x=1"
        )
        #expect(rewriter.text(of: "hash:#/x/a/b?c=d") == "/x?rest=a/b?c%3Dd")
        #expect(rewriter.text(of: "pod:x/y?z#f") == "/all?text=x/y?z%23f")
        #expect(rewriter.text(of: "pod:/x") == "/all?text=x")
        #expect(rewriter.text(of: "pod://x") == "/all?text=x")
        #expect(rewriter.text(of: "pod:///x") == "/all?text=x")
        #expect(rewriter.text(of: "pod:////x") == "/all?text=/x")
        #expect(rewriter.text(of: "hash:#/x//a/b") == "/x?rest=/a/b")
    }

    @Test(arguments: [
        ("https://mydomain.io/maybe", "/maybe"), ("https://mydomain.io/de/maybe/", "/maybe"),
        ("https://mydomain.io/maybe?x=1&y#z", "/maybe?rest=?x%3D1%26y%23z"),
        ("https://mydomain.io/maybe/?x=1", "/maybe?rest=?x%3D1"),
        ("https://mydomain.io/maybe//?x=1", "/maybe?rest=/?x%3D1"),
        ("https://mydomain.io/de//maybe///", "/maybe?rest=//"),
        ("https://mydomain.io/maybe#z", "/maybe?rest=%23z"),
        ("https://mydomain.io/maybe/a?x=1", "/maybe?rest=a?x%3D1"), ("hash:#/y", "/y"),
        ("hash:?a=b#/y?c=d", "/y?rest=?c%3Dd"),
    ])
    func `a rest without segments is what follows the path`(link: String, expected: String) throws {
        let rewriter = try Self.rewriter()
        #expect(rewriter.text(of: link) == expected)
        guard link.hasPrefix("https:") else { return }
        let made = try rewriter.rewrite(link)
        #expect(try rewriter.rewrite(rewriter.externalURL(for: made, host: "mydomain.io")) == made)
    }

    @Test(arguments: [
        ("https://mydomain.io/subscribe", RewriteError.Reason.noRule),
        ("https://mydomain.io/subscribe/?a=b", .noRule),
        ("https://mydomain.io/subscribe/../secret", .dotSegment),
        ("https://mydomain.io/subscribe/https://a.io/%2e%2e/b", .dotSegment),
        ("https://mydomain.io/subscribe/100%", .malformedEscape),
        ("https://mydomain.io/subscribe/a?b=%FF", .invalidUTF8),
        ("https://mydomain.io/subscribe/a b", .space),
        ("https://mydomain.io/go/https://evil.com/a", .unknownHost("evil.com")),
    ])
    func `what no other rule takes is refused here, too`(
        link: String,
        reason: RewriteError.Reason
    ) throws { #expect(try Self.rewriter().refusal(of: link)?.reason == reason) }

    @Test func `it stands at the end, asks for no items, and adds no segments`() {
        func error(_ pattern: String, _ template: String) -> String? {
            ruleError { Domain("a.io") { Rewrite(pattern, to: template) } }?.description
        }
        #expect(
            error("/a/{*r:verbatim}?x={x}", "/a")
                == "Domain 'a.io', rule '/a/{*r:verbatim}?x={x}': it captures the rest of a link with its query, but also asks "
                + "for items; remove the items, or ':verbatim'."
        )
        #expect(error("/a/{*r:verbatim}", "/a/{*r}")?.contains("captures text") == true)
        #expect(error("/a/{*r:verbatim}/b", "/a") != nil)
        #expect(error("/a/{r:verbatim}", "/a") != nil)
        #expect(error("/{*r}/{a:verbatim}", "/a") != nil)
    }

    @Test(arguments: [
        "https://example.com/feed/?token=1", "//cdn.io/x", "/a", "///", "a//", "//a//b//?c//#d//",
    ])
    func `a share link brings the rest back as it was`(rest: String) throws {
        let items = [URLQueryItem(name: "url", value: rest)]
        let link = try DeepLink(path: "/subscribe", queryItems: items)
        let rewriter = try Self.rewriter()
        if rest.allSatisfy({ $0 == "/" }) {
            // A required rest has at least one segment.
            #expect(throws: ExternalURLError.self) {
                try rewriter.externalURL(for: link, host: "mydomain.io")
            }
            return
        }
        let url = try rewriter.externalURL(for: link, host: "mydomain.io")
        #expect(url.absoluteString == "https://mydomain.io/subscribe/\(rest)")
        #expect(try rewriter.rewrite(url) == link)
    }

    @Test(arguments: UInt64(0)..<200)
    func `the rest is what follows the first text that the rule asks for`(seed: UInt64) throws {
        let rewriter = try Self.rewriter()
        var random = SplitMix64(seed: seed)
        let pieces = ["/", "//", "a", "b:", "%2F", "%41", "?", "&x=1", "#", "é", "."]
        let starts = [
            "https://mydomain.io/path/", "https://mydomain.io//path/",
            "https://mydomain.io/de/path/", "https://mydomain.io///de//path/",
        ]
        var rest = ""
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            rest += pieces.randomElement(using: &random) ?? ""
        }
        let start = starts.randomElement(using: &random) ?? ""
        let steps = rewriter.explain(start + rest).steps
        guard let rule = steps.first(where: { $0.label == "rule" }) else {
            // Nothing but slashes before the query is not a segment.
            let path = rest.prefix { $0 != "?" && $0 != "#" }
            let isEmpty = path.allSatisfy { $0 == "/" }
            let isRefused = rewriter.refusal(of: start + rest)?.reason != .noRule
            #expect(isEmpty || isRefused, "\(start)\(rest)")
            return
        }
        #expect(rule.text.hasSuffix("rest = '\(rest)'"), "\(start)\(rest)")
    }

    @Test func `'verbatim' is text outside of a catch-all`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io") { Rewrite("/{*a}/b:verbatim", to: "/t?a={a}") }
        }
        let link = try rewriter.rewrite("https://mydomain.io/1/2/b:verbatim")
        #expect(try link == DeepLink("/t?a=1/2"))
    }
}
