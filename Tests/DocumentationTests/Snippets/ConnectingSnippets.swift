import DeepLinks
import Foundation
import Testing

@MainActor
enum AppLinks {
    static let coordinator = makeCoordinator()

    /// Called once, when the app starts.
    static func start() {
        do {
            try coordinator.handler.register(Shop())
            try coordinator.handler.register(Account())
        } catch {
            preconditionFailure("\(error)")
        }
        coordinator.activate()
    }

    private static func makeCoordinator() -> DeepLinkCoordinator {
        do {
            let rewriter = try URLRewriter {
                Domain("mydomain.io", "www.mydomain.io") {
                    Rewrite("/items/{title}-{id:int}", to: "/shop/item?id={id}")
                }
                Scheme("myapp", unmatched: .passThrough)
            }
            return DeepLinkCoordinator(handler: .main, rewriter: rewriter)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

struct ShopApp: App {
    init() {
        AppLinks.start()
    }

    var body: some Scene {
        WindowGroup {
            ContentView()
                .onOpenURL { AppLinks.coordinator.open($0, from: .universalLink) }
                .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
                    if let url = activity.webpageURL {
                        AppLinks.coordinator.open(url, from: .universalLink)
                    }
                }
        }
    }
}

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        // First make the window and its root view controller; then:
        self.scene(scene, openURLContexts: connectionOptions.urlContexts)
        for activity in connectionOptions.userActivities { self.scene(scene, continue: activity) }
    }

    func scene(_ scene: UIScene, openURLContexts urlContexts: Set<UIOpenURLContext>) {
        for context in urlContexts { AppLinks.coordinator.open(context.url, from: .customScheme) }
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        if let url = userActivity.webpageURL {
            AppLinks.coordinator.open(url, from: .universalLink)
        }
    }
}

class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        AppLinks.start()
        return true
    }

    func application(
        _ app: UIApplication,
        open url: URL,
        options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
        AppLinks.coordinator.open(url, from: .customScheme).isAccepted
    }

    func application(
        _ application: UIApplication,
        continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        guard let url = userActivity.webpageURL else { return false }
        return AppLinks.coordinator.open(url, from: .universalLink).isAccepted
    }
}

extension SceneDelegate {
    func windowScene(
        _ windowScene: UIWindowScene,
        performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
    ) {
        let outcome = AppLinks.coordinator.open(shortcutItem.type, from: .inApp)
        completionHandler(outcome.isAccepted)
    }
}

struct OpenAccount: AppIntent {
    static let title: LocalizedStringResource = "Open Account"
    static let openAppWhenRun = true

    @MainActor
    func perform() async throws -> some IntentResult {
        AppLinks.coordinator.open(try DeepLink("/account"))
        return .result()
    }
}

// MARK: - The rest of the app

/// What the app has shown.
@MainActor private var shown: [String] = []

private struct Shop: DeepLinkFeature {
    func registerDeepLinks(in handler: DeepLinkHandler) throws {
        try handler.register("/shop/item") { queryItems in
            shown.append("item \(try queryItems.require(.id))")
        }
    }
}

private struct Account: DeepLinkFeature {
    func registerDeepLinks(in handler: DeepLinkHandler) throws {
        try handler.register("/account") { _ in
            shown.append("account")
        }
    }
}

// MARK: - The system, which delivers links to the app

@MainActor
@Suite(.serialized)
struct ConnectingSnippets {
    private let universal: URL
    private let custom: URL
    private let foreign: URL

    init() throws {
        universal = try #require(URL(string: "https://mydomain.io/items/red-shoe-872346"))
        custom = try #require(URL(string: "myapp://account"))
        foreign = try #require(URL(string: "https://evil.com/items/red-shoe-872346"))
        shown = []
        // Each test starts the app anew: without routes, and without a memory of links.
        for path in DeepLinkHandler.main.paths {
            DeepLinkHandler.main.unregister(path)
        }
        AppLinks.coordinator.revoke(.authenticated)
    }

    @Test func `a SwiftUI app opens what its window gets`() throws {
        let receiver = try #require(
            ShopApp().body as? WindowGroup<ActivityReceiver<LinkReceiver<ContentView>>>
        ).content
        let origins = Origins()
        for url in [universal, custom, foreign] {
            receiver.content.action(url)
        }
        #expect(shown == ["item 872346", "account"])
        #expect(origins.seen == ["universalLink", "customScheme", "universalLink"])

        // The same tap at the other place.
        #expect(receiver.activityType == NSUserActivityTypeBrowsingWeb)
        receiver.action(NSUserActivity(webpageURL: universal))
        #expect(shown == ["item 872346", "account"])
        AppLinks.coordinator.revoke(.authenticated)
        receiver.action(NSUserActivity(webpageURL: universal))
        receiver.action(NSUserActivity(webpageURL: nil))
        #expect(shown == ["item 872346", "account", "item 872346"])
    }

    @Test func `a scene opens what it is connected with`() {
        AppLinks.start()
        SceneDelegate()
            .scene(
                UIScene(),
                willConnectTo: UISceneSession(),
                options: UIScene.ConnectionOptions(
                    urlContexts: [UIOpenURLContext(url: custom)],
                    userActivities: [NSUserActivity(webpageURL: universal)]
                )
            )
        #expect(shown == ["account", "item 872346"])
    }

    @Test func `a scene opens what it gets later`() {
        AppLinks.start()
        let origins = Origins()
        let delegate = SceneDelegate()
        delegate.scene(UIScene(), openURLContexts: [UIOpenURLContext(url: custom)])
        delegate.scene(UIScene(), continue: NSUserActivity(webpageURL: universal))
        delegate.scene(UIScene(), continue: NSUserActivity(webpageURL: nil))
        #expect(shown == ["account", "item 872346"])
        #expect(origins.seen == ["customScheme", "universalLink"])
    }

    @Test func `an application opens what it gets and says whether it could`() {
        let delegate = AppDelegate()
        let application = UIApplication()
        #expect(delegate.application(application, didFinishLaunchingWithOptions: nil))
        #expect(delegate.application(application, open: custom))
        #expect(!delegate.application(application, open: foreign))
        for (url, isOpened) in [(universal, true), (foreign, false), (nil, false)] {
            #expect(
                delegate.application(
                    application,
                    continue: NSUserActivity(webpageURL: url),
                    restorationHandler: { _ in }
                ) == isOpened
            )
        }
        #expect(shown == ["account", "item 872346"])
    }

    @Test(arguments: [("myapp://account", true), ("account", false)])
    func `a shortcut opens the link that is its type`(type: String, isOpened: Bool) {
        AppLinks.start()
        let origins = Origins()
        var results: [Bool] = []
        SceneDelegate()
            .windowScene(
                UIWindowScene(),
                performActionFor: UIApplicationShortcutItem(type: type),
                completionHandler: { results.append($0) }
            )
        #expect(results == [isOpened])
        #expect(shown == (isOpened ? ["account"] : []))
        #expect(origins.seen == ["inApp"])
    }

    @Test func `a tap on a notification opens its link`() async throws {
        AppLinks.start()
        let events = AppLinks.coordinator.events()
        var isCompleted = false
        AppLinks.takeNotifications()
        let center = UNUserNotificationCenter.current()
        center.delegate?
            .userNotificationCenter(
                center,
                didReceive: UNNotificationResponse(userInfo: ["deeplink": "myapp://account"]),
                withCompletionHandler: { isCompleted = true }
            )
        #expect(isCompleted)
        for await event in events {
            if event.stage == .applied { break }
        }
        #expect(shown == ["account"])
    }

    @Test func `an intent opens a link`() async throws {
        AppLinks.start()
        let origins = Origins()
        _ = try await OpenAccount().perform()
        #expect(shown == ["account"])
        #expect(origins.seen == ["inApp"])
        #expect(OpenAccount.title.key == "Open Account" && OpenAccount.openAppWhenRun)
    }
}

/// Notes the origins that links are opened from.
@MainActor
private final class Origins {
    private(set) var seen: [String] = []

    init() {
        AppLinks.coordinator.onEvent = { [weak self] event in
            if case .received(let origin, _) = event.stage {
                self?.seen.append(origin.rawValue)
            }
        }
    }
}
