import DeepLinks
import Foundation
import LinkChecking
import Testing

@MainActor
struct LinkPathSnippets {
    // LinkPaths.md: enum Links {

    // LinkPaths.md: struct Price: ParameterValue {

    // LinkPaths.md: struct Lenient<Wrapped: ParameterValue>: LinkValue {

    // LinkPaths.md: enum Screen: Hashable, Sendable {

    @Test func `declared paths open links`() throws {
        let handler = DeepLinkHandler()
        var shown: [String] = []
        func showProduct(_ id: Int) { shown.append("product \(id)") }
        func showSearch(_ text: String, page: Int, tags: [String]) {
            shown.append("search \(text) \(page) \(tags)")
        }
        func showDetail(_ id: Int, tab: String?) { shown.append("detail \(id) \(tab ?? "-")") }

        // LinkPaths.md: try handler.register(Links.product) { id in showProduct(id) }

        // LinkPaths.md: try handler.register("/featureA/detail", "id", "tab") { (id: Int, tab: String?) in

        try handler.handle("/products/5")
        try handler.handle("/search?q=a&tag=b&tag=c")
        try handler.handle("/featureA/detail?id=7")
        #expect(shown == ["product 5", "search a 1 [\"b\", \"c\"]", "detail 7 -"])
    }

    @Test func `a declared path's closure sees the link`() throws {
        let handler = DeepLinkHandler()
        var shown: [String] = []
        func showProduct(_ id: Int, from origin: LinkOrigin) { shown.append("\(id) \(origin)") }
        // LinkPaths.md: withContext: { id, context in
        let coordinator = try DeepLinkCoordinator.started(handler)
        coordinator.open("myapp://products/5", from: .push)
        #expect(shown == ["5 push"])
    }

    @Test func `declared paths make links`() throws {
        // LinkPaths.md: try Links.product.link(5).string
        let sale = LinkPath("/sale", TypedParameter<Price>("below"))
        let price = try #require(Price(parameterValue: "500"))
        #expect(try sale.link(price).string == "/sale?below=500")
    }

    @Test func `a lenient value lets the link open`() throws {
        let handler = DeepLinkHandler()
        var shown: [Int] = []
        func showOffers(page: Int) { shown.append(page) }
        // LinkPaths.md: let offers = LinkPath("/offers", TypedParameter<Lenient<Int>>("page"))
        try handler.handle(offers.link(Lenient(value: 3)))
        try handler.handle(offers.link(Lenient()))
        #expect(shown == [1, 3, 1])
        try handler.replace("/offers", "page") { (page: Int?) in showOffers(page: page ?? 1) }
        #expect(throws: QueryItemValueError.self) { try handler.handle("/offers?page=x") }
    }

    @Test func `rules lead to declared paths`() throws {
        // LinkPaths.md: Rewrite("/p/{_slug}-{id:int}.html", to: Links.product)
    }

    @Test func `a parser reads and writes`() throws {
        // LinkPaths.md: let screens = try DeepLinkParser<Screen> {
        #expect(screen == .product(id: 5))

        // LinkPaths.md: #expect(screens.oneWayPaths.isEmpty)

        // A parser of its own for what is loaded first makes links too.
        let other = try DeepLinkParser<Screen> { Route(Links.search.path) { _ in .home } }
        let all: DeepLinkParser<Screen> = .anyOf(other, screens)
        #expect(try all.link(to: .product(id: 5)).string == "/products/5")
    }
}
