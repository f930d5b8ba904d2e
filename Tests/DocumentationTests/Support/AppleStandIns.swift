import Foundation

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
    struct ConnectionOptions {
        let urlContexts: Set<UIOpenURLContext>
        let userActivities: Set<NSUserActivity>
    }
}

final class UIWindowScene: UIScene {}

@MainActor
class UISceneSession {}

@MainActor
final class UIApplicationShortcutItem {
    let type: String

    init(type: String) {
        self.type = type
    }
}

@MainActor
protocol UISceneDelegate {
    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    )
    func scene(_ scene: UIScene, openURLContexts urlContexts: Set<UIOpenURLContext>)
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
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

@MainActor
class UIApplication {
    struct LaunchOptionsKey: Hashable {}
    struct OpenURLOptionsKey: Hashable {}
}

@MainActor
protocol UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
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
}

protocol UIUserActivityRestoring {}

final class UIOpenURLContext: NSObject {
    let url: URL

    init(url: URL) {
        self.url = url
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase, as Foundation calls it so
let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

// swift-format-ignore: AlwaysUseLowerCamelCase, as CoreSpotlight calls it so
let CSSearchableItemActionType = "com.apple.corespotlightitem"

// swift-format-ignore: AlwaysUseLowerCamelCase, as CoreSpotlight calls it so
let CSSearchableItemActivityIdentifier = "kCSSearchableItemActivityIdentifier"

final class NSUserActivity: NSObject {
    var webpageURL: URL?
    var userInfo: [AnyHashable: Any]?

    init(webpageURL: URL?) {
        self.webpageURL = webpageURL
    }
}

// MARK: - AppIntents

protocol AppIntent: Sendable {
    associatedtype PerformResult: IntentResult
    static var title: LocalizedStringResource { get }
    static var supportedModes: IntentModes { get }
    func perform() async throws -> PerformResult
}

extension AppIntent {
    static var supportedModes: IntentModes { .background }
}

struct IntentModes: OptionSet, Sendable {
    enum ForegroundMode {
        case immediate
        case dynamic
        case deferred
    }

    let rawValue: Int

    static let background = IntentModes(rawValue: 1)

    static func foreground(_ mode: ForegroundMode) -> IntentModes {
        switch mode {
        case .immediate: IntentModes(rawValue: 2)
        case .dynamic: IntentModes(rawValue: 4)
        case .deferred: IntentModes(rawValue: 8)
        }
    }
}

protocol IntentResult: Sendable {}

struct OpenURLIntent: Sendable {
    let url: URL

    init(_ url: URL) {
        self.url = url
    }
}

protocol OpensIntent: IntentResult {}

/// What a result with an intent is; the real one is opaque.
struct OpenURLResult: OpensIntent {
    let opensIntent: OpenURLIntent
}

extension IntentResult where Self == OpenURLResult {
    static func result(opensIntent: OpenURLIntent) -> Self {
        OpenURLResult(opensIntent: opensIntent)
    }
}

struct EmptyIntentResult: IntentResult {}

extension IntentResult where Self == EmptyIntentResult {
    static func result() -> Self { EmptyIntentResult() }
}

struct LocalizedStringResource: Sendable, ExpressibleByStringLiteral {
    let key: String

    init(stringLiteral value: String) {
        key = value
    }
}

// MARK: - UserNotifications

protocol UNUserNotificationCenterDelegate: AnyObject {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    )
}

@MainActor
final class UNUserNotificationCenter {
    private static let shared = UNUserNotificationCenter()

    weak var delegate: (any UNUserNotificationCenterDelegate)?

    static func current() -> UNUserNotificationCenter { shared }
}

final class UNNotificationResponse {
    let notification: UNNotification

    init(userInfo: [AnyHashable: Any]) {
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
