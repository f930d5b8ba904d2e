import DeepLinks
import Foundation
import Testing

/// How captures are put into internal links.
struct TemplateTests {
    /// A template for each place that a capture can have, with the number of segments and items of its links.
    static let slots: [(template: String, segments: Int, items: Int)] = [
        ("/a?x={x}", 1, 1), ("/a?x=({x})&y=1", 1, 2), ("/a?x={x}&x={x}&z={x}b{x}", 1, 3),
        ("/a/{x}", 2, 0), ("/{x}/b", 2, 0), ("/a/<{x}>?x={x}", 2, 1), ("/{x}{x}/{x}-{x}", 2, 0),
        ("/{x}", 1, 0), ("/a//{x}/", 2, 0),
    ]

    @Test(arguments: slots.indices, ["/in/{x}", "/in?q={x}", "/in/a-{x}-b", "/in?q=a{x}b"])
    func `no byte in a capture adds a segment or an item`(slot: Int, pattern: String) throws {
        let (template, segments, items) = Self.slots[slot]
        let rewriter = try Fixture.domain { Rewrite(pattern, to: template) }
        var accepted = 0
        for byte in UInt8.min...UInt8.max {
            let hex = String(byte, radix: 16, uppercase: true)
            let escape = "%" + (hex.count < 2 ? "0" + hex : hex)
            // Alone, between letters, doubled, and escaped once more.
            for text in [escape, "a\(escape)b", "\(escape)\(escape)", "%25" + escape.dropFirst()] {
                let external = pattern.replacing("{x}", with: text)
                guard let link = try? rewriter.rewrite("https://mydomain.io\(external)") else {
                    continue
                }
                accepted += 1
                #expect(
                    link.path.split(separator: "/", omittingEmptySubsequences: false).count
                        == segments + 1
                )
                #expect(link.queryItems.count == items)
                #expect(try DeepLink(link.url.absoluteString) == link)
            }
        }
        // Control characters and bytes from 0x80 on are refused, and little else.
        #expect(accepted > 370)
    }

    @Test func `every ASCII byte of a capture arrives unchanged`() throws {
        let rewriter = try Fixture.domain {
            Rewrite("/in?q={x}", to: "/a?x={x}&y=<{x}>")
            Rewrite("/in/{x}", to: "/a/{x}?x={x}")
        }
        for byte in UInt8(0)..<0x80 {
            let hex = String(byte, radix: 16)
            let escape = "%" + (hex.count < 2 ? "0" + hex : hex)
            let text = String(Unicode.Scalar(byte))
            #expect(
                try rewriter.rewrite("https://mydomain.io/in?q=\(escape)").queryItems == [
                    URLQueryItem(name: "x", value: text),
                    URLQueryItem(name: "y", value: "<\(text)>"),
                ]
            )
            if byte >= 0x20, byte != 0x7F, byte != UInt8(ascii: ".") {
                #expect(
                    try rewriter.rewrite("https://mydomain.io/in/\(escape)").queryItems
                        == [URLQueryItem(name: "x", value: text)]
                )
            }
        }
    }

    @Test(arguments: [
        ("..", RewriteError.Reason.dotSegment), (".", .dotSegment), ("%2E%2e", .dotSegment),
        ("a%00", .controlCharacter), ("%0A", .controlCharacter), ("%C2%80", .controlCharacter),
    ])
    func `text of a query that can be no segment is refused in a path`(
        text: String,
        reason: RewriteError.Reason
    ) throws {
        let rewriter = try Fixture.domain { Rewrite("/in?q={x}", to: "/a/{x}/b") }
        let error = try #require(rewriter.refusal(of: "https://mydomain.io/in?q=\(text)"))
        #expect(error.reason == reason)
        #expect(error.part == .query)
        #expect(error.offset == 23)
    }

    @Test func `dots that become a segment together are refused`() throws {
        let rewriter = try Fixture.domain { Rewrite("/in/{x}-{y}", to: "/a/{x}{y}") }
        #expect(rewriter.refusal(of: "https://mydomain.io/in/.-.")?.reason == .dotSegment)
        #expect(rewriter.text(of: "https://mydomain.io/in/.-a") == "/a/.a")
        let part = try Fixture.domain { Rewrite("/in/{x}-{y}", to: "/a/{x}") }
        #expect(part.refusal(of: "https://mydomain.io/in/..-a")?.reason == .dotSegment)
    }

    @Test func `an empty value is no segment`() throws {
        let required = try Fixture.domain { Rewrite("/in?q={x}", to: "/a/{x}") }
        #expect(required.refusal(of: "https://mydomain.io/in?q=")?.reason == .noRule)
        #expect(required.text(of: "https://mydomain.io/in?q=b") == "/a/b")
        let optional = try Fixture.domain { Rewrite("/in?q={x?}", to: "/a/{x}") }
        #expect(optional.text(of: "https://mydomain.io/in?q=") == "/a")
        #expect(optional.text(of: "https://mydomain.io/in") == "/a")
    }

    @Test func `accents that meet in a segment stay as they are`() throws {
        let rewriter = try Fixture.domain { Rewrite("/in?q={x}", to: "/caf{x}/e{x}") }
        let link = try rewriter.rewrite("https://mydomain.io/in?q=%CC%81")
        #expect(link.path == "/caf%CC%81/e%CC%81")
        #expect(try DeepLink(path: link.path) == link)
    }

    @Test func `text of a query becomes one canonical segment`() throws {
        let rewriter = try Fixture.domain { Rewrite("/in?q={x}", to: "/a/{x}") }
        #expect(try rewriter.rewrite("https://mydomain.io/in?q=/b/../c").path == "/a/%2Fb%2F..%2Fc")
        #expect(
            try rewriter.rewrite("https://mydomain.io/in?q=//evil.com/x").path
                == "/a/%2F%2Fevil.com%2Fx"
        )
        #expect(try rewriter.rewrite("https://mydomain.io/in?q=cafe%CC%81").path == "/a/cafe%CC%81")
        #expect(try rewriter.rewrite("https://mydomain.io/in?q=%257E").path == "/a/%257E")
    }

    @Test(arguments: [
        ("//evil.com/x", "/evil.com/x"), ("/", "/"), ("///", "/"), ("/a//b/", "/a/b"),
        ("/caf%c3%a9", "/caf%C3%A9"), ("/café", "/caf%C3%A9"), ("/a%2fb", "/a%2Fb"), ("/%7E", "/~"),
        ("/a?b=1&c&d=&e=%26", "/a?b=1&c&d=&e=%26"), ("/a{{b}}", "/a%7Bb%7D"),
        ("/a?b={{c}}", "/a?b=%7Bc%7D"),
        ("/a?q=x=y", "/a?q=x=y"), ("/a?q=b?c", "/a?q=b?c"), ("/a:b@c", "/a:b@c"),
    ])
    func `a template without captures is one canonical link`(
        template: String,
        expected: String
    ) throws {
        let rewriter = try Fixture.domain { Rewrite("/in", to: template) }
        #expect(try rewriter.rewrite("https://mydomain.io/in") == DeepLink(expected))
    }

    @Test func `a catch-all adds its segments or is one text`() throws {
        let rewriter = try Fixture.domain {
            Rewrite("/docs/{*rest}", to: "/help/{*rest}?all={rest}")
            Rewrite("/one/{*rest}", to: "/help/{rest}/end")
            Rewrite("/mid/{*rest}", to: "/{*rest}/end")
        }
        #expect(
            try rewriter.rewrite("https://mydomain.io/docs/a//b%2Fc/")
                == DeepLink("/help/a/b%2Fc?all=a/b/c")
        )
        #expect(try rewriter.rewrite("https://mydomain.io/one/a/b").path == "/help/a%2Fb/end")
        #expect(try rewriter.rewrite("https://mydomain.io/mid//evil.com").path == "/evil.com/end")
        #expect(rewriter.refusal(of: "https://mydomain.io/docs")?.reason == .noRule)
        #expect(rewriter.refusal(of: "https://mydomain.io/docs/a/../b")?.reason == .dotSegment)
    }

    @Test func `an absent capture takes its segment or item along`() throws {
        let rewriter = try Fixture.domain {
            Rewrite("/in?a={a?}&b={b?}", to: "/x/{a}/p-{b}/y?a={a}&ab={a}+{b}&b={b}&c=1")
        }
        func text(_ query: String) -> String? {
            rewriter.text(of: "https://mydomain.io/in\(query)")
        }
        #expect(text("?a=1&b=2") == "/x/1/p-2/y?a=1&ab=1%2B2&b=2&c=1")
        #expect(text("?a=1") == "/x/1/y?a=1&c=1")
        #expect(text("?b=2") == "/x/p-2/y?b=2&c=1")
        #expect(text("") == "/x/y?c=1")
    }

    @Test func `a capture is never cut out of an escape`() throws {
        let rewriter = try Fixture.domain {
            Rewrite("/in/{a}2{b}", to: "/a?a={a}&b={b}")
            Rewrite("/up/{a}C{b}", to: "/{a}/{b}")
        }
        #expect(rewriter.refusal(of: "https://mydomain.io/in/x%20y")?.reason == .noRule)
        #expect(rewriter.text(of: "https://mydomain.io/in/x%202%20y") == "/a?a=x%20&b=%20y")
        #expect(rewriter.refusal(of: "https://mydomain.io/up/a%C3%A9")?.reason == .noRule)
    }
}
