public import DeepLinks

extension ShopTabs {
    /// The app with its only window.
    @MainActor
    public final class App {
        /// What the window shows; its views follow it, and tell it when a sheet opens and closes.
        public let navigator = TabNavigator<Tab, Screen, Sheet>(tab: .home)

        /// What checks links and lets them wait; the window's `onOpenURL` calls its `open`.
        public let coordinator: DeepLinkCoordinator

        /// Creates the app, with no user signed in.
        ///
        /// - Throws: A fault of the rules or the routes; a test makes sure that there is none.
        public init() throws {
            coordinator = DeepLinkCoordinator(
                handler: DeepLinkHandler(),
                rewriter: try ShopTabs.rewriter()
            )
            navigator.keepsSheet = { $0 == .login }
            try registerLinks()
            coordinator.onOutcome = { [navigator] report in
                if case .deferred(_, until: let requirements) = report.outcome,
                    requirements.contains(.authenticated)
                {
                    navigator.present(.login)
                }
            }
            coordinator.activate()
        }

        private func registerLinks() throws {
            let (handler, navigator) = (coordinator.handler, navigator)
            try handler.register("/home") { _ in navigator.show([], in: .home) }
            try handler.register("/categories/{category}", "category") { (category: String) in
                navigator.show([.category(category)], in: .catalog)
            }
            try handler.register("/products/{id:int}", "id", "category") {
                (id: Int, category: String) in
                navigator.show([.category(category), .product(id)], in: .catalog)
            }
            try handler.register("/orders", requires: [.authenticated]) { _ in
                navigator.show([.orders], in: .profile)
            }
            try handler.register("/cart", requires: [.authenticated]) { _ in
                navigator.present(.checkout)
            }
        }

        /// Called by the login when the user has signed in.
        ///
        /// The link that waited for it is opened, and is shown when the login's sheet is gone.
        public func signIn() {
            coordinator.satisfy(.authenticated)
            if navigator.sheet == .login { navigator.sheet = nil }
        }

        /// Called by the login when the user cancels it.
        public func cancelLogin() {
            coordinator.cancelPendingLinks()
            navigator.sheet = nil
        }

        /// Goes back to the beginning, so that the next user sees nothing of this one.
        public func signOut() {
            coordinator.revoke(.authenticated)
            navigator.sheet = nil
            for tab in Tab.allCases { navigator[tab].popToRoot() }
            // Takes the place of what waits until a sheet is gone.
            navigator.show([], in: .home)
        }
    }
}
