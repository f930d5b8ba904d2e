import DeepLinks
import Foundation
import Testing

/// Limits on the size of links, and the cost of large ones.
struct LimitTests {
    private func rewriter(_ limits: Limits = Limits()) throws -> URLRewriter {
        try URLRewriter(limits: limits) {
            Domain("mydomain.io", unmatched: .passThrough, fragment: .keep)
            Domain("hash.io", unmatched: .passThrough, fragment: .path)
            Scheme("myapp", unmatched: .passThrough)
        }
    }

    /// The lists of one rule, in its path or its items, each below the limit for a pattern.
    private static let longLists: [String] = {
        let lists = (0..<10).map { "{a\($0):x|y}-" }.joined()
        let others = (0..<10).map { "{b\($0):x|y}-" }.joined()
        return [
            "/\(lists)/\(others)/\(lists.replacing("a", with: "c"))/\(lists.replacing("a", with: "d"))",
            "/\(lists)?p=\(others)&q=\(lists.replacing("a", with: "c"))&r=\(lists.replacing("a", with: "d"))",
        ]
    }()

    @Test(arguments: longLists)
    func `the lists of a rule spell 64 KiB at most, and the advice helps`(pattern: String) throws {
        func rewriter(_ patterns: [String]) throws -> URLRewriter {
            try URLRewriter {
                Domain("mydomain.io") { for pattern in patterns { Rewrite(pattern, to: "/x") } }
            }
        }
        let error = #expect(throws: RewriteRuleError.self) { try rewriter([pattern]) }
        #expect(
            error?.description.contains(" spell more than 65536 bytes in all their combinations")
                == true
        )
        _ = try rewriter([pattern.replacing("{a5:x|y}", with: "{a5:slug}")])
        let words = ["xx", "xy", "yx", "yy"].map { ($0.prefix(1), $0.suffix(1)) }
        let rules = words.map {
            pattern.replacing("{a0:x|y}", with: $0).replacing("{b0:x|y}", with: $1)
        }
        _ = try rewriter(rules)
    }

    @Test func `a rule's text has 64 KiB at most`() throws {
        let items = (0..<6_554).map { "a\($0)={b\($0)}" }.joined(separator: "&")
        let error = #expect(throws: RewriteRuleError.self) {
            try URLRewriter { Domain("mydomain.io") { Rewrite("/a?\(items)", to: "/x") } }
        }
        #expect(
            error?.description.contains(
                "has \(items.utf8.count + 3) bytes, and the limit is 65536; write several rules."
            ) == true
        )
    }

    @Test func `white space counts for the limit, and is not read beyond it`() throws {
        let rewriter = try rewriter()
        let blank = String(repeating: " ", count: 8_000)
        let fits = "\(blank)https://mydomain.io/a" + String(repeating: "\n", count: 171)
        #expect(fits.utf8.count == 8_192)
        #expect(try rewriter.rewrite(fits).path == "/a")
        #expect(rewriter.refusal(of: "\(blank)https:/a")?.offset == 8_006)
        for text in [fits + " ", " " + fits, String(repeating: "\t", count: 10_000_000)] {
            let error = try #require(rewriter.refusal(of: text))
            #expect(error.reason == .tooManyBytes(limit: 8_192))
            #expect(error.offset == 8_192)
            #expect(error.source == (text.contains("mydomain") ? "mydomain.io" : nil))
            #expect(rewriter.explain(text).error == error)
            #expect(rewriter.explain(text).steps.isEmpty)
        }
    }

    @Test func `a link has 8192 bytes at most`() throws {
        let rewriter = try rewriter()
        let link = "https://mydomain.io/"
        let fits = link + String(repeating: "a", count: 8_192 - 20)
        #expect(try rewriter.rewrite(fits).path.utf8.count == 8_192 - 19)
        let error = try #require(rewriter.refusal(of: fits + "a"))
        #expect(error.reason == .tooManyBytes(limit: 8_192))
        #expect(error.part == .link)
        // The size is checked before anything else.
        #expect(
            rewriter.refusal(of: String(repeating: "\u{0}", count: 8_193))?.reason
                == .tooManyBytes(limit: 8_192)
        )
        #expect(
            rewriter.refusal(of: String(repeating: " ", count: 9_000))?.reason
                == .tooManyBytes(limit: 8_192)
        )
    }

    @Test(arguments: [("https://mydomain.io", ""), ("myapp:", ""), ("https://hash.io/x", "#")])
    func `a path has 64 segments at most`(origin: String, mark: String) throws {
        let rewriter = try rewriter()
        for (segment, separator) in [("a", "/"), ("abc", "/"), ("a", "//"), ("%20", "/")] {
            let fits = origin + mark + String(repeating: separator + segment, count: 64)
            #expect(try rewriter.rewrite(fits).path.split(separator: "/").count == 64)
            #expect(try rewriter.rewrite(fits + "//").path.split(separator: "/").count == 64)
            #expect(rewriter.refusal(of: fits + "/b")?.reason == .tooManySegments(limit: 64))
        }
    }

    @Test func `a query has 128 items at most`() throws {
        let rewriter = try rewriter()
        let items = (0..<128).map { "x\($0)=1" }.joined(separator: "&")
        for origin in ["https://mydomain.io/a?", "myapp:a?", "https://hash.io/#/a?"] {
            #expect(try rewriter.rewrite(origin + items + "&&&").queryItems.count == 128)
            let reason = rewriter.refusal(of: origin + items + "&y")?.reason
            #expect(reason == .tooManyQueryItems(limit: 128))
        }
        let both = "https://hash.io/?\(items)#/a?y"
        #expect(rewriter.refusal(of: both)?.reason == .tooManyQueryItems(limit: 128))
        // The limits are set one by one, and a link that is short for one may be too long for another.
        let short = try self.rewriter(Limits(segments: 2, queryItems: 2))
        try short.check(
            """
            myapp:a/b?c&d → /a/b?c&d
            myapp:a/b/c?d → too-many-segments
            myapp:a?b&c&d → too-many-query-items
            """
        )
        let wide = try self.rewriter(Limits(segments: 2, queryItems: 5_000))
        #expect(wide.refusal(of: "myapp:a/b/c")?.reason == .tooManySegments(limit: 2))
    }

    @Test func `a host that is cut is not known`() throws {
        // Only this many bytes are read.
        let host = "https://mydomain.io"
        let rewriter = try rewriter(Limits(bytes: host.utf8.count))
        #expect(rewriter.refusal(of: host + ".evil.com/")?.source == nil)
        #expect(rewriter.refusal(of: host + "/a")?.source == nil)
    }

    @Test func `what a template makes is no longer than a link may be`() throws {
        let rewriter = try URLRewriter(limits: Limits(bytes: 198)) {
            Domain("mydomain.io") { Rewrite("/a?x={x}", to: "/{x}/{x}/{x}") }
        }
        #expect(
            rewriter.text(of: "https://mydomain.io/a?x=" + String(repeating: "y", count: 65)) != nil
        )
        let error = try #require(
            rewriter.refusal(of: "https://mydomain.io/a?x=" + String(repeating: "%20", count: 30))
        )
        #expect(error.reason == .tooManyBytes(limit: 198))
        // The link itself is shorter, so no place in it is the one where it becomes too long.
        #expect(error.offset == 0)
    }

    /// Links, and why they are refused with another limit for their bytes.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ("/" + String(repeating: "a", count: 1_000_000), nil),
            (String(repeating: "/a", count: 10_000), .tooManySegments(limit: 64)),
            ("?" + String(repeating: "a=b&", count: 100_000), .tooManyQueryItems(limit: 128)),
            (":" + String(repeating: "0", count: 65_536) + "443/", .malformedPort),
        ] as [(String, RewriteError.Reason?)]
    )
    func `a link that is too large is refused before anything of it is read`(
        rest: String,
        other: RewriteError.Reason?
    ) throws {
        let link = "https://mydomain.io" + rest
        let rewriter = try rewriter()
        let error = try #require(rewriter.refusal(of: link))
        #expect(error.reason == .tooManyBytes(limit: 8_192))
        #expect(rewriter.refusal(of: String(link.prefix(8_193))) == error)
        #expect(rewriter.explain(link).steps.isEmpty)
        #expect(try self.rewriter(Limits(bytes: 10_000_000)).refusal(of: link)?.reason == other)
    }
}
