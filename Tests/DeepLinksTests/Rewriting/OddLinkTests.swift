import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// What odd external links get, one row each.
struct OddLinkTests {
    @Test(
        arguments: try rows(in: "odd-links.txt")
            + rows(
                """
                https://my\u{AD}domain.io/a → malformed-host: has non-ASCII characters → host 10
                https://\u{212A}ey.io/a → malformed-host: has non-ASCII characters → host 8
                \u{FEFF}https://mydomain.io/a → missing-scheme → scheme 0
                https://mydomain.io/a\u{85}b → control-character → path 21
                """
            )
    )
    func `an odd link is refused for what makes it odd`(row: TableRow) throws {
        let error = try #require(try Fixture.passing().refusal(of: row[0]))
        #expect("\(error.reason)" == row[1])
        #expect("\(error.part) \(error.offset)" == row[2])
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
