import DeepLinks
import Foundation
import Testing

extension Requirement {
    static let onboarded = Self(rawValue: "onboarded")
}

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
        coordinator = Self.coordinator(
            handler,
            try URLRewriter {
                Domain("mydomain.io", unmatched: .passThrough)
                Scheme("myapp", unmatched: .passThrough)
            }
        )
    }

    private static func coordinator(
        _ handler: DeepLinkHandler,
        _ rewriter: URLRewriter
    ) -> DeepLinkCoordinator {
        DeepLinkCoordinator(handler: handler, rewriter: rewriter)
    }

    @Test func `a link waits for the login`() throws {
        var shown: [String] = []
        func showEvent(id: String) { shown.append(id) }

        try handler.register("/events/{eventId}", requires: [.authenticated]) { queryItems in
            showEvent(id: try queryItems.require("eventId"))
        }
        coordinator.activate()

        coordinator.open("https://mydomain.io/events/spring-cup")  // waits
        coordinator.satisfy(.authenticated)  // shows spring-cup

        #expect(shown == ["spring-cup"])
    }

    /// Both columns of the article's table, as events.
    @Test(arguments: [
        (
            true,
            ["deepLink.received", "destination.parsed", "policy.decision", "navigation.applied"]
        ),
        (
            false,
            [
                "deepLink.received", "destination.parsed", "policy.decision", "pending.added",
                "pending.resumed", "policy.decision", "navigation.applied",
            ]
        ),
    ])
    func `both ways of a link`(isSignedIn: Bool, stages: [String]) throws {
        var seen: [String] = []
        coordinator.onEvent = { event in seen.append(event.name) }
        try handler.register("/events/{eventId}", requires: [.authenticated]) { _ in }
        coordinator.activate()
        if isSignedIn {
            coordinator.satisfy(.authenticated)
        }
        let outcome = coordinator.open("https://mydomain.io/events/spring-cup")
        #expect(
            outcome.description
                == (isSignedIn ? "handled …" : "deferred … until authenticated")
        )
        coordinator.satisfy(.authenticated)
        #expect(seen == stages)
        coordinator.revoke(.authenticated)
        #expect(!coordinator.open("https://evil.com/events/spring-cup").isAccepted)
        #expect(coordinator.pendingLinks.isEmpty)
    }

    @Test(arguments: [true, false])
    func `the login is shown`(isActive: Bool) throws {
        var shown: [String] = []
        func showLogin(for route: RegisteredRoute?) { shown.append(route?.description ?? "") }
        try handler.register("/events/{eventId}", requires: [.authenticated]) { _ in }
        if isActive { coordinator.activate() }

        coordinator.onOutcome = { report in
            if case .deferred(_, let requirements) = report.outcome,
                requirements.contains(.authenticated)
            {
                showLogin(for: report.route)
            }
        }

        coordinator.open("https://mydomain.io/events/spring-cup")
        coordinator.activate()
        #expect(shown == ["/events/{eventId}"])
    }

    @Test(arguments: [
        (DeepLinkCoordinator.Options.Pending.latest, ["/a?2"]),
        (.queue(capacity: 8), ["/a?1", "/b", "/a?2"]),
        (.queue(capacity: 8, superseding: .sameLink), ["/a?1", "/b", "/a?2"]),
        (.queue(capacity: 8, superseding: .samePath), ["/b", "/a?2"]),
    ])
    func `what waits, by the mode`(mode: DeepLinkCoordinator.Options.Pending, expected: [String]) {
        var options = DeepLinkCoordinator.Options()
        options.pending = mode
        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: self.coordinator.rewriter,
            options: options
        )
        for link in ["myapp://a?1", "myapp://b", "myapp://a?2"] { coordinator.open(link) }
        #expect(coordinator.pendingLinks.map(\.link.string) == expected)
    }

    @Test func `several requirements`() throws {
        var shown: [String] = []
        func showWallet() { shown.append("wallet") }
        coordinator.activate()

        try handler.register("/wallet", requires: [.authenticated, .onboarded]) { _ in
            showWallet()
        }

        coordinator.open("myapp://wallet")  // waits
        coordinator.satisfy(.authenticated)  // waits on
        coordinator.satisfy(.onboarded)  // shows the wallet

        #expect(shown == ["wallet"])
    }

    @Test(arguments: [("anna", true), (nil, false)])
    func `what the last run left`(userID: String?, isHandled: Bool) throws {
        let session = Session(userID: userID)
        try handler.register("/wallet", requires: [.authenticated]) { _ in }

        if session.isValid {
            coordinator.satisfy(.authenticated)
        }
        coordinator.activate()

        guard case .handled = coordinator.open("myapp://wallet") else {
            #expect(!isHandled)
            return
        }
        #expect(isHandled)
    }

    @Test func `who signs out leaves nothing to the next one`() throws {
        var shown: [String] = []
        try handler.register("/wallet", requires: [.authenticated, .onboarded]) { _ in
            shown.append("wallet")
        }
        coordinator.activate()
        coordinator.satisfy(.authenticated)

        coordinator.open("myapp://wallet")  // waits for the onboarding
        coordinator.revoke(.authenticated)  // anna signs out
        coordinator.satisfy(.authenticated)  // ben signs in
        coordinator.satisfy(.onboarded)  // shows nothing

        #expect(shown == [])
        #expect(coordinator.pendingLinks.isEmpty)
    }

    /// Whether the app is locked, as a policy asks.
    private final class Lock: NavigationPolicy {
        var isLocked = true

        func decision(for link: DeepLink, in context: NavigationContext) -> NavigationDecision {
            isLocked ? .deferUntil(["unlocked"]) : .allow
        }
    }

    @Test func `a lock that the same person opens keeps links`() throws {
        let lock = Lock()
        coordinator.policy = lock
        try handler.register("/wallet") { _ in }
        coordinator.activate()
        coordinator.open("myapp://wallet")
        #expect(coordinator.pendingLinks.count == 1)
        lock.isLocked = false
        coordinator.reconsider()
        #expect(coordinator.pendingLinks.isEmpty)
    }

    @Test func `the article has every reason to drop a link`() throws {
        let page = try Package.text("Sources/DeepLinks/DeepLinks.docc/WaitingForLogin.md")
        for reason in [RejectionReason.replaced, .expired, .revoked, .cancelled] {
            #expect(page.contains("| `pending.dropped: \(reason.code)` |"), "\(reason)")
        }
    }

    @Test func `links across a relaunch`() throws {
        let session = Session(userID: "anna")
        var storage = Storage()
        try handler.register("/wallet", requires: [.onboarded]) { _ in }
        coordinator.activate()
        coordinator.open("myapp://wallet")
        do {
            // When the app goes into the background:
            let snapshot = coordinator.snapshot(for: session.userID)
            storage.data = snapshot.isEmpty ? nil : try JSONEncoder().encode(snapshot)
        }

        let coordinator = Self.coordinator(handler, self.coordinator.rewriter)
        coordinator.activate()
        do {
            // When it has been launched again:
            if let data = storage.data {
                storage.data = nil
                let snapshot = try JSONDecoder().decode(PendingLink.Snapshot.self, from: data)
                try coordinator.restore(snapshot, for: session.userID)
            }
        }
        #expect(storage.data == nil)
        coordinator.satisfy(.onboarded)
        #expect(coordinator.pendingLinks.isEmpty)

        let other = self.coordinator.snapshot(for: "ben")
        #expect(throws: PendingLink.SnapshotError.self) {
            try coordinator.restore(other, for: session.userID)
        }
    }
}
