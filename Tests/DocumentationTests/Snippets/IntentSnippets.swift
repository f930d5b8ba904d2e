import DeepLinks
import Foundation
import Testing

// IntentsWidgetsAndSpotlight.md: struct OrderWidget: View {

// IntentsWidgetsAndSpotlight.md: struct OpenAccount: AppIntent {

// IntentsWidgetsAndSpotlight.md: struct OpenOffer: AppIntent {

struct ItemEntity: AppEntity {
    let id: Int
}

// IntentsWidgetsAndSpotlight.md: extension ItemEntity: URLRepresentableEntity {

// IntentsWidgetsAndSpotlight.md: struct ShowItem: OpenIntent, TargetContentProvidingIntent {

// IntentsWidgetsAndSpotlight.md: extension ShowItem: UISceneAppIntent {}

// IntentsWidgetsAndSpotlight.md: func addToSpotlight(_ item: Int, title: String) async throws {

extension DoorSnippets {
    @MainActor
    struct Intents {
        init() { DoorSnippets.start() }

        @Test func `a widget's URL is one that the app opens`() throws {
            let widget = try #require(OrderWidget(item: 7).body as? Widgeted<ContentView>)
            AppLinks.coordinator.open(try #require(widget.value))
            #expect(DoorSnippets.shown == ["item 7"])
        }

        @Test func `an intent opens a link`() async throws {
            let origins = Origins()
            _ = try await OpenAccount().perform()
            #expect(DoorSnippets.shown == ["account"])
            #expect(origins.seen == ["inApp"])
            #expect(OpenAccount.title.key == "Open Account")
            #expect(OpenAccount.supportedModes == .foreground(.immediate))
        }

        @Test func `an intent answers with a universal link`() async throws {
            let result = try #require(try await OpenOffer().perform() as? OpenURLResult)
            let url = result.opensIntent.url
            #expect(url.scheme == "https")
            AppLinks.coordinator.open(url)
            #expect(DoorSnippets.shown == ["item 872346"])
        }

        @Test func `an entity's link is one that the app opens`() async throws {
            let intent = OpenItem()
            intent.target = ItemEntity(id: 7)
            _ = try await intent.perform()
            let url = try #require(ItemEntity.urlRepresentation.url(of: intent.target))
            AppLinks.coordinator.open(url)
            #expect(DoorSnippets.shown == ["item 7"])
        }

        @Test func `a window opens what an intent shows`() async throws {
            let intent = ShowItem()
            intent.target = ItemEntity(id: 7)
            _ = try await intent.perform()
            let receiver = try #require(
                ContentView().openingItems() as? IntentReceiver<ContentView, ShowItem>
            )
            receiver.value(intent)
            #expect(DoorSnippets.shown == ["item 7"])

            intent.target = ItemEntity(id: 8)
            SceneDelegate().scene(UIScene(), willPerformAppIntent: intent)
            #expect(DoorSnippets.shown == ["item 7", "item 8"])
        }

        @Test func `an identifier in Spotlight is a link`() async throws {
            try await addToSpotlight(7, title: "Red shoe")
            let identifier = try #require(CSSearchableIndex.default().identifiers.last)
            AppLinks.coordinator.open(try DeepLink(identifier))
            #expect(DoorSnippets.shown == ["item 7"])
        }
    }
}
