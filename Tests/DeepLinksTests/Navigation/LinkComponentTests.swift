import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

struct LinkComponentTests {
    private static func link(_ string: String) throws(RewriteError) -> DeepLink {
        try DeepLink(string, matching: "example")
    }

    @Test(arguments: try rows(in: "components.txt"))
    func `each segment has the query that is written behind it`(row: TableRow) throws {
        let link = try Self.link(row[0])
        #expect(try link == DeepLink(row[1]))
        #expect(link.components.map(\.text).joined(separator: " ") == row[2])
    }

    @Test(arguments: [
        ("example://a?x=a%2Fb/c", "a[x=a/b] c"), ("example://a?x=%2526/c", "a[x=%26] c"),
        ("example://a?x=1%26y%3D2/c", "a[x=1&y=2] c"), ("example://a?x=b?c=d/c", "a[x=b?c=d] c"),
        ("example://a?x=+;/c", "a[x=+;] c"), ("example://caf/%C3%A9?x=%C3%A9/c", "caf é[x=é] c"),
        ("example://b/a%3Fx?y=%00/c", "b a?x[y=\u{0}] c"), ("example://a?=1&&y/c", "a[y] c"),
        ("example://a/b%2Fc?x/d", "a b/c[x] d"), ("example://a?x=1&x=2&x/c", "a[x=1] c"),
        ("example://a?x&x=2/c", "a[x] c"),
    ])
    func `arguments are decoded once and are data`(external: String, components: String) throws {
        #expect(try Self.link(external).components.map(\.text).joined(separator: " ") == components)
    }

    @Test func `an internal link has components, however it was made`() throws {
        let link = try DeepLink("/detail/settings?preview&0.id=5&1.tab=x&2.id=6")
        #expect(
            link.components == [
                LinkComponent(name: "detail", arguments: ["id": .value("5")]),
                LinkComponent(
                    name: "settings",
                    arguments: ["preview": .flag, "tab": .value("x"), "2.id": .value("6")]
                ),
            ]
        )
    }

    @Test func `components go through the handler like any other link`() throws {
        let parser = try DeepLinkParser<String> {
            Route("/detail/settings") { try $0.require("0.id") }
        }
        #expect(try parser.parse(Self.link("example://detail?id=5/settings")) == "5")
        #expect(try parser.parse(Self.link("example://detail/settings?id=5")) == nil)
    }

    private static let malformed = #"""
        https://detail?id=5/settings → The link's scheme is not 'example'; pass only links with that scheme.
        examples://detail → The link's scheme is not 'example'; pass only links with that scheme.
        "" → The link does not begin with a scheme; write the whole link, such as 'https://mydomain.io/a'.
        example://u@a?x=1/b → The link has an '@' before its path, at byte 11, which can hide the real host; remove the user information.
        example://a:80?x=1/b → The link has a port at byte 11, but links of its scheme have none; remove it.
        example://a?x=1/../b → The link's path has a dot segment at byte 16; write the path without it.
        \#u{20}example://a?x=1/b% → The link's query has a '%' at byte 18 without two hexadecimal digits; write '%25' for the character.
        example://a?x=%FF/b → The link's query is not UTF-8 at byte 14; encode its text as UTF-8.
        example://a?x=1/b\#u{7} → The link's query has a control character at byte 17; remove it.
        example:a b?x=1/b → The link's path has a space at byte 9; write '%20'.
        \#u{20}example://a/?x=1/b → The link has a query at byte 13 without a name before it; write 'name?key=value'.
        example://a?x=1/?y/b → The link has a query at byte 16 without a name before it; write 'name?key=value'.
        example://a?x=1/b#% → The link's fragment has a '%' at byte 18 without two hexadecimal digits; write '%25' for the character.
        """#

    @Test(arguments: pairs(malformed))
    func `what is malformed is refused with its place`(external: String, message: String) {
        let error = #expect(throws: RewriteError.self) { try Self.link(external) }
        #expect(error?.description == message)
    }

    @Test(arguments: ["https", "HTTP"])
    func `a web scheme cannot be asked for`(scheme: String) {
        let error = #expect(throws: RewriteError.self) {
            try DeepLink("\(scheme)://evil.com/a", matching: scheme)
        }
        #expect(error?.reason == .unknownScheme(scheme))
    }

    @Test(arguments: [("KIOSK", true), ("\u{212A}iosk", false), ("kios\u{212A}", false)])
    func `the case of a scheme's ASCII letters does not count, and no other letter is one`(
        scheme: String,
        isEqual: Bool
    ) throws {
        let link = try? DeepLink("kiosk://a", matching: scheme)
        #expect(try link == (isEqual ? DeepLink("/a") : nil))
    }

    @Test func `the limits of external links hold`() throws {
        func text(_ start: String, _ piece: String, _ count: Int) -> String {
            "example:" + start + String(repeating: piece, count: count)
        }
        #expect(try Self.link(text("a?x", "/a", 63)).components.count == 64)
        #expect(try Self.link(text("a?x/b?y", "&y", 126)).queryItems.count == 128)
        for (text, reason) in [
            (text("a?x", "/a", 64), RewriteError.Reason.tooManySegments(limit: 64)),
            (text("a?x/b?y", "&y", 127), .tooManyQueryItems(limit: 128)),
            (text("", "a", 8_185), .tooManyBytes(limit: 8_192)),
        ] {
            let error = #expect(throws: RewriteError.self) { try Self.link(text) }
            #expect(error?.reason == reason)
        }
    }

    // MARK: - Properties

    @Test(arguments: UInt64(0)..<UInt64(rounds(20)))
    func `what is written as components is read as them`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<25 {
            let components = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                LinkComponent.random(using: &random)
            }
            let text = "example:/" + components.map(\.encoded).joined(separator: "/")
            let read = try Self.link(text)
            #expect(read.components == components, "\(text)")
            // The link's own text gives the same components.
            #expect(try DeepLink(read.string).components == components, "\(read.string)")
        }
    }

    @Test(arguments: UInt64(0)..<UInt64(rounds(10)))
    func `any text is read or refused`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let mixed = bytes.map { $0 % 3 == 0 ? Array("/?=&%#.0".utf8)[Int($0 / 3 % 8)] : $0 }
            for text in [bytes, Array("example:".utf8) + mixed] {
                let text = String(decoding: text, as: UTF8.self)
                guard let link = try? Self.link(text) else { continue }
                let segments = link.path.utf8.split(separator: UInt8(ascii: "/")).count
                #expect(link.components.count == segments, "\(text)")
            }
        }
    }
}

extension LinkComponent {
    /// The component as a short text with its values, arguments sorted.
    fileprivate var text: String {
        guard !arguments.isEmpty else { return name }
        let texts = arguments.sorted { $0.key < $1.key }.map { key, argument in
            switch argument {
            case .flag: key
            case .value(let value): "\(key)=\(value)"
            }
        }
        return "\(name)[\(texts.joined(separator: " "))]"
    }

    /// The component as it is written in a URL, with everything but letters and digits encoded.
    fileprivate var encoded: String {
        func encode(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
        let items = arguments.map { key, argument in
            switch argument {
            case .flag: encode(key)
            case .value(let value): encode(key) + "=" + encode(value)
            }
        }
        return encode(name) + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    fileprivate static func random(using random: inout SplitMix64) -> LinkComponent {
        func text(_ minimum: Int) -> String {
            let letters = [
                "a", "b", "0", "1", ".", "0.", "/", "?", "=", "&", "%", "%41", "é", " ", "+", "#",
            ]
            return (0..<Int.random(in: minimum...4, using: &random)).map { _ in
                letters.randomElement(using: &random) ?? ""
            }.joined()
        }
        var arguments: [String: Argument] = [:]
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            arguments[text(1)] = Bool.random(using: &random) ? .flag : .value(text(0))
        }
        // A name of dots alone would be a dot segment.
        return LinkComponent(name: "n" + text(0), arguments: arguments)
    }
}
