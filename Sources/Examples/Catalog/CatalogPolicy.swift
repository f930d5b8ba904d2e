public import DeepLinks

extension Requirement {
    /// The account may change the shop's settings.
    public static let maySeeSettings: Requirement = "may-see-settings"
}

extension Catalog {
    /// Who may go where: all but the login is for those who are signed in, and the settings for those of them who may see them.
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
        ///   - permissions: What the account of somebody who is signed in may do.
        /// - Returns: Allowed; deferred until somebody is signed in; or rejected, since waiting would not help.
        public func evaluate(
            _ destination: AppDestination,
            isAuthenticated: Bool,
            permissions: Set<Requirement> = [.maySeeSettings]
        ) -> NavigationDecision {
            switch destination {
            case .login:
                .allow
            case .catalog, .productDetail, .settings:
                if !isAuthenticated {
                    .deferUntil([.authenticated])
                } else if destination == .settings, !permissions.contains(.maySeeSettings) {
                    .reject(reason: "This account may not see the settings.")
                } else {
                    .allow
                }
            }
        }

        /// Decides about the destination of a link, and refuses a link that has none.
        ///
        /// - Parameters:
        ///   - link: The internal link.
        ///   - context: What is satisfied: whether somebody is signed in, and what the account may do.
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
                isAuthenticated: context.satisfied.contains(.authenticated),
                permissions: context.satisfied
            )
        }
    }
}
