import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// The app of the article about the first universal link.
private enum FirstLink {
    // FirstUniversalLink.md: enum Screen: Hashable {

    // FirstUniversalLink.md: struct ShopWindow: View {

    // FirstUniversalLink.md: enum AppLinks {

    // FirstUniversalLink.md: struct ShopApp: App {

    // A recipe of another article works with this app, too.
    // OtherDoors.md: struct PasteLink: View {

    /// Foundation's, with the rules that the article shows.
    enum Bundle {
        static let main = Bundle.self

        static func url(forResource name: String, withExtension ending: String) -> URL? {
            let number = ProcessInfo.processInfo.processIdentifier
            let file = FileManager.default.temporaryDirectory
                .appendingPathComponent("FirstLink-\(number)-\(name).\(ending)")
            let json = try? Repository.json(in: "FirstUniversalLink").first
            return (try? json?.write(to: file)) == nil ? nil : file
        }
    }
}

@MainActor
struct FirstLinkSnippets {
    private typealias LinkSetup = FirstLink.LinkSetup

    /// The file with the rules, which the app finds, too; a test removes it.
    private func rules() throws -> URL {
        try #require(FirstLink.Bundle.main.url(forResource: "links", withExtension: "json"))
    }

    @Test func `the rules of the article open the link in the app`() throws {
        let file = try rules()
        defer { try? FileManager.default.removeItem(at: file) }

        // FirstUniversalLink.md: let links = try LinkSetup(rules: Data(contentsOf: file))
    }

    @Test func `the window opens both kinds of links, and a recipe works with the same app`() throws
    {
        let file = try rules()
        defer { try? FileManager.default.removeItem(at: file) }
        let app = FirstLink.ShopApp()
        let window = try #require(app.body as? WindowGroup<FirstLink.ShopWindow>).content
        let links = FirstLink.AppLinks.setup
        let activities = try #require(window.body as? EventHandler<Activities>).content
        let universal = try #require(URL(string: "https://mydomain.io/items/red-shoe-5"))
        let custom = try #require(URL(string: "myapp://shop/item?id=7"))
        activities.content.value(custom)
        #expect(links.navigator.path == [.item(7)])
        activities.value.action(NSUserActivity(webpageURL: universal))
        #expect(links.navigator.path == [.item(7), .item(5)])
        let button = try #require(FirstLink.PasteLink().body as? PasteButton<URL>)
        button.onPaste([try #require(URL(string: "https://mydomain.io/items/red-shoe-6"))])
        #expect(links.navigator.path == [.item(7), .item(5), .item(6)])
    }

    private typealias Activities = ActivityUse<LinkReceiver<Stack>>
    private typealias Stack = NavigationStack<
        [FirstLink.Screen], Destinations<ContentView, ItemView>
    >
}
