import DeepLinks
import Testing

struct ParserCompositionTests {
    private static func parser(_ path: String, _ value: Int) -> DeepLinkParser<Int> {
        DeepLinkParser(parse: { $0.path == path ? value : nil })
    }

    @Test func `the first parser that knows a link has it`() throws {
        let parsers = [
            Self.parser("/a", 1), Self.parser("/b", 2), Self.parser("/a", 3), Self.parser("/c", 4),
        ]
        let listed = DeepLinkParser.anyOf(parsers[0], parsers[1], parsers[2], parsers[3])
        for parser in [
            listed, parsers.reduce(.empty) { .anyOf($0, $1) },
            .anyOf(.anyOf(parsers[0], parsers[1]), parsers[3]),
        ] {
            #expect(try parser.parse(DeepLink("/a")) == 1)
            #expect(try parser.parse(DeepLink("/b")) == 2)
            #expect(try parser.parse(DeepLink("/c")) == 4)
            #expect(try parser.parse(DeepLink("/d")) == nil)
        }
    }

    @Test func `a parser that throws lets the next one have the link`() throws {
        let parser = DeepLinkParser.anyOf(
            try DeepLinkParser<String> { Route("/a") { try $0.require(.id) } },
            DeepLinkParser(parse: { _ in "the other" })
        )
        #expect(try parser.parse(DeepLink("/a?id=7")) == "7")
        #expect(try parser.parse(DeepLink("/a")) == "the other")
    }

    @Test(arguments: ["/", "/a", "/a?id=1#x"])
    func `the empty parser knows nothing and changes nothing`(link: String) throws {
        let link = try DeepLink(link)
        let parser = DeepLinkParser<Int>(parse: { $0.queryItems.isEmpty ? 1 : nil })
        #expect(DeepLinkParser<Int>.empty.parse(link) == nil)
        #expect(DeepLinkParser<Int>.anyOf().parse(link) == nil)
        #expect(DeepLinkParser.anyOf(.empty, parser).parse(link) == parser.parse(link))
        #expect(DeepLinkParser.anyOf(parser, .empty).parse(link) == parser.parse(link))
    }

    @Test func `mapping changes destinations and not the links that are known`() throws {
        let parser = try DeepLinkParser<Int> {
            Route("/a") { _ in 1 }
            Route("/b/{id:int}") { $0[TypedParameter<Int>("id")] }
        }.map { "number \($0)" }
        #expect(try parser.parse(DeepLink("/a")) == "number 1")
        #expect(try parser.parse(DeepLink("/b/20")) == "number 20")
        #expect(try parser.parse(DeepLink("/b/99999999999999999999")) == nil)
        #expect(try parser.parse(DeepLink("/c")) == nil)
        #expect(parser.paths == ["/a", "/b/{id:int}"])
    }

    @Test func `a path is put before each of a parser's`() throws {
        let shop = try DeepLinkParser<[String]> {
            Route("/shop") { _ in [] }
            Route("/shop/{id}") { items in [try items.require(.id)] }
        }
        let parser: DeepLinkParser<[String]> = .prepending(path: ["home", "shop"], to: shop)
        #expect(try parser.parse(DeepLink("/shop")) == ["home", "shop"])
        #expect(try parser.parse(DeepLink("/shop/7")) == ["home", "shop", "7"])
        #expect(try parser.parse(DeepLink("/other")) == nil)
        let twice: DeepLinkParser<[String]> = .prepending(path: ["root"], to: parser)
        #expect(try twice.parse(DeepLink("/shop")) == ["root", "home", "shop"])
    }

    private static func numbers(at path: String) throws -> DeepLinkParser<Int> {
        try DeepLinkParser {
            Route(LinkPath(path, TypedParameter<Int>("id"))) {
                $0
            } values: {
                $0 < 0 ? nil : $0
            }
        }
    }

    @Test func `a parser put together makes links of what can be turned back`() throws {
        enum Place: Equatable {
            case item(Int)
            case page(Int)
        }
        let places: DeepLinkParser<Place> = .anyOf(
            try Self.numbers(at: "/items/{id}").map {
                .item($0)
            } back: {
                if case .item(let id) = $0 { id } else { nil }
            },
            try Self.numbers(at: "/pages").map {
                .page($0)
            } back: {
                if case .page(let number) = $0 { number } else { nil }
            },
            // What a closure knows has no link, and takes none from the others.
            DeepLinkParser(parse: { $0.path == "/last" ? .page(99) : nil })
        )
        #expect(places.paths == ["/items/{id}", "/pages"])
        #expect(try places.link(to: .item(5)).string == "/items/5")
        #expect(try places.link(to: .page(6)).string == "/pages?id=6")
        // The closure may know the destination, or the route that makes no links.
        for (parser, code) in [
            (places, "no-routes"), (.anyOf(places, places.map(\.self)), "no-link"),
        ] {
            let error = #expect(throws: RouteError.self) { try parser.link(to: .page(-1)) }
            #expect(error?.code == code)
        }
        #expect(throws: RouteError.self) { try places.map { [$0] }.link(to: [.item(5)]) }
    }

    @Test func `a path is taken away again to make a link`() throws {
        let items: DeepLinkParser<[Int]> = .prepending(
            path: [1, 2],
            to: try Self.numbers(at: "/items/{id}").map {
                [$0]
            } back: {
                $0.first
            }
        )
        #expect(try items.parse(DeepLink("/items/5")) == [1, 2, 5])
        #expect(try items.link(to: [1, 2, 5]).string == "/items/5")
        for other in [[], [1], [1, 2], [1, 3, 5], [5]] {
            #expect(throws: RouteError.self) { try items.link(to: other) }
        }
    }
}
