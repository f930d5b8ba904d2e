import DeepLinks
import LinkChecking
import Testing

struct OneWayTests {
    enum Screen: Equatable, Sendable {
        case home
        case product(id: Int)
        case search(String)
        case legal
    }

    private enum Links {
        static let home = LinkPath("/home")
        static let product = LinkPath("/products/{id:int}", TypedParameter<Int>("id"))
        static let search = LinkPath("/search/{q}", TypedParameter<String>("q"))
    }

    /// A search for "new" is read as the start, and the product's number is off by one.
    private static func screens() throws -> DeepLinkParser<Screen> {
        try DeepLinkParser {
            Route(Links.home, .home)
            Route(LinkPath("/search/new"), .home)
            Route(Links.product) {
                .product(id: $0)
            } values: {
                if case .product(let id) = $0 { id + 1 } else { nil }
            }
            Route(Links.search) {
                $0.count > 9 ? nil : .search($0)
            } values: {
                if case .search(let text) = $0 { text } else { nil }
            }
            Route("/legal") { _ in .legal }
            Route(LinkPath("/imprint")) {
                .legal
            } values: { _ in
                nil
            }
        }
    }

    @Test
    func `a destination without a link that leads back is told`() throws {
        let found = try Self.screens().oneWayDestinations(among: [
            .home, .search("red"), .legal, .product(id: 5), .search("new"), .search("ten letters"),
            .search(""),
        ])
        #expect(
            found.joined(separator: "\n") == """
                'legal' has no way back: the parser has no link to this destination; give its route a LinkPath and the closure 'values', and give 'map' the closure 'back'.
                'product(id: 5)' has no way back: its link '/products/6' is read as 'product(id: 6)'; correct the closures of its route, or the route that takes the link.
                'search("new")' has no way back: its link '/search/new' is read as 'home'; correct the closures of its route, or the route that takes the link.
                'search("ten letters")' has no way back: its link '/search/ten%20letters' has no destination; correct the closures of its route, or the route that takes the link.
                'search("")' has no way back: the value of 'q' cannot be read again from the path; put 'q' into the query, or use a value that fits the constraint, does not contain the text beside the capture, and is not empty, '.' or '..'.
                """
        )
        // Of two routes that lead to a destination, the first makes its link.
        #expect(try Self.screens().link(to: .home).string == "/home")
    }

    @Test func `routes without a way back are told by their paths`() throws {
        let screens = try Self.screens()
        #expect(screens.oneWayPaths == ["/legal"])
        #expect(screens.map { [$0] }.oneWayPaths == screens.paths)
        #expect(
            screens.map {
                [$0]
            } back: {
                $0.first
            }.oneWayPaths == ["/legal"]
        )
    }

    @Test func `a parser made with a closure has no way back`() {
        let parser = DeepLinkParser<Screen>(parse: { _ in .home })
        #expect(parser.oneWayPaths.isEmpty)
        #expect(
            parser.oneWayDestinations(among: [.home]) == [
                "'home' has no way back: the parser, or one in it, was made from a closure and has no paths; make it from routes."
            ]
        )
    }

    /// Each advice of the sentences above.
    @Test func `a parser that was mended has a way back for all`() throws {
        let screens = try DeepLinkParser<Screen> {
            Route(Links.home, .home)
            Route(LinkPath("/legal"), .legal)
            Route(Links.product) {
                .product(id: $0)
            } values: {
                if case .product(let id) = $0 { id } else { nil }
            }
            Route(LinkPath("/search", TypedParameter<String>("q"))) {
                .search($0)
            } values: {
                if case .search(let text) = $0 { text } else { nil }
            }
        }.map {
            [$0]
        } back: {
            $0.first
        }
        let all: [Screen] = [
            .home, .legal, .product(id: 5), .search("new"), .search("ten letters"), .search(""),
        ]
        #expect(screens.oneWayDestinations(among: all.map { [$0] }).isEmpty)
        #expect(screens.oneWayPaths.isEmpty)
    }
}
