import DeepLinks
import Foundation
import Testing

/// What odd external links get, one row each.
struct OddLinkTests {
    @Test(arguments: [
        ("https://evil.com/mydomain.io/a", RewriteError.Reason.unknownHost("evil.com")),
        ("https://mydomain.io.evil.com/a", .unknownHost("mydomain.io.evil.com")),
        ("https://notmydomain.io/a", .unknownHost("notmydomain.io")),
        ("https://io/a", .unknownHost("io")),
        ("https://a.mydomain.io/a", .unknownHost("a.mydomain.io")),
        ("https://xn--mydomain-9za.io/a", .unknownHost("xn--mydomain-9za.io")),
        ("https://EVIL.com/a?x=a b", .unknownHost("evil.com")),
        ("javascript://mydomain.io/%0aalert(1)", .unknownScheme("javascript")),
        ("JavaScript:/featureA/detail", .unknownScheme("javascript")),
        ("intent://mydomain.io/a#Intent;end", .unknownScheme("intent")),
        ("data:text/html,<p>", .unknownScheme("data")),
        ("file:///etc/passwd", .unknownScheme("file")),
        ("myapp2://a", .unknownScheme("myapp2")), ("myap://a", .unknownScheme("myap")),
        ("shttp://mydomain.io/a", .unknownScheme("shttp")),
        ("mydomain.io:443/a", .unknownScheme("mydomain.io")),
        ("x://user@evil.com:1 \u{0}", .unknownScheme("x")),
    ])
    func `a host or scheme that no source has is unknown`(
        link: String,
        reason: RewriteError.Reason
    ) throws {
        let error = try #require(try Fixture.passing().refusal(of: link))
        #expect(error.reason == reason)
        let isHost = link.lowercased().hasPrefix("https:")
        #expect(error.part == (isHost ? .host : .scheme))
        if isHost { #expect(error.offset == 8) }
    }

    /// A query may have every visible ASCII byte but a number sign and a backslash, and all bytes beyond ASCII.
    @Test func `a query ends at a number sign, and a blank or a backslash in it is refused`() throws
    {
        let rewriter = try Fixture.passing()
        for byte in UInt8(1)..<0x80 {
            for (length, filler) in (0..<18).flatMap({ [($0, "x"), ($0, "!")] }) {
                let character = String(UnicodeScalar(byte))
                let query = "a=" + String(repeating: filler, count: length) + character + "y"
                let link = "myapp:/a?\(query)"
                switch character {
                case "#":
                    let fragment = try rewriter.rewrite(link).fragment
                    #expect(fragment == "y", "after \(length)")
                case "\\", " ", "\u{7F}",
                    _ where byte < 0x20:
                    let refusal = rewriter.refusal(of: link)
                    #expect(refusal?.part == .query, "\(byte) after \(length)")
                    #expect(refusal?.offset == 11 + length, "\(byte) after \(length)")
                case "%":
                    #expect(rewriter.refusal(of: link)?.reason == .malformedEscape)
                case "&":
                    #expect(try rewriter.rewrite(link).queryItems.map(\.name) == ["a", "y"])
                default:
                    let value = try rewriter.rewrite(link).queryItems.first?.value
                    #expect(value == String(query.dropFirst(2)), "\(byte) after \(length)")
                }
            }
        }
    }

    @Test(arguments: [
        "https://mydomain.io@evil.com/a", #"https://mydomain.io\@evil.com/a"#,
        "https://user:secret@mydomain.io/a", "https://@mydomain.io/a",
        "https://mydomain.io:443@evil.com/a", "https://a@evil.com:80@mydomain.io/", "https://@",
        "https://evil.com%40@mydomain.io", "myapp://u:p@a/b", "myapp://u%40@a/b",
    ])
    func `user information is refused`(link: String) throws {
        let error = try #require(try Fixture.passing().refusal(of: link))
        #expect(error.reason == .userInfo)
        #expect(error.part == .host)
        // The offset is that of the first '@'.
        #expect(error.offset == Array(link.utf8).firstIndex(of: UInt8(ascii: "@")))
    }

    @Test(arguments: [
        ("https://mydomain.io:8443/a", RewriteError.Reason.unknownPort(8443)),
        ("https://mydomain.io:80/a", .unknownPort(80)),
        ("https://mydomain.io:65535", .unknownPort(65535)),
        ("https://mydomain.io:0443/a", .malformedPort),
        ("https://mydomain.io:0/a", .malformedPort),
        ("https://mydomain.io:/a", .malformedPort),
        ("https://mydomain.io:65536/a", .malformedPort),
        ("https://mydomain.io:99999999999999999999/a", .malformedPort),
        ("https://mydomain.io:+443/a", .malformedPort),
        ("https://mydomain.io:4 43/a", .malformedPort),
        ("https://mydomain.io:443:443/a", .malformedPort),
        ("https://mydomain.io:4%343/a", .malformedPort),
        ("https://mydomain.io:٤٤٣/a", .malformedPort),
        ("myapp://items:42/a", .unexpectedPort),
        ("http://mydomain.io/a", .insecureScheme),
    ])
    func `ports and http are refused unless configured`(
        link: String,
        reason: RewriteError.Reason
    ) throws { #expect(try Fixture.passing().refusal(of: link)?.reason == reason) }

    @Test(arguments: [
        ("https://mydomain.io./a", HostFlaw.trailingDot, 19),
        ("https://mydomain..io/a", .emptyLabel, 17),
        ("https://myd%6Fmain.io/a", .percentSign, 11),
        ("https://mydomain.io%00.evil.com/a", .percentSign, 19),
        ("https://[mydomain.io]/a", .address, 8),
        ("https://2130706433/a", .address, 8),
        ("https://mydomain.io.1/a", .address, 8),
        ("https://gооd.com/a", .nonASCII, 9),
        ("https://ｍydomain.io/a", .nonASCII, 8),
        ("https://my\u{AD}domain.io/a", .nonASCII, 10),
        ("https://mydomain.io\u{FF0F}.evil.com/a", .nonASCII, 19),
        ("https://\u{212A}ey.io/a", .nonASCII, 8),
        ("https://mydomain.io,evil.com/a", .character, 19),
        ("https://*.mydomain.io/a", .character, 8),
        ("myapp://a%2Fb/c", .percentSign, 9),
        ("myapp://café/a", .nonASCII, 11),
    ])
    func `a host that could be read in two ways is refused`(
        link: String,
        flaw: HostFlaw,
        offset: Int
    ) throws {
        let error = try #require(try Fixture.passing().refusal(of: link))
        #expect(error.reason == .malformedHost(flaw))
        #expect(error.part == .host)
        #expect(error.offset == offset)
    }

    /// A host in brackets is an address, so no part of it is read as a label.
    @Test(arguments: [
        "https://[red.example.com/a", "https://[red.example.com:8443/a", "https://[.example.com/a",
        "https://[é.shops.example.org/a", "https://[a\\b.example.com/a",
    ])
    func `a host that begins with a bracket has no part that is any label`(link: String) throws {
        let rewriter = try URLRewriter {
            Domain(
                "{shop}.example.com",
                "{shop}.example.com:8443",
                "*.shops.example.org",
                unmatched: .passThrough
            )
        }
        let error = try #require(rewriter.refusal(of: link))
        #expect(error.reason == .malformedHost(.address))
        #expect(error.offset == 8)
    }

    @Test func `a label has at most 63 bytes and a host 253`() throws {
        let rewriter = try Fixture.passing()
        let label = String(repeating: "a", count: 63)
        let host = [label, label, label, String(repeating: "b", count: 61)].joined(separator: ".")
        #expect(host.utf8.count == 253)
        #expect(
            rewriter.refusal(of: "https://\(label).io")?.reason == .unknownHost("\(label).io".cut)
        )
        #expect(rewriter.refusal(of: "https://a\(label).io")?.reason == .malformedHost(.longLabel))
        #expect(rewriter.refusal(of: "https://io.a\(label)")?.reason == .malformedHost(.longLabel))
        #expect(rewriter.refusal(of: "https://\(host)")?.reason == .unknownHost(host.cut))
        #expect(rewriter.refusal(of: "https://\(host)b")?.reason == .malformedHost(.tooLong))
    }

    @Test(arguments: [
        ("https:/mydomain.io/a", RewriteError.Reason.missingHost, 6),
        ("https:///mydomain.io/a", .missingHost, 8),
        ("https://", .missingHost, 8),
        ("https:", .missingHost, 6),
        ("https:mydomain.io/a", .missingHost, 6),
        ("//featureA/detail", .missingScheme, 0),
        ("featureA/detail", .missingScheme, 8),
        ("", .missingScheme, 0),
        ("://mydomain.io/a", .missingScheme, 0),
        ("1https://mydomain.io/a", .missingScheme, 0),
        ("my_app://a", .missingScheme, 2),
        ("мyapp://a", .missingScheme, 0),
        ("\u{FEFF}https://mydomain.io/a", .missingScheme, 0),
        ("java\nscript:alert(1)", .missingScheme, 4),
        (#"https:\\mydomain.io\a"#, .backslash, 6),
        (#"https://mydomain.io\evil.com/a"#, .backslash, 19),
        ("https://mydomain.io\n.evil.com/a", .controlCharacter, 19),
        ("https://mydomain.io/a\r\nX: y", .controlCharacter, 21),
        ("https://mydomain.io/a\u{85}b", .controlCharacter, 21),
        ("myapp://my items/a", .space, 10),
    ])
    func `a malformed link is refused where it stops being one`(
        link: String,
        reason: RewriteError.Reason,
        offset: Int
    ) throws {
        let error = try #require(try Fixture.passing().refusal(of: link))
        #expect(error.reason == reason)
        #expect(error.offset == offset)
    }

    @Test func `a well-formed link has one reading, however odd it is`() throws {
        try Fixture.passing().check(
            """
            // The default port and the case of scheme and host do not count.
            hTTpS://wWw.MYDOMAIN.io:443/A → /A
            MyApp://Settings/Profile → /Settings/Profile
            ?x=@ → /?x=@
            /a:b@c → /a:b@c
            #@ → /#@
            // A link without segments is the root, and all spellings of a custom scheme are one path.
            https://mydomain.io//// → /
            myapp:// → /
            myapp: → /
            myapp:featureA/detail?id=1 → /featureA/detail?id=1
            myapp:/featureA/detail?id=1 → /featureA/detail?id=1
            myapp:////featureA//detail/?id=1 → /featureA/detail?id=1
            // A path is brought into its canonical form.
            /featureA//detail/ → /featureA/detail
            /featureA%2fdetail → /featureA%2Fdetail
            /items/a%252Fb → /items/a%252Fb
            /%7Eme → /~me
            /a%5Cb → /a%5Cb
            /a|b → /a%7Cb
            /items/café → /items/caf%C3%A9
            /items/cafe\u{301} → /items/cafe%CC%81
            /a/..;/b → /a/..;/b
            // A query is decoded once and in order.
            /a?x=1;y=2 → /a?x=1%3By%3D2
            /a?x&y=&=z&& → /a?x&y=
            /a?x=a+b%2Bc → /a?x=a%2Bb%2Bc
            /a?x=1%26admin%3Dtrue → /a?x=1%26admin%3Dtrue
            /a?x=a=b=c → /a?x=a%3Db%3Dc
            /a?id=1&%69d=2 → /a?id=1&id=2
            /a?next=%252F%252Fevil.com → /a?next=%252F%252Fevil.com
            /a?next=//evil.com → /a?next=%2F%2Fevil.com
            /a?x=1&\u{301}y=2 → /a?x=1&%CC%81y=2
            // A fragment stays with the link.
            /a#x#y → /a#x%23y
            /a# → /a#
            /a?x=1#/b?y=2 → /a?x=1#/b?y%3D2
            /a#\\ → /a#%5C
            myapp:#top → /#top
            """
        )
    }

    /// ``DeepLink`` reads the expected links of the tables, so this checks what it holds.
    @Test func `items and fragments are decoded`() throws {
        let link = try Fixture.passing().rewrite("https://mydomain.io/a?x=%0d%0a&y=+%2B&z#%C3%A9")
        #expect(
            link.queryItems == [
                URLQueryItem(name: "x", value: "\r\n"), URLQueryItem(name: "y", value: "++"),
                URLQueryItem(name: "z", value: nil),
            ]
        )
        #expect(link.fragment == "é")
    }

    @Test func `a dot segment is told of the part of the link that it comes from`() throws {
        let rewriter = try URLRewriter {
            Domain("a.io") {
                Rewrite("/a/v{x}", to: "/{x}")
                Rewrite("/w?v={v}", to: "/p/{v}")
            }
        }
        let path = try #require(rewriter.refusal(of: "https://a.io/a/v.?q=1"))
        #expect(path.reason == .dotSegment && path.part == .path && path.offset == 12)
        let query = try #require(rewriter.refusal(of: "https://a.io/w?v=.."))
        #expect(query.reason == .dotSegment && query.part == .query && query.offset == 15)
    }

    @Test func `nothing but white space around a string does not count`() throws {
        let (rewriter, link) = (try Fixture.passing(), "https://mydomain.io/a")
        for (start, end) in [("  ", " \n"), ("", "\r\n"), ("\t\u{C}", "")] {
            #expect(try rewriter.rewrite(start + link + end) == DeepLink("/a"))
        }
        for (start, end) in [("\u{0B}", ""), ("\u{A0}", ""), ("", "\u{0}")] {
            #expect(rewriter.refusal(of: start + link + end) != nil)
        }
        // An offset counts the white space before the link.
        let error = try #require(rewriter.refusal(of: " \n \(link)/../b "))
        #expect(error.reason == .dotSegment)
        #expect(error.offset == 25)
    }

    @Test func `a relative URL is read as the URL that it stands for`() throws {
        let base = try #require(URL(string: "https://mydomain.io/domainA/"))
        let url = try #require(URL(string: "5?x=1", relativeTo: base))
        #expect(try Fixture.shop().rewrite(url) == DeepLink("/featureA/detail?id=5&x=1"))
    }

    @Test func `scalars that are no characters are data, and in no host`() throws {
        // U+FDD0, U+FFFE and U+FFFF, which no string literal may have, and a byte order mark.
        let bytes: [UInt8] = [
            0xEF, 0xB7, 0x90, 0xEF, 0xBF, 0xBE, 0xEF, 0xBF, 0xBF, 0xEF, 0xBB, 0xBF,
        ]
        let text = String(decoding: bytes, as: UTF8.self)
        let rewriter = try Fixture.passing()
        for link in [
            "https://mydomain.io/\(text)?\(text)#\(text)", "myapp:\(text)?\(text)#\(text)",
        ] {
            let result = try rewriter.rewrite(link)
            #expect(result.path == "/%EF%B7%90%EF%BF%BE%EF%BF%BF%EF%BB%BF")
            #expect(result.queryItems == [URLQueryItem(name: text, value: nil)])
            #expect(result.fragment == text)
            #expect(try DeepLink(result.url.absoluteString) == result)
        }
        let refusal = rewriter.refusal(of: "https://\(text).mydomain.io")
        #expect(refusal?.reason == .malformedHost(.nonASCII))
    }

    @Test func `every byte that no host has is refused in a host, plain and escaped`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", "*.mydomain.io", unmatched: .passThrough)
            Scheme("myapp", unmatched: .passThrough)
        }
        // The WHATWG standard's forbidden domain code points, and those that end a host.
        let forbidden = Set("#/:<>?@[\\]^|% ".utf8).union(0...0x1F).union([0x7F])
        for byte in UInt8.min..<0x80 where forbidden.contains(byte) {
            let character = String(UnicodeScalar(byte))
            let hex = (byte < 16 ? "0" : "") + String(byte, radix: 16)
            for host in ["my\(character)domain.io", "my%\(hex)domain.io"] {
                for link in [
                    "https://\(host)/", "myapp://\(host)/", "https://www.\(host).mydomain.io",
                ] {
                    // Any host is a segment in a custom scheme's link, so where these end it, the link is valid.
                    let endsSegment = "/?#".contains(character) && host.contains(character)
                    if link.hasPrefix("myapp"), endsSegment { continue }
                    #expect(rewriter.refusal(of: link) != nil, "\(link.debugDescription)")
                }
            }
        }
    }
}

extension String {
    /// The text as errors show hosts and schemes: at most 64 characters.
    fileprivate var cut: String { utf8.count > 64 ? "\(prefix(64))…" : self }
}
