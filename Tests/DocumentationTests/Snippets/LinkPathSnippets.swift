import DeepLinks
import Foundation
import LinkChecking
import Testing

@MainActor
struct LinkPathSnippets {
    // LinkPaths.md: enum Links {

    // LinkPaths.md: struct Price: ParameterValue {

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

    @Test func `rules lead to declared paths`() throws {
        // LinkPaths.md: Rewrite("/p/{_slug}-{id:int}.html", to: Links.product)
    }

    @Test func `a parser reads and writes`() throws {
        // LinkPaths.md: let screens = try DeepLinkParser<Screen> {
        #expect(screen == .product(id: 5))

        // LinkPaths.md: #expect(screens.oneWayPaths.isEmpty)
    }
}
