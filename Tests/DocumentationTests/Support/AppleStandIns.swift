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

    init(content: () -> Content) {
        self.content = content()
    }
}

struct ContentView: View {}

extension View {
    func onOpenURL(perform action: @escaping (URL) -> Void) -> LinkReceiver<Self> {
        LinkReceiver(content: self, action: action)
    }
}

/// What `onOpenURL` gives; the real one is opaque.
struct LinkReceiver<Content: View>: View {
    let content: Content
    let action: (URL) -> Void
}

extension View {
    func onContinueUserActivity(
        _ activityType: String,
        perform action: @escaping (NSUserActivity) -> Void
    ) -> ActivityReceiver<Self> {
        ActivityReceiver(content: self, activityType: activityType, action: action)
    }
}

/// What `onContinueUserActivity` gives; the real one is opaque.
struct ActivityReceiver<Content: View>: View {
    let content: Content
    let activityType: String
    let action: (NSUserActivity) -> Void
}

extension View {
    func userActivity(
        _ activityType: String,
        _ update: @escaping (NSUserActivity) -> Void
    ) -> ActivitySender<Self> {
        ActivitySender(content: self, activityType: activityType, update: update)
    }

    func widgetURL(_ url: URL?) -> Widgeted<Self> {
        Widgeted(content: self, url: url)
    }
}

/// What `userActivity` gives; the real one is opaque.
struct ActivitySender<Content: View>: View {
    let content: Content
    let activityType: String
    let update: (NSUserActivity) -> Void
}

/// What `widgetURL` gives; the real one is opaque.
struct Widgeted<Content: View>: View {
    let content: Content
    let url: URL?
}

extension View {
    /// Of iOS 14 and macOS 11; not on tvOS and watchOS.
    func handlesExternalEvents(
        preferring: Set<String>,
        allowing: Set<String>
    ) -> EventHandler<Self> {
        EventHandler(content: self, preferring: preferring, allowing: allowing)
    }
}

/// What `handlesExternalEvents` gives; the real one is opaque.
struct EventHandler<Content: View>: View {
    let content: Content
    let preferring: Set<String>
    let allowing: Set<String>
}

/// A button with which the user pastes.
struct PasteButton<Payload>: View {
    let onPaste: ([Payload]) -> Void

    init(payloadType: Payload.Type, onPaste: @escaping ([Payload]) -> Void) {
        self.onPaste = onPaste
    }
}

extension View {
    func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
        _ value: Value
    ) -> Environed<Self, Value> {
        Environed(content: self, value: value)
    }
}

/// What `environment` gives; the real one is opaque.
struct Environed<Content: View, Value>: View {
    let content: Content
    let value: Value
}

@MainActor
struct EnvironmentValues {
    var openURL: OpenURLAction
}

@MainActor
struct OpenURLAction {
    enum Result {
        case handled
        case discarded
        case systemAction
    }

    let handler: (URL) -> Result

    init(handler: @escaping (URL) -> Result) {
        self.handler = handler
    }
}

struct AnyView: View {
    let content: any View

    init(_ content: some View) {
        self.content = content
    }
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

extension View {
    func navigationDestination<Data: Hashable, Content>(
        for data: Data.Type,
        destination: @escaping (Data) -> Content
    ) -> Destinations<Self, Content> {
        Destinations(content: self) { value in (value as? Data).map(destination) }
    }
}

/// What `navigationDestination` gives; the real one is opaque.
struct Destinations<Content: View, Destination>: View {
    let content: Content
    let destination: (Any) -> Destination?
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
struct Published<Value> {
    var wrappedValue: Value
}

// MARK: - UIKit

@MainActor
class UIResponder {
    init() {}
}

final class UIWindow: UIResponder {}

@MainActor
class UIScene {
    @MainActor
    final class ConnectionOptions {
        var urlContexts: Set<UIOpenURLContext> = []
        var userActivities: Set<NSUserActivity> = []
        var shortcutItem: UIApplicationShortcutItem?
    }

    @MainActor
    final class OpenURLOptions {
        let sourceApplication: String?

        init(sourceApplication: String?) {
            self.sourceApplication = sourceApplication
        }
    }

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

    init(type: String) {
        self.type = type
    }
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
class UIApplication {
    struct OpenURLOptionsKey: Hashable {}
}

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

    init(activityType: String) {
        self.activityType = activityType
    }

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

final class UNNotificationResponse {
    let actionIdentifier: String
    let notification: UNNotification

    init(userInfo: [AnyHashable: Any], actionIdentifier: String) {
        self.actionIdentifier = actionIdentifier
        notification = UNNotification(userInfo: userInfo)
    }
}

final class UNNotification {
    let request: UNNotificationRequest

    init(userInfo: [AnyHashable: Any]) {
        request = UNNotificationRequest(userInfo: userInfo)
    }
}

final class UNNotificationRequest {
    let content: UNNotificationContent

    init(userInfo: [AnyHashable: Any]) {
        content = UNNotificationContent(userInfo: userInfo)
    }
}

final class UNNotificationContent {
    let userInfo: [AnyHashable: Any]

    init(userInfo: [AnyHashable: Any]) {
        self.userInfo = userInfo
    }
}

// MARK: - WebKit

@MainActor
final class WKWebView {}

enum WKNavigationType {
    case linkActivated
    case other
}

enum WKNavigationActionPolicy {
    case cancel
    case allow
}

/// Foundation's, as far as it is used; on Linux it is in a module of its own.
struct URLRequest {
    let url: URL?
}

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
