public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension EduGo {
    /// What is on screen, and who is signed in.
    @MainActor
    public final class AppCoordinator {
        /// The path of screens, for a navigation stack to be bound to.
        public let navigator = Navigator<Screen>()

        /// Whether somebody is signed in.
        public var isAuthenticated: Bool {
            didSet {
                if !isAuthenticated, oldValue {
                    navigator.popToRoot()
                    onSignOut?()
                }
            }
        }

        /// Called when somebody has signed out.
        var onSignOut: (@MainActor () -> Void)?

        /// Creates a coordinator at the root.
        ///
        /// - Parameter isAuthenticated: Whether somebody is signed in already.
        public init(isAuthenticated: Bool = false) {
            self.isAuthenticated = isAuthenticated
        }

        /// The screens after the root.
        public var navigationPath: [Screen] { navigator.path }

        /// Goes on to a screen.
        public func navigate(to screen: Screen) {
            navigator.push(screen)
        }
    }

    /// Opens links, or keeps them until somebody has signed in.
    @MainActor
    public final class DeeplinkHandler {
        /// What checks links and lets them wait.
        public let coordinator: DeepLinkCoordinator

        private let appCoordinator: AppCoordinator

        /// Creates the handler and registers all destinations.
        ///
        /// - Parameter appCoordinator: What navigates.
        /// - Throws: A fault of the rules or the routes: none, as a test makes sure.
        public init(appCoordinator: AppCoordinator) throws {
            self.appCoordinator = appCoordinator
            let handler = DeepLinkHandler()
            let parser = try EduGo.parser()
            try handler.register(parser, requires: [.authenticated]) { deeplink in
                appCoordinator.navigate(to: deeplink.toScreen())
            }
            coordinator = DeepLinkCoordinator(
                handler: handler,
                rewriter: try EduGo.rewriter(),
                policy: Policy(parser: parser, appCoordinator: appCoordinator)
            )
            coordinator.activate()
            appCoordinator.onSignOut = { [coordinator] in
                // What waits was meant for the one who has left.
                coordinator.revoke(.authenticated)
            }
        }

        /// Opens a URL, or keeps it until somebody has signed in.
        ///
        /// - Parameter url: A URL with one of the schemes, or a universal link.
        /// - Returns: Whether the URL is one that the app opens, now or later.
        @discardableResult
        public func handle(_ url: URL) -> Bool {
            coordinator.open(url).isAccepted
        }

        /// Opens the link of a push notification.
        ///
        /// - Parameter userInfo: The notification's payload, which has the link under `deeplink`.
        /// - Returns: Whether there is a link that the app opens, now or later.
        @discardableResult
        public func handlePushNotification(userInfo: [AnyHashable: Any]) -> Bool {
            coordinator.open(pushPayload: userInfo).isAccepted
        }

        /// Opens what waits, once somebody has signed in.
        public func handlePostLoginNavigation() {
            guard appCoordinator.isAuthenticated else { return }
            coordinator.satisfy(.authenticated)
        }

        /// The link that waits.
        public var pendingDeeplink: DeepLink? { coordinator.pendingLinks.first?.link }
    }

    /// Refuses links whose identifiers are none, and lets the others wait until somebody is signed in.
    private struct Policy: NavigationPolicy {
        let parser: DeepLinkParser<Deeplink>
        let appCoordinator: AppCoordinator

        func decision(for link: DeepLink, in context: NavigationContext) -> NavigationDecision {
            guard parser.parse(link) != nil else {
                return .reject(reason: "An identifier of the link is no UUID.")
            }
            return appCoordinator.isAuthenticated ? .allow : .deferUntil(context.requirements)
        }
    }
}
