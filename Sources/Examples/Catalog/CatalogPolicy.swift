public import DeepLinks

extension Requirement {
    /// The account may see the shop's settings.
    public static let maySeeSettings: Requirement = "may-see-settings"
}

extension Catalog {
    /// Who may go where: all but the login needs a login, and the settings also need a permission.
    public struct AccessPolicy: NavigationPolicy, Sendable {
        private let parser: DeepLinkParser<AppDestination>

        /// Creates the policy.
        ///
        /// - Parameter parser: Makes destinations from links.
        public init(parser: DeepLinkParser<AppDestination>) {
            self.parser = parser
        }

        /// Decides about a destination.
        ///
        /// - Parameters:
        ///   - destination: Where the user wants to go.
        ///   - isAuthenticated: Whether a user is signed in.
        ///   - permissions: What the account of a signed-in user may do.
        /// - Returns: Allowed; deferred until a user is signed in; or rejected, if waiting would not help.
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

        /// Decides about the destination of a link, and rejects a link that has none.
        ///
        /// - Parameters:
        ///   - link: The internal link.
        ///   - context: What is satisfied: whether a user is signed in, and what the account may do.
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
