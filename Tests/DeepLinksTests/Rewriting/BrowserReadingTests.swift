import DeepLinks
import Foundation
import Testing

/// Links like those in the tests of other URL readers: of browsers, of Go and of curl.
///
/// The WHATWG URL standard says what a browser makes of each. The hosts that a browser would reach are configured here, so a
/// link is refused only for its spelling.
struct BrowserReadingTests {
    /// Links, with the path as browsers write it, the items of the query and the fragment.
    private static let readAlike: [(String, String, [String: String?], String?)] = [
        // Question marks, number signs, slashes and dots that are data.
        ("https://mydomain.io/path;a??e#f#g", "/path;a", ["?e": nil], "f#g"),
        ("https://mydomain.io/abcd?efgh?ijkl", "/abcd", ["efgh?ijkl": nil], nil),
        ("https://mydomain.io/abcd#foo?bar", "/abcd", [:], "foo?bar"),
        ("https://mydomain.io/?foo=bar?", "/", ["foo": "bar?"], nil),
        ("https://mydomain.io/a?y/../x", "/a", ["y/../x": nil], nil),
        ("https://mydomain.io/a#s/../x", "/a", [:], "s/../x"),
        ("https://mydomain.io/a?u=https://evil.com/", "/a", ["u": "https://evil.com/"], nil),
        ("https://mydomain.io?@evil.com/", "/", ["@evil.com/": nil], nil),
        ("https://mydomain.io#@evil.com/", "/", [:], "@evil.com/"),
        ("https://mydomain.io/#color/?green#no-red", "/", [:], "color/?green#no-red"),
        ("https://mydomain.io/a?#", "/a", [:], ""),
        ("https://mydomain.io/.foo", "/.foo", [:], nil),
        ("https://mydomain.io/foo/..bar", "/foo/..bar", [:], nil),
        ("https://mydomain.io/g../...", "/g../...", [:], nil),
        ("https://mydomain.io/%2e.bar", "/%2e.bar", [:], nil),
        ("https://mydomain.io/path%2f..%2f/a", "/path%2f..%2f/a", [:], nil),
        ("https://mydomain.io/%2F/%2F/", "/%2F/%2F/", [:], nil),
        ("https://mydomain.io///a//b", "///a//b", [:], nil),
        // Every printable ASCII character where it is allowed.
        (
            "https://mydomain.io/!\"$&'()*+,-./:;<=>@[]^_`{|}~",
            "/!%22$&'()*+,-./:;%3C=%3E@[]^_%60%7B|%7D~", [:], nil
        ),
        (
            "https://mydomain.io/?!\"$'()*+,-./:;<>?@[]^_`{|}~",
            "/", ["!\"$'()*+,-./:;<>?@[]^_`{|}~": nil], nil
        ),
        (
            "https://mydomain.io/#!\"#$&'()*+,-./:;<=>?@[\\]^_`{|}~",
            "/", [:], "!\"#$&'()*+,-./:;<=>?@[\\]^_`{|}~"
        ),
        ("https://mydomain.io/oid/[order_id]", "/oid/[order_id]", [:], nil),
        ("https://mydomain.io/ou=People,o=Tutorial", "/ou=People,o=Tutorial", [:], nil),
        ("https://mydomain.io/jqueryui@1.2.3", "/jqueryui@1.2.3", [:], nil),
        // Escapes.
        ("https://mydomain.io/foo%41%7a", "/foo%41%7a", [:], nil),
        ("https://mydomain.io/(%28:%3A%29)", "/(%28:%3A%29)", [:], nil),
        ("https://mydomain.io/%3A%3a%3C%3c", "/%3A%3a%3C%3c", [:], nil),
        ("https://mydomain.io/@asdf%40", "/@asdf%40", [:], nil),
        ("https://mydomain.io/file%20one%26two", "/file%20one%26two", [:], nil),
        ("https://mydomain.io/?foo=%7B%22abc%22", "/", ["foo": "{\"abc\""], nil),
        ("https://mydomain.io/?%23%23", "/", ["##": nil], nil),
        ("https://mydomain.io/?a%3Bb=1;c", "/", ["a;b": "1;c"], nil),
        ("https://mydomain.io/#foo%26bar", "/", [:], "foo&bar"),
        // Letters of other scripts, direction marks, replacement characters.
        ("https://mydomain.io/你好", "/%E4%BD%A0%E5%A5%BD", [:], nil),
        ("https://mydomain.io/‥/foo", "/%E2%80%A5/foo", [:], nil),
        ("https://mydomain.io/\u{FEFF}/foo", "/%EF%BB%BF/foo", [:], nil),
        ("https://mydomain.io/\u{202E}/foo/\u{202D}/bar", "/%E2%80%AE/foo/%E2%80%AD/bar", [:], nil),
        ("https://mydomain.io/\u{FFFD}?\u{FFFD}#»", "/%EF%BF%BD", ["\u{FFFD}": nil], "»"),
        ("https://mydomain.io/\u{103FE}", "/%F0%90%8F%BE", [:], nil),
        // Hosts.
        ("https://192.168.257.com/a", "/a", [:], nil),
        ("https://256.com/a", "/a", [:], nil),
        ("https://0X7F.0.0.0X7G/a", "/a", [:], nil),
        ("https://-a.io/a", "/a", [:], nil),
        ("https://xn--rksmrgs-5wao1o.se/a", "/a", [:], nil),
        ("https://[::1]/a", "/a", [:], nil),
        ("https://mydomain.io:3000/a", "/a", [:], nil),
    ]

    /// Links, what browsers make of them, and this package's reason to refuse them.
    private static let repaired: [(String, String, RewriteError.Reason)] = [
        // User information that hides the real host.
        ("https://::@c@evil.com:443", "https://:%3A%40c@evil.com/", .userInfo),
        ("https://&a:foo(b]c@evil.com/", "https://&a:foo(b%5Dc@evil.com/", .userInfo),
        ("https://%25mydomain.io:x@evil.com/", "https://%25mydomain.io:x@evil.com/", .userInfo),
        ("https://www.@evil.com", "https://www.@evil.com/", .userInfo),
        ("https://@@@evil.com", "https://%40%40@evil.com/", .userInfo),
        ("https://foo:💩@evil.com/bar", "https://foo:%F0%9F%92%A9@evil.com/bar", .userInfo),
        (
            "https://mydomain.io%252f%40@evil.com", "https://mydomain.io%252f%40@evil.com/",
            .userInfo
        ),
        ("https://mydomain.io;@evil.com", "https://mydomain.io%3B@evil.com/", .userInfo),
        (
            "https:// !\"$%&'()*+,-.;<=>@[]^_`{|}~@evil.com/",
            "https://%20!%22$%&'()*+,-.%3B%3C%3D%3E%40%5B%5D%5E_%60%7B%7C%7D~@evil.com/", .userInfo
        ),
        // Missing slashes, extra slashes, backslashes.
        (#"https:\\evil.com\@mydomain.io"#, "https://evil.com/@mydomain.io", .backslash),
        (#"https:\\a\b:c\d@evil.com\"#, "https://a/b:c/d@evil.com/", .backslash),
        (#"https://evil.com\\foo\\bar"#, "https://evil.com//foo//bar", .backslash),
        ("https:@evil.com", "https://evil.com/", .missingHost),
        ("https:/:b@evil.com", "https://:b@evil.com/", .missingHost),
        ("https:%2f%2fevil.com/", "a host of '%2f%2fevil.com'", .missingHost),
        ("https:////evil.com", "https://evil.com/", .missingHost),
        // Characters that browsers remove.
        ("h\tt\ntps://mydomain.io/", "https://mydomain.io/", .missingScheme),
        ("https://my\rdomain.io/", "https://mydomain.io/", .controlCharacter),
        ("https://mydomain.io:3\t0\n0\r0/", "https://mydomain.io:3000/", .controlCharacter),
        ("https://mydomain.io/p\ta\nt\rh", "https://mydomain.io/path", .controlCharacter),
        ("https://mydomain.io/?q\tu", "https://mydomain.io/?qu", .controlCharacter),
        ("https://mydomain.io/#f\nr", "https://mydomain.io/#fr", .controlCharacter),
        ("\u{1B}\u{4} https://mydomain.io/\u{1F}", "https://mydomain.io/", .missingScheme),
        (
            "https://my\u{200B}\u{2060}\u{FEFF}domain.io", "https://mydomain.io/",
            .malformedHost(.nonASCII)
        ),
        // Ports.
        ("https://mydomain.io:/c", "https://mydomain.io/c", .malformedPort),
        ("https://mydomain.io:00000000000000443/c", "https://mydomain.io/c", .malformedPort),
        ("https://mydomain.io:03000/c", "https://mydomain.io:3000/c", .malformedPort),
        ("https://mydomain.io:0/c", "https://mydomain.io:0/c", .malformedPort),
        // Hosts that browsers fold, map, decode or read as numbers.
        ("https://mydomain。io", "https://mydomain.io/", .malformedHost(.nonASCII)),
        ("https://ｍｙdomain.io", "https://mydomain.io/", .malformedHost(.nonASCII)),
        ("https://räksmörgås.se", "https://xn--rksmrgs-5wao1o.se/", .malformedHost(.nonASCII)),
        (
            "https://%E2%98%83.mydomain.io", "https://xn--n3h.mydomain.io/",
            .malformedHost(.percentSign)
        ),
        ("https://%31%32%37.0.0.1", "https://127.0.0.1/", .malformedHost(.percentSign)),
        ("https://0xc0.0250.01", "https://192.168.0.1/", .malformedHost(.address)),
        ("https://192.0x00A80001", "https://192.168.0.1/", .malformedHost(.address)),
        ("https://192.168.1", "https://192.168.0.1/", .malformedHost(.address)),
        ("https://3232235521", "https://192.168.0.1/", .malformedHost(.address)),
        ("https://0xffffffff", "https://255.255.255.255/", .malformedHost(.address)),
        ("https://0x.0x.0", "https://0.0.0.0/", .malformedHost(.address)),
        ("https://192.168.0.1.", "https://192.168.0.1/", .malformedHost(.trailingDot)),
        ("https://０Ｘｃ０．０２５０．０１", "https://192.168.0.1/", .malformedHost(.nonASCII)),
        ("https://[0:0:0:0:0:0:13.1.68.3]", "https://[::d01:4403]/", .malformedHost(.address)),
        ("https://[::13.1.68.3]", "https://[::d01:4403]/", .malformedHost(.address)),
        (
            "https://[0:0:0:0:0:FFFF:7f00:0001]", "https://[::ffff:7f00:1]/",
            .malformedHost(.address)
        ),
        ("https://[0:0::1]", "https://[::1]/", .malformedHost(.address)),
        ("https://!$&'()*+,;=_~.mydomain.io", "the same host", .malformedHost(.character)),
        ("https://mydomain.io`{}", "the same host", .malformedHost(.character)),
        ("https://.", "https://./", .malformedHost(.emptyLabel)),
        ("https://foo.09..", "https://foo.09../", .malformedHost(.emptyLabel)),
        // Paths that browsers resolve.
        ("https://mydomain.io/foo/./", "https://mydomain.io/foo/", .dotSegment),
        ("https://mydomain.io/foo/%2e", "https://mydomain.io/foo/", .dotSegment),
        ("https://mydomain.io/a/%2E./b", "https://mydomain.io/b", .dotSegment),
        ("https://mydomain.io////../..", "https://mydomain.io//", .dotSegment),
        ("https://mydomain.io/g;x=1/../y", "https://mydomain.io/y", .dotSegment),
        // Text that browsers pass on, and that servers read differently.
        ("https://mydomain.io/foo%", "https://mydomain.io/foo%", .malformedEscape),
        ("https://mydomain.io/foo%2zbar", "https://mydomain.io/foo%2zbar", .malformedEscape),
        ("https://mydomain.io/foo%2Â©", "https://mydomain.io/foo%2%C3%82%C2%A9", .malformedEscape),
        ("https://mydomain.io/a?%GH", "https://mydomain.io/a?%GH", .malformedEscape),
        ("https://mydomain.io/a#%GH", "https://mydomain.io/a#%GH", .malformedEscape),
        ("https://mydomain.io/foo%00%51", "https://mydomain.io/foo%00%51", .controlCharacter),
        ("https://mydomain.io/%7Ffp3", "https://mydomain.io/%7Ffp3", .controlCharacter),
        ("https://mydomain.io/foo%C2%91", "https://mydomain.io/foo%C2%91", .controlCharacter),
        ("https://mydomain.io/foo\u{91}", "https://mydomain.io/foo%C2%91", .controlCharacter),
        ("https://mydomain.io/foo%91", "https://mydomain.io/foo%91", .invalidUTF8),
        ("https://mydomain.io/a#%EF", "https://mydomain.io/a#%EF", .invalidUTF8),
        (
            "https://mydomain.io/a?x#foo\u{8}bar", "https://mydomain.io/a?x#foo%08bar",
            .controlCharacter
        ),
        ("https://mydomain.io/a#b\u{0}c", "https://mydomain.io/a#b%00c", .controlCharacter),
        ("https://mydomain.io/path{\u{7F}", "https://mydomain.io/path%7B%7F", .controlCharacter),
        ("https://mydomain.io/ b ? d # e", "https://mydomain.io/%20b%20?%20d%20#%20e", .space),
    ]

    /// Links that browsers refuse, and this package's reason to refuse them.
    private static let refused: [(String, RewriteError.Reason)] = [
        ("https://mydomain.io:b/c", .malformedPort),
        ("https://mydomain.io:fifty-two/c", .malformedPort),
        ("https://mydomain.io:-80/", .malformedPort),
        ("https://mydomain.io:4294967739/c", .malformedPort),
        ("https://mydomain.io:18446744073709552059/c", .malformedPort),
        ("https://mydomain.io:340282366920938463463374607431768211899/c", .malformedPort),
        ("https://mydomain.io: /c", .space),
        ("https://mydomain.io:\u{1F}443/c", .controlCharacter),
        ("https://mydomain.io:443:443/c", .malformedPort),
        ("https://2b01:e34:ef40:7730:8e70:5aff:fefe:edac:8080/foo", .malformedPort),
        ("https://2001::1]:80", .malformedPort),
        ("https://[::1]:3:4", .malformedPort),
        ("https://[::1]x", .malformedHost(.address)),
        ("https://[]", .malformedHost(.address)),
        ("https://[:]", .malformedHost(.address)),
        ("https://[::1.2.3.4x]", .malformedHost(.address)),
        ("https://[::1.2.]", .malformedHost(.address)),
        ("https://[0:1:2:3:4:5:6:7:8]", .malformedHost(.address)),
        ("https://[0::0::0]", .malformedHost(.address)),
        ("https://[0:1.290.0.0.0]", .malformedHost(.address)),
        ("https://[fe80::1%25eth0]/", .malformedHost(.address)),
        ("https://[mydomain.io:443]/", .malformedHost(.address)),
        ("https://192.168.0.257", .malformedHost(.address)),
        ("https://4294967296", .malformedHost(.address)),
        ("https://1.2.3.08", .malformedHost(.address)),
        ("https://01.2.3.4.5", .malformedHost(.address)),
        ("https://foo.1.2.3.4", .malformedHost(.address)),
        ("https://mydomain.io.09", .malformedHost(.address)),
        ("https://mydomain.io.0x4", .malformedHost(.address)),
        ("https://mydomain.io.0x", .malformedHost(.address)),
        ("https://mydomain.io.0XFfFfFfFfFfFfFfFfFfAcE123", .malformedHost(.address)),
        ("https://0..0x300/", .malformedHost(.emptyLabel)),
        ("https://%EF%B7%90zyx.mydomain.io", .malformedHost(.percentSign)),
        ("https://％４１.mydomain.io", .malformedHost(.nonASCII)),
        ("https://%zz%66%a.mydomain.io", .malformedHost(.percentSign)),
        ("https://💩.123/", .malformedHost(.nonASCII)),
        ("https://\u{FFFD}", .malformedHost(.nonASCII)),
        ("https://x x:443", .space),
        ("https://goo%20 goo%7C|.mydomain.io", .malformedHost(.percentSign)),
        ("https://?", .missingHost),
        ("https://user@/mydomain.io", .userInfo),
        ("https:/:@/mydomain.io", .missingHost),
        // A label that only looks like one of another script matches no wildcard.
        ("https://xn--pokxncvks.mydomain.io", .unknownHost("xn--pokxncvks.mydomain.io")),
        ("https://a.XN--pokxncvks.mydomain.io", .unknownHost("a.xn--pokxncvks.mydomain.io")),
        ("1h://mydomain.io", .missingScheme),
        ("..://mydomain.io", .missingScheme),
        ("-ht://mydomain.io", .missingScheme),
        ("+https://mydomain.io", .missingScheme),
        ("http\u{1F}://mydomain.io", .missingScheme),
        ("::", .missingScheme),
        ("*", .missingScheme),
        ("[::1]", .missingScheme),
    ]

    /// Links, and the internal link as text or the reason for refusing them.
    private static let ofOtherSchemes: [(String, String?, RewriteError.Reason?)] = [
        ("myapp://host/dir/?!$'", "/host/dir?!$'", nil),
        ("myapp:///////", "/", nil),
        ("myapp:////://///", "/:", nil),
        ("myapp://///////mydomain.io/", "/mydomain.io", nil),
        ("myapp::a@mydomain.io", "/:a@mydomain.io", nil),
        ("myapp:https://mydomain.io:443/", "/https:/mydomain.io:443", nil),
        ("myapp:?i", "/?i", nil),
        ("myapp:#i", "/#i", nil),
        ("myapp://-a", "/-a", nil),
        ("a1234567890-+.:foo/bar", "/foo/bar", nil),
        ("GIT+https://github.com/foo/bar.git", "/github.com/foo/bar.git", nil),
        ("urn:ietf:rfc:2648", "/ietf:rfc:2648", nil),
        ("tag:joe@example.org,2001:foo/bar", "/joe@example.org,2001:foo/bar", nil),
        ("myapp://@/", nil, .userInfo),
        ("myapp://te@s:t@/", nil, .userInfo),
        ("myapp:// !\"$%&'()*+,-.;<=>@[\\]^_`{|}~@host/", nil, .userInfo),
        ("myapp://:/", nil, .unexpectedPort),
        ("myapp://:12/", nil, .unexpectedPort),
        ("myapp://!$&'()*+,;=hello!:1/path", nil, .unexpectedPort),
        ("myapp://[1:2::3]:80/", nil, .malformedHost(.address)),
        ("myapp://[:80/", nil, .malformedHost(.address)),
        ("myapp://%/", nil, .malformedHost(.percentSign)),
        ("myapp://H%4fSt/path", nil, .malformedHost(.percentSign)),
        ("myapp://ñ.test/", nil, .malformedHost(.nonASCII)),
        ("myapp://a<b", nil, .malformedHost(.character)),
        ("myapp://a^b", nil, .malformedHost(.character)),
        ("myapp://a|b/", nil, .malformedHost(.character)),
        ("myapp://authority<\"hi\">/foo", nil, .malformedHost(.character)),
        ("myapp://ho\tst/", nil, .controlCharacter),
        ("myapp://a\u{0}b/", nil, .controlCharacter),
        (#"myapp:\../"#, nil, .backslash),
        ("myapp:/..//path", nil, .dotSegment),
        ("myapp:/a/..//path", nil, .dotSegment),
        ("myapp:%NBD", nil, .malformedEscape),
        ("myapp:%1G", nil, .malformedEscape),
        ("myapp:a-\u{0}\u{1}\u{1F}", nil, .controlCharacter),
        ("myapp:a#b\u{0}c", nil, .controlCharacter),
        ("myapp:x x#x x", nil, .space),
    ]

    private func rewriter() throws -> URLRewriter {
        try URLRewriter {
            Domain(
                "mydomain.io",
                "*.mydomain.io",
                "evil.com",
                "192.168.0.1",
                "127.0.0.1",
                "255.255.255.255",
                "0.0.0.0",
                "[::1]",
                "[::d01:4403]",
                "[::ffff:7f00:1]",
                "256.com",
                "192.168.257.com",
                "0x7f.0.0.0x7g",
                "-a.io",
                "xn--rksmrgs-5wao1o.se",
                "mydomain.io:3000",
                unmatched: .passThrough
            )
            Scheme("myapp", "a1234567890-+.", "git+https", "urn", "tag", unmatched: .passThrough)
        }
    }

    @Test(arguments: readAlike)
    func `what a browser reads as it is written is read the same`(
        link: String,
        path: String,
        items: [String: String?],
        fragment: String?
    ) throws {
        let result = try rewriter().rewrite(link)
        #expect(try result.path == DeepLink(path: path).path)
        let expected = items.map { URLQueryItem(name: $0.key, value: $0.value) }
        #expect(result.queryItems == expected)
        #expect(result.fragment == fragment)
        try checkFoundation(link)
    }

    @Test(arguments: repaired)
    func `what a browser repairs or reads in its own way is refused`(
        link: String,
        browser: String,
        reason: RewriteError.Reason
    ) throws {
        #expect(try rewriter().refusal(of: link)?.reason == reason, "a browser reads \(browser)")
    }

    @Test(arguments: refused)
    func `what a browser refuses is refused`(link: String, reason: RewriteError.Reason) throws {
        #expect(try rewriter().refusal(of: link)?.reason == reason)
    }

    @Test func `scalars that are no characters are data, and in no host`() throws {
        // U+FDD0, U+FFFE and U+FFFF, which no string literal may have.
        let bytes: [UInt8] = [0xEF, 0xB7, 0x90, 0xEF, 0xBF, 0xBE, 0xEF, 0xBF, 0xBF]
        let text = String(decoding: bytes, as: UTF8.self)
        for link in ["https://mydomain.io/\(text)?\(text)", "myapp:\(text)?\(text)"] {
            let result = try rewriter().rewrite(link)
            #expect(result.path == "/%EF%B7%90%EF%BF%BE%EF%BF%BF")
            #expect(result.queryItems == [URLQueryItem(name: text, value: nil)])
        }
        let refusal = try rewriter().refusal(of: "https://\(text).mydomain.io")
        #expect(refusal?.reason == .malformedHost(.nonASCII))
    }

    @Test(arguments: ["https://mydomain.io/", "myapp:"])
    func `a byte order mark is data`(start: String) throws {
        let query = "?%EF%BB%BFid=%EF%BB%BF5#%EF%BB%BFtop"
        let result = try rewriter().rewrite(start + query)
        #expect(result.queryItems == [URLQueryItem(name: "\u{FEFF}id", value: "\u{FEFF}5")])
        #expect(result.fragment == "\u{FEFF}top")
        #expect(try DeepLink(result.url.absoluteString) == result)
    }

    @Test func `every byte that no host has is refused in a host, plain and escaped`() throws {
        let rewriter = try rewriter()
        // The WHATWG standard's forbidden domain code points, and those that end a host.
        let forbidden = Set("#/:<>?@[\\]^|% ".utf8).union(0...0x1F).union([0x7F])
        for byte in UInt8.min..<0x80 where forbidden.contains(byte) {
            let character = String(UnicodeScalar(byte))
            let hex = (byte < 16 ? "0" : "") + String(byte, radix: 16)
            for host in ["my\(character)domain.io", "my%\(hex)domain.io"] {
                for link in [
                    "https://\(host)/", "myapp://\(host)/", "https://www.\(host).mydomain.io",
                ] {
                    // Each of these ends the host, so the link is valid: any host is a segment in a custom scheme's link.
                    if link.hasPrefix("myapp"), "/?#".contains(character), host.contains(character)
                    {
                        continue
                    }
                    #expect(throws: RewriteError.self, "\(link.debugDescription)") {
                        try rewriter.rewrite(link)
                    }
                }
            }
        }
    }

    @Test(arguments: ofOtherSchemes)
    func `links of other schemes have one reading or none`(
        link: String,
        expected: String?,
        reason: RewriteError.Reason?
    ) throws {
        let rewriter = try rewriter()
        #expect(rewriter.refusal(of: link)?.reason == reason)
        guard let expected else { return }
        #expect(try rewriter.rewrite(link) == DeepLink(expected))
        try checkFoundation(link)
    }

    /// Checks that Foundation reads the same scheme, host and port, and no user.
    private func checkFoundation(_ link: String) throws {
        let explanation = try rewriter().explain(link)
        let split = try #require(explanation.steps.first { $0.label == "split" }).text
        let url = try #require(URL(string: link))
        let components = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
        #expect(components.user == nil && components.password == nil)
        var parts = "scheme \(components.scheme ?? "")"
        // `host` would decode labels of other scripts. A custom scheme's host is a segment here.
        if split.hasPrefix("scheme http") { parts += ", host \(components.encodedHost ?? "")" }
        if let port = components.port { parts += ", port \(port)" }
        #expect(split.lowercased().hasPrefix(parts.lowercased() + ", "))
    }
}
