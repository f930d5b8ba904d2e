import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// Names and values are bytes: `String` calls both of a pair equal, no door does.
@MainActor
struct NameComparisonTests {
    /// `K` and the Kelvin sign; `é` composed and decomposed; `Å` and the Ångström sign; the semicolon and the Greek question mark.
    private nonisolated static let pairs = [
        ("K", "\u{212A}"), ("\u{E9}", "e\u{301}"), ("\u{C5}", "\u{212B}"), (";", "\u{37E}"),
    ]

    private nonisolated static func encoded(_ text: String) -> String {
        text.utf8.map { "%" + String($0, radix: 16) }.joined()
    }

    @Test(arguments: pairs)
    func `an item has one name`(name: String, other: String) throws {
        try #require(name == other)
        let items = [URLQueryItem(name: other, value: "2")]
        #expect(items[name] == nil && items[other] == "2")
        #expect(items[TypedParameter<Int>(name)] == nil && items[TypedParameter<Int>(other)] == 2)
        #expect(items.values(Parameter(rawValue: name)) == [])
        #expect(!items.contains(Parameter(rawValue: name)))
        #expect(throws: DeepLinkHandleError.missingQueryItem(name: name)) {
            try items.require(Parameter(rawValue: name))
        }
        #expect(try items.optional(TypedParameter<Int>(name)) == nil)
        #expect(Parameter(rawValue: name) != Parameter(rawValue: other))
        #expect(TypedParameter<Int>(name) != TypedParameter<Int>(other))
    }

    @Test(arguments: pairs)
    func `links that differ in such a text are two`(name: String, other: String) throws {
        for pattern in ["/a?#=1", "/a?x=#", "/a##", "/#"] {
            let links = try [name, other].map {
                let text = Self.encoded($0)
                return try DeepLink(
                    pattern == "/a##" ? "/a#\(text)" : pattern.replacing("#", with: text)
                )
            }
            #expect(links[0] != links[1], "\(pattern)")
            #expect(Set(links).count == 2, "\(pattern)")
        }
    }

    @Test(arguments: pairs)
    func `items of rules, templates, policies have one name`(name: String, other: String) throws {
        let (own, others) = (Self.encoded(name), Self.encoded(other))
        for (query, kept) in [
            (SourceOptions.Query.keep, "&\(other)=9"), (.keepOnly([Parameter(rawValue: name)]), ""),
            (.strip([Parameter(rawValue: name)]), "&\(other)=9"),
        ] {
            let rewriter = try URLRewriter {
                Domain("a.io", query: query) {
                    Rewrite("/a?\(own)={x}", to: "/read?x={x}")
                    Rewrite("/b/{x}", to: "/made?\(own)={x}")
                    Rewrite("/c?k=\(own)", to: "/equal")
                }
            }
            func link(_ text: String) -> String? {
                (try? rewriter.rewrite("https://a.io" + text))?.url.absoluteString
                    .removingPercentEncoding
            }
            #expect(link("/a?\(others)=1") == nil)
            #expect(link("/a?\(own)=1&\(others)=9") == "/read?x=1\(kept)")
            #expect(link("/b/1?\(own)=3&\(others)=9") == "/made?\(name)=1\(kept)")
            #expect(link("/c?k=\(others)") == nil && link("/c?k=\(own)") == "/equal")
        }
    }

    @Test func `a route's captures win over no item with another name`() throws {
        let journal = Journal()
        let handler = try journal.handler("/a/{K}")
        try handler.handle("/a/1?%E2%84%AA=2&K=3")
        #expect(journal.entries.map { Array($0.utf8) } == [Array("/a/{K} K=1 \u{212A}=2".utf8)])
    }

    @Test func `a decoded type reads no item with another name`() throws {
        struct Values: Decodable {
            let kelvin: Int?

            enum CodingKeys: String, CodingKey { case kelvin = "K" }
        }
        let handler = DeepLinkHandler()
        var read: [Int?] = []
        try handler.register("/a", as: Values.self) { read.append($0.kelvin) }
        try handler.handle("/a?%E2%84%AA=2")
        try handler.handle("/a?%E2%84%AA=2&K=3")
        #expect(read == [nil, 3])
    }
}
