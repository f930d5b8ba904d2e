public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Catalog {
    /// Takes everything that somebody wants to see, from outside and inside, on the same way.
    @MainActor
    public final class AppCoordinator {
        /// Looks whether a product can be shown, before the app goes there.
        public typealias ProductCheck = @MainActor (ProductID) async throws -> Void

        /// Where the app is.
        public enum State: Equatable, Sendable {
            /// Nobody is signed in, and nothing was asked for.
            case anonymous
            /// Nobody is signed in, and the login is on screen.
            case loginShown
            /// Somebody is signed in, and this is on screen.
            case authenticated(AppDestination)
        }

        /// The path of destinations after the root, which is the login or, once somebody is signed in, the catalog.
        public let navigator = Navigator<AppDestination>()

        /// What judges links and lets them wait.
        public let deepLinks: DeepLinkCoordinator

        /// What writes down each link's way; nil for no log.
        public var log: NavigationLog?

        private let parser: DeepLinkParser<AppDestination>
        private var isLoginShown = false

        /// Creates a coordinator, with nobody signed in.
        ///
        /// - Parameters:
        ///   - parser: What makes destinations of links; nil for the app's own.
        ///   - policy: What decides about links; nil for the app's own.
        ///   - pending: What becomes of links when more arrive than can be shown: the last one wins, or they queue.
        ///   - clock: Measures how long links wait.
        ///   - productCheck: Looks whether a product can be shown; nil if that needs no time.
        /// - Throws: A fault of the rules or the routes: none, as a test makes sure.
        public init(
            parser: DeepLinkParser<AppDestination>? = nil,
            policy: (any NavigationPolicy)? = nil,
            pending: PendingMode = .latest,
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
    /// Goes to a destination, if the policy allows it; else to the login, and there once somebody has signed in.
    ///
    /// - Parameter destination: What somebody wants to see.
    /// - Returns: What became of it.
    @discardableResult
    public func handle(destination: Catalog.AppDestination) -> DeepLinkOutcome {
        do {
            return follow(deepLinks.open(try destination.link()))
        } catch {
            return .failed(error)
        }
    }

    /// Opens an external link in the same way.
    ///
    /// - Parameter url: The link as the system hands it over.
    /// - Returns: What became of it.
    @discardableResult
    public func handleDeepLink(_ url: URL) -> DeepLinkOutcome {
        log?.url = url.absoluteString
        defer { log?.url = nil }
        return follow(deepLinks.open(url))
    }

    /// Goes to what was waiting for the login, or to the catalog.
    ///
    /// - Parameter permissions: What the account may do besides.
    public func handleLoginSuccess(permissions: Set<Requirement> = [.maySeeSettings]) {
        let hasPending = pendingDestination != nil
        isLoginShown = false
        // Before the login, so that all is known when what waits has its turn.
        for permission in permissions { deepLinks.satisfy(permission) }
        deepLinks.satisfy(.authenticated)
        if !hasPending || navigator.path.isEmpty {
            navigate(to: .catalog)
        }
    }

    /// Goes back to the beginning; what waits is forgotten.
    public func handleLogout() {
        for requirement in deepLinks.satisfied.union([.authenticated]) {
            deepLinks.revoke(requirement)
        }
        isLoginShown = false
        navigator.popToRoot()
    }

    /// Goes back by one screen.
    public func back() {
        navigator.pop()
    }

    private func follow(_ outcome: DeepLinkOutcome) -> DeepLinkOutcome {
        if case .deferred = outcome {
            navigate(to: .login)
        }
        return outcome
    }

    private func navigate(to destination: Catalog.AppDestination) {
        switch destination {
        case .login:
            isLoginShown = !isAuthenticated
            navigator.popToRoot()
        case .catalog, .productDetail, .settings:
            navigator.push(destination)
        }
    }
}

// MARK: - State

extension Catalog.AppCoordinator {
    /// Whether somebody is signed in.
    public var isAuthenticated: Bool { deepLinks.satisfied.contains(.authenticated) }

    /// Where the app will go once somebody has signed in.
    public var pendingDestination: Catalog.AppDestination? {
        deepLinks.pendingLinks.last.flatMap { parser.parse($0.link) }
    }

    /// Where the app is.
    public var state: State {
        if isAuthenticated { return .authenticated(navigator.path.last ?? .catalog) }
        return isLoginShown ? .loginShown : .anonymous
    }
}
