import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

@MainActor private var logged: [String] = []

@MainActor private func log(_ line: String) { logged.append(line) }

// TellTheUser.md: final class LinkMessages {

// TellTheUser.md: func text(for reason: RejectionReason) -> String {

// TellTheUser.md: struct ItemIsGone: LocalizedError {

@MainActor
struct TellingSnippets {
    @Test func `every error of the package has a text for each reader`() throws {
        // Parts of other errors, which no public function throws.
        let parts: Set = ["AssociationObstacle", "HostPatternFlaw"]
        let modules = ["PathMatching", "DeepLinks", "LinkChecking", "SiteAssociation"]
        let sources = try modules.flatMap { module in
            try FileManager.default
                .subpathsOfDirectory(atPath: Repository.root.path + "/Sources/\(module)")
                .filter { $0.hasSuffix(".swift") }
                .map { try Repository.text("Sources/\(module)/\($0)") }
        }
        let errors = sources.flatMap { text in
            text.matches(of: /public (?:struct|enum) (\w+): [^{]*\bError\b/).map { String($0.1) }
        }
        #expect(errors.count > 10)
        for error in Set(errors).subtracting(parts) {
            // An error may be nested in the type that throws it.
            let conformance = try Regex("extension (?:\\w+\\.)*\(error): LocalizedError")
            #expect(sources.contains { $0.contains(conformance) }, "\(error)")
        }
    }

    @Test func `what fails at once and what fails later are shown alike`() throws {
        let handler = DeepLinkHandler()
        let coordinator = try DeepLinkCoordinator.started(handler)
        try handler.register("/item") { _ in throw ItemIsGone() }
        try handler.register("/order", requires: [.authenticated]) { _ in throw ItemIsGone() }
        for (text, waits) in [("myapp://item", false), ("myapp://order", true)] {
            let messages = LinkMessages()
            messages.listen(to: coordinator)
            coordinator.open(text)
            #expect((messages.text == nil) == waits)
            if waits { coordinator.satisfy(.authenticated) }
            #expect(messages.text == "This item is not for sale any more.")
        }
    }

    @Test func `a page that a short link leads to stays, until another link comes`() async throws {
        let handler = DeepLinkHandler()
        let rewriter = try URLRewriter {
            Domain("mydomain.io")
            Scheme("myapp", unmatched: .passThrough)
        }
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)
        let page = try #require(URL(string: "https://partner.com/x"))
        try handler.register("/at-once") { _ in coordinator.open(page) }
        try handler.register("/short", preparing: { _ in page }, action: { coordinator.open($0) })
        try handler.register("/home") { _ in }
        let (messages, statistics) = (LinkMessages(), LinkStatistics())
        // TellTheUser.md: coordinator.onOutcome = { report in
        for link in ["myapp://at-once", "myapp://short"] {
            coordinator.open(link)
            for _ in 0..<1_000 where messages.text == nil { await Task.yield() }
            #expect(messages.page == .openInBrowser(page))
            #expect(messages.text == "This app does not open this link.")
            coordinator.open("myapp://home?after=\(link)")
            #expect(messages.page == .none && messages.text == nil)
        }
        #expect(statistics.counts["/home unknown opened"] == 2)
    }

    @Test func `a feature asks for the page of its link`() async throws {
        struct Store {
            func product(_ id: Int) async throws -> Int? { id == 5 ? id : nil }
        }
        let (handler, store) = (DeepLinkHandler(), Store())
        let rewriter = try URLRewriter {
            Domain("mydomain.io") { Rewrite("/p/{id:int}", to: "/products/{id}") }
        }
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)
        let messages = LinkMessages()
        messages.listen(to: coordinator)
        var shown: [Int] = []
        func show(_ product: Int) { shown.append(product) }
        // TellTheUser.md: guard let product = try await store.product(id) else {
        let page = try #require(URL(string: "https://mydomain.io/p/6"))
        coordinator.open(page)
        for _ in 0..<1_000 where messages.text == nil { await Task.yield() }
        #expect(messages.text == "The app has no page for this link.")
        #expect(messages.page == .showInApp(page))
        coordinator.open("https://mydomain.io/p/5")
        for _ in 0..<1_000 where shown == [] { await Task.yield() }
        #expect(shown == [5] && messages.page == .none)
    }

    @Test func `the reason of a policy is shown`() throws {
        let handler = DeepLinkHandler()
        let coordinator = try DeepLinkCoordinator.started(
            handler,
            policy: ChoosingSnippets.NoWaitingPolicy()
        )
        try handler.register("/order", requires: [.authenticated]) { _ in }
        let messages = LinkMessages()
        messages.listen(to: coordinator)
        let outcome = coordinator.open("myapp://order")
        #expect(messages.text == "Sign in first, then open the link again.")
        // What an app without the case for `.policy` shows.
        #expect(outcome.error?.localizedDescription == "This link cannot be opened here.")
    }

    @Test func `what the user gave up for something else needs no message`() throws {
        let handler = DeepLinkHandler()
        let coordinator = try DeepLinkCoordinator.started(handler)
        try handler.register("/order", requires: [.authenticated]) { _ in }
        let messages = LinkMessages()
        messages.listen(to: coordinator)
        for number in 1...3 { coordinator.open("myapp://order?n=\(number)") }
        coordinator.revoke(.authenticated)
        coordinator.open("myapp://order?n=4")
        coordinator.cancelPendingLinks()
        #expect(messages.text == nil)
    }

    @Test func `a notification without a link is only logged`() throws {
        let coordinator = try DeepLinkCoordinator.started(DeepLinkHandler())
        let messages = LinkMessages()
        messages.listen(to: coordinator)
        let outcome = coordinator.open(pushPayload: ["aps": ["alert": "Hello"]])
        #expect(messages.text == nil)
        #expect(logged == [try #require(outcome.error as? PushPayloadError).description])
    }

    @Test(arguments: [
        ("https://mydomain.io/imprint", "in app"), ("https://example.com/imprint", "browser"),
        ("myapp://imprint", "none"), ("https://mydomain.io@example.com/", "none"),
    ])
    func `a page is suggested where it belongs`(text: String, expected: String) throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io")
            Scheme("myapp", unmatched: .passThrough)
        }
        let coordinator = try DeepLinkCoordinator.started(DeepLinkHandler(), rewriter)
        let messages = LinkMessages()
        messages.listen(to: coordinator)
        coordinator.open(text)
        let place =
            switch messages.page {
            case .none: "none"
            case .showInApp: "in app"
            case .openInBrowser: "browser"
            }
        #expect(place == expected)
        #expect(messages.text != nil)
    }

    @Test func `the article has every code of a reason`() throws {
        let page = try Repository.text("Sources/DeepLinks/DeepLinks.docc/TellTheUser.md")
        let error = try #require(throws: RewriteError.self) {
            try URLRewriter { Domain("a.io") }.rewrite("https://b.io/")
        }
        let reasons: [RejectionReason] = [
            .external(error), .policy(""), .untrusted(.push), .expired, .replaced, .revoked,
            .cancelled, .tooManyLinks, .tooDeep,
        ]
        let codes = try Repository.text("Sources/DeepLinks/Opening/RejectionReason.swift")
            .matches(of: /case \.\w+: "([a-z-]+)"/).map { String($0.1) }
        #expect(reasons.map(\.code) == codes)
        for code in codes { #expect(page.contains("| `\(code)` |"), "\(code)") }
        #expect(Set(reasons.map(text(for:))).count == 4)
    }
}
