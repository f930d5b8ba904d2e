import Foundation

// Declarations of SwiftUI and UIKit as far as the recipes use them, with the signatures that Apple documents, so that the
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

@MainActor
class UISceneSession {}

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

final class NSUserActivity: NSObject {
    let webpageURL: URL?

    init(webpageURL: URL?) {
        self.webpageURL = webpageURL
    }
}
