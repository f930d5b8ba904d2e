public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ShopTabs {
    /// The app with its only window.
    @MainActor
    public final class App {
        /// What the window shows; its views follow it, and tell it when a sheet opens and closes.
        public let navigator = TabNavigator<Tab, Screen, Sheet>(tab: .home)

        /// What checks links and lets them wait; the window's `onOpenURL` calls its `open`.
        public let coordinator: DeepLinkCoordinator

        private let places: DeepLinkParser<Place>

        /// Creates the app, with no user signed in.
        ///
        /// - Throws: A fault of the rules or the routes; a test makes sure that there is none.
        public init() throws {
            places = try ShopTabs.places()
            coordinator = DeepLinkCoordinator(
                handler: DeepLinkHandler(),
                rewriter: try ShopTabs.rewriter()
            )
            navigator.keepsSheet = { $0 == .login }
            try coordinator.handler.register(places) { [weak self] in self?.show($0) }
            coordinator.onOutcome = { [navigator] report in
                if case .deferred(_, until: let requirements) = report.outcome,
                    requirements.contains(.authenticated)
                {
                    navigator.present(.login)
                }
            }
            coordinator.activate()
        }

        /// Shows where a link leads, or a button.
        public func show(_ place: Place) {
            switch place {
            case .home: navigator.show([], in: .home)
            case .category(let name): navigator.show([.category(name)], in: .catalog)
            case .product(let id, in: let category):
                navigator.show([.category(category), .product(id)], in: .catalog)
            case .orders: navigator.show([.orders], in: .profile)
            case .cart: navigator.present(.checkout)
            }
        }

        /// The link that a share button gives to others.
        ///
        /// - Parameter place: Where the link leads.
        /// - Returns: A link to the web site.
        /// - Throws: `ExternalURLError` if no rule leads to the place.
        public func shareLink(to place: Place) throws -> URL {
            try coordinator.rewriter.externalURL(for: places.link(to: place), host: "shop.example")
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
            navigator.reset(to: .home)
        }
    }
}
