public import DeepLinks

extension Catalog {
    /// Who may go where: all but the login is for those who are signed in.
    public struct AccessPolicy: NavigationPolicy, Sendable {
        private let parser: DeepLinkParser<AppDestination>

        /// Creates the policy.
        ///
        /// - Parameter parser: What makes destinations of links.
        public init(parser: DeepLinkParser<AppDestination>) {
            self.parser = parser
        }

        /// Decides about a destination.
        ///
        /// - Parameters:
        ///   - destination: Where somebody wants to go.
        ///   - isAuthenticated: Whether somebody is signed in.
        /// - Returns: Allowed, or deferred until somebody is.
        public func evaluate(
            _ destination: AppDestination,
            isAuthenticated: Bool
        ) -> NavigationDecision {
            switch destination {
            case .login:
                .allow
            case .catalog, .productDetail, .settings:
                isAuthenticated ? .allow : .deferUntil([.authenticated])
            }
        }

        /// Decides about the destination of a link, and refuses a link that has none.
        ///
        /// - Parameters:
        ///   - link: The internal link.
        ///   - context: What is satisfied.
        /// - Returns: The decision.
        public func decision(
            for link: DeepLink,
            in context: NavigationContext
        ) -> NavigationDecision {
            guard let destination = parser.parse(link) else {
                return .reject(reason: "The link names no product.")
            }
            return evaluate(
                destination,
                isAuthenticated: context.satisfied.contains(.authenticated)
            )
        }
    }
}
