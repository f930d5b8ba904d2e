public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Catalog {
    /// Handles links from outside and intents inside the app in the same way.
    ///
    /// Where the system supports observation, a view that reads ``state`` is updated with it.
    @MainActor
    public final class AppCoordinator {
        /// Checks whether a product can be shown, before the app goes there.
        public typealias ProductCheck = @MainActor (ProductID) async throws -> Void

        /// Where the app is.
        public enum State: Equatable, Sendable {
            /// No user is signed in, and nothing was asked for.
            case anonymous
            /// No user is signed in, and the login is on screen.
            case loginShown
            /// A user is signed in, and this is on screen.
            case authenticated(AppDestination)
        }

        /// What the window shows at its root.
        private enum Root {
            case welcome
            case login
            case content
        }

        private let window = TabNavigator<Root, AppDestination, Never>(tab: .welcome)

        /// The coordinator that judges links and lets them wait.
        public let deepLinks: DeepLinkCoordinator

        /// The log of what happens to links; nil for no log.
        public var log: NavigationLog?

        private let parser: DeepLinkParser<AppDestination>

        /// Creates a coordinator, with no user signed in.
        ///
        /// - Parameters:
        ///   - parser: Makes destinations from links; nil for the app's own parser.
        ///   - policy: Decides about links; nil for the app's own policy.
        ///   - pending: What happens if more links arrive than can be shown: the last one wins, or they queue.
        ///   - clock: Measures how long links wait.
        ///   - productCheck: Checks whether a product can be shown; nil if no check is needed.
        /// - Throws: A fault of the rules or the routes; a test makes sure that there is none.
        public init(
            parser: DeepLinkParser<AppDestination>? = nil,
            policy: (any NavigationPolicy)? = nil,
            pending: DeepLinkCoordinator.Options.Pending = .latest,
            clock: some Clock<Duration> = ContinuousClock(),
            productCheck: ProductCheck? = nil
        ) throws {
            let parser = try parser ?? Catalog.parser()
            self.parser = parser
            var options = DeepLinkCoordinator.Options()
            options.pending = pending
            deepLinks = DeepLinkCoordinator(
                handler: DeepLinkHandler(),
                rewriter: try Catalog.rewriter(),
                policy: policy ?? AccessPolicy(parser: parser),
                options: options,
                clock: clock
            )
            deepLinks.onOutcome = { [weak self] report in
                // However the link arrived, and also if it was not the first thing that it waited for.
                if case .deferred(_, until: let requirements) = report.outcome,
                    requirements.contains(.authenticated)
                {
                    self?.navigate(to: .login)
                }
            }
            try register(productCheck)
            deepLinks.activate()
        }

        private func register(_ productCheck: ProductCheck?) throws {
            guard let productCheck else {
                return try deepLinks.handler.register(parser) { [weak self] destination in
                    self?.navigate(to: destination)
                }
            }
            for route in ["/login", "/catalog", "/settings"] {
                let destination = try parser.parse(DeepLink(route))
                try deepLinks.handler.register(route) { [weak self] _ in
                    if let destination {
                        self?.navigate(to: destination)
                    }
                }
            }
            try deepLinks.handler.register(
                "/product",
                preparing: { queryItems in
                    let id = try queryItems.require(.productID)
                    try await productCheck(id)
                    return AppDestination.productDetail(id)
                },
                action: { [weak self] in self?.navigate(to: $0) }
            )
        }
    }
}

// MARK: - Intents

extension Catalog.AppCoordinator {
    /// Goes to a destination if the policy allows it; if it has to wait for a login, goes to the login first.
    ///
    /// - Parameter destination: The destination that the user asks for.
    /// - Returns: The outcome.
    @discardableResult
    public func handle(destination: Catalog.AppDestination) -> DeepLinkOutcome {
        do {
            return deepLinks.open(try destination.link())
        } catch {
            return .failed(error)
        }
    }

    /// Opens an external link in the same way.
    ///
    /// - Parameter url: The link as the system passes it.
    /// - Returns: The outcome.
    @discardableResult
    public func handleDeepLink(_ url: URL) -> DeepLinkOutcome {
        log?.url = url.absoluteString
        defer { log?.url = nil }
        return deepLinks.open(url)
    }

    /// Goes to the destination that waits for the login, or to the catalog.
    ///
    /// - Parameter permissions: What else the account may do.
    public func handleLoginSuccess(permissions: Set<Requirement> = [.maySeeSettings]) {
        let hasPending = pendingDestination != nil
        window.tab = .content
        // Permissions come before the login, so that they are known when the waiting link is judged.
        for permission in permissions { deepLinks.satisfy(permission) }
        deepLinks.satisfy(.authenticated)
        if !hasPending || navigator.path.isEmpty {
            navigate(to: .catalog)
        }
    }

    /// Goes back to the root and drops links that wait.
    public func handleLogout() {
        for requirement in deepLinks.satisfied.union([.authenticated]) {
            deepLinks.revoke(requirement)
        }
        window.tab = .welcome
        navigator.popToRoot()
    }

    /// Goes back by one screen.
    public func back() {
        navigator.pop()
    }

    private func navigate(to destination: Catalog.AppDestination) {
        switch destination {
        case .login:
            if !isAuthenticated { window.tab = .login }
            navigator.popToRoot()
        case .catalog, .productDetail, .settings:
            navigator.push(destination)
        }
    }
}

// MARK: - State

extension Catalog.AppCoordinator {
    /// The path of destinations after the root, which is the login or, once a user is signed in, the catalog.
    public var navigator: Navigator<Catalog.AppDestination> { window[.content] }

    /// Whether a user is signed in.
    public var isAuthenticated: Bool { window.tab == .content }

    /// Where the app will go once a user has signed in.
    public var pendingDestination: Catalog.AppDestination? {
        deepLinks.pendingLinks.last.flatMap { parser.parse($0.link) }
    }

    /// Where the app is.
    public var state: State {
        switch window.tab {
        case .welcome: .anonymous
        case .login: .loginShown
        case .content: .authenticated(navigator.path.last ?? .catalog)
        }
    }

    /// Called after each change of ``state``, for systems and views without observation.
    public var onChange: (@MainActor () -> Void)? {
        get { window.onChange }
        set { window.onChange = newValue }
    }
}
