import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// The app of the article about the first universal link.
private enum FirstLink {
    // FirstUniversalLink.md: enum Screen: Hashable {

    // FirstUniversalLink.md: struct ShopWindow: View {
}

@MainActor
struct FirstLinkSnippets {
    private typealias AppLinks = FirstLink.AppLinks

    /// A file with the rules that the article shows.
    private func rules() throws -> URL {
        let json = try #require(try Repository.json(in: "FirstUniversalLink").first)
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("FirstLinkSnippets-\(UUID().uuidString).json")
        try json.write(to: file)
        return file
    }

    @Test func `the rules of the article open the link in the app`() throws {
        let file = try rules()
        defer { try? FileManager.default.removeItem(at: file) }

        // FirstUniversalLink.md: let links = try AppLinks(rules: Data(contentsOf: file))
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
        activities.content.value(custom)
        #expect(links.navigator.path == [.item(7)])
        activities.value.action(NSUserActivity(webpageURL: universal))
        #expect(links.navigator.path == [.item(7), .item(5)])
    }

    private typealias Activities = ActivityUse<LinkReceiver<Stack>>
    private typealias Stack = NavigationStack<
        [FirstLink.Screen], Destinations<ContentView, ItemView>
    >
}
