import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

struct DeepLinkTextTests {
    @Test(arguments: [
        ("/a?x&y=", "/a?x&y="), ("/a?#b", "/a#b"), ("/a?x=a+b", "/a?x=a%2Bb"),
        ("/a?x=1%26y%3D2", "/a?x=1%26y%3D2"), ("/a?x=a=b", "/a?x=a%3Db"),
        ("/a?x=%25%23", "/a?x=%25%23"), ("/a?x=1;y=2", "/a?x=1%3By%3D2"), ("/a?x=é", "/a?x=%C3%A9"),
        ("/a?%26=1", "/a?%26=1"), ("/a#é?/&=", "/a#%C3%A9?/&="), ("/a?x=%00%0A", "/a?x=%00%0A"),
    ])
    func `the text of a link holds all of it`(string: String, expected: String) throws {
        let link = try DeepLink(string)
        #expect(link.string == expected)
        #expect(link.url.absoluteString == expected)
        #expect(try DeepLink(expected) == link)
    }

    private func randomText(_ random: inout SplitMix64) -> String {
        let pieces = [
            "a", "Z", "0", "-", ".", "/", "?", "#", "&", "=", "+", "%", "%41", ";", " ", "\"", "\\",
            "\n", "\u{0}", "\u{7F}", "é", "e\u{301}", "\u{4E2D}", "\u{1F600}", "\u{212A}", "[", "'",
            ":", "@",
        ]
        return (0..<Int.random(in: 0..<6, using: &random))
            .map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    @Test(arguments: UInt64(0)..<16)
    func `a printed link is read as the same link, by us and by Foundation`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let items = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
                URLQueryItem(
                    name: "n" + randomText(&random),
                    value: Bool.random(using: &random) ? randomText(&random) : nil
                )
            }
            let fragment = Bool.random(using: &random) ? randomText(&random) : nil
            let path = "/\(Int.random(in: 0..<9, using: &random))/caf%C3%A9"
            let link = try DeepLink(path: path, queryItems: items, fragment: fragment)
            #expect(link.queryItems == items)
            #expect(try DeepLink(link.string) == link, "seed \(seed)")
            #expect(try DeepLink(link.url.absoluteString) == link, "seed \(seed)")
            #expect(
                try DeepLink("https://domain.io\(link.string)".dropFirst(17).description) == link
            )

            let components = try #require(URLComponents(string: link.string))
            #expect(components.string == link.string, "Foundation has something to repair")
            #expect((components.queryItems ?? []) == items, "\(link.string), seed \(seed)")
            #expect(components.fragment == fragment, "\(link.string), seed \(seed)")
            #expect(components.percentEncodedPath == link.path)
        }
    }

    /// Every scalar of one or two bytes, and some of those with more, on each plane.
    private static let scalars =
        [0..<0x800, 0x2000..<0x2070, 0xD7F0..<0xE010, 0xFDD0..<0xFE10, 0xFF00..<0x1_0010]
        .joined() + (1...16).flatMap { plane in [0, 0xFFFE, 0xFFFF].map { plane << 16 + $0 } }

    @Test func `every link is a URL, whatever text it holds`() throws {
        for scalar in Self.scalars.compactMap(Unicode.Scalar.init) {
            let text = String(scalar)
            for piece in [text, "a\(text)", "\(text)a", "\(text)//\(text)", "%\(text)"] {
                let items = [URLQueryItem(name: "x" + piece, value: piece)]
                let link = try DeepLink(path: "/", queryItems: items, fragment: piece)
                #expect(link.url.absoluteString == link.string)
                #expect(link.url.scheme == nil && link.url.host == nil)
                // Some texts are refused in a path.
                guard let link = try? DeepLink(path: "/" + piece) else { continue }
                #expect(link.url.absoluteString == link.path)
                #expect(link.url.scheme == nil && link.url.host == nil)
            }
        }
    }

    @Test func `a link of any length is a URL`() throws {
        for length in [1_000, 65_535, 65_536, 300_000] {
            let text = String(repeating: "a/é", count: length / 3)
            let items = [URLQueryItem(name: text, value: text)]
            let link = try DeepLink(path: "/" + text, queryItems: items, fragment: text)
            #expect(link.url.absoluteString == link.string)
        }
    }

    private static let refusals = #"""
        "" → The link is empty; write one like '/feature/detail?id=1'.
        https:mydomain.io/a → The link does not begin with '/'; write one like '/feature/detail?id=1'.
        //a → The link begins with '//', which is for a host; begin it with one '/'.
        /a/../b → The path has a dot segment at byte 3; write it without '.' and '..'.
        /a%00 → The path has a control character at byte 2; remove it.
        /a?x=100% → The query has a '%' without two hexadecimal digits at byte 8; write '%25' for a percent sign.
        /a#%FF → The fragment has bytes that are not UTF-8 at byte 3; percent-encode the UTF-8 bytes of the text.
        """#

    @Test(arguments: pairs(refusals))
    func `an error says what was refused, where and the way out`(string: String, sentence: String) {
        let error = #expect(throws: DeepLinkError.self) { try DeepLink(string) }
        #expect(error?.description == sentence)
    }

    @Test func `a link is encoded as its text`() throws {
        let link = try DeepLink("/caf\u{E9}?x=1%262#y")
        let data = try JSONEncoder().encode([link])
        #expect(String(decoding: data, as: UTF8.self) == #"["\/caf%C3%A9?x=1%262#y"]"#)
        #expect(try JSONDecoder().decode([DeepLink].self, from: data) == [link])
    }

    @Test func `an encoded link is checked when it is read`() throws {
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([DeepLink].self, from: Data(#"["/a", "/a/../b"]"#.utf8))
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("Not corrupted data: \(error)")
            return
        }
        #expect(context.codingPath.map(\.intValue) == [1])
        #expect(
            context.debugDescription
                == "The path has a dot segment at byte 3; write it without '.' and '..'."
        )
        #expect((context.underlyingError as? DeepLinkError)?.code == "dot-segment")
    }

    @Test(arguments: [
        ("", "The link is empty.", "Write one like '/feature/detail?id=1'."),
        (
            "/a?x=%zz", "The query has a '%' without two hexadecimal digits at byte 5.",
            "Write '%25' for a percent sign."
        ),
    ])
    func `an error has a sentence for the person who tapped the link, and others for developers`(
        text: String,
        reason: String,
        suggestion: String
    ) {
        let error = #expect(throws: DeepLinkError.self) { try DeepLink(text) }
        #expect(error?.errorDescription == "This link is damaged or incomplete.")
        #expect(error?.localizedDescription == "This link is damaged or incomplete.")
        #expect(error?.failureReason == reason)
        #expect(error?.recoverySuggestion == suggestion)
    }
}
