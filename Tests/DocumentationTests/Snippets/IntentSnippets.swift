import DeepLinks
import Foundation
import Testing

struct OrderWidget: View {
    let item: Int

    var body: some View {
        ContentView().widgetURL(URL(string: "https://mydomain.io/items/shoe-\(item)"))
    }
}

struct OpenAccount: AppIntent {
    static let title: LocalizedStringResource = "Open Account"
    static let supportedModes: IntentModes = .foreground(.immediate)

    @MainActor
    func perform() async throws -> some IntentResult {
        AppLinks.coordinator.open(try DeepLink("/account"))
        return .result()
    }
}

struct OpenOffer: AppIntent {
    static let title: LocalizedStringResource = "Open Today's Offer"

    func perform() async throws -> some IntentResult & OpensIntent {
        let link = try DeepLink("/shop/item?id=872346")
        let url = try await AppLinks.coordinator.rewriter.externalURL(
            for: link,
            host: "mydomain.io"
        )
        return .result(opensIntent: OpenURLIntent(url))
    }
}

struct ItemEntity: AppEntity {
    let id: Int
}

extension ItemEntity: URLRepresentableEntity {
    static var urlRepresentation: URLRepresentation { "https://mydomain.io/items/\(.id)" }
}

struct OpenItem: OpenIntent, URLRepresentableIntent {
    static let title: LocalizedStringResource = "Open Item"

    @IntentParameter(title: "Item")
    var target: ItemEntity
}

struct ShowItem: OpenIntent, TargetContentProvidingIntent {
    static let title: LocalizedStringResource = "Show Item"

    @IntentParameter(title: "Item")
    var target: ItemEntity
}

extension ContentView {
    func openingItems() -> some View {
        onAppIntentExecution(ShowItem.self) { intent in
            if let link = try? DeepLink("/shop/item?id=\(intent.target.id)") {
                AppLinks.coordinator.open(link)
            }
        }
    }
}

extension ShowItem: UISceneAppIntent {}

extension SceneDelegate: AppIntentSceneDelegate {
    func scene(_ scene: UIScene, willPerformAppIntent appIntent: any UISceneAppIntent) {
        guard let intent = appIntent as? ShowItem else { return }
        if let link = try? DeepLink("/shop/item?id=\(intent.target.id)") {
            AppLinks.coordinator.open(link)
        }
    }
}

func addToSpotlight(_ item: Int, title: String) async throws {
    let attributes = CSSearchableItemAttributeSet(contentType: .item)
    attributes.title = title
    let result = CSSearchableItem(
        uniqueIdentifier: "/shop/item?id=\(item)",
        domainIdentifier: "items",
        attributeSet: attributes
    )
    try await CSSearchableIndex.default().indexSearchableItems([result])
}

extension DoorSnippets {
    @MainActor
    struct Intents {
        init() {
            DoorSnippets.start()
        }

        @Test func `a widget's URL is one that the app opens`() throws {
            let widget = try #require(OrderWidget(item: 7).body as? Widgeted<ContentView>)
            AppLinks.coordinator.open(try #require(widget.url))
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
            receiver.action(intent)
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
