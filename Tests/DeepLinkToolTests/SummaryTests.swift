import DeepLinksTestSupport
import Foundation
import Testing

@testable import DeepLinkTool

/// `explain - --summary`, and how standard input is read.
@MainActor
struct SummaryTests {
    private nonisolated static let rules = #"""
        {"version": 1, "domains": [{"hosts": ["a.io", "www.a.io"], "rules": [
          {"from": "/watch/{video}", "to": "/player?id={video}"},
          {"from": "/events/{id:int}", "to": "/events/{id}"},
          {"from": "/about", "to": "/about"}
        ]}], "schemes": [{"names": ["myapp"], "unmatched": "passThrough"}],
        "paths": ["/player", "/events/{id}"]}
        """#

    private static func run(
        _ input: String,
        _ options: String...,
        rules: String = rules
    ) -> ToolResult {
        Tool.run(
            arguments: ["explain", "-", "--summary"] + options,
            standardInput: .text(input),
            files: .files(["links.json": rules])
        )
    }

    @Test func `a list of links is counted by rule and by shape`() {
        let result = Self.run(
            """
            https://a.io/watch/cats
            https://www.a.io/watch/dogs
            https://a.io/blog/red-shoe?a=1&b=2

            https://a.io/blog/blue-hat?a=3&b=4#x
            https://a.io/about
            https://evil.com/2026/01/a/b/c/d
            myapp://player?id=1
            https://a.io/blog/5
            """
        )
        #expect(
            result.output == """
                8 links: 3 open (37.5 %), 5 refused (62.5 %).

                Open, by rule
                  2  25.0 %  /watch/{video}          domains[0].rules[0]
                  1  12.5 %  links that fit no rule  schemes[0]

                Rules that nothing used
                  /events/{id:int}  domains[0].rules[1]
                  /about            domains[0].rules[2]

                Refused, the commonest
                  2  25.0 %  https://a.io/blog/{text}?a&b          line 3, 5
                  1  12.5 %  https://a.io/blog/{int}               line 9
                  1  12.5 %  https://evil.com/{int}/{int}/a/b/c/…  line 7
                  1  12.5 %  not in 'paths': /about                line 6

                """
        )
        #expect(result.errors == "" && result.exitCode == .findings)
        #expect(Self.run("https://a.io/watch/a").exitCode == .success)
    }

    @Test(arguments: [
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <url><loc>https://a.io/watch/a</loc><lastmod>2026-11-01</lastmod></url>
        <url><loc>
          https://a.io/watch/b?x=1&amp;y=2
        </loc><image:image><image:loc>https://a.io/x.png</image:loc></image:image></url>
        <url><loc><![CDATA[https://a.io/blog/c?x=1&y=2]]></loc></url>
        </urlset>
        """,
        "<urlset><url><loc>https://a.io/watch/a</loc></url><url><loc >https://a.io/watch/&#98;</loc></url>"
            + "\n\n\n\n<url><loc>https://a.io/blog/&#x63;?x=&lt;&amp;y=&gt;</loc></url></urlset>",
    ])
    func `a sitemap's locations are links`(text: String) {
        for text in [text, "\u{FEFF}" + text, text.replacing("\n", with: "\r\n")] {
            let result = Self.run(text)
            #expect(result.output.hasPrefix("3 links: 2 open (66.7 %), 1 refused (33.3 %).\n"))
            #expect(result.output.contains("  2  66.7 %  /watch/{video}  domains[0].rules[0]\n"))
            let line = text.contains("image") ? 7 : 5
            #expect(
                result.output.contains("  1  33.3 %  https://a.io/blog/c?x&y  line \(line)\n"),
                "\(result.output)"
            )
        }
    }

    @Test func `an index of sitemaps is no sitemap`() {
        let result = Self.run(
            "<sitemapindex><sitemap><loc>https://a.io/1.xml</loc></sitemap></sitemapindex>"
        )
        #expect(
            result.errors
                == "deeplink explain: Standard input is an index of sitemaps, which has no links; give the sitemaps themselves.\n"
        )
        #expect(result.exitCode == .findings)
    }

    private nonisolated static let log = #"""
        10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /watch/a?x=1 HTTP/1.1" 200 23
        10.0.0.1 - frank [10/Oct/2026:13:55:36 +0000] "GET /blog/1 HTTP/2.0" 304 - "https://b.io/" "Agent \"x\" [y] \"z\""
        10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "POST /watch/a HTTP/1.1" 200 1
        10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /gone HTTP/1.1" 404 1
        10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "" 400 0
        10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET https://a.io/events/5 HTTP/1.1" 200 0
        www.a.io:443 10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /other HTTP/1.1" 200 0

        """#

    @Test func `an access log's pages are links`() {
        let result = Self.run(Self.log)
        #expect(result.output.hasPrefix("4 links: 2 open (50.0 %), 2 refused (50.0 %).\n"))
        for line in [
            "  1  25.0 %  /watch/{video}    domains[0].rules[0]\n",
            "  1  25.0 %  /events/{id:int}  domains[0].rules[1]\n",
            "  1  25.0 %  https://a.io/blog/{int}  line 2\n",
            "  1  25.0 %  https://www.a.io/other   line 7\n",
            "\n3 lines left out: other methods than GET, or no page was found.\n",
        ] {
            #expect(result.output.contains(line), "\(result.output)")
        }
        let www = Self.run(Self.log, "--host", "www.a.io")
        #expect(www.output.contains("https://www.a.io/blog/{int}"))
    }

    @Test func `a log without hosts needs one if the rules have several domains`() {
        let rules = Self.rules.replacing(
            "\"domains\": [",
            with: "\"domains\": [{\"hosts\": [\"b.io\"], \"rules\": []}, "
        )
        let result = Self.run(Self.log, rules: rules)
        #expect(
            result.errors.hasPrefix(
                "deeplink explain: The lines of the log name no host; name it with '--host HOST'.\n"
            )
        )
        #expect(result.exitCode == .usage)
        #expect(
            Self.run(Self.log, "--host", "a.io", rules: rules).output.hasPrefix("4 links: 2 open")
        )
    }

    @Test func `programs get the summary as JSON`() throws {
        struct Document: Decodable {
            let links: Int
            let opened: Int
            let refused: Int
            let leftOut: Int
            let rules: [Rule]
            let shapes: [Shape]

            struct Rule: Decodable {
                let place: String
                let count: Int
            }

            struct Shape: Decodable {
                let shape: String
                let lines: [Int]
            }
        }
        let result = Self.run(Self.log, "--json")
        let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
        #expect(document.links == 4 && document.opened == 2 && document.refused == 2)
        #expect(document.leftOut == 3)
        #expect(document.rules.map(\.count) == [1, 1, 0])
        #expect(document.shapes.map(\.lines) == [[2], [7]])
    }

    @Test(arguments: [
        ("", "Standard input, which '-' reads, has no link; write one link on each line."),
        (
            "<urlset></urlset>",
            "or give a sitemap or an access log with requests that found a page."
        ),
        (
            "1 - - [x] \"POST /a HTTP/1.1\" 200 1\n",
            "or give a sitemap or an access log with requests that found a page."
        ),
    ])
    func `input without a link is an error`(input: String, message: String) {
        let result = Self.run(input)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.output == "" && result.exitCode == .usage)
    }

    // MARK: - Much input

    @Test func `many different shapes become more general, and no link is forgotten`() throws {
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
        let counts = Dictionary(uniqueKeysWithValues: document.shapes.map { ($0.shape, $0.count) })
        #expect(try #require(counts["https://a.io/{text}/{text}"]) > 6_500)
        #expect(try #require(counts["https://a.io/search"]) > 900)
        #expect(try #require(counts["other links"]) > 900)
        #expect(document.shapes.count <= 20)
        #expect(document.shapes.map(\.count).reduce(0, +) > 9_900)
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

    // MARK: - With an association file

    /// A link, the rest of the last line about it, and whether all is fine.
    @Test(
        arguments: [
            (
                "https://a.io/watch/a",
                "The system opens the app, and the app opens '/player?id=a'.", true
            ),
            (
                "https://a.io/events/x", "The system opens the app, and the app refuses the link.",
                false
            ),
            (
                "https://a.io/events/5",
                "The link stays in the browser, though the app would open '/events/5'.", false
            ),
            (
                "https://a.io/watch/private",
                "The link stays in the browser, though the app would open '/player?id=private'.",
                false
            ),
            (
                "https://a.io/nothing",
                "The link stays in the browser, and the app would refuse it.", false
            ),
            (
                "https://a.io/about", "The system opens the app, and the app refuses the link.",
                false
            ),
            ("myapp://player?id=1", nil, true),
        ] as [(String, String?, Bool)]
    )
    func `one verdict says what the system and the app do`(
        url: String,
        verdict: String?,
        isFine: Bool
    ) {
        let association = """
            { "applinks": { "details": [ { "appIDs": ["A1B2C3D4E5.com.example.app"], "components": [
              { "/": "/watch/private", "exclude": true }, { "/": "/watch/*" },
              { "/": "/events/x" }, { "/": "/about" }
            ] } ] } }
            """
        func run(_ options: String...) -> ToolResult {
            Tool.run(
                arguments: ["explain", url, "--aasa", "aasa"] + options,
                files: .files(["links.json": Self.rules, "aasa": association])
            )
        }
        let result = run()
        let line = result.output.split(separator: "\n").last { $0.hasPrefix("  verdict   ") }
        #expect(line.map { String($0.dropFirst(12)) } == verdict, "\(result.output)")
        #expect(result.exitCode == (isFine ? .success : .findings))
        #expect(run("--host", "a.io", "--app-id", "A1B2C3D4E5.com.example.app") == result)
        #expect(run("--json").output.contains("\"verdict\" : ") == (verdict != nil))
    }
}
