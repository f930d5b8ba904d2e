import DeepLinks

extension DeepLinkCoordinator {
    /// A coordinator that lets links in.
    ///
    /// - Parameters:
    ///   - handler: The routes.
    ///   - rewriter: The rules; by default, links of the scheme `myapp` pass.
    ///   - policy: The policy.
    /// - Returns: The coordinator.
    /// - Throws: What is wrong with the rules.
    static func started(
        _ handler: DeepLinkHandler,
        _ rewriter: URLRewriter? = nil,
        policy: any NavigationPolicy = RequirementPolicy()
    ) throws -> DeepLinkCoordinator {
        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: try rewriter ?? URLRewriter { Scheme("myapp", unmatched: .passThrough) },
            policy: policy
        )
        coordinator.activate()
        return coordinator
    }
}
