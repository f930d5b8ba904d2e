public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension EduGo {
    /// Opens links, or keeps them until a user has signed in.
    ///
    /// Where the system supports observation, a view that reads ``pendingDeeplink`` is updated, as the link is kept in a navigator.
    @MainActor
    public final class DeeplinkHandler {
        /// What checks links and lets them wait.
        public let coordinator: DeepLinkCoordinator

        private let appCoordinator: AppCoordinator
        private let pending = Navigator<DeepLink>()

        /// Creates the handler and registers all destinations.
        ///
        /// - Parameters:
        ///   - appCoordinator: Navigates to screens.
        ///   - isSetUp: Whether links are let in at once; if not, they wait for ``letLinksIn()``.
        /// - Throws: A fault of the rules or the routes; a test makes sure that there is none.
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
                // Waiting links were meant for the user who has signed out.
                self?.coordinator.revoke(.authenticated)
                self?.updatePending()
            }
        }

        /// Opens a URL, or keeps it until a user has signed in.
        ///
        /// - Parameter url: A URL with one of the schemes, or a universal link.
        /// - Returns: Whether the app opens the URL, now or later.
        @discardableResult
        public func handle(_ url: URL) -> Bool {
            defer { updatePending() }
            return coordinator.open(url).isAccepted
        }

        /// Opens the link of a push notification.
        ///
        /// - Parameter userInfo: The notification's payload, which has the link under `deeplink`.
        /// - Returns: Whether the payload has a link that the app opens, now or later.
        @discardableResult
        public func handlePushNotification(userInfo: [AnyHashable: Any]) -> Bool {
            defer { updatePending() }
            return coordinator.open(pushPayload: userInfo).isAccepted
        }

        /// Lets links in, and opens one that waits only for that.
        public func letLinksIn() {
            coordinator.activate()
            updatePending()
        }

        /// Opens the waiting link, once a user has signed in.
        public func handlePostLoginNavigation() {
            guard appCoordinator.isAuthenticated else { return }
            coordinator.satisfy(.authenticated)
            updatePending()
        }

        /// The link that waits.
        public var pendingDeeplink: DeepLink? {
            // Views follow this read of the path; the coordinator knows which links have expired.
            pending.path.isEmpty ? nil : coordinator.pendingLinks.first?.link
        }

        private func updatePending() {
            pending.path = coordinator.pendingLinks.map(\.link)
        }
    }

    /// Refuses links whose identifiers are not UUIDs, and lets the others wait until a user has signed in.
    private struct Policy: NavigationPolicy {
        let parser: DeepLinkParser<Deeplink>
        let appCoordinator: AppCoordinator

        func decision(for link: DeepLink, in context: NavigationContext) -> NavigationDecision {
            guard parser.parse(link) != nil else {
                return .reject(reason: "An identifier in the link is not a UUID.")
            }
            return appCoordinator.isAuthenticated ? .allow : .deferUntil(context.requirements)
        }
    }
}
