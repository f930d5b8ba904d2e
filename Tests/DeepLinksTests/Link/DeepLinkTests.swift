import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

struct DeepLinkTests {
    @Test(arguments: [("/a#", "/a"), ("/a?b#", "/a?b"), ("/#", "/")])
    func `an empty fragment is the same as none`(empty: String, none: String) throws {
        let (first, second) = (try DeepLink(empty), try DeepLink(none))
        #expect(first == second)
        #expect(Set([first, second]).count == 1)
        #expect(
            try DeepLink(path: first.path, queryItems: first.queryItems, fragment: "") == second
        )
        #expect(try DeepLink(empty + "x") != second)
    }

    @Test(arguments: [
        ("/featureA/detail/", "/featureA/detail", true),
        ("/items/caf\u{E9}", "/items/caf%c3%a9", true), ("/caf\u{E9}", "/cafe\u{301}", false),
        ("/a?id=1", "/a?%69d=%31", true), ("/a?", "/a", true), ("/a?&&x=1&&", "/a?x=1", true),
        ("/a?=v", "/a", true), (" /a\n", "/a", true),
        ("/a%2Fb", "/a/b", false), ("/A", "/a", false), ("/a?x", "/a?x=", false),
        ("/a?x=1&y=2", "/a?y=2&x=1", false), ("/a#", "/a", true), ("/`", "/\u{1FEF}", false),
        ("/a?x=a\u{323}\u{302}", "/a?x=a\u{302}\u{323}", false),
    ])
    func `links are equal when their canonical bytes are`(
        string: String,
        other: String,
        areEqual: Bool
    ) throws {
        let link = try DeepLink(string)
        let otherLink = try DeepLink(other)
        #expect((link == otherLink) == areEqual)
        #expect(!areEqual || link.hashValue == otherLink.hashValue)
        #expect(Set([link, otherLink]).count == (areEqual ? 1 : 2))
    }

    @Test(
        arguments: try rows(in: "internal-links.txt") + rows("\u{FEFF}/a → not-absolute path 0")
    )
    func `what is no internal link is refused where it goes wrong`(row: TableRow) throws {
        let error = try #require(throws: DeepLinkError.self) { try DeepLink(row[0]) }
        #expect("\(error.code) \(error.part) \(error.offset)" == row[1])
    }

    @Test(
        arguments: [
            ("//evil.com/x", "/evil.com/x"), ("/a/", "/a"), ("/a?b#c", "/a%3Fb%23c"), ("", nil),
            ("a", nil), (" /a", nil), ("/a/..", nil), ("/%FF", nil),
        ] as [(String, String?)]
    )
    func `a path given as a part is brought into its canonical form, or refused`(
        path: String,
        expected: String?
    ) { #expect((try? DeepLink(path: path))?.path == expected) }

    @Test func `items given as parts are data, and those without a name are left out`() throws {
        let link = try DeepLink(
            path: "/a",
            queryItems: [
                URLQueryItem(name: "x", value: "1&admin=true"), URLQueryItem(name: "", value: "v"),
                URLQueryItem(name: "y%20", value: "%41"),
            ],
            fragment: "a#b"
        )
        #expect(link.queryItems.map(\.name) == ["x", "y%20"])
        #expect(link.string == "/a?x=1%26admin%3Dtrue&y%2520=%2541#a%23b")
        #expect(try DeepLink(link.string) == link)
    }

    @Test(arguments: [
        ("https://domain.io/featureA/detail?id=123", "/featureA/detail?id=123"),
        ("https://domain.io?id=1#x", "/?id=1#x"), ("https://u:p@[::1]:99/a", "/a"),
        (" https://domain.io//a//b/ ", "/a/b"), ("a+b-c.1://x/y", "/y"),
        ("https://a?b/c", "/?b/c"), ("https://a#b?c", "/#b?c"), ("s:///a?b?c#d#e", "/a?b?c#d%23e"),
    ])
    func `a host is left out unread where it may stand`(string: String, expected: String) throws {
        #expect(try DeepLink(ignoringHostOf: string) == DeepLink(expected))
    }

    private static let hostless = """
        https:/domain.io/a → not-absolute 0
        //domain.io/a → names-host 0
        1a://b/c → not-absolute 0
        https://domain.io/a/%2E → dot-segment 20
        https://domain.io/a?x=% → malformed-escape 22
        my_app://b/c → not-absolute 0
        Ǥ://b → not-absolute 0
        s: → not-absolute 0
        """

    @Test(arguments: pairs(hostless))
    func `a host is left out only behind a scheme and two slashes`(
        text: String,
        refusal: String
    ) throws {
        let error = try #require(throws: DeepLinkError.self) { try DeepLink(ignoringHostOf: text) }
        #expect("\(error.code) \(error.offset)" == refusal)
    }

    @Test(.timeLimit(.minutes(1))) func `huge links take time in proportion`() throws {
        let length = 1 << 18
        let long = "/" + String(repeating: "a", count: length)
        #expect(try DeepLink(long).path.utf8.count == length + 1)
        let items = "/a?" + String(repeating: "x=%31&", count: 50_000)
        let link = try DeepLink(items)
        #expect(link.queryItems.count == 50_000)
        #expect(try DeepLink(link.string) == link)
        #expect(
            try DeepLink("/" + String(repeating: "a/", count: 50_000)).path.utf8.count == 100_000
        )
        #expect(try DeepLink("/a?" + String(repeating: "&", count: length)).queryItems.isEmpty)
        #expect(throws: DeepLinkError.self) {
            try DeepLink("/" + String(repeating: "%", count: length))
        }
        #expect(throws: DeepLinkError.self) {
            try DeepLink(String(repeating: " ", count: length))
        }
    }

    @Test(arguments: UInt64(0)..<16)
    func `any bytes whatsoever give a link or an error`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<500 {
            var bytes = (0..<Int.random(in: 0..<24, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? UInt8.random(in: 0...255, using: &random)
                    : (Array("/?#&=%.:@+2eEFf".utf8).randomElement(using: &random) ?? 0)
            }
            bytes.insert(UInt8(ascii: "/"), at: 0)
            let string = String(decoding: bytes, as: UTF8.self)
            guard let link = try? DeepLink(string) else { continue }
            #expect(
                (try? DeepLink(link.string)) == link,
                "\(string.debugDescription), seed \(seed)"
            )
        }
    }
}
