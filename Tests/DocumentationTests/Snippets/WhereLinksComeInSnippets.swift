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
                    Rewrite("/items/{id:int}", to: "/shop/item?id={id}")
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
                .onOpenURL { AppLinks.coordinator.open($0) }
                .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
                    if let url = activity.webpageURL { AppLinks.coordinator.open(url) }
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
        for context in urlContexts { AppLinks.coordinator.open(context.url) }
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        if let url = userActivity.webpageURL { AppLinks.coordinator.open(url) }
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
        AppLinks.coordinator.open(url).isAccepted
    }

    func application(
        _ application: UIApplication,
        continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        guard let url = userActivity.webpageURL else { return false }
        return AppLinks.coordinator.open(url).isAccepted
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

struct InnerLinks: View {
    var body: some View {
        ContentView()
            .environment(
                \.openURL,
                OpenURLAction { url in
                    guard (try? AppLinks.coordinator.rewriter.rewrite(url)) != nil else {
                        return .systemAction
                    }
                    AppLinks.coordinator.open(url)
                    return .handled
                }
            )
    }
}

struct PasteLink: View {
    var body: some View {
        PasteButton(payloadType: URL.self) { urls in
            if let url = urls.first { AppLinks.coordinator.open(url) }
        }
    }
}

enum AppScreen: Hashable, Codable {
    case account
    case item(Int)
}

@MainActor
final class Windows {
    /// The path of the window that got a link last, or was used last.
    weak var front: Navigator<AppScreen>?

    func open(_ url: URL, in navigator: Navigator<AppScreen>) {
        front = navigator
        AppLinks.coordinator.open(url)
    }
}

@MainActor
final class SheetPolicy: NavigationPolicy {
    var isSheetOpen = false

    func decision(for link: DeepLink, in context: NavigationContext) -> NavigationDecision {
        isSheetOpen
            ? .deferUntil(["sheet-closed"]) : RequirementPolicy().decision(for: link, in: context)
    }
}

struct OpenItem: AppIntent {
    static let title: LocalizedStringResource = "Open Item"

    func perform() async throws -> some IntentResult & OpensIntent {
        let link = try DeepLink("/shop/item?id=872346")
        let url = try await AppLinks.coordinator.rewriter.externalURL(
            for: link,
            host: "mydomain.io"
        )
        return .result(opensIntent: OpenURLIntent(url))
    }
}

struct OrderWidget: View {
    let item: Int

    var body: some View {
        ContentView().widgetURL(URL(string: "https://mydomain.io/items/shoe-\(item)"))
    }
}

struct ItemView: View {
    let item: Int

    var body: some View {
        ContentView()
            .userActivity("io.mydomain.item") { activity in
                activity.webpageURL = URL(string: "https://mydomain.io/items/shoe-\(item)")
            }
            .onContinueUserActivity("io.mydomain.item") { activity in
                if let url = activity.webpageURL { AppLinks.coordinator.open(url) }
            }
    }
}

extension AppLinks {
    static func open(_ payload: PushPayload, action: String) throws {
        switch action {
        case "show-account": coordinator.open(try DeepLink("/account"))
        default: coordinator.open(payload)
        }
    }
}

extension ContentView {
    func openingSpotlightResults() -> some View {
        onContinueUserActivity(CSSearchableItemActionType) { activity in
            let text = activity.userInfo?[CSSearchableItemActivityIdentifier] as? String
            if let text, let link = try? DeepLink(text) { AppLinks.coordinator.open(link) }
        }
    }
}

enum LinkOfClip {
    private static let key = "link-of-clip"

    /// In the clip, for each link that it opens.
    static func keep(_ url: URL, in group: UserDefaults) {
        group.set([url.absoluteString, "\(Date().timeIntervalSince1970)"], forKey: key)
    }

    /// In the app, after its routes are registered.
    @MainActor
    static func open(in group: UserDefaults) {
        defer { group.removeObject(forKey: key) }
        guard let kept = group.stringArray(forKey: key), kept.count == 2,
            let time = Double(kept[1]), Date().timeIntervalSince1970 - time < 3_600
        else { return }
        AppLinks.coordinator.open(kept[0])
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
struct WhereLinksComeInSnippets {
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
        for url in [universal, custom, foreign] {
            receiver.content.action(url)
        }
        #expect(shown == ["item 872346", "account"])

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
        let delegate = SceneDelegate()
        delegate.scene(UIScene(), openURLContexts: [UIOpenURLContext(url: custom)])
        delegate.scene(UIScene(), continue: NSUserActivity(webpageURL: universal))
        delegate.scene(UIScene(), continue: NSUserActivity(webpageURL: nil))
        #expect(shown == ["account", "item 872346"])
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
        #expect(OpenAccount.title.key == "Open Account")
        #expect(OpenAccount.supportedModes == .foreground(.immediate))
    }

    @Test func `an intent answers with a universal link`() async throws {
        AppLinks.start()
        let result = try #require(try await OpenItem().perform() as? OpenURLResult)
        let url = result.opensIntent.url
        #expect(url.scheme == "https")
        AppLinks.coordinator.open(url)
        #expect(shown == ["item 872346"])
        #expect(OpenItem.title.key == "Open Item")
    }

    @Test func `a link inside the app is opened if it is the app's, else by the system`() throws {
        AppLinks.start()
        let view = try #require(InnerLinks().body as? Environed<ContentView, OpenURLAction>)
        #expect(view.value.handler(universal) == .handled)
        #expect(view.value.handler(foreign) == .systemAction)
        #expect(shown == ["item 872346"])
        _ = OpenURLAction { _ in .discarded }
    }

    @Test func `a pasted link is opened if it is the app's`() throws {
        AppLinks.start()
        let button = try #require(PasteLink().body as? PasteButton<URL>)
        button.onPaste([foreign])
        button.onPaste([])
        #expect(shown == [])
        button.onPaste([universal])
        #expect(shown == ["item 872346"])
    }

    @Test func `the window that gets a link is the front one`() {
        AppLinks.start()
        let windows = Windows()
        let (first, second) = (Navigator<AppScreen>(), Navigator<AppScreen>())
        DeepLinkHandler.main.unregister("/account")
        try? DeepLinkHandler.main.register("/account") { _ in windows.front?.show(.account) }
        windows.open(custom, in: second)
        #expect(first.path == [] && second.path == [.account])
        AppLinks.coordinator.revoke(.authenticated)
        windows.open(custom, in: first)
        windows.front = second
        AppLinks.coordinator.revoke(.authenticated)
        windows.open(custom, in: second)
        #expect(first.path == [.account] && second.path == [.account])
    }

    @Test func `a link waits for a sheet to be closed`() throws {
        let policy = SheetPolicy()
        let handler = DeepLinkHandler()
        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: try URLRewriter { Scheme("myapp", unmatched: .passThrough) },
            policy: policy
        )
        var count = 0
        try handler.register("/account") { _ in count += 1 }
        coordinator.activate()
        policy.isSheetOpen = true
        #expect(coordinator.open("myapp://account").isAccepted)
        coordinator.activate()
        #expect(count == 0)

        policy.isSheetOpen = false
        coordinator.activate()

        #expect(count == 1 && coordinator.pendingLinks.isEmpty)
    }

    @Test func `a widget's URL is one that the app opens`() throws {
        AppLinks.start()
        let widget = try #require(OrderWidget(item: 7).body as? Widgeted<ContentView>)
        AppLinks.coordinator.open(try #require(widget.url))
        #expect(shown == ["item 7"])
    }

    @Test func `a page goes on on another device`() throws {
        AppLinks.start()
        let receiver = try #require(
            ItemView(item: 7).body as? ActivityReceiver<ActivitySender<ContentView>>
        )
        #expect(receiver.activityType == receiver.content.activityType)
        let activity = NSUserActivity(webpageURL: nil)
        receiver.content.update(activity)
        receiver.action(activity)
        #expect(shown == ["item 7"])
    }

    @Test(arguments: [("show-account", "account"), ("default", "item 7")])
    func `a button of a notification has a link of its own`(action: String, screen: String) throws {
        AppLinks.start()
        let payload = PushPayload(["deeplink": "https://mydomain.io/items/shoe-7"])
        try AppLinks.open(payload, action: action)
        #expect(shown == [screen])
    }

    @Test func `a result of Spotlight opens the link that is its identifier`() throws {
        AppLinks.start()
        let receiver = try #require(
            ContentView().openingSpotlightResults() as? ActivityReceiver<ContentView>
        )
        #expect(receiver.activityType == CSSearchableItemActionType)
        for identifier in ["/shop/item?id=7", "no link"] {
            let activity = NSUserActivity(webpageURL: nil)
            activity.userInfo = [CSSearchableItemActivityIdentifier: identifier]
            receiver.action(activity)
        }
        receiver.action(NSUserActivity(webpageURL: nil))
        #expect(shown == ["item 7"])
    }

    @Test func `the app opens the link of its clip, once and not for long`() throws {
        let name = "DocumentationTests.clip"
        let group = try #require(UserDefaults(suiteName: name))
        defer { group.removePersistentDomain(forName: name) }
        AppLinks.start()
        LinkOfClip.keep(universal, in: group)
        LinkOfClip.open(in: group)
        LinkOfClip.open(in: group)
        #expect(shown == ["item 872346"])
        let old = Date().timeIntervalSince1970 - 4_000
        group.set([custom.absoluteString, "\(old)"], forKey: "link-of-clip")
        LinkOfClip.open(in: group)
        #expect(shown == ["item 872346"])
    }

    @Test func `the path is restored before links are let in`() throws {
        let storedPath = try JSONEncoder().encode([AppScreen.item(7)])
        let navigator = Navigator<AppScreen>()
        let handler = DeepLinkHandler()
        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: try URLRewriter { Scheme("myapp", unmatched: .passThrough) }
        )
        try handler.register("/account") { _ in navigator.push(.account) }
        coordinator.open("myapp://account")

        navigator.path = try JSONDecoder().decode([AppScreen].self, from: storedPath)
        coordinator.activate()

        #expect(navigator.path == [.item(7), .account])
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
