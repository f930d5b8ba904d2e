import DeepLinks
import Testing

@MainActor
struct ChoosingSnippets {
    // ChoosingAStructure.md: struct NoWaitingPolicy: NavigationPolicy {

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
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)
        coordinator.open("myapp://product?id=872346")
        #expect(shown() == [])
        coordinator.satisfy(.authenticated)
        coordinator.open("myapp://catalog")
        #expect(shown() == [.product("872346"), .catalog])
    }

    @Test func `closures`() throws {
        var shown: [Place] = []
        func show(_ place: Place) { shown.append(place) }

        // ChoosingAStructure.md: try handler.register("/catalog") { _ in

        try visit { shown }
    }

    @Test func `destinations`() throws {
        let navigator = Navigator<Place>()

        // ChoosingAStructure.md: let parser = try DeepLinkParser<Place> {

        try visit { navigator.path }
    }

    @Test func `a queue`() throws {
        for path in ["/items/{id}", "/product"] {
            try handler.register(path) { _ in }
        }

        // ChoosingAStructure.md: var options = DeepLinkCoordinator.Options()

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

    @Test func `an opened link cancels a preparation, and one that waits does not`() async throws {
        var shown = 0
        try handler.register(
            "/slow",
            preparing: { _ in await Task.yield() },
            action: { _ in shown += 1 }
        )
        try handler.register("/product", requires: [.authenticated]) { _ in }
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)
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
