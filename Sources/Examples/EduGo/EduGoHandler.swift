public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension EduGo {
    /// Opens links, or keeps them until somebody has signed in.
    ///
    /// A view that reads ``pendingDeeplink`` follows it, where the system observes: it is kept in a navigator.
    @MainActor
    public final class DeeplinkHandler {
        /// What checks links and lets them wait.
        public let coordinator: DeepLinkCoordinator

        private let appCoordinator: AppCoordinator
        private let pending = Navigator<DeepLink>()

        /// Creates the handler and registers all destinations.
        ///
        /// - Parameters:
        ///   - appCoordinator: What navigates.
        ///   - isSetUp: Whether links are let in at once; if not, they wait for ``letLinksIn()``.
        /// - Throws: A fault of the rules or the routes: none, as a test makes sure.
        public init(appCoordinator: AppCoordinator, isSetUp: Bool = true) throws {
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
            if isSetUp {
                coordinator.activate()
            }
            appCoordinator.onSignOut = { [weak self] in
                // What waits was meant for the one who has left.
                self?.coordinator.revoke(.authenticated)
                self?.updatePending()
            }
        }

        /// Opens a URL, or keeps it until somebody has signed in.
        ///
        /// - Parameter url: A URL with one of the schemes, or a universal link.
        /// - Returns: Whether the URL is one that the app opens, now or later.
        @discardableResult
        public func handle(_ url: URL) -> Bool {
            defer { updatePending() }
            return coordinator.open(url).isAccepted
        }

        /// Opens the link of a push notification.
        ///
        /// - Parameter userInfo: The notification's payload, which has the link under `deeplink`.
        /// - Returns: Whether there is a link that the app opens, now or later.
        @discardableResult
        public func handlePushNotification(userInfo: [AnyHashable: Any]) -> Bool {
            defer { updatePending() }
            return coordinator.open(pushPayload: userInfo).isAccepted
        }

        /// Lets links in, and opens what waits for that alone.
        public func letLinksIn() {
            coordinator.activate()
            updatePending()
        }

        /// Opens what waits, once somebody has signed in.
        public func handlePostLoginNavigation() {
            guard appCoordinator.isAuthenticated else { return }
            coordinator.satisfy(.authenticated)
            updatePending()
        }

        /// The link that waits.
        public var pendingDeeplink: DeepLink? {
            // Reading the path is what a view follows; the coordinator knows what has expired.
            pending.path.isEmpty ? nil : coordinator.pendingLinks.first?.link
        }

        private func updatePending() {
            pending.path = coordinator.pendingLinks.map(\.link)
        }
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
