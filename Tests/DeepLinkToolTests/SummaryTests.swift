import DeepLinksTestSupport
import Foundation
import Testing

@testable import DeepLinkTool

/// `explain - --summary`, and how standard input is read.
struct SummaryTests {
    private static let rules = #"""
        {"version": 1, "domains": [{"hosts": ["a.io", "www.a.io"], "rules": [
          {"from": "/watch/{video}", "to": "/player?id={video}"},
          {"from": "/events/{id:int}", "to": "/events/{id}"},
          {"from": "/about", "to": "/about"}
        ]}], "schemes": [{"names": ["myapp"], "unmatched": "passThrough"}],
        "paths": ["/player", "/events/{id}"]}
        """#

    private static func run(_ input: String, _ options: String...) -> ToolResult {
        Tool.run(
            arguments: ["explain", "-", "--summary"] + options,
            standardInput: .text(input),
            files: .files(["links.json": rules])
        )
    }

    @Test(arguments: [
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <url><loc>https://a.io/watch/a</loc><lastmod>2026-11-01</lastmod></url>
        <url><loc>
          https://a.io/watch/b?x=1&amp;y=2
        </loc><image:image><image:loc>https://a.io/x.png</image:loc></image:image></url>
        <url><loc><![CDATA[https://a.io/blog/c?x=1&y"'=2]]></loc></url>
        </urlset>
        """,
        "<urlset><url><loc>https://a.io/watch/a</loc></url><url><loc >https://a.io/watch/b</loc></url>"
            + "\n\n\n\n<url><loc>https://a.io/blog/c?x=&lt;&amp;y&quot;&apos;=&gt;</loc></url></urlset>",
        "<sm:urlset><sm:loc>https://a.io/watch/a</sm:loc><sm:loc>https://a.io/watch/b</sm:loc><loc>b</loc>"
            + "\n\n\n\n<sm:loc>https://a.io/blog/c?x=1&#038;y&#x22;&#39;=&#x3E;</sm:loc></sm:urlset>",
    ])
    func `a sitemap's locations are links`(text: String) {
        for text in [text, "\u{FEFF}" + text, text.replacing("\n", with: "\r\n")] {
            let result = Self.run(text)
            #expect(result.output.hasPrefix("3 links: 2 open (66.7 %), 1 refused (33.3 %).\n"))
            #expect(result.output.contains("  2  66.7 %  /watch/{video}  domains[0].rules[0]\n"))
            let line = text.contains("image") ? 7 : 5
            #expect(
                result.output.contains(
                    "  1  33.3 %  https://a.io/blog/{text}?x&y\"'  line \(line)\n"
                ),
                "\(result.output)"
            )
        }
    }

    @Test(arguments: ["<urlset xmlns=\"http://a.io/0.9\"/>\n", "<urlset />", "<urlset></urlset>"])
    func `a sitemap without links is whole`(sitemap: String) {
        let errors = Self.run(sitemap).errors
        #expect(errors.contains("Standard input, which '-' reads, has no link;"), "\(errors)")
    }

    @Test func `a text that is compressed is an error`() {
        let result = Tool.run(
            arguments: ["explain", "-", "--summary"],
            standardInput: .bytes([0x1F, 0x8B, 0x08, 0x00, 0x0A, 0x80]),
            files: .files(["links.json": Self.rules])
        )
        let message =
            "The text of standard input is compressed; decompress it first, as 'gzip -dc' does."
        #expect(result.errors.hasPrefix("deeplink explain: \(message)\n"), "\(result.errors)")
        #expect(result.exitCode == .findings)
    }

    /// A text that is refused, and its shape.
    @Test(arguments: [
        ("foo", "foo"), ("foo/", "foo"), ("foo/bar-1/5?a=1", "foo/{text}/{int}?a"),
        ("/5/a", "/{int}/{text}"), ("/", "/"), ("//a.io/5", "/a.io/{int}"),
        ("mailto:a@b", "mailto:a@b"),
        ("a.io/5:8080", "a.io/{text}"), ("https://b.io", "https://b.io/"),
        ("https://b.io?x=1", "https://b.io/?x"),
        ("https://b.io?a=1&b=2&c=3&d=4", "https://b.io/?a&b&c&…"),
        ("https://b.io:80/5", "https://b.io:80/{int}"),
        ("/go/https://b.io/5", "/go/https:/b.io/{int}"),
    ])
    func `texts that are no links keep their shape`(text: String, shape: String) {
        #expect(Self.run(text).output.hasSuffix("  1  100.0 %  \(shape)  line 1\n"))
    }

    private static let log = #"""
        10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /watch/a?x=1 HTTP/1.1" 200 23
        10.0.0.1 - fra nk [10/Oct/2026:13:55:36 +0000] "GET /blog/1 HTTP/2.0" 304 - "https://b.io/" "Agent \"x\" [y] \"z\""
        10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "POST /watch/a HTTP/1.1" 200 1
        10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /gone HTTP/1.1" 404 1
        10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "" 400 0
        10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET https://a.io/events/5 HTTP/1.1" 200 0
        www.a.io:443 10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /other HTTP/1.1" 200 0

        """#

    // MARK: - Much input

    @Test func `of many different shapes, later ones are counted together`() throws {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        func word(_ number: Int) -> String {
            String([number / 676 % 26, number / 26 % 26, number % 26].map { letters[$0] })
        }
        let lines = (0..<10_000).map { number in
            switch number % 10 {
            case 0: "https://a.io/common/\(number)"
            case 1: "https://\(word(number)).io/"
            case 2: "https://a.io/search?\(word(number))=1"
            default: "https://a.io/\(word(number))/\(word(number / 17))"
            }
        }
        struct Document: Decodable {
            let refused: Int
            let shapes: [Shape]

            struct Shape: Decodable {
                let shape: String
                let count: Int
                let lines: [Int]
            }
        }
        let result = Self.run(lines.joined(separator: "\n"), "--json")
        let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
        #expect(document.refused == 10_000)
        let common = try #require(document.shapes.first { $0.shape == "https://a.io/common/{int}" })
        #expect(common.count == 1_000 && common.lines == [1, 11, 21])
        let others = try #require(document.shapes.first { $0.shape == "other links" })
        #expect(others.count > 7_000)
        #expect(document.shapes.count <= 20)
    }

    @Test(arguments: UInt64(0)..<8)
    func `how the input is cut into pieces makes no difference`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for text in [
            Self.log, "\u{FEFF}<urlset><url>\n<loc>https://a.io/watch/é</loc></url></urlset>",
        ] {
            var rest = Array(text.utf8)[...]
            let input = StandardInput {
                let piece = rest.prefix(Int.random(in: 1...7, using: &random))
                rest = rest.dropFirst(piece.count)
                return Array(piece)
            }
            let result = Tool.run(
                arguments: ["explain", "-", "--summary"],
                standardInput: input,
                files: .files(["links.json": Self.rules])
            )
            #expect(result == Self.run(text))
        }
    }

    @Test func `much output is written in pieces`() {
        var sizes: [Int] = []
        _ = Tool.run(
            arguments: ["explain", "-"],
            standardInput: .text(String(repeating: "https://a.io/watch/a\n", count: 2_000)),
            files: .files(["links.json": Self.rules]),
            write: { text in
                sizes.append(text.utf8.count)
                return true
            }
        )
        #expect(sizes.reduce(0, +) > 1 << 18 && sizes.allSatisfy { $0 < 1 << 17 })
    }

    @Test func `each answer is written before the next line arrives`() {
        var written = ""
        var arrived = 0
        let pieces = [
            "https://a.io/watch/a\nhttps://a.io/wat", "ch/b\n", "https://a.io/watch/c", "",
        ]
        let input = StandardInput {
            // What follows is only read after the whole lines before it were answered.
            #expect(written.count { $0 == "\n" } == [0, 8, 17, 17][arrived])
            defer { arrived += 1 }
            return Array(pieces[arrived].utf8)
        }
        let result = Tool.run(
            arguments: ["explain", "-"],
            standardInput: input,
            files: .files(["links.json": Self.rules]),
            write: { text in
                written += text
                return true
            }
        )
        #expect(arrived == 4 && result.exitCode == .success && result.output == "")
        let all = Tool.run(
            arguments: ["explain", "-"],
            standardInput: .text(pieces.joined()),
            files: .files(["links.json": Self.rules])
        )
        #expect(written == all.output)
    }

    @Test func `output that cannot be written ends the reading`() {
        var reads = 0
        let input = StandardInput {
            reads += 1
            return Array("https://a.io/watch/a\n".utf8)
        }
        let result = Tool.run(
            arguments: ["explain", "-"],
            standardInput: input,
            files: .files(["links.json": Self.rules]),
            write: { _ in false }
        )
        #expect(reads == 1 && result == ToolResult(exitCode: .unwritable))
    }
}
