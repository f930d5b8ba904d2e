import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

// PushNotifications.md: final class NotificationDelegate: NSObject, UNUserNotificationCenterDelegate {

// PushNotifications.md: static let notificationDelegate = NotificationDelegate()

@MainActor
struct PushSnippets {
    private static let article = "PushNotifications"

    private let handler = DeepLinkHandler()
    private let rewriter: URLRewriter

    init() throws {
        rewriter = try URLRewriter {
            Domain("mydomain.io") { Rewrite("/orders/{id:int}", to: "/orders/{id}") }
            Scheme("myapp") { Rewrite("/orders/{id:int}", to: "/orders/{id}") }
        }
    }

    @Test func `a payload has a link`() throws {
        var shown: [String] = []
        try handler.register("/orders/{id}") { queryItems in
            shown.append(try queryItems.require(.id))
        }
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)

        // PushNotifications.md: "aps": ["alert": "Your order has arrived"],

        #expect(shown == ["7"])
    }

    @Test func `each payload of the table is opened`() throws {
        let rows = try Repository.table(under: "| Key path | Payload |", in: Self.article)
        #expect(rows.map(\.first) == PushPayload.standardKeyPaths)
        for row in rows {
            let json = try JSONSerialization.jsonObject(with: Data(row[1].utf8))
            let payload = try #require(json as? [AnyHashable: Any])
            let coordinator = DeepLinkCoordinator(handler: handler, rewriter: rewriter)
            coordinator.open(pushPayload: payload)
            #expect(coordinator.pendingLinks.map(\.link.path) == ["/orders/7"])
            #expect(coordinator.pendingLinks.map(\.origin) == [.push])
        }
    }

    @Test func `the options say where links are`() throws {
        // PushNotifications.md: options.pushKeyPaths = ["custom.link", "deeplink"]

        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: rewriter,
            options: options
        )
        coordinator.open(pushPayload: ["custom": ["link": " https://mydomain.io/orders/7\n"]])
        #expect(coordinator.pendingLinks.count == 1)
        let userInfo: [AnyHashable: Any] = ["custom.link": "a", "custom": ["link": "b"]]
        #expect(PushPayload(userInfo, keyPaths: options.pushKeyPaths).linkCandidates == ["a"])
    }

    @Test func `a payload is data`() throws {
        var shown: [String] = []
        try handler.register("/orders/{id}") { queryItems in
            shown.append(try queryItems.require(.id))
        }

        // PushNotifications.md: let rewriter = try URLRewriter {
        coordinator.activate()

        #expect(shown == ["7"])

        // PushNotifications.md: let payload = PushPayload(["type": "order", "id": 7, "paid": true])
    }
}

extension DoorSnippets {
    @MainActor
    struct Notifications {
        init() { DoorSnippets.start() }

        @Test(arguments: [
            (UNNotificationDefaultActionIdentifier, "item 7"), ("show-account", "account"),
        ])
        func `a tap on a notification opens a link`(action: String, screen: String) async {
            let events = AppLinks.coordinator.events()
            AppLinks.takeNotifications()
            let center = UNUserNotificationCenter.current()
            await confirmation { isCompleted in
                center.delegate?
                    .userNotificationCenter(
                        center,
                        didReceive: UNNotificationResponse(
                            userInfo: ["url": "https://mydomain.io/items/shoe-7"],
                            actionIdentifier: action
                        ),
                        withCompletionHandler: { isCompleted() }
                    )
            }
            for await event in events {
                if event.stage == .applied { break }
            }
            #expect(DoorSnippets.shown == [screen])
        }

        @Test(arguments: [UNNotificationDismissActionIdentifier, "mark-as-read"])
        func `a notification that is dismissed opens nothing`(action: String) {
            let payload = PushPayload(["url": "https://mydomain.io/items/shoe-7"])
            AppLinks.open(payload, action: action)
            #expect(DoorSnippets.shown == [])
        }
    }
}
