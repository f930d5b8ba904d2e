import DeepLinksTestSupport
import Foundation
import Testing

@testable import DeepLinks

/// What refusals say, and that the way out that each names works when it is followed as it is written.
struct RefusalTests {
    @Test(arguments: try rows(in: "refused-links.txt"))
    func `a refusal is one sentence, and a link that follows it is accepted`(row: TableRow) throws {
        let rewriter = try URLRewriter {
            Domain(
                "mydomain.io",
                "xn--mnchen-3ya.de",
                "www.xn--bcher-kva.example",
                "[::1]",
                "127.0.0.1",
                unmatched: .passThrough
            ) {
                Rewrite("/in?q={q}", to: "/{q}")
                Unwrap("/to?u={target}")
            }
            Domain("open.io", allowsHTTP: true, unmatched: .passThrough)
            Scheme("myapp", unmatched: .passThrough) { Unwrap("/u?u={target}") }
            Scheme("sql", wholeLinkAs: "url", to: "/c?url={url}")
        }
        for link in row.texts(0) {
            let error = try #require(rewriter.refusal(of: link))
            #expect(error.description == row[1])
            #expect("\(error)" == row[1])
            let remedy = row[1].components(separatedBy: "; ")[1]
            #expect(error.recoverySuggestion?.dropFirst() == remedy.dropFirst())
        }
        for link in row.texts(2) { #expect(rewriter.refusal(of: link) == nil, "\(link)") }
    }

    @Test(arguments: try rows(in: "unexpected-links.txt"))
    func `a refusal says which source to add or change`(row: TableRow) throws {
        let (link, objects) = (row.texts(0)[0], row.texts(0)[1])
        let rewriter = try URLRewriter(configuration: configuration(of: objects))
        #expect(rewriter.refusal(of: link)?.description == row[1])
        for objects in row.texts(2) {
            let mended = try URLRewriter(configuration: configuration(of: objects))
            #expect(mended.refusal(of: link) == nil, "\(objects)")
        }
    }

    @Test(arguments: [
        (Limits(bytes: 13), Limits(bytes: 14), "The link is longer than 13 bytes"),
        (Limits(segments: 1), Limits(segments: 2), "The link's path has more than 1 segments"),
        (Limits(queryItems: 1), Limits(queryItems: 2), "The link's query has more than 1 items"),
    ])
    func `a raised limit lets links in`(limits: Limits, raised: Limits, obstacle: String) throws {
        let scheme = RewriteSource.scheme(Scheme("myapp", unmatched: .passThrough))
        let error = try URLRewriter(limits: limits, sources: [scheme]).refusal(of: "myapp:/a/b?c&d")
        #expect(error?.description == obstacle + "; raise the limit if such links are expected.")
        let rewriter = try URLRewriter(limits: raised, sources: [scheme])
        #expect(rewriter.refusal(of: "myapp:/a/b?c&d") == nil)
    }

    /// Only the parser of components has misplaced queries.
    @Test func `no code of a refusal lacks its row`() throws {
        var codes: Set = [
            "misplaced-query", "too-many-bytes", "too-many-segments", "too-many-query-items",
        ]
        let rewriter = try URLRewriter {
            Domain("mydomain.io", unmatched: .passThrough)
            Scheme("myapp", unmatched: .passThrough) { Unwrap("/u?u={target}") }
        }
        for row in try rows(in: "refused-links.txt") {
            codes.formUnion(rewriter.refusal(of: row.texts(0)[0]).map { [$0.reason.code] } ?? [])
        }
        for row in try rows(in: "unexpected-links.txt") {
            let rewriter = try URLRewriter(configuration: configuration(of: row.texts(0)[1]))
            codes.insert(try #require(rewriter.refusal(of: row.texts(0)[0])).reason.code)
        }
        #expect(codes.isSuperset(of: RewriteError.Reason.Kind.allCases.map(\.rawValue)))
    }

    @Test func `errors are equal when they say the same`() throws {
        let rewriter = try Fixture.passing()
        let first = try #require(rewriter.refusal(of: "https://evil.com/a"))
        let same = try #require(rewriter.refusal(of: "https://evil.com/b?c"))
        let other = try #require(rewriter.refusal(of: "https://evil.org/a"))
        let place = try #require(rewriter.refusal(of: " https://evil.com/a"))
        #expect(first == same)
        #expect(first.hashValue == same.hashValue)
        #expect(first != other)
        #expect(first != place)
        #expect(Set([first, same, other, place]).count == 3)
    }

    @Test(arguments: [
        "https://CANARY:CANARY@mydomain.io/a", "https://mydomain.io/CANARY/none",
        "https://mydomain.io/CANARY/..", "https://mydomain.io/items/7?CANARY=CANARY%FF",
        "https://mydomain.io/items/7#CANARY%", "myapp://CANARY/%", "myapp://CANARY:80/",
        "https://mydomain.io:CANARY/a", "https://CANARY|.io/a",
        "https://mydomain.io/u?to=https://CANARY.d/%25",
        "https://mydomain.io/u?to=javascript:CANARY", "https://mydomain.io/in?q=..&CANARY=CANARY",
        "https://mydomain.io/in?q=CANARY%00", "/CANARY",
        "https://mydomain.io/a/" + String(repeating: "CANARY/", count: 70),
        "https://mydomain.io/a?" + String(repeating: "CANARY=CANARY&", count: 130),
        "https://mydomain.io/a?" + String(repeating: "CANARY", count: 2_000),
    ])
    func `an error repeats nothing of a link but its scheme and host`(link: String) throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io") {
                Rewrite("/items/{id:int}", to: "/item?id={id}")
                Rewrite("/in?q={q}", to: "/{q}")
                Unwrap("/u?to={target}")
            }
            Scheme("myapp", unmatched: .passThrough)
        }
        let error = try #require(rewriter.refusal(of: link))
        var dumped = ""
        dump(error, to: &dumped)
        for text in [error.description, String(reflecting: error), dumped, "\(error.reason)"] {
            // A host is shown in lowercase.
            #expect(!text.contains("CANARY"), "\(text)")
        }
    }

    @Test func `a very long host or scheme is told in part`() throws {
        let rewriter = try Fixture.passing()
        let long = String(repeating: "a", count: 60)
        #expect(
            rewriter.refusal(of: "https://\(long).\(long).io/")?.reason
                == .unknownHost("\(long).aaa…")
        )
        for (name, shown) in [("bbbbb", "bbbb…"), ("bbbb", "bbbb")] {
            let reason = rewriter.refusal(of: "\(long)\(name):x")?.reason
            #expect(reason == .unknownScheme(long + shown))
        }
    }
}
