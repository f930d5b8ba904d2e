import DeepLinks
import Foundation
import Testing

// OtherDoors.md: /// Opens a link of this app, or of its domains, and says whether it was one.

// OtherDoors.md: struct InnerLinks: View {

// OtherDoors.md: final class WebPages: NSObject, WKNavigationDelegate {

// OtherDoors.md: @available(iOS 26, macOS 26, visionOS 26, *)

// OtherDoors.md: struct PasteLink: View {

// OtherDoors.md: struct ItemView: View {

// OtherDoors.md: static func open(_ shortcut: UIApplicationShortcutItem) -> DeepLinkOutcome {

// OtherDoors.md: final class Shortcuts: UIResponder, UIWindowSceneDelegate {

// OtherDoors.md: /// Whether a link may be opened: this scheme is for one app of the same team.

// OtherDoors.md: enum LinkOfClip {

extension DoorSnippets {
    @MainActor
    struct Others {
        private let universal = DoorSnippets.urls[0]
        private let custom = DoorSnippets.urls[1]
        private let foreign = DoorSnippets.urls[2]

        init() { DoorSnippets.start() }

        @Test func `a link inside the app is opened if it is the app's, else by the system`() throws
        {
            let view = try #require(InnerLinks().body as? Modified<ContentView, OpenURLAction>)
            #expect(view.value.handler(universal) == .handled)
            #expect(view.value.handler(foreign) == .systemAction)
            let own = try #require(URL(string: "https://mydomain.io/imprint"))
            #expect(view.value.handler(own) == .handled)
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
            let sender = try #require(ItemView(item: 7).body as? ActivityUse<ContentView>)
            let activity = NSUserActivity(activityType: sender.value.type)
            sender.value.action(activity)
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
        func `a team's scheme is for it`(text: String, sender: String?, isAllowed: Bool) throws {
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
