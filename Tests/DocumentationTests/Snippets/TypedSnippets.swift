import DeepLinks
import Foundation
import Testing

// TypedDestinations.md: enum Destination: Hashable, Sendable {

// TypedDestinations.md: struct RootView: View {

// TypedDestinations.md: final class NavigationModel: ObservableObject {

// TypedDestinations.md: struct CatalogRouter: FeatureRouter {

private struct SettingsRouter: FeatureRouter {
    func canHandle(_ destination: Destination) -> Bool { destination == .settings }
    func makeView(for destination: Destination) -> AnyView { AnyView(SettingsView()) }
}

struct CatalogView: View {}
struct ProductView: View {
    let id: String
}
struct SettingsView: View {}

@MainActor
struct TypedSnippets {
    private let handler = DeepLinkHandler()
    private let coordinator: DeepLinkCoordinator

    init() throws {
        let rewriter = try URLRewriter { Domain("mydomain.io", unmatched: .passThrough) }
        coordinator = try .started(handler, rewriter)
    }

    private func makeParser() throws -> DeepLinkParser<Destination> {
        // TypedDestinations.md: let parser = try DeepLinkParser<Destination> {

        #expect(destination == .product(id: "872346"))
        return parser
    }

    @Test func `destinations are opened`() throws {
        let parser = try makeParser()

        // TypedDestinations.md: try handler.register(parser) { destination in navigator.show(destination) }

        guard
            case .deferred(_, until: [.authenticated]) = coordinator.open(
                "https://mydomain.io/settings"
            )
        else {
            Issue.record("The settings do not wait")
            return
        }
    }

    @Test func `parsers are put together`() throws {
        let navigator = Navigator<Destination>()

        // TypedDestinations.md: let shop = try DeepLinkParser<[Destination]> {

        coordinator.open("https://mydomain.io/settings")
        #expect(navigator.path == [.settings])
        coordinator.open("https://mydomain.io/products/7")
        #expect(navigator.path == [.catalog, .product(id: "7")])
    }

    @Test func `a parser made from a closure`() throws {
        // TypedDestinations.md: let byDay = DeepLinkParser<Destination> { link in

        #expect(try byDay.parse(DeepLink("/today/anything")) == .catalog)
        #expect(try DeepLinkParser<Destination>.empty.parse(DeepLink("/today")) == nil)
        #expect(throws: RouteError.self) { try handler.register(byDay) { _ in } }
    }

    @Test func `a stack and a navigator follow each other`() throws {
        let navigator = Navigator<Destination>()
        let routers = FeatureRouterGroup<Destination, AnyView>(CatalogRouter(), SettingsRouter())
        let view = RootView(navigator: navigator, routers: routers)
        let stack = try #require(
            view.body as? NavigationStack<[Destination], Destinations<ContentView, AnyView?>>
        )
        navigator.push(.catalog)
        #expect(stack.path.wrappedValue == [.catalog])
        // Somebody goes back.
        stack.path.wrappedValue.removeLast()
        #expect(navigator.path == [])
        let shown = stack.root.value(Destination.product(id: "7"))??.content
        #expect((shown as? ProductView)?.id == "7")
    }

    @Test func `an observable object follows a navigator`() {
        let model = NavigationModel()
        model.navigator.push(.catalog)
        #expect(model.path == [.catalog])
        model.path = []
        #expect(model.navigator.path == [])
        model.navigator.replace(path: [.catalog, .settings])
        model.path.removeLast()
        #expect(model.navigator.path == [.catalog])
    }

    @Test func `routers make views`() {
        // TypedDestinations.md: let routers = FeatureRouterGroup<Destination, AnyView>(CatalogRouter(), SettingsRouter())

        #expect(routers.makeView(for: .settings)?.content is SettingsView)
        #expect(routers.makeView(for: .catalog)?.content is CatalogView)
    }

    @Test func `segments have queries of their own`() throws {
        // TypedDestinations.md: let link = try DeepLink("example://detail?id=5/settings", matching: "example")

        let url = try #require(URL(string: "example://detail?id=5/settings"))
        try handler.register("/detail/settings", trusts: [.customScheme]) { queryItems in
            #expect(queryItems["0.id"] == "5")
        }
        // TypedDestinations.md: coordinator.open(try DeepLink(url: url, matching: "example"), from: .customScheme)
        #expect(coordinator.pendingLinks.isEmpty)
        #expect(throws: RewriteError.self) {
            try DeepLink("https://detail?id=5/settings", matching: "https")
        }
    }
}
