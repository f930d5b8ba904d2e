import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

@MainActor
private final class Shop {
    var isClosed = true
}

@MainActor
struct OpeningSnippets {
    private static let article = "OpeningLinks"

    private let handler = DeepLinkHandler()
    private let rewriter: URLRewriter

    // OpeningLinks.md: struct MaintenancePolicy: NavigationPolicy {

    // OpeningLinks.md: struct DebugMenu {
    init() throws {
        rewriter = try URLRewriter {
            Domain("mydomain.io") {
                Rewrite("/shop/{title}-{id:int}", to: "/items/{id}")
                Rewrite("/transfer", to: "/transfer")
            }
            Scheme("myapp", unmatched: .passThrough)
        }
    }

    @Test func `a coordinator opens a link`() throws {
        var shown: [String] = []
        func showItem(id: String) { shown.append(id) }

        // OpeningLinks.md: let coordinator = DeepLinkCoordinator(handler: handler, rewriter: rewriter)
        #expect(shown == ["5"])
    }

    @Test(arguments: [
        ("https://mydomain.io/shop/red-shoe-5", []),
        ("myapp://account", []),
        (
            "https://evil.com/shop/red-shoe-5",
            [
                "The link's host 'evil.com' is not configured; add it to a domain if its links are expected."
            ]
        ),
        (
            "myapp://nowhere/secret",
            [
                "The path '/nowhere/secret' is not registered; register it, or check how it is spelled."
            ]
        ),
        ("myapp://broken", ["CancellationError()"]),
    ])
    func `what became of a link`(text: String, expected: [String]) throws {
        var said: [String] = []
        func showProblem(_ error: any Error) { said.append("\(error)") }
        try handler.register("/items/{id:int}") { _ in }
        try handler.register("/account", requires: [.authenticated]) { _ in }
        try handler.register("/broken") { _ in throw CancellationError() }
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)
        let url = try #require(URL(string: text))

        // OpeningLinks.md: let outcome = coordinator.open(url)

        #expect(said == expected)
        // The last column of the table.
        #expect(outcome.isAccepted == said.isEmpty)
        #expect((outcome.link == nil) == !said.isEmpty)
        // Only what was taken has duplicates.
        if case .duplicate = coordinator.open(url) {
            #expect(outcome.isAccepted)
        } else {
            #expect(!outcome.isAccepted)
        }
    }

    @Test func `the table has every outcome`() throws {
        let rows = try Repository.table(
            under: "| Outcome | Meaning | Accepted |",
            in: "OpeningLinks"
        ).map(\.first)
        let text = try Repository.text("Sources/DeepLinks/Opening/DeepLinkOutcome.swift")
        let type = try #require(
            text.firstMatch(of: /enum DeepLinkOutcome: .*?\n}/.dotMatchesNewlines())
        )
        let outcomes = type.0.matches(of: /case (\w+)/).map { ".\($0.1)" }
        #expect(outcomes.count > 5)
        for outcome in outcomes { #expect(rows.contains(outcome), "\(outcome)") }
    }

    @Test func `a late failure is told`() throws {
        var problems: [String] = []
        func showProblem(_ error: any Error) { problems.append("\(error)") }
        try handler.register("/account", requires: [.authenticated]) { _ in
            throw CancellationError()
        }
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)

        // OpeningLinks.md: if report.isLate, let error = report.outcome.error { showProblem(error) }

        coordinator.open("myapp://account")
        coordinator.satisfy(.authenticated)
        #expect(problems == ["CancellationError()"])
    }

    @Test func `a route trusts some origins`() throws {
        var asked: [String] = []
        func confirmTransfer(to name: String) { asked.append(name) }
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)
        coordinator.satisfy(.authenticated)

        // OpeningLinks.md: "/transfer",

        #expect(asked == ["adam"])
    }

    @Test func `a policy of one's own`() throws {
        let shop = Shop()
        let coordinator = try DeepLinkCoordinator.started(
            handler,
            rewriter,
            policy: MaintenancePolicy { shop.isClosed }
        )
        for path in ["/status", "/beta", "/items/{id:int}"] {
            try handler.register(path) { _ in }
        }

        #expect(coordinator.open("myapp://items/1").description == "handled …")
        guard case .handled(let link) = coordinator.open("myapp://items/2") else {
            Issue.record("A link was not redirected")
            return
        }
        #expect(link.path == "/status")
        shop.isClosed = false
        #expect(
            coordinator.open("myapp://beta", from: .customScheme).description
                == "rejected: The beta is opened by links of the web site only."
        )
        #expect(coordinator.open("myapp://items/3", from: .customScheme).isAccepted)
        try handler.register("/account", requires: [.authenticated]) { _ in }
        #expect(coordinator.open("myapp://account").description == "deferred … until authenticated")
    }

    @Test func `a debug menu shows what the article shows`() throws {
        try handler.register("/items/{id:int}", requires: [.authenticated]) { _ in }
        try handler.register("/about") { _ in }
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)
        let menu = DebugMenu(coordinator: coordinator)
        #expect(menu.rows == ["/about", "/items/{id:int} (authenticated)"])
        let lines = menu.explain("https://mydomain.io/shop/red-shoe-5")
            .split(separator: "\n").map(String.init)
        #expect(try Repository.printedBlocks(in: Self.article).contains(lines), "\(lines)")
        #expect(coordinator.pendingLinks.isEmpty)
    }

    @Test func `limits`() throws {
        try handler.register("/items/{id:int}") { _ in }

        // OpeningLinks.md: var options = DeepLinkCoordinator.Options()

        coordinator.activate()
        for id in 1...5 {
            #expect(coordinator.open("myapp://items/\(id)").description == "handled …")
        }
        // The same page in another shape.
        #expect(
            coordinator.open("https://mydomain.io/shop/red-shoe-5").description == "duplicate …"
        )
        coordinator.open("https://evil.com/")
        guard case .rejected(.tooManyLinks) = coordinator.open("myapp://items/6") else {
            Issue.record("The sixth link is let in")
            return
        }
    }

    @Test(arguments: [
        ("https://mydomain.io/imprint", "in the app: https://mydomain.io/imprint"),
        ("https://example.com/imprint", "in the browser: https://example.com/imprint"),
        ("myapp://imprint", nil), ("javascript:alert(1)", nil),
    ])
    func `links that the app has nothing for`(link: String, expected: String?) throws {
        var shown: [String] = []
        func showInApp(_ url: URL) { shown.append("in the app: \(url)") }
        func openInBrowser(_ url: URL) { shown.append("in the browser: \(url)") }
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)

        // OpeningLinks.md: switch report.suggestion {

        coordinator.open(link)
        #expect(shown == [expected].compactMap { $0 })
    }

    @Test func `a log tells a link's way as the article shows`() throws {
        var logged: [String] = []
        func log(_ line: String) { logged.append(line) }
        try handler.register("/items/{id:int}") { _ in }
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)

        // OpeningLinks.md: coordinator.onEvent = { event in log(event.description) }

        #expect(try Repository.printedBlocks(in: Self.article).contains(logged), "\(logged)")
    }

    @Test func `events as a stream`() async throws {
        var reported: [String] = []
        func report(_ reason: String) { reported.append(reason) }
        var options = DeepLinkCoordinator.Options()
        options.duplicateWindow = .zero
        options.rateLimit = nil
        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: rewriter,
            options: options
        )
        coordinator.activate()

        let listener = Task {
            // OpeningLinks.md: for await event in coordinator.events() {
        }
        while reported.isEmpty {
            coordinator.open("myapp://nowhere")
            await Task.yield()
        }
        listener.cancel()
        #expect(reported[0].hasPrefix("The link leads to a path that is not registered"))
    }

    @Test func `a link that starts the app`() throws {
        var shown: [String] = []
        func showItem(id: String) { shown.append(id) }
        let coordinator = DeepLinkCoordinator(handler: handler, rewriter: rewriter)

        // OpeningLinks.md: coordinator.open("myapp://items/1")

        #expect(shown == ["1"])
    }

    @Test func `the page of a link that starts the app and has no route is shown at once`() throws {
        let page = "https://mydomain.io/offers/1"
        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: try URLRewriter { Domain("mydomain.io", unmatched: .passThrough) }
        )
        var suggestions: [LinkReport.Suggestion] = []
        coordinator.onOutcome = { suggestions.append($0.suggestion) }
        coordinator.open(page)

        // OpeningLinks.md: try handler.register("/{*rest?}") { _, context in

        coordinator.activate()
        #expect(suggestions == [.none, .showInApp(try #require(URL(string: page)))])
    }
}
