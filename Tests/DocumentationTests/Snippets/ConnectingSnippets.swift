import DeepLinks
import Foundation
import Testing

@MainActor
enum AppLinks {
    static let rewriter = makeRewriter()

    /// Opens what a URL stands for; false if it is no link of ours, or cannot be opened.
    @discardableResult
    static func open(_ url: URL) -> Bool {
        do {
            try DeepLinkHandler.main.handle(rewriter.rewrite(url))
            return true
        } catch {
            log("\(error)")
            return false
        }
    }

    /// Called once, before the first link can arrive.
    static func registerFeatures() {
        do {
            try DeepLinkHandler.main.register(Shop())
            try DeepLinkHandler.main.register(Account())
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private static func makeRewriter() -> URLRewriter {
        do {
            return try URLRewriter {
                Domain("mydomain.io", "www.mydomain.io") {
                    Rewrite("/items/{title}-{id:int}", to: "/shop/item?id={id}")
                }
                Scheme("myapp", unmatched: .passThrough)
            }
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

struct ShopApp: App {
    init() {
        AppLinks.registerFeatures()
    }

    var body: some Scene {
        WindowGroup {
            ContentView()
                .onOpenURL { url in AppLinks.open(url) }
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
        for context in connectionOptions.urlContexts { AppLinks.open(context.url) }
        for activity in connectionOptions.userActivities { open(activity) }
    }

    func scene(_ scene: UIScene, openURLContexts urlContexts: Set<UIOpenURLContext>) {
        for context in urlContexts { AppLinks.open(context.url) }
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        open(userActivity)
    }

    private func open(_ activity: NSUserActivity) {
        if let url = activity.webpageURL { AppLinks.open(url) }
    }
}

class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        AppLinks.registerFeatures()
        return true
    }

    func application(
        _ app: UIApplication,
        open url: URL,
        options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
        AppLinks.open(url)
    }

    func application(
        _ application: UIApplication,
        continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        userActivity.webpageURL.map { AppLinks.open($0) } ?? false
    }
}

// MARK: - The rest of the app

/// What the app has shown and logged.
@MainActor private var shown: [String] = []
@MainActor private var logged: [String] = []

@MainActor
private func log(_ text: String) {
    logged.append(text)
}

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
        logged = []
        // Each test starts the app anew.
        for path in DeepLinkHandler.main.paths {
            DeepLinkHandler.main.unregister(path)
        }
    }

    @Test func `a SwiftUI app opens what its window gets`() throws {
        let window = try #require(ShopApp().body as? WindowGroup<LinkReceiver<ContentView>>)
        for url in [universal, custom, foreign] {
            window.content.action(url)
        }
        #expect(shown == ["item 872346", "account"])
        #expect(logged.count == 1 && logged[0].contains("'evil.com'"))
    }

    @Test func `a scene opens what it is connected with`() {
        AppLinks.registerFeatures()
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
        AppLinks.registerFeatures()
        let delegate = SceneDelegate()
        delegate.scene(UIScene(), openURLContexts: [UIOpenURLContext(url: custom)])
        delegate.scene(UIScene(), continue: NSUserActivity(webpageURL: universal))
        delegate.scene(UIScene(), continue: NSUserActivity(webpageURL: nil))
        #expect(shown == ["account", "item 872346"])
        #expect(logged == [])
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
}
