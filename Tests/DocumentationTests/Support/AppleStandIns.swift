import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Declarations of Apple's frameworks as far as the recipes use them, with the signatures that Apple documents, so that the
// recipes compile and run where those frameworks do not exist.

// MARK: - SwiftUI

@MainActor
protocol App {
    associatedtype Body: Scene
    var body: Body { get }
    init()
}

@MainActor
protocol Scene {}

@MainActor
protocol View {}

struct WindowGroup<Content: View>: Scene {
    let content: Content

    init(content: () -> Content) { self.content = content() }
}

struct ContentView: View {}

/// What a modifier gives: the view, and what it was called with; the real ones are opaque.
struct Modified<Content: View, Value>: View {
    let content: Content
    let value: Value
}

typealias LinkReceiver<Content: View> = Modified<Content, (URL) -> Void>
typealias ActivityUse<Content: View> = Modified<
    Content, (type: String, action: (NSUserActivity) -> Void)
>
typealias Widgeted<Content: View> = Modified<Content, URL?>
typealias EventHandler<Content: View> = Modified<
    Content, (preferring: Set<String>, allowing: Set<String>)
>
typealias Destinations<Content: View, Destination> = Modified<Content, (Any) -> Destination?>

extension View {
    func onOpenURL(perform action: @escaping (URL) -> Void) -> LinkReceiver<Self> {
        Modified(content: self, value: action)
    }

    func onContinueUserActivity(
        _ activityType: String,
        perform action: @escaping (NSUserActivity) -> Void
    ) -> ActivityUse<Self> { Modified(content: self, value: (activityType, action)) }

    func userActivity(
        _ activityType: String,
        _ update: @escaping (NSUserActivity) -> Void
    ) -> ActivityUse<Self> { Modified(content: self, value: (activityType, update)) }

    func widgetURL(_ url: URL?) -> Widgeted<Self> { Modified(content: self, value: url) }

    /// Of iOS 14 and macOS 11; not on tvOS and watchOS.
    func handlesExternalEvents(
        preferring: Set<String>,
        allowing: Set<String>
    ) -> EventHandler<Self> { Modified(content: self, value: (preferring, allowing)) }

    func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
        _ value: Value
    ) -> Modified<Self, Value> { Modified(content: self, value: value) }

    func navigationDestination<Data: Hashable, Content>(
        for data: Data.Type,
        destination: @escaping (Data) -> Content
    ) -> Destinations<Self, Content> {
        Modified(content: self) { value in (value as? Data).map(destination) }
    }
}

/// A button with which the user pastes.
struct PasteButton<Payload>: View {
    let payloadType: Payload.Type
    let onPaste: ([Payload]) -> Void
}

@MainActor
struct EnvironmentValues {
    var openURL: OpenURLAction
}

@MainActor
struct OpenURLAction {
    enum Result { case handled, discarded, systemAction }

    let handler: (URL) -> Result

    init(handler: @escaping (URL) -> Result) { self.handler = handler }
}

struct AnyView: View {
    let content: any View

    init(_ content: some View) { self.content = content }
}

@MainActor
struct NavigationStack<Path, Root: View>: View {
    let path: Binding<Path>
    let root: Root

    init(path: Binding<Path>, root: () -> Root) {
        self.path = path
        self.root = root()
    }
}

@MainActor
@propertyWrapper
struct Binding<Value> {
    let get: () -> Value
    let set: (Value) -> Void

    var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
}

@MainActor
@propertyWrapper
@dynamicMemberLookup
struct Bindable<Value: AnyObject> {
    let wrappedValue: Value

    var projectedValue: Bindable<Value> { self }

    subscript<Subject>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
    ) -> Binding<Subject> {
        Binding(
            get: { wrappedValue[keyPath: keyPath] },
            set: { wrappedValue[keyPath: keyPath] = $0 }
        )
    }
}

protocol ObservableObject: AnyObject {}

extension ObservableObject {
    /// Every object has one of its own; here, all objects of a program share one.
    var objectWillChange: ObservableObjectPublisher { sharedPublisher }
}

let sharedPublisher = ObservableObjectPublisher()

@propertyWrapper
struct Published<Value> { var wrappedValue: Value }

// MARK: - UIKit

@MainActor
class UIResponder { init() {} }

final class UIWindow: UIResponder {}

@MainActor
class UIScene {
    @MainActor
    final class ConnectionOptions {
        var urlContexts: Set<UIOpenURLContext> = []
        var userActivities: Set<NSUserActivity> = []
        var shortcutItem: UIApplicationShortcutItem?
    }

    struct OpenURLOptions { let sourceApplication: String? }

    var activationConditions = UISceneActivationConditions()
}

final class UIWindowScene: UIScene {}

@MainActor
final class UISceneActivationConditions {
    var prefersToActivateForTargetContentIdentifierPredicate = NSPredicate(format: "FALSEPREDICATE")
}

@MainActor
final class UISceneSession {
    struct Role: Equatable {}

    let role = Role()
}

@MainActor
final class UISceneConfiguration {
    var delegateClass: AnyClass?

    init(name: String?, sessionRole: UISceneSession.Role) {}
}

@MainActor
final class UIApplicationShortcutItem {
    let type: String

    init(type: String) { self.type = type }
}

@MainActor
protocol UISceneDelegate: AnyObject {
    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    )
    func scene(_ scene: UIScene, openURLContexts urlContexts: Set<UIOpenURLContext>)
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
}

/// The methods are optional, and so are those below.
extension UISceneDelegate {
    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {}
    func scene(_ scene: UIScene, openURLContexts urlContexts: Set<UIOpenURLContext>) {}
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
}

@MainActor
protocol UIWindowSceneDelegate: UISceneDelegate {
    var window: UIWindow? { get set }
    func windowScene(
        _ windowScene: UIWindowScene,
        performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
    )
}

extension UIWindowSceneDelegate {
    var window: UIWindow? {
        get { nil }
        set {}
    }

    func windowScene(
        _ windowScene: UIWindowScene,
        performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
    ) {}
}

@MainActor
class UIApplication { struct OpenURLOptionsKey: Hashable {} }

@MainActor
protocol UIApplicationDelegate {
    func application(
        _ app: UIApplication,
        open url: URL,
        options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool
    func application(
        _ application: UIApplication,
        continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool
    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
}

extension UIApplicationDelegate {
    func application(
        _ app: UIApplication,
        open url: URL,
        options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool { false }
    func application(
        _ application: UIApplication,
        continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool { false }
    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
    }
}

protocol UIUserActivityRestoring {}

@MainActor
final class UIOpenURLContext: NSObject {
    let url: URL
    let options: UIScene.OpenURLOptions

    init(url: URL, sourceApplication: String? = nil) {
        self.url = url
        options = UIScene.OpenURLOptions(sourceApplication: sourceApplication)
    }
}

/// Foundation's, which has no formats here.
final class NSPredicate {
    let format: String
    let arguments: [String]

    init(format: String, _ arguments: String...) {
        self.format = format
        self.arguments = arguments
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase, as Foundation calls it so
let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

// swift-format-ignore: AlwaysUseLowerCamelCase, as CoreSpotlight calls it so
let CSSearchableItemActionType = "com.apple.corespotlightitem"

// swift-format-ignore: AlwaysUseLowerCamelCase, as CoreSpotlight calls it so
let CSSearchableItemActivityIdentifier = "kCSSearchableItemActivityIdentifier"

final class NSUserActivity: NSObject {
    let activityType: String
    var webpageURL: URL?
    var userInfo: [AnyHashable: Any]?

    init(activityType: String) { self.activityType = activityType }

    /// What the system makes when a page is opened.
    convenience init(webpageURL: URL?) {
        self.init(activityType: NSUserActivityTypeBrowsingWeb)
        self.webpageURL = webpageURL
    }
}

// MARK: - UserNotifications

// swift-format-ignore: AlwaysUseLowerCamelCase, as UserNotifications calls it so
let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

// swift-format-ignore: AlwaysUseLowerCamelCase, as UserNotifications calls it so
let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

protocol UNUserNotificationCenterDelegate: AnyObject {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    )
}

@MainActor
final class UNUserNotificationCenter {
    private static let shared = UNUserNotificationCenter()

    weak var delegate: (any UNUserNotificationCenterDelegate)?

    static func current() -> UNUserNotificationCenter { shared }
}

struct UNNotificationResponse {
    let notification: UNNotification
    let actionIdentifier: String

    init(userInfo: [AnyHashable: Any], actionIdentifier: String) {
        let content = UNNotificationContent(userInfo: userInfo)
        notification = UNNotification(request: UNNotificationRequest(content: content))
        self.actionIdentifier = actionIdentifier
    }
}

struct UNNotification { let request: UNNotificationRequest }
struct UNNotificationRequest { let content: UNNotificationContent }
struct UNNotificationContent { let userInfo: [AnyHashable: Any] }

// MARK: - WebKit

@MainActor
final class WKWebView {}

enum WKNavigationType { case linkActivated, other }

enum WKNavigationActionPolicy { case cancel, allow }

/// Foundation's, as far as it is used; on Linux it is in a module of its own.
struct URLRequest { let url: URL? }

@MainActor
final class WKNavigationAction {
    let request: URLRequest
    let navigationType: WKNavigationType

    init(_ url: URL, navigationType: WKNavigationType) {
        request = URLRequest(url: url)
        self.navigationType = navigationType
    }
}

@MainActor
protocol WKNavigationDelegate: AnyObject {
    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    )
}

/// A page of iOS 26.
enum WebPage {
    @MainActor
    struct NavigationAction {
        let request: URLRequest
        let navigationType: WKNavigationType
    }

    struct NavigationPreferences {}

    @MainActor
    protocol NavigationDeciding {
        mutating func decidePolicy(
            for action: NavigationAction,
            preferences: inout NavigationPreferences
        ) async -> WKNavigationActionPolicy
    }
}
