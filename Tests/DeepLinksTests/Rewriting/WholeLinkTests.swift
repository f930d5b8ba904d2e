import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// Schemes whose links are addresses of their own and are handed over whole.
struct WholeLinkTests {
    private static func rewriter() throws -> URLRewriter {
        try URLRewriter(limits: Limits(bytes: 200, segments: 2, queryItems: 2)) {
            Domain("mydomain.io") { Unwrap("/go?to={target}") }
            Scheme(
                "mysql",
                "postgres",
                wholeLinkAs: "url",
                to: "/connect?url={url}",
                examples: ["mysql://u@h:3306/d": "/connect?url=mysql://u@h:3306/d"]
            )
            Scheme("sip", wholeLinkAs: "address", to: "/call/{address}")
        }
    }

    @Test(arguments: [
        "mysql://user:p%40ss@host:3306/db?ssl=true&x=1&y=2&z=3#top", "MySQL://USER@Host",
        "postgres://[::1]:5432/a/../b/c/d", "mysql://a%2Fb%zz%", "postgres://é@h/%FF", "mysql:?a=+",
    ])
    func `the whole link is one value as it was written`(link: String) throws {
        let details = try Self.rewriter().details(of: link)
        #expect(details.link.path == "/connect")
        #expect(details.link.queryItems == [URLQueryItem(name: "url", value: link)])
        #expect(details.link.fragment == nil)
        #expect(details.removedItems.isEmpty)
        #expect(details.pattern == "{url}")
    }

    @Test(arguments: [
        ("mysql://a\u{0}", RewriteError.Reason.controlCharacter, 9),
        ("mysql://é\tb", .controlCharacter, 10), ("mysql:\u{7F}", .controlCharacter, 6),
        ("mysql:\u{85}", .controlCharacter, 6),
        ("mysql:" + String(repeating: "a", count: 195), .tooManyBytes(limit: 200), 200),
        // The path that the template makes has three bytes for each percent sign.
        ("sip:" + String(repeating: "%", count: 80), .tooManyBytes(limit: 200), 0),
    ])
    func `only length and control characters are checked`(
        link: String,
        reason: RewriteError.Reason,
        offset: Int
    ) throws {
        let error = try #require(try Self.rewriter().refusal(of: link))
        #expect(error.reason == reason)
        #expect(error.part == .link)
        #expect(error.offset == offset)
        #expect(error.source == (link.hasPrefix("sip") ? "sip" : "mysql"))
    }

    @Test(arguments: UInt64(0)..<20)
    func `any link without control characters is handed over byte by byte`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rewriter = try Self.rewriter()
        for _ in 0..<rounds(50) {
            var link = "mysql:"
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                let scalar = UnicodeScalar(UInt32.random(in: 0..<0x180, using: &random))
                link.unicodeScalars.append(scalar ?? "a")
            }
            let trimmed = link.trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\u{C}\r"))
            let hasControl = trimmed.unicodeScalars.contains {
                $0.properties.generalCategory == .control
            }
            let value = try? rewriter.rewrite(link).queryItems["url"]
            #expect(value.map { Array($0.utf8) } == (hasControl ? nil : Array(trimmed.utf8)))
        }
    }

    @Test func `the whole link can be one segment, and can come out of a wrapper`() throws {
        try Self.rewriter().check(
            """
            sip:ann@a.io;transport=tcp?x=1 → /call/sip:ann@a.io;transport=tcp%3Fx=1
            /go?to=mysql%3A%2F%2Fu%40h%2Fd%3Fx%3D1&y=2 → /connect?url=mysql://u@h/d?x%3D1
            """
        )
    }

    @Test func `the steps of a whole link are explained`() throws {
        #expect(
            try Self.rewriter().explain("mysql://u@h/d").description == """
                mysql://u@h/d
                  split     scheme mysql
                  source    Scheme 'mysql'
                  rule      '{url}': url = 'mysql://u@h/d'
                  template  /connect?url={url}
                  link      /connect?url=mysql://u@h/d
                """
        )
    }

    private static let faults = #"""
        "to": "/x" → schemes[0]: the key 'wholeLinkAs' is missing; write "wholeLinkAs": "url".
        "wholeLinkAs": "url" → schemes[0]: the key 'to' is missing; add it.
        "wholeLinkAs": "url", "to": "/x/{*url}" → schemes[0].to: Scheme 'mysql', rule '{url}': the template adds the segments of '{*url}', which captures text, not segments; write '{url}', or capture segments with '{*url}' in the path or '{url:path}' in an item.
        "wholeLinkAs": "url", "to": "/x", "rules": [{"refuse": "/a"}] → schemes[0].rules: Scheme 'mysql': its links are handed over whole, so 'rules' has no effect; remove it, or 'wholeLinkAs'.
        "wholeLinkAs": "a:b", "to": "/x" → schemes[0].wholeLinkAs: Scheme 'mysql', rule '{a:b}': the capture for the whole link is named 'a:b'; use only letters, digits, '-', '_', '.' and '~'.
        "wholeLinkAs": "url", "to": "/x", "fragment": "path" → schemes[0].fragment: Scheme 'mysql': its links are handed over whole, so 'fragment' has no effect; remove it, or 'wholeLinkAs'.
        "wholeLinkAs": "url", "to": "/x?u={url}", "prefixes": [], "examples": {"mysql:a": "/y"} → schemes[0].prefixes: Scheme 'mysql': its links are handed over whole, so 'prefixes' has no effect; remove it, or 'wholeLinkAs'.
        "wholeLinkAs": "url", "to": "/x?u={url}", "examples": {"mysql:a": "/y"} → schemes[0].examples["mysql:a"]: Scheme 'mysql', rule '{url}': the example 'mysql:a' becomes '/x?u=mysql:a', not '/y'; correct the rule or the example.
        """#

    @Test(arguments: pairs(faults))
    func `a fault in JSON has its place`(members: String, message: String) throws {
        let text = #"{"version": 1, "schemes": [{"names": ["mysql"], \#(members)}]}"#
        let error = try #require(configurationError(text))
        let place = try #require(error.path)
        #expect("\(place): \(error.reason.text)" == message)
    }
}
