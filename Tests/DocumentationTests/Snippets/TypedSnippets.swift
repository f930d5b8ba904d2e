import DeepLinks
import Foundation
import Testing

enum Destination: Hashable, Sendable {
    case catalog
    case product(id: String)
    case settings
}

struct RootView: View {
    @Bindable var navigator: Navigator<Destination>
    let routers: FeatureRouterGroup<Destination, AnyView>

    var body: some View {
        NavigationStack(path: $navigator.path) {
            ContentView()
                .navigationDestination(for: Destination.self) { destination in
                    routers.makeView(for: destination)
                }
        }
    }
}

@MainActor
final class NavigationModel: ObservableObject {
    let navigator = Navigator<Destination>()

    @Published var path: [Destination] = [] {
        didSet { navigator.path = path }
    }

    init() {
        navigator.onChange = { [weak self] path in
            if self?.path != path { self?.path = path }
        }
    }
}

struct CatalogRouter: FeatureRouter {
    func canHandle(_ destination: Destination) -> Bool {
        switch destination {
        case .catalog, .product: true
        case .settings: false
        }
    }

    func makeView(for destination: Destination) -> AnyView {
        if case .product(let id) = destination {
            AnyView(ProductView(id: id))
        } else {
            AnyView(CatalogView())
        }
    }
}

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
        coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: try URLRewriter {
                Domain("mydomain.io", unmatched: .passThrough)
            }
        )
        coordinator.activate()
    }

    private func makeParser() throws -> DeepLinkParser<Destination> {
        let parser = try DeepLinkParser<Destination> {
            Route("/catalog") { _ in .catalog }
            Route("/products/{id}") { queryItems in .product(id: try queryItems.require(.id)) }
            Route("/settings", requires: [.authenticated]) { _ in .settings }
        }

        let destination = parser.parse(try DeepLink("/products/872346"))  // .product(id: "872346")
        #expect(parser.parse(try DeepLink("/imprint")) == nil)

        #expect(destination == .product(id: "872346"))
        return parser
    }

    @Test func `destinations are opened`() throws {
        let parser = try makeParser()

        let navigator = Navigator<Destination>()
        try handler.register(parser) { destination in navigator.show(destination) }

        coordinator.open("https://mydomain.io/products/872346", from: .universalLink)
        #expect(navigator.path == [.product(id: "872346")])

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

        let shop = try DeepLinkParser<[Destination]> {
            Route("/products/{id}") { queryItems in [.product(id: try queryItems.require(.id))] }
        }
        let settings = try DeepLinkParser<[Destination]> {
            Route("/settings") { _ in [.settings] }
        }
        let app: DeepLinkParser<[Destination]> = .anyOf(
            .prepending(path: [.catalog], to: shop),
            settings
        )

        #expect(app.parse(try DeepLink("/products/872346")) == [.catalog, .product(id: "872346")])
        try handler.register(app) { path in navigator.replace(path: path) }

        coordinator.open("https://mydomain.io/settings")
        #expect(navigator.path == [.settings])
        coordinator.open("https://mydomain.io/products/7")
        #expect(navigator.path == [.catalog, .product(id: "7")])
    }

    @Test func `a parser made from a closure`() throws {
        let byDay = DeepLinkParser<Destination> { link in
            link.components.first?.name == "today" ? .catalog : nil
        }

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
        let shown = stack.root.destination(Destination.product(id: "7"))??.content
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
        let routers = FeatureRouterGroup<Destination, AnyView>(CatalogRouter(), SettingsRouter())
        #expect(routers.canHandle(.product(id: "872346")) == true)

        #expect(routers.makeView(for: .settings)?.content is SettingsView)
        #expect(routers.makeView(for: .catalog)?.content is CatalogView)
    }

    @Test func `segments have queries of their own`() throws {
        let link = try DeepLink("example://detail?id=5/settings", matching: "example")
        #expect(link.path == "/detail/settings")
        #expect(link.components[0].arguments == ["id": .value("5")])
        #expect(link.components[1].name == "settings")
        #expect(link.queryItems["0.id"] == "5")

        let url = try #require(URL(string: "example://detail?id=5/settings"))
        try handler.register("/detail/settings", trusts: [.customScheme]) { queryItems in
            #expect(queryItems["0.id"] == "5")
        }
        coordinator.open(try DeepLink(url: url, matching: "example"), from: .customScheme)
        #expect(coordinator.pendingLinks.isEmpty)
        #expect(throws: RewriteError.self) {
            try DeepLink("https://detail?id=5/settings", matching: "https")
        }
    }
}
