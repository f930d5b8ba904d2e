import DeepLinks

extension DeepLinkCoordinator {
    /// A coordinator that lets links in.
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
