import Foundation
import LinkChecking
import Testing

@testable import DeepLinks

/// Waiting links that survive a relaunch.
@MainActor
struct SnapshotTests {
    private static let date = Date(timeIntervalSince1970: 1_000_000)

    /// The snapshot after an app has stored it and read it again.
    private func stored(_ snapshot: PendingLink.Snapshot) throws -> PendingLink.Snapshot {
        let data = try JSONEncoder().encode(snapshot)
        let decoded = try JSONDecoder().decode(PendingLink.Snapshot.self, from: data)
        #expect(decoded == snapshot)
        return decoded
    }

    private func snapshot(_ paths: [String], for user: String? = nil) throws -> PendingLink.Snapshot
    {
        let app = try TestApp()
        for path in paths { app.open(path, from: .push) }
        return try stored(app.coordinator.snapshot(for: user, at: Self.date))
    }

    @Test(
        arguments: [
            (nil, "A"), ("A", nil), ("A", "B"), ("A", "a"), ("A", "A "), ("", nil),
            ("\u{E9}", "e\u{301}"),
        ] as [(String?, String?)]
    )
    func `links are restored for nobody else`(first: String?, second: String?) throws {
        let snapshot = try snapshot(["/account"], for: first)
        let app = try TestApp()
        let error = #expect(throws: PendingLink.SnapshotError.self) {
            try app.coordinator.restore(snapshot, for: second, at: Self.date)
        }
        #expect(
            error?.description
                == "The snapshot was made for another user key, so its links are not restored; remove it."
        )
        #expect(app.waiting.isEmpty)
        try app.coordinator.restore(snapshot, for: first, at: Self.date)
        #expect(app.waiting == ["/account"])
    }

    @Test(arguments: [
        (0.0, 600.0), (599, 1), (599.5, 0.5), (600, 0), (601, 0), (1e300, 0), (-1, 600),
        (-1e9, 600), (-1e300, 600), (.infinity, 0), (-.infinity, 600),
    ])
    func `links expire by the wall clock, never later`(seconds: Double, left: Double) throws {
        let snapshot = try snapshot(["/account"])
        let app = try TestApp()
        try app.coordinator.restore(snapshot, for: nil, at: Self.date.addingTimeInterval(seconds))
        #expect(app.coordinator.pendingLinks.map(\.timeLeft) == (left > 0 ? [.seconds(left)] : []))
        #expect((app.log.last == "#1 pending.dropped: expired") == (left == 0))
    }

    @Test func `a clock that is set back gives a link no more time than was left`() throws {
        let first = try TestApp()
        first.open("/account", from: .push)
        first.clock.advance(by: .seconds(100))
        let snapshot = try stored(first.coordinator.snapshot(for: nil, at: Self.date))
        let app = try TestApp()
        try app.coordinator.restore(snapshot, for: nil, at: Self.date.addingTimeInterval(-1_000))
        #expect(app.coordinator.pendingLinks.map(\.timeLeft) == [.seconds(500)])
    }

    @Test func `a link waits no longer than the options say now`() throws {
        let snapshot = try snapshot(["/account"])
        let app = try TestApp { $0.expiresAfter = .seconds(10) }
        try app.coordinator.restore(snapshot, for: nil, at: Self.date)
        #expect(app.coordinator.pendingLinks.map(\.timeLeft) == [.seconds(10)])
        let impatient = try TestApp { $0.expiresAfter = .zero }
        try impatient.coordinator.restore(snapshot, for: nil, at: Self.date)
        #expect(impatient.waiting.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a link expires by the time of its open, though prepared`(isRestored: Bool) async throws {
        func launched() throws -> TestApp {
            let app = try TestApp()
            try app.handler.register(
                "/slow",
                requires: [.authenticated],
                preparing: { _ in },
                action: { Issue.record("It is stalled") }
            )
            return app
        }
        var app = try launched()
        if !isRestored { app.coordinator.satisfy(.authenticated) }
        app.open("/slow")
        app.clock.advance(by: .seconds(540))
        if isRestored {
            let snapshot = try stored(app.coordinator.snapshot(for: nil, at: Self.date))
            app = try launched()
            try app.coordinator.restore(snapshot, for: nil, at: Self.date)
            app.coordinator.satisfy(.authenticated)
        }
        app.clock.advance(by: .seconds(20))
        app.coordinator.policy = ClosurePolicy { _, _ in .deferUntil(["later"]) }
        await app.settle()
        #expect(app.coordinator.pendingLinks.map(\.timeLeft) == [.seconds(40)])
        app.clock.advance(by: .seconds(40))
        app.open("/a")
        #expect(app.reports.last { $0.id == 1 }?.outcome.text == "rejected expired")
    }

    @Test func `a restored link has duplicates for a second`() throws {
        func restored() throws -> TestApp {
            let snapshot = try snapshot(["/account?x=1", "/wallet"])
            let app = try TestApp { $0.pending = .queue(capacity: 8) }
            try app.coordinator.restore(snapshot, for: nil, at: Self.date)
            return app
        }
        let app = try restored()
        app.clock.advance(by: .milliseconds(999))
        #expect(app.open("/account?x=1", from: .push).text == "duplicate /account?x=1")
        #expect(app.open("/account?x=2", from: .push).text.hasPrefix("deferred"))
        #expect(app.open("/account?x=1", from: .unknown).text.hasPrefix("deferred"))
        app.clock.advance(by: .milliseconds(1))
        #expect(app.open("/account?x=1", from: .push).text.hasPrefix("deferred"))
        let other = try restored()
        other.coordinator.revoke(.authenticated)
        #expect(other.open("/account?x=1", from: .push).text.hasPrefix("deferred"))
    }

    @Test func `taking a snapshot changes nothing, and expired links are not in it`() throws {
        let app = try TestApp()
        app.open("/account")
        app.clock.advance(by: .seconds(500))
        app.open("/wallet")
        #expect(app.coordinator.snapshot(for: nil).count == 2)
        app.clock.advance(by: .seconds(100))
        let snapshot = app.coordinator.snapshot(for: "A")
        #expect(snapshot.count == 1 && !snapshot.isEmpty)
        #expect(snapshot.userKey == "A")
        #expect(snapshot.description == "1 pending link")
        #expect(app.waiting == ["/wallet"])
        app.coordinator.cancelPendingLinks()
        #expect(app.coordinator.snapshot(for: nil).isEmpty)
    }

    @Test func `a link opened inside another is in no snapshot before it is decided about`()
        throws
    {
        let app = try TestApp()
        var inside: [Int] = []
        try app.register("/outer") {
            app.open("/account")
            inside = [app.coordinator.snapshot(for: nil).count, app.waiting.count]
        }
        app.open("/outer")
        #expect(inside == [0, 0])
        #expect(app.coordinator.snapshot(for: nil).count == 1)
    }

    @Test func `a stored origin is never the system`() throws {
        let text =
            #"{"version":1,"date":0,"links":[{"link":"/a","origin":"system","url":"myapp://a","expires":60}]}"#
        let snapshot = try JSONDecoder().decode(PendingLink.Snapshot.self, from: Data(text.utf8))
        let app = try TestApp(isActive: false)
        try app.coordinator.restore(snapshot, for: nil, at: Date(timeIntervalSince1970: 0))
        #expect(app.coordinator.pendingLinks.map(\.origin) == [.customScheme])
    }

    @Test func `links can be restored inside an action`() throws {
        let snapshot = try snapshot(["/account", "/wallet"])
        let app = try TestApp()
        try app.register("/start", requires: [.authenticated]) {
            try app.coordinator.restore(snapshot, for: nil, at: Self.date)
        }
        app.open("/start")
        app.open("/inbox")
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/start", "/account", "/wallet", "/inbox"])
    }

    @Test func `a policy knows of a restored link what it knew before`() throws {
        let first = try TestApp()
        first.coordinator.rewriter = try URLRewriter {
            Domain("mydomain.io", unmatched: .passThrough, query: .strip(["utm_source"])) {
                Unwrap("/go?url={target}")
            }
        }
        first.coordinator.open("https://mydomain.io/account?utm_source=a%26b&x=1&utm_source")
        first.coordinator.open("https://mydomain.io/go?url=https://mydomain.io/wallet")
        let snapshot = try stored(first.coordinator.snapshot(for: nil, at: Self.date))
        var contexts: [NavigationContext] = []
        let app = try TestApp(
            policy: ClosurePolicy { _, context in
                contexts.append(context)
                return .allow
            }
        )
        try app.coordinator.restore(snapshot, for: nil, at: Self.date)
        #expect(
            contexts.map(\.externalURL) == [
                "https://mydomain.io/account?utm_source=a%26b&x=1&utm_source",
                "https://mydomain.io/wallet",
            ]
        )
        #expect(
            contexts.map(\.removedItems) == [
                [
                    URLQueryItem(name: "utm_source", value: "a&b"),
                    URLQueryItem(name: "utm_source", value: nil),
                ], [],
            ]
        )
        #expect(app.ran == ["/account 1", "/wallet"])
    }

    @Test func `a restored link remembers the links that it was opened in`() throws {
        func version(trusting origins: Set<LinkOrigin>?) throws -> TestApp {
            let app = try TestApp()
            try app.register("/outer") { app.open("/middle", from: "page") }
            try app.register("/middle") { app.open("/transfer", from: .inApp) }
            try app.register("/transfer", requires: [.authenticated], trusts: origins)
            return app
        }
        // An older version of the app trusted everybody, so the link waits.
        let first = try version(trusting: nil)
        first.open("/outer", from: .push)
        let snapshot = try stored(first.coordinator.snapshot(for: nil, at: Self.date))
        // The innermost that is not trusted is named.
        for (trusted, other) in [([.inApp], "page"), ([.inApp, "page"], "push")]
            as [(Set<LinkOrigin>, String)]
        {
            let second = try version(trusting: trusted)
            try second.coordinator.restore(snapshot, for: nil, at: Self.date)
            second.coordinator.satisfy(.authenticated)
            #expect(second.reports.last?.outcome.text == "rejected untrusted \(other)")
        }
    }

    @Test func `the stored form is stable, and a restored link is known as what came in`() throws {
        let policy = ClosurePolicy { link, context in
            link.path == "/b"
                ? .redirect(try DeepLink("/account?x=1"))
                : RequirementPolicy().decision(for: link, in: context)
        }
        let (app, restored) = (try TestApp(policy: policy), try TestApp(policy: policy))
        app.coordinator.open(pushPayload: ["url": "myapp://b?y#top"])
        let snapshot = app.coordinator.snapshot(for: "A", at: Self.date)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(
            String(decoding: try encoder.encode(snapshot), as: UTF8.self)
                == ##"{"date":1000000,"links":[{"expires":1000600,"keyPath":"url","link":"/account?x=1","opened":"/b?y#top","origin":"push","url":"myapp://b?y#top"}],"user":"A","version":1}"##
        )
        try restored.coordinator.restore(stored(snapshot), for: "A", at: Self.date)
        #expect(restored.reports.last?.pushKeyPath == "url")
        #expect(restored.open("/b?y#top", from: .push).text == "duplicate /b?y#top")
    }

    @Test(arguments: [
        "", "{}", #"{"version":1}"#, #"{"version":2,"date":0,"links":[]}"#,
        #"{"version":1,"date":0}"#,
        #"{"version":1,"date":"x","links":[]}"#, #"{"version":1,"date":0,"links":[5]}"#,
        #"{"version":1,"date":0,"links":[{"link":"/a","origin":"push"}]}"#,
        #"{"version":1,"date":0,"links":[{"link":"a","origin":"push","expires":1}]}"#,
        #"{"version":1,"date":0,"links":[{"link":"/a/../b","origin":"push","expires":1}]}"#,
        #"{"version":1,"date":0,"user":5,"links":[]}"#,
        #"{"version":1,"date":0,"links":[{"link":"/a","origin":"push","expires":1e999}]}"#,
    ])
    func `what is no snapshot is refused`(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PendingLink.Snapshot.self, from: Data(json.utf8))
        }
    }
}
