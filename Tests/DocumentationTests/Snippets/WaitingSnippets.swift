import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

// WaitingForLogin.md: extension Requirement {

// WaitingForLogin.md: struct LoginFirst: NavigationPolicy {

/// What an app knows of the person who uses it.
private struct Session {
    var userID: String?
    var isValid: Bool { userID != nil }
}

/// Where an app keeps its secrets.
private struct Storage {
    var data: Data?
}

@MainActor
struct WaitingSnippets {
    private let handler = DeepLinkHandler()
    private let coordinator: DeepLinkCoordinator

    init() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", unmatched: .passThrough)
            Scheme("myapp", unmatched: .passThrough)
        }
        coordinator = DeepLinkCoordinator(handler: handler, rewriter: rewriter)
    }

    @Test func `a link waits for the login`() throws {
        var shown: [String] = []
        func showEvent(id: String) { shown.append(id) }

        // WaitingForLogin.md: try handler.register("/events/{eventId}", requires: [.authenticated]) { queryItems in

        #expect(shown == ["spring-cup"])
    }

    @Test(arguments: [true, false])
    func `the login is shown`(isActive: Bool) throws {
        var shown: [String] = []
        func showLogin(for route: RegisteredRoute?) { shown.append(route?.description ?? "") }
        try handler.register("/events/{eventId}", requires: [.authenticated]) { _ in }
        if isActive { coordinator.activate() }

        // WaitingForLogin.md: coordinator.onOutcome = { report in

        coordinator.open("https://mydomain.io/events/spring-cup")
        coordinator.activate()
        #expect(shown == ["/events/{eventId}"])
    }

    @Test func `several requirements`() throws {
        var shown: [String] = []
        func showWallet() { shown.append("wallet") }
        coordinator.activate()

        // WaitingForLogin.md: try handler.register("/wallet", requires: [.authenticated, .onboarded]) { _ in

        #expect(shown == ["wallet"])
    }

    @Test(arguments: [("anna", true), (nil, false)])
    func `what the last run left`(userID: String?, isHandled: Bool) throws {
        let session = Session(userID: userID)
        try handler.register("/wallet", requires: [.authenticated]) { _ in }

        // WaitingForLogin.md: if session.isValid {

        guard case .handled = coordinator.open("myapp://wallet") else {
            #expect(!isHandled)
            return
        }
        #expect(isHandled)
    }

    @Test(arguments: ["myapp://oauth", "myapp://oauth/callback?code=4"])
    func `the callback of the login passes, and the link that waits stays`(callback: String) throws
    {
        var shown: [String] = []
        let login = Login()
        let coordinator = try DeepLinkCoordinator.started(handler, policy: LoginFirst())
        try registerLogin(login, in: handler)
        for path in ["/item", "/oauthors"] {
            try handler.register(path) { _ in shown.append(path) }
        }
        try handler.register("/wallet", requires: [.onboarded]) { _ in shown.append("/wallet") }

        coordinator.open("myapp://oauthors")
        coordinator.open("myapp://item")
        coordinator.open(callback, from: .customScheme)
        #expect(login.callbacks == [callback])
        #expect(shown == [])
        coordinator.satisfy(.authenticated)
        #expect(shown == ["/item"])

        // The policy ends with what the route requires.
        coordinator.open("myapp://wallet")
        #expect(shown == ["/item"])
        coordinator.satisfy(.onboarded)
        #expect(shown == ["/item", "/wallet"])
    }

    @Test func `who signs out leaves nothing to the next one`() throws {
        var shown: [String] = []
        try handler.register("/wallet", requires: [.authenticated, .onboarded]) { _ in
            shown.append("wallet")
        }
        coordinator.activate()
        coordinator.satisfy(.authenticated)

        // WaitingForLogin.md: coordinator.open("myapp://wallet")  // waits for the onboarding

        #expect(shown == [])
        #expect(coordinator.pendingLinks.isEmpty)
    }

    @Test func `the article has every reason to drop a link`() throws {
        let page = try Repository.text("Sources/DeepLinks/DeepLinks.docc/WaitingForLogin.md")
        for reason in [RejectionReason.replaced, .expired, .revoked, .cancelled] {
            #expect(page.contains("| `pending.dropped: \(reason.code)` |"), "\(reason)")
        }
    }

    @Test(arguments: [nil, "anna"])
    func `links across a relaunch, which the callback of the login starts`(user: String?) throws {
        var session = Session(userID: user)
        var storage = Storage()
        var shown: [String] = []
        try handler.register("/wallet", requires: [.authenticated]) { _ in shown.append("wallet") }
        coordinator.activate()
        coordinator.open("myapp://wallet")
        do {
            // WaitingForLogin.md: // When the app goes into the background:
        }

        let rewriter = coordinator.rewriter
        let coordinator = DeepLinkCoordinator(handler: handler, rewriter: rewriter)
        try handler.register("/oauth") { _ in
            shown.append("oauth")
            session.userID = "anna"
            coordinator.satisfy(.authenticated)
        }
        coordinator.open("myapp://oauth", from: .customScheme)
        do {
            // WaitingForLogin.md: // When it has been launched again:
        }
        #expect(storage.data == nil)
        #expect(shown == ["oauth", "wallet"])
        #expect(coordinator.pendingLinks.isEmpty)

        let other = self.coordinator.snapshot(for: "ben")
        #expect(throws: PendingLink.SnapshotError.self) {
            try coordinator.restore(other, for: session.userID)
        }
    }
}
