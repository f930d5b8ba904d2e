import DeepLinks
import Foundation
import Testing

// WindowsAndScenes.md: extension AppLinks {

// WindowsAndScenes.md: struct ShopApp: App {

// WindowsAndScenes.md: class SceneDelegate: UIResponder, UIWindowSceneDelegate {

// WindowsAndScenes.md: extension SceneDelegate {

enum AppScreen: Hashable, Codable {
    case account
    case item(Int)
}

// WindowsAndScenes.md: final class SheetPolicy: NavigationPolicy {

// WindowsAndScenes.md: class AppDelegate: UIResponder, UIApplicationDelegate {

extension DoorSnippets {
    @MainActor
    struct Windows {
        private let universal = DoorSnippets.urls[0]
        private let custom = DoorSnippets.urls[1]
        private let foreign = DoorSnippets.urls[2]

        init() { DoorSnippets.start() }

        /// An activity as Spotlight makes it.
        private func result(_ identifier: String?) -> NSUserActivity {
            let activity = NSUserActivity(activityType: CSSearchableItemActionType)
            activity.userInfo = identifier.map { [CSSearchableItemActivityIdentifier: $0] }
            return activity
        }

        @Test func `a SwiftUI app opens what its window gets`() throws {
            for path in DeepLinkHandler.main.paths { DeepLinkHandler.main.unregister(path) }
            let window = try #require(
                ShopApp().body
                    as? WindowGroup<
                        EventHandler<ActivityUse<ActivityUse<LinkReceiver<ContentView>>>>
                    >
            ).content
            // Without it, a Mac opens a window for each link.
            #expect(window.value.allowing == ["*"] && window.value.preferring == [])
            let spotlight = window.content
            let activities = spotlight.content
            for url in [universal, custom, foreign] { activities.content.value(url) }
            #expect(DoorSnippets.shown == ["item 872346", "account"])

            // The same tap at the other place.
            #expect(activities.value.type == NSUserActivityTypeBrowsingWeb)
            activities.value.action(NSUserActivity(webpageURL: universal))
            #expect(DoorSnippets.shown == ["item 872346", "account"])
            AppLinks.coordinator.revoke(.authenticated)
            activities.value.action(NSUserActivity(webpageURL: universal))
            activities.value.action(NSUserActivity(webpageURL: nil))
            #expect(DoorSnippets.shown == ["item 872346", "account", "item 872346"])

            #expect(spotlight.value.type == CSSearchableItemActionType)
            spotlight.value.action(result("/shop/item?id=7"))
            #expect(DoorSnippets.shown.last == "item 7")
        }

        @Test func `a result of Spotlight opens the link that is its identifier`() {
            for identifier in ["/shop/item?id=7", "no link", nil] {
                AppLinks.open(result(identifier))
            }
            #expect(DoorSnippets.shown == ["item 7"])
        }

        @Test func `a scene opens what it is connected with`() {
            let options = UIScene.ConnectionOptions()
            options.urlContexts = [UIOpenURLContext(url: custom)]
            options.userActivities = [NSUserActivity(webpageURL: universal)]
            let delegate: any UIWindowSceneDelegate = SceneDelegate()
            delegate.scene(UIScene(), willConnectTo: UISceneSession(), options: options)
            #expect(DoorSnippets.shown == ["account", "item 872346"])
        }

        @Test func `a result of Spotlight and a shortcut start an app with scenes`() {
            let options = UIScene.ConnectionOptions()
            options.userActivities = [result("/shop/item?id=7")]
            options.shortcutItem = UIApplicationShortcutItem(type: "myapp://account")
            let delegate: any UIWindowSceneDelegate = SceneDelegate()
            delegate.scene(UIScene(), willConnectTo: UISceneSession(), options: options)
            #expect(DoorSnippets.shown == ["item 7", "account"])
        }

        @Test func `a scene opens what it gets later`() {
            let delegate: any UIWindowSceneDelegate = SceneDelegate()
            delegate.scene(UIScene(), openURLContexts: [UIOpenURLContext(url: custom)])
            delegate.scene(UIScene(), continue: NSUserActivity(webpageURL: universal))
            delegate.scene(UIScene(), continue: NSUserActivity(webpageURL: nil))
            delegate.scene(UIScene(), continue: result("/shop/item?id=7"))
            #expect(DoorSnippets.shown == ["account", "item 872346", "item 7"])
        }

        @Test func `a scene is preferred for the link that it shows`() throws {
            let scene = UIScene()
            SceneDelegate().prefer(try DeepLink("/shop/item?id=7"), in: scene)
            let predicate = scene.activationConditions
                .prefersToActivateForTargetContentIdentifierPredicate
            #expect(predicate.format == "self == %@")
            #expect(predicate.arguments == ["/shop/item?id=7"])
        }

        @Test func `an application opens what it gets and says whether it could`() {
            let delegate: any UIApplicationDelegate = AppDelegate()
            let application = UIApplication()
            #expect(delegate.application(application, open: custom, options: [:]))
            #expect(!delegate.application(application, open: foreign, options: [:]))
            for (url, isOpened) in [(universal, true), (foreign, false), (nil, false)] {
                #expect(
                    delegate.application(
                        application,
                        continue: NSUserActivity(webpageURL: url),
                        restorationHandler: { _ in }
                    ) == isOpened
                )
            }
            #expect(DoorSnippets.shown == ["account", "item 872346"])
        }

        @Test func `a link waits for a sheet to be closed`() throws {
            let policy = SheetPolicy()
            let handler = DeepLinkHandler()
            let coordinator = try DeepLinkCoordinator.started(handler, policy: policy)
            var count = 0
            try handler.register("/account") { _ in count += 1 }
            policy.isSheetOpen = true
            #expect(coordinator.open("myapp://account").isAccepted)
            coordinator.activate()
            #expect(count == 0)

            // WindowsAndScenes.md: policy.isSheetOpen = false

            #expect(count == 1 && coordinator.pendingLinks.isEmpty)
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

            // WindowsAndScenes.md: navigator.path = try JSONDecoder().decode([AppScreen].self, from: storedPath)

            #expect(navigator.path == [.item(7), .account])
        }
    }
}
