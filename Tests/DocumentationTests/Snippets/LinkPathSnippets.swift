import DeepLinks
import Foundation
import LinkChecking
import Testing

private enum Links {
    static let home = LinkPath("/home")
    static let product = LinkPath("/products/{id:int}", TypedParameter<Int>("id"))
    static let search = LinkPath(
        "/search",
        TypedParameter<String>("q"),
        TypedParameter<Int?>("page"),
        TypedParameter<[String]>("tag")
    )
}

private struct Price: ParameterValue {
    var cents: Int

    init?(parameterValue: String) {
        guard let cents = Int(parameterValue: parameterValue) else { return nil }
        self.cents = cents
    }

    var parameterValue: String { cents.parameterValue }
}

private enum Screen: Hashable, Sendable {
    case home
    case product(id: Int)
}

@MainActor
struct LinkPathSnippets {
    @Test func `declared paths open links`() throws {
        let handler = DeepLinkHandler()
        var shown: [String] = []
        func showProduct(_ id: Int) { shown.append("product \(id)") }
        func showSearch(_ text: String, page: Int, tags: [String]) {
            shown.append("search \(text) \(page) \(tags)")
        }
        func showDetail(_ id: Int, tab: String?) { shown.append("detail \(id) \(tab ?? "-")") }

        try handler.register(Links.product) { id in showProduct(id) }
        try handler.register(Links.search, requires: [.authenticated]) { text, page, tags in
            showSearch(text, page: page ?? 1, tags: tags)
        }

        try handler.register("/featureA/detail", "id", "tab") { (id: Int, tab: String?) in
            showDetail(id, tab: tab)
        }

        try handler.handle("/products/5")
        try handler.handle("/search?q=a&tag=b&tag=c")
        try handler.handle("/featureA/detail?id=7")
        #expect(shown == ["product 5", "search a 1 [\"b\", \"c\"]", "detail 7 -"])
    }

    @Test func `rules lead to declared paths`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io") {
                Rewrite("/p/{_slug}-{id:int}.html", to: Links.product)
                Rewrite("/find/{q}", to: Links.search)
            }
        }
        #expect(
            try rewriter.rewrite("https://mydomain.io/p/red-shoe-5.html") == DeepLink("/products/5")
        )
        #expect(
            try rewriter.rewrite("https://mydomain.io/find/shoes?page=2")
                == DeepLink("/search?q=shoes&page=2")
        )
    }

    @Test func `declared paths make links`() throws {
        #expect(try Links.product.link(5).string == "/products/5")
        #expect(
            try Links.search.link("red shoes", nil, ["sale"]).string
                == "/search?q=red%20shoes&tag=sale"
        )
        let sale = LinkPath("/sale", TypedParameter<Price>("below"))
        let price = try #require(Price(parameterValue: "500"))
        #expect(try sale.link(price).string == "/sale?below=500")
    }

    @Test func `a parser reads and writes`() throws {
        let screens = try DeepLinkParser<Screen> {
            Route(Links.home, .home)
            Route(Links.product) {
                .product(id: $0)
            } values: {
                if case .product(let id) = $0 { id } else { nil }
            }
        }

        let screen = screens.parse(try DeepLink("/products/5"))  // .product(id: 5)
        #expect(try screens.link(to: .product(id: 5)).string == "/products/5")
        #expect(screen == .product(id: 5))

        #expect(screens.oneWayPaths.isEmpty)
        #expect(screens.oneWayDestinations(among: [.home, .product(id: 5)]).isEmpty)
    }
}
