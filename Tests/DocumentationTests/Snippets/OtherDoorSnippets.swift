import DeepLinks
import Foundation
import Testing

extension AppLinks {
    /// Opens a link of this app, and says whether it was one.
    static func openOwn(_ url: URL) -> Bool {
        guard (try? coordinator.rewriter.rewrite(url)) != nil else { return false }
        coordinator.open(url)
        return true
    }
}

struct InnerLinks: View {
    var body: some View {
        ContentView()
            .environment(
                \.openURL,
                OpenURLAction { AppLinks.openOwn($0) ? .handled : .systemAction }
            )
    }
}

final class WebPages: NSObject, WKNavigationDelegate {
    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
        let isTap = navigationAction.navigationType == .linkActivated
        let isOwn = isTap && navigationAction.request.url.map(AppLinks.openOwn) == true
        decisionHandler(isOwn ? .cancel : .allow)
    }
}

@available(iOS 26, macOS 26, visionOS 26, *)
struct OwnLinks: WebPage.NavigationDeciding {
    func decidePolicy(
        for action: WebPage.NavigationAction,
        preferences: inout WebPage.NavigationPreferences
    ) async -> WKNavigationActionPolicy {
        let isTap = action.navigationType == .linkActivated
        return isTap && action.request.url.map(AppLinks.openOwn) == true ? .cancel : .allow
    }
}

struct PasteLink: View {
    var body: some View {
        PasteButton(payloadType: URL.self) { urls in
            if let url = urls.first { AppLinks.coordinator.open(url) }
        }
    }
}

struct ItemView: View {
    let item: Int

    var body: some View {
        ContentView()
            .userActivity("io.mydomain.item") { activity in
                activity.webpageURL = URL(string: "https://mydomain.io/items/shoe-\(item)")
            }
    }
}

extension AppLinks {
    @discardableResult
    static func open(_ shortcut: UIApplicationShortcutItem) -> DeepLinkOutcome {
        coordinator.open(shortcut.type, from: .inApp)
    }
}

final class Shortcuts: UIResponder, UIWindowSceneDelegate {
    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        if let shortcut = connectionOptions.shortcutItem { AppLinks.open(shortcut) }
    }

    func windowScene(
        _ windowScene: UIWindowScene,
        performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
    ) {
        completionHandler(AppLinks.open(shortcutItem).isAccepted)
    }
}

final class ShopDelegate: NSObject, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(
            name: nil,
            sessionRole: connectingSceneSession.role
        )
        configuration.delegateClass = Shortcuts.self
        return configuration
    }
}

extension AppLinks {
    /// Whether a link may be opened: this scheme is for one app of the same team.
    static func allows(_ context: UIOpenURLContext) -> Bool {
        context.url.scheme?.lowercased() != "myapp-team"
            || context.options.sourceApplication == "io.mydomain.other"
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

extension DoorSnippets {
    @MainActor
    struct Others {
        private let universal: URL
        private let custom: URL
        private let foreign: URL

        init() throws {
            universal = try #require(DoorSnippets.universal)
            custom = try #require(DoorSnippets.custom)
            foreign = try #require(DoorSnippets.foreign)
            DoorSnippets.start()
        }

        @Test func `a link inside the app is opened if it is the app's, else by the system`() throws
        {
            let view = try #require(InnerLinks().body as? Environed<ContentView, OpenURLAction>)
            #expect(view.value.handler(universal) == .handled)
            #expect(view.value.handler(foreign) == .systemAction)
            #expect(DoorSnippets.shown == ["item 872346"])
            _ = OpenURLAction { _ in .discarded }
        }

        @Test(arguments: [
            (true, WKNavigationType.linkActivated, true), (true, .other, false),
            (false, .linkActivated, false),
        ])
        func `a tap on the app's link in a web page is the app's, and all else loads`(
            isOwn: Bool,
            type: WKNavigationType,
            isOpened: Bool
        ) async {
            let url = isOwn ? universal : foreign
            let pages: any WKNavigationDelegate = WebPages()
            var policy: WKNavigationActionPolicy?
            pages.webView(
                WKWebView(),
                decidePolicyFor: WKNavigationAction(url, navigationType: type)
            ) { policy = $0 }
            #expect(policy == (isOpened ? .cancel : .allow))
            #expect(DoorSnippets.shown == (isOpened ? ["item 872346"] : []))

            DoorSnippets.start()
            var decider: any WebPage.NavigationDeciding = OwnLinks()
            var preferences = WebPage.NavigationPreferences()
            let decision = await decider.decidePolicy(
                for: WebPage.NavigationAction(request: URLRequest(url: url), navigationType: type),
                preferences: &preferences
            )
            #expect(decision == policy)
            #expect(DoorSnippets.shown == (isOpened ? ["item 872346"] : []))
        }

        @Test func `a pasted link is opened if it is the app's`() throws {
            let button = try #require(PasteLink().body as? PasteButton<URL>)
            button.onPaste([foreign])
            button.onPaste([])
            #expect(DoorSnippets.shown == [])
            button.onPaste([universal])
            #expect(DoorSnippets.shown == ["item 872346"])
        }

        @Test func `a page goes on on another device`() throws {
            let sender = try #require(ItemView(item: 7).body as? ActivitySender<ContentView>)
            let activity = NSUserActivity(activityType: sender.activityType)
            sender.update(activity)
            AppLinks.open(activity)
            #expect(DoorSnippets.shown == ["item 7"])
        }

        @Test(arguments: [("myapp://account", true), ("account", false)])
        func `a shortcut opens the link that is its type`(type: String, isOpened: Bool) {
            let origins = Origins()
            var results: [Bool] = []
            let item = UIApplicationShortcutItem(type: type)
            for delegate in [SceneDelegate(), Shortcuts()] as [any UIWindowSceneDelegate] {
                DoorSnippets.start()
                delegate.windowScene(
                    UIWindowScene(),
                    performActionFor: item,
                    completionHandler: { results.append($0) }
                )
                #expect(DoorSnippets.shown == (isOpened ? ["account"] : []))
            }
            #expect(results == [isOpened, isOpened])
            #expect(origins.seen == ["inApp", "inApp"])
        }

        @Test func `a shortcut starts a SwiftUI app`() {
            let application: any UIApplicationDelegate = ShopDelegate()
            let options = UIScene.ConnectionOptions()
            options.shortcutItem = UIApplicationShortcutItem(type: "myapp://account")
            let session = UISceneSession()
            let configuration = application.application(
                UIApplication(),
                configurationForConnecting: session,
                options: options
            )
            #expect(configuration.delegateClass == Shortcuts.self)
            let delegate: any UIWindowSceneDelegate = Shortcuts()
            delegate.scene(UIScene(), willConnectTo: session, options: options)
            #expect(DoorSnippets.shown == ["account"])
        }

        @Test(arguments: [
            ("myapp://account", nil, true), ("myapp-team://account", nil, false),
            ("MyApp-Team://account", nil, false),
            ("myapp-team://account", "io.mydomain.other", true),
            ("myapp-team://account", "com.evil", false),
        ])
        func `a scheme of the team is for the team`(
            text: String,
            sender: String?,
            isAllowed: Bool
        ) throws {
            let url = try #require(URL(string: text))
            #expect(
                AppLinks.allows(UIOpenURLContext(url: url, sourceApplication: sender)) == isAllowed
            )
        }

        @Test func `the app opens the link of its clip, once and not for long`() throws {
            let name = "DocumentationTests.clip"
            let group = try #require(UserDefaults(suiteName: name))
            defer { group.removePersistentDomain(forName: name) }
            LinkOfClip.keep(universal, in: group)
            LinkOfClip.open(in: group)
            LinkOfClip.open(in: group)
            #expect(DoorSnippets.shown == ["item 872346"])
            let old = Date().timeIntervalSince1970 - 4_000
            group.set([custom.absoluteString, "\(old)"], forKey: "link-of-clip")
            LinkOfClip.open(in: group)
            #expect(DoorSnippets.shown == ["item 872346"])
        }
    }
}
