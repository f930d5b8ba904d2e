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

    @Test(arguments: [
        ("//evil.com/x", "/evil.com/x"), ("/", "/"), ("///", "/"), ("/a//b/", "/a/b"),
        ("/caf%c3%a9", "/caf%C3%A9"), ("/café", "/caf%C3%A9"), ("/a%2fb", "/a%2Fb"), ("/%7E", "/~"),
        ("/a?b=1&c&d=&e=%26", "/a?b=1&c&d=&e=%26"), ("/a{{b}}", "/a%7Bb%7D"),
        ("/a?b={{c}}", "/a?b=%7Bc%7D"),
        ("/a?q=x=y", "/a?q=x=y"), ("/a?q=b?c", "/a?q=b?c"), ("/a:b@c", "/a:b@c"),
    ])
    func `a template without captures is one link`(template: String, expected: String) throws {
        let rewriter = try Fixture.domain { Rewrite("/in", to: template) }
        #expect(try rewriter.rewrite("https://mydomain.io/in") == DeepLink(expected))
    }
}
