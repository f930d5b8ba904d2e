import DeepLinks
import Foundation
import LinkChecking
import Testing

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

    @Test func `links wait again after a relaunch, in their order`() throws {
        let snapshot = try snapshot(["/account?x=1&y#top", "/wallet"])
        #expect(snapshot.count == 2)
        #expect(!snapshot.isEmpty)
        let app = try TestApp(isActive: false)
        try app.coordinator.restore(snapshot, for: nil, at: Self.date.addingTimeInterval(100))
        #expect(app.waiting == ["/account?x=1&y#top", "/wallet"])
        #expect(app.coordinator.pendingLinks.map(\.origin) == [.push, .push])
        #expect(app.coordinator.pendingLinks.map(\.timeLeft) == [.seconds(500), .seconds(500)])
        #expect(app.log == ["#1 pending.restored", "#2 pending.restored"])
        app.coordinator.activate()
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/account 1 y", "/wallet"])
    }

    @Test func `a restored link and the same one from the system are one`() throws {
        let snapshot = try snapshot(["/account?x=1", "/wallet"])
        // Either may come first, and the first may still wait or have run.
        for isRestoredFirst in [true, false] {
            for isSignedIn in [true, false] {
                let app = try TestApp()
                if isSignedIn { app.coordinator.satisfy(.authenticated) }
                if isRestoredFirst {
                    try app.coordinator.restore(snapshot, for: nil, at: Self.date)
                    #expect(app.open("/account?x=1", from: .push).text == "duplicate /account?x=1")
                } else {
                    app.open("/account?x=1", from: .push)
                    try app.coordinator.restore(snapshot, for: nil, at: Self.date)
                }
                app.coordinator.satisfy(.authenticated)
                #expect(app.ran.sorted() == ["/account 1", "/wallet"])
                // After a while it counts as another tap.
                app.clock.advance(by: .seconds(1))
                #expect(app.open("/account?x=1", from: .push).text == "handled /account?x=1")
            }
        }
    }

    @Test func `restored links do not count for the rate limit, and keep no link out`() throws {
        let snapshot = try snapshot(["/account", "/wallet"])
        let app = try TestApp {
            $0.rateLimit = DeepLinkCoordinator.Options.RateLimit(links: 1, per: .seconds(10))
        }
        try app.coordinator.restore(snapshot, for: nil, at: Self.date)
        #expect(app.open("/a").text == "handled /a")
        // A dropped link may be opened again.
        app.coordinator.cancelPendingLinks()
        app.clock.advance(by: .seconds(10))
        #expect(app.open("/wallet").text == "deferred /wallet [\"authenticated\"]")
    }

    @Test func `the policy is asked about them, as it is now`() throws {
        let snapshot = try snapshot(["/account", "/wallet"])
        let app = try TestApp(
            policy: ClosurePolicy { link, _ in
                link.path == "/account" ? .reject(reason: "Closed.") : .allow
            }
        )
        try app.coordinator.restore(snapshot, for: nil, at: Self.date)
        #expect(app.ran == ["/wallet"])
        #expect(app.log.contains("#1 deepLink.rejected: Closed."))
    }

    @Test func `a route's trust is asked for again`() throws {
        let snapshot = try snapshot(["/account"])
        let app = try TestApp()
        try app.handler.replace("/account", trusts: [.inApp]) { _ in app.ran.append("account") }
        try app.coordinator.restore(snapshot, for: nil, at: Self.date)
        #expect(app.ran.isEmpty)
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
    func `links expire by the wall clock, and never later than they would have`(
        seconds: Double,
        left: Double
    ) throws {
        let snapshot = try snapshot(["/account"])
        let app = try TestApp()
        try app.coordinator.restore(snapshot, for: nil, at: Self.date.addingTimeInterval(seconds))
        #expect(app.coordinator.pendingLinks.map(\.timeLeft) == (left > 0 ? [.seconds(left)] : []))
        #expect((app.log.last == "#1 pending.dropped: expired") == (left == 0))
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

    @Test func `what waited before a snapshot was taken has less time left`() throws {
        let app = try TestApp()
        app.open("/account")
        app.clock.advance(by: .seconds(400))
        app.open("/wallet")
        let snapshot = try stored(app.coordinator.snapshot(for: nil, at: Self.date))
        let other = try TestApp()
        try other.coordinator.restore(snapshot, for: nil, at: Self.date.addingTimeInterval(200))
        #expect(other.waiting == ["/wallet"])
        #expect(other.coordinator.pendingLinks.map(\.timeLeft) == [.seconds(400)])
    }

    @Test func `newer links go before restored ones to the same path, and behind the others`()
        throws
    {
        let snapshot = try snapshot(["/account?old", "/wallet"])
        let app = try TestApp(isActive: false)
        app.open("/account?new")
        app.open("/inbox")
        try app.coordinator.restore(snapshot, for: nil, at: Self.date)
        #expect(app.waiting == ["/wallet", "/account?new", "/inbox"])
        #expect(app.log.suffix(2) == ["#4 pending.restored", "#3 pending.dropped: replaced"])
    }

    @Test func `a restored link that is redirected goes behind what was opened later`() throws {
        let snapshot = try snapshot(["/wallet"])
        let app = try TestApp(
            policy: ClosurePolicy { link, context in
                link.path == "/wallet"
                    ? .redirect(try DeepLink("/account?x=old"))
                    : RequirementPolicy().decision(for: link, in: context)
            }
        )
        app.open("/account?x=new")
        try app.coordinator.restore(snapshot, for: nil, at: Self.date)
        #expect(app.waiting == ["/account?x=new"])
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/account new"])
    }

    @Test func `taking a snapshot changes nothing, and expired links are not in it`() throws {
        let app = try TestApp()
        app.open("/account")
        app.clock.advance(by: .seconds(500))
        app.open("/wallet")
        #expect(app.coordinator.snapshot(for: nil).count == 2)
        app.clock.advance(by: .seconds(100))
        let snapshot = app.coordinator.snapshot(for: "A")
        #expect(snapshot.count == 1)
        #expect(snapshot.userKey == "A")
        #expect(snapshot.description == "1 pending link")
        #expect(app.waiting == ["/wallet"])
        app.coordinator.cancelPendingLinks()
        #expect(app.coordinator.snapshot(for: nil).isEmpty)
    }

    @Test func `who drops the links as the first is restored is told of no other`() throws {
        let before = try TestApp(isActive: false)
        before.open("/a")
        before.open("/b")
        let app = try TestApp(isActive: false)
        app.coordinator.onEvent = { [unowned app] event in
            app.log.append("\(event)")
            if case .restored = event.stage { app.coordinator.cancelPendingLinks() }
        }
        try app.coordinator.restore(before.coordinator.snapshot(for: nil), for: nil)
        // Observers are told after the step: both were restored by then.
        #expect(
            app.stages == [
                "pending.restored", "pending.restored", "pending.dropped", "pending.dropped",
            ]
        )
        app.coordinator.activate()
        #expect(app.open("/b").text == "handled /b")
    }

    @Test func `no more links wait than may, whatever is opened while they are restored`() throws {
        let before = try TestApp(isActive: false)
        before.open("/a")
        before.open("/b")
        let app = try TestApp(isActive: false) { $0.pending = .queue(capacity: 2) }
        app.coordinator.onEvent = { [unowned app] event in
            if case .restored = event.stage { app.open("/items/\(event.linkID)") }
        }
        try app.coordinator.restore(before.coordinator.snapshot(for: nil), for: nil)
        #expect(app.waiting.count == 2)
    }

    @Test func `of two stored links to one path the newer one stays, if the options say so`() throws
    {
        let before = try TestApp(isActive: false) {
            $0.pending = .queue(capacity: 8, superseding: .never)
        }
        for path in ["/a?n=1", "/b", "/a?n=2"] { before.open(path) }
        let app = try TestApp(isActive: false)
        try app.coordinator.restore(before.coordinator.snapshot(for: nil), for: nil)
        #expect(app.waiting == ["/b", "/a?n=2"])
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
            Domain("mydomain.io", unmatched: .passThrough, query: .strip(["utm_source"]))
        }
        first.coordinator.open("https://mydomain.io/account?utm_source=a%26b&x=1&utm_source")
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
            contexts.map(\.externalURL)
                == ["https://mydomain.io/account?utm_source=a%26b&x=1&utm_source"]
        )
        #expect(
            contexts.map(\.removedItems) == [
                [
                    URLQueryItem(name: "utm_source", value: "a&b"),
                    URLQueryItem(name: "utm_source", value: nil),
                ]
            ]
        )
        #expect(app.ran == ["/account 1"])
    }

    @Test func `the stored form is stable`() throws {
        let snapshot = try snapshot(["/account?x=1"], for: "A")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(
            String(decoding: try encoder.encode(snapshot), as: UTF8.self)
                == #"{"date":1000000,"links":[{"expires":1000600,"link":"/account?x=1","origin":"push","url":"myapp://account?x=1"}],"user":"A","version":1}"#
        )
    }

    @Test(arguments: [
        "", "{}", "[]", "null", #"{"version":1}"#, #"{"version":1,"date":0}"#,
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

    @Test func `a later version is refused`() {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                PendingLink.Snapshot.self,
                from: Data(#"{"version":2,"date":0,"links":[]}"#.utf8)
            )
        }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(
            context.debugDescription
                == "Version 2 of a snapshot is not supported, only 1; remove it."
        )
    }
}
