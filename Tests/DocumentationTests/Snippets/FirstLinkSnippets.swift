import DeepLinks
import Foundation
import Testing

/// The app of the article about the first universal link.
private enum FirstLink {
    enum Screen: Hashable {
        case item(Int)
    }

    @MainActor
    final class AppLinks {
        let navigator = Navigator<Screen>()
        let coordinator: DeepLinkCoordinator

        init(rules: Data) throws {
            let rewriter = try URLRewriter(configuration: LinkConfiguration(data: rules))
            coordinator = DeepLinkCoordinator(handler: DeepLinkHandler(), rewriter: rewriter)
            try coordinator.handler.register("/shop/item", "id") { [navigator] (id: Int) in
                navigator.show(.item(id))
            }
            coordinator.activate()
        }
    }

    struct ShopWindow: View {
        @Bindable var navigator: Navigator<Screen>
        let coordinator: DeepLinkCoordinator

        var body: some View {
            NavigationStack(path: $navigator.path) {
                ContentView()
                    .navigationDestination(for: Screen.self) { screen in
                        switch screen {
                        case .item(let id): ItemView(item: id)
                        }
                    }
            }
            .onOpenURL { coordinator.open($0) }
            .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
                if let url = activity.webpageURL { coordinator.open(url) }
            }
            .handlesExternalEvents(preferring: [], allowing: ["*"])
        }
    }
}

@MainActor
struct FirstLinkSnippets {
    private typealias AppLinks = FirstLink.AppLinks

    /// A file with the rules that the article shows.
    private func rules() throws -> URL {
        let page = try #require(
            try Package.pages().first { $0.path.hasSuffix("/FirstUniversalLink.md") }
        )
        let json = try #require(page.blocks.first { $0.language == "json" })
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("FirstLinkSnippets-\(UUID().uuidString).json")
        try json.lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        return file
    }

    @Test func `the rules of the article open the link in the app`() throws {
        let file = try rules()
        defer { try? FileManager.default.removeItem(at: file) }

        let links = try AppLinks(rules: Data(contentsOf: file))
        links.coordinator.open("https://mydomain.io/items/red-shoe-5")
        #expect(links.navigator.path == [.item(5)])
    }

    @Test func `the window opens both kinds of links`() throws {
        let file = try rules()
        defer { try? FileManager.default.removeItem(at: file) }
        let links = try AppLinks(rules: Data(contentsOf: file))
        let window = FirstLink.ShopWindow(
            navigator: links.navigator,
            coordinator: links.coordinator
        )
        let activities = try #require(window.body as? EventHandler<Activities>).content
        let universal = try #require(URL(string: "https://mydomain.io/items/red-shoe-5"))
        let custom = try #require(URL(string: "myapp://shop/item?id=7"))
        activities.content.action(custom)
        #expect(links.navigator.path == [.item(7)])
        activities.action(NSUserActivity(webpageURL: universal))
        #expect(links.navigator.path == [.item(7), .item(5)])
    }

    private typealias Activities = ActivityReceiver<LinkReceiver<Stack>>
    private typealias Stack = NavigationStack<
        [FirstLink.Screen], Destinations<ContentView, ItemView>
    >
}
