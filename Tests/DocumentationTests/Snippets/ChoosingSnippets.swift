import DeepLinks
import Testing

private struct NoWaitingPolicy: NavigationPolicy {
    func decision(for link: DeepLink, in context: NavigationContext) -> NavigationDecision {
        context.missing.isEmpty
            ? .allow : .reject(reason: "Sign in first, then open the link again.")
    }
}

@MainActor
struct ChoosingSnippets {
    private enum Place: Hashable, Sendable {
        case catalog
        case product(String)
    }

    private let handler = DeepLinkHandler()
    private let rewriter: URLRewriter

    init() throws {
        rewriter = try URLRewriter { Scheme("myapp", unmatched: .passThrough) }
    }

    /// The places that two links lead to, one of which waits for a login.
    private func visit(_ shown: () -> [Place]) throws {
        let coordinator = DeepLinkCoordinator(handler: handler, rewriter: rewriter)
        coordinator.activate()
        coordinator.open("myapp://product?id=872346")
        #expect(shown() == [])
        coordinator.satisfy(.authenticated)
        coordinator.open("myapp://catalog")
        #expect(shown() == [.product("872346"), .catalog])
    }

    @Test func `closures`() throws {
        var shown: [Place] = []
        func show(_ place: Place) { shown.append(place) }

        try handler.register("/catalog") { _ in
            show(.catalog)
        }
        try handler.register("/product", requires: [.authenticated]) { queryItems in
            show(.product(try queryItems.require(.id)))
        }

        try visit { shown }
    }

    @Test func `destinations`() throws {
        let navigator = Navigator<Place>()

        let parser = try DeepLinkParser<Place> {
            Route("/catalog") { _ in .catalog }
            Route("/product", requires: [.authenticated]) { queryItems in
                .product(try queryItems.require(.id))
            }
        }
        try handler.register(parser) { place in navigator.push(place) }

        try visit { navigator.path }
    }

    @Test func `a queue`() throws {
        for path in ["/items/{id}", "/product"] {
            try handler.register(path) { _ in }
        }

        var options = DeepLinkCoordinator.Options()
        options.pending = .queue(capacity: 16)
        options.expiresAfter = .seconds(120)

        let queue = DeepLinkCoordinator(handler: handler, rewriter: rewriter, options: options)
        let latest = DeepLinkCoordinator(handler: handler, rewriter: rewriter)
        for coordinator in [queue, latest] {
            for link in ["items/1", "product?id=1", "items/2", "product?id=2", "items/3"] {
                coordinator.open("myapp://" + link)
            }
        }
        #expect(
            queue.pendingLinks.map(\.link.string)
                == ["/items/1", "/product?id=1", "/items/2", "/product?id=2", "/items/3"]
        )
        #expect(latest.pendingLinks.map(\.link.string) == ["/items/3"])
    }

    @Test func `no waiting`() throws {
        try handler.register("/product", requires: [.authenticated]) { _ in }
        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: rewriter,
            policy: NoWaitingPolicy()
        )
        #expect(coordinator.open("myapp://product?id=1").isAccepted)
        coordinator.activate()
        #expect(coordinator.pendingLinks.isEmpty)
        #expect(
            coordinator.open("myapp://product?id=2").description
                == "rejected: Sign in first, then open the link again."
        )
        coordinator.satisfy(.authenticated)
        #expect(coordinator.open("myapp://product?id=3").isAccepted)
    }

    @Test func `a link that is opened cancels a preparation, and one that waits does not`()
        async throws
    {
        var shown = 0
        try handler.register(
            "/slow",
            preparing: { _ in await Task.yield() },
            action: { _ in shown += 1 }
        )
        try handler.register("/product", requires: [.authenticated]) { _ in }
        let coordinator = DeepLinkCoordinator(handler: handler, rewriter: rewriter)
        coordinator.activate()
        guard case .preparing = coordinator.open("myapp://slow") else {
            Issue.record("Nothing is prepared")
            return
        }
        var cancelled = 0
        coordinator.onOutcome = { report in
            if case .rejected(.cancelled) = report.outcome { cancelled += 1 }
        }
        coordinator.open("myapp://product")
        coordinator.satisfy(.authenticated)
        #expect(cancelled == 0)
        coordinator.open("myapp://product?id=2")
        #expect(cancelled == 1)
        #expect(shown == 0)
    }
}
