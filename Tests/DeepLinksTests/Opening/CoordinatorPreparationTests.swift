import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

@testable import DeepLinks

/// Links whose route prepares something before its action runs.
@MainActor
struct CoordinatorPreparationTests {
    /// A gate that holds preparations until the test opens it.
    @MainActor
    private final class Gate {
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func pass() async {
            await withCheckedContinuation { waiting.append($0) }
        }

        /// Lets preparations through until none is running; waits some seconds, as the machine may be busy.
        func open(for handler: DeepLinkHandler) async {
            for turn in 0..<4_000 where handler.preparingLink != nil {
                await takeTurn(after: turn < 1_000 ? nil : .milliseconds(1))
            }
            // Cancelled preparations may still reach the gate.
            for _ in 0..<20 {
                await takeTurn()
            }
        }

        private func takeTurn(after pause: Duration? = nil) async {
            for continuation in waiting { continuation.resume() }
            waiting = []
            if let pause {
                // The tasks may wait for a thread that other tests use.
                try? await Task.sleep(for: pause)
            } else {
                await Task.yield()
            }
        }
    }

    private let app: TestApp
    private let gate = Gate()

    init() throws {
        app = try TestApp()
        for (path, requirements) in [
            ("/slow/{id}", []), ("/private/{id}", [.authenticated]),
        ] as [(String, Set<Requirement>)] {
            try app.handler.register(
                path,
                requires: requirements,
                preparing: { [gate] items in
                    await gate.pass()
                    if items["id"] == "bad" { throw ActionError() }
                    return items["id"] ?? ""
                },
                action: { [app] in app.ran.append("\(path) \($0)") }
            )
        }
    }

    @Test func `a link is being prepared, and its action runs when that is done`() async throws {
        #expect(app.open("/slow/1").text == "preparing /slow/1")
        #expect(app.open("/slow/1").text == "duplicate /slow/1")
        #expect(app.coordinator.counts.preparing == 1)
        #expect(app.ran.isEmpty)
        await gate.open(for: app.handler)
        #expect(app.ran == ["/slow/{id} 1"])
        #expect(
            app.log.filter { $0.hasPrefix("#1 navigation") }
                == ["#1 navigation.preparing", "#1 navigation.applied"]
        )
        #expect(app.coordinator.counts.handled == 1)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test(arguments: ["/a", "/slow/2", "/fails"])
    func `another link that is opened cancels it`(other: String) async throws {
        app.open("/slow/1")
        app.open(other)
        #expect(app.log.contains("#1 navigation.cancelled"))
        await gate.open(for: app.handler)
        #expect(!app.ran.contains("/slow/{id} 1"))
        #expect(app.coordinator.counts.cancelled == 1)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test(arguments: ["/slow/1", "/nowhere", "/a/../b", "/account"])
    func `a link that is not opened, or waits, does not`(other: String) async throws {
        app.open("/slow/1")
        app.open(other)
        app.coordinator.open("https://evil.com/")
        await gate.open(for: app.handler)
        #expect(app.ran == ["/slow/{id} 1"])
    }

    @Test func `what goes wrong is told`() async throws {
        app.open("/slow/bad")
        await gate.open(for: app.handler)
        #expect(app.log.last == "#1 navigation.failed: ActionError")
        #expect(app.coordinator.counts.failed == 1)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `who is late to be told by an outcome is told by the hook`() async throws {
        var failures: [String] = []
        app.coordinator.onFailure = { link, error in failures.append("\(link.string) \(error)") }
        app.handler.onFailure = { link, _ in Issue.record("\(link.string) is told twice.") }
        try app.register("/broken", requires: [.authenticated]) { throw ActionError() }
        try app.register("/undecided", requires: [.authenticated])
        try app.handler.register(
            "/late/{n}",
            requires: [.authenticated],
            preparing: { $0["n"] ?? "" },
            action: { _ in throw ActionError() }
        )
        // The callers of these get the failure as the outcome.
        app.open("/fails")
        app.open("/nowhere")
        #expect(failures.isEmpty)
        for path in ["/broken?x=1", "/undecided", "/late/2", "/account"] { app.open(path) }
        app.coordinator.policy = ClosurePolicy { link, context in
            if link.path == "/undecided" { throw ActionError() }
            return RequirementPolicy().decision(for: link, in: context)
        }
        app.coordinator.satisfy(.authenticated)
        await gate.open(for: app.handler)
        app.open("/slow/bad")
        await gate.open(for: app.handler)
        #expect(
            failures == [
                "/broken?x=1 ActionError()", "/undecided ActionError()", "/late/2 ActionError()",
                "/slow/bad ActionError()",
            ]
        )
        // A cancelled link has not failed.
        app.open("/slow/1")
        app.open("/a")
        await gate.open(for: app.handler)
        #expect(failures.count == 4)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test(arguments: [true, false])
    func `a link that waits cancels nothing that is being prepared`(isActive: Bool) async throws {
        let app = try TestApp(isActive: isActive)
        try app.handler.register(
            "/handled",
            preparing: { [gate] _ in await gate.pass() },
            action: { [app] in app.ran.append("handled") }
        )
        try app.handler.handle("/handled")
        #expect(app.open("/account").text.hasPrefix("deferred"))
        #expect(app.handler.preparingLink?.path == "/handled")
        await gate.open(for: app.handler)
        #expect(app.ran == ["handled"])
    }

    @Test
    func `a link that is opened while a queue goes on is opened at once, and the queue after it`()
        async throws
    {
        for number in 1...3 { app.open("/private/\(number)") }
        app.coordinator.satisfy(.authenticated)
        #expect(app.handler.preparingLink?.path == "/private/1")
        #expect(app.open("/a").text == "handled /a")
        #expect(app.handler.preparingLink?.path == "/private/2")
        // A link that prepares something itself also comes before the rest of the queue.
        #expect(app.open("/slow/4").text == "preparing /slow/4")
        #expect(app.handler.preparingLink?.path == "/slow/4")
        await gate.open(for: app.handler)
        #expect(app.ran == ["/a", "/slow/{id} 4", "/private/{id} 3"])
        #expect(app.coordinator.counts.cancelled == 2)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `a queue goes on when what is prepared fails, or is cancelled`() async throws {
        for id in ["bad", "2", "3"] { app.open("/private/\(id)") }
        app.coordinator.satisfy(.authenticated)
        await gate.open(for: app.handler)
        #expect(app.ran == ["/private/{id} 2", "/private/{id} 3"])
        app.coordinator.revoke(.authenticated)
        for id in ["4", "5", "6"] { app.open("/private/\(id)") }
        app.coordinator.satisfy(.authenticated)
        #expect(app.handler.cancelPreparation())
        #expect(app.handler.preparingLink?.path == "/private/5")
        try app.handler.handle("/b")
        #expect(app.handler.preparingLink?.path == "/private/6")
        await gate.open(for: app.handler)
        #expect(app.ran.suffix(2) == ["/b", "/private/{id} 6"])
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `what waits has its turn after what is being prepared`() async throws {
        app.open("/account")
        app.open("/slow/1")
        app.coordinator.satisfy(.authenticated)
        #expect(app.waiting == ["/account"])
        await gate.open(for: app.handler)
        #expect(app.ran == ["/slow/{id} 1", "/account"])
    }

    @Test func `who signs out takes the whole queue along`() async throws {
        for number in 1...3 { app.open("/private/\(number)") }
        app.coordinator.satisfy(.authenticated)
        app.coordinator.revoke(.authenticated)
        app.coordinator.satisfy(.authenticated)
        await gate.open(for: app.handler)
        #expect(app.ran.isEmpty)
        #expect(app.coordinator.counts.cancelled == 1)
        #expect(app.coordinator.counts.dropped == 2)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `a queue that goes on loses nothing to a link that waits`() async throws {
        let app = try TestApp { $0.pending = .queue(capacity: 2) }
        try app.handler.register(
            "/private/{id}",
            requires: [.authenticated],
            preparing: { [gate] items in
                await gate.pass()
                return items["id"] ?? ""
            },
            action: { [app] in app.ran.append($0) }
        )
        try app.register("/start", requires: [.authenticated]) {
            for number in 1...6 { app.open("/private/\(number)") }
        }
        try app.register("/vault", requires: ["unlocked"])
        app.open("/start")
        app.coordinator.satisfy(.authenticated)
        #expect(app.handler.preparingLink?.path == "/private/1")
        app.open("/vault")
        await gate.open(for: app.handler)
        #expect(app.ran == ["/start", "1", "2", "3", "4", "5", "6"])
        #expect(app.waiting == ["/vault"])
        #expect(app.coordinator.counts.dropped == 0)
    }

    @Test func `an observer that signs out as something is about to be prepared stops it`()
        async throws
    {
        app.coordinator.onEvent = { [app] event in
            if case .preparing = event.stage { app.coordinator.revoke(.authenticated) }
        }
        #expect(app.open("/slow/1").text.hasPrefix("rejected policy A requirement was revoked"))
        #expect(app.handler.preparingLink == nil)
        await gate.open(for: app.handler)
        #expect(app.ran.isEmpty)
        #expect(app.coordinator.counts.isBalanced)
    }

    /// The link is opened while no other is, so nothing may replace it.
    @Test(arguments: [true, false])
    func `a link that an observer of a cancellation opens is not lost`(
        isCancelledByHandler: Bool
    ) async throws {
        var isFirst = true
        app.coordinator.onEvent = { [app] event in
            if case .cancelled = event.stage, isFirst {
                isFirst = false
                app.open("/slow/2")
            }
        }
        app.open("/slow/1")
        if isCancelledByHandler {
            app.handler.cancelPreparation()
        } else {
            app.coordinator.revoke(.authenticated)
        }
        #expect(app.handler.preparingLink?.path == "/slow/2")
        await gate.open(for: app.handler)
        #expect(app.ran == ["/slow/{id} 2"])
        #expect(app.coordinator.counts.cancelled == 1)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `the link that was cancelled may be opened again at once`() async throws {
        var isFirst = true
        app.coordinator.onEvent = { [app] event in
            if case .cancelled = event.stage, isFirst {
                isFirst = false
                #expect(app.open("/slow/1").text == "preparing /slow/1")
            }
        }
        app.open("/slow/1")
        app.handler.cancelPreparation()
        await gate.open(for: app.handler)
        #expect(app.ran == ["/slow/{id} 1"])
    }

    @Test func `a preparation that finds nothing tells so`() async throws {
        try app.handler.register(
            "/search/{term}",
            preparing: { [gate] _ in
                await gate.pass()
                throw DeepLinkHandleError.pathNotRegistered(path: "/search/{term}")
            },
            action: {}
        )
        app.open("/search/shoes", from: .push)
        #expect(app.unhandled.isEmpty)
        await gate.open(for: app.handler)
        #expect(app.unhandled.map(\.url?.absoluteString) == ["myapp://search/shoes"])
        #expect(app.unhandled.map(\.link?.string) == ["/search/shoes"])
        #expect(app.unhandled.map(\.origin) == [.push])
    }

    @Test func `a link whose preparation came to nothing has no duplicates`() async throws {
        app.open("/slow/1")
        #expect(app.open("/slow/1").text == "duplicate /slow/1")
        // This link replaces the first one, which then replaces it in turn.
        app.open("/slow/2")
        #expect(app.open("/slow/1").text == "preparing /slow/1")
        await gate.open(for: app.handler)
        #expect(app.ran == ["/slow/{id} 1"])
        #expect(app.open("/slow/1").text == "duplicate /slow/1")
        app.open("/slow/bad")
        await gate.open(for: app.handler)
        #expect(app.open("/slow/bad").text == "preparing /slow/bad")
    }

    @Test func `who signs out does not get what was prepared`() async throws {
        app.coordinator.satisfy(.authenticated)
        #expect(app.open("/private/1").text == "preparing /private/1")
        app.coordinator.revoke(.authenticated)
        await gate.open(for: app.handler)
        #expect(app.ran.isEmpty)
        #expect(app.log.last == "#1 navigation.cancelled")
    }

    @Test func `a route that is unregistered is not prepared further`() async throws {
        app.open("/slow/1")
        app.handler.unregister("/slow/{id}")
        await gate.open(for: app.handler)
        #expect(app.ran.isEmpty)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `a link that waited is prepared when its turn comes`() async throws {
        app.open("/private/1")
        app.coordinator.satisfy(.authenticated)
        #expect(app.log.last == "#1 navigation.preparing")
        #expect(app.coordinator.pendingLinks.isEmpty)
        await gate.open(for: app.handler)
        #expect(app.ran == ["/private/{id} 1"])
    }

    @Test func `of links that waited, each is prepared when the one before is done`() async throws {
        for number in 1...3 { app.open("/private/\(number)") }
        app.open("/account")
        app.coordinator.satisfy(.authenticated)
        #expect(app.coordinator.pendingLinks.count == 3)
        await gate.open(for: app.handler)
        #expect(
            app.ran == ["/private/{id} 1", "/private/{id} 2", "/private/{id} 3", "/account"]
        )
        #expect(app.coordinator.counts.cancelled == 0)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `an observer that opens a link at the cancellation is served`() async throws {
        var inner: String?
        app.coordinator.onEvent = { [app] event in
            if case .cancelled = event.stage, inner == nil { inner = app.open("/b").text }
        }
        app.open("/slow/1")
        #expect(app.open("/slow/2").text == "preparing /slow/2")
        await gate.open(for: app.handler)
        #expect(inner == "handled /b")
        #expect(app.ran == ["/b"])
        #expect(app.coordinator.counts.cancelled == 2)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `what a link lacks is in the outcome, and cancels nothing`() async throws {
        struct Search: Decodable { let text: String }
        try app.handler.register(
            "/search",
            as: Search.self,
            preparing: { $0.text },
            action: { [app] in app.ran.append("found \($0)") }
        )
        app.open("/slow/1")
        #expect(
            app.open("/search").text
                == "failed The link has no value for 'text'; add 'text=…' to its query."
        )
        await gate.open(for: app.handler)
        app.open("/search?text=shoes")
        await gate.open(for: app.handler)
        #expect(app.ran == ["/slow/{id} 1", "found shoes"])
        #expect(app.coordinator.counts.isBalanced)
    }

    // MARK: - Links that are resolved

    /// Registers a short link that is looked up on the network and opens its target.
    private func registerShortLinks(to target: @escaping @MainActor (String) -> String) throws {
        try app.handler.register(
            "/short/{id}",
            preparing: { [gate] items in
                await gate.pass()
                return target(items["id"] ?? "")
            },
            action: { [app] in app.coordinator.open($0) }
        )
    }

    @Test(arguments: [
        (LinkOrigin.customScheme, "https://mydomain.io/domainA/5", LinkOrigin.customScheme),
        (.push, "myapp://featureA/detail", .push),
        (.system, "https://mydomain.io/domainA/5", .customScheme),
        ("scannedCode", "https://mydomain.io/domainA/5", "scannedCode"),
    ])
    func `what a preparation opens comes from where its link comes from`(
        origin: LinkOrigin,
        target: String,
        expected: LinkOrigin
    ) async throws {
        var origins: [LinkOrigin] = []
        app.coordinator.policy = ClosurePolicy { _, context in
            origins.append(context.origin)
            return .allow
        }
        try registerShortLinks { _ in target }
        app.open("/short/1", from: origin)
        await gate.open(for: app.handler)
        // The policy is asked twice about the short link, then once about its target.
        #expect(origins == [expected, expected, expected])
        #expect(app.ran.count == 1)
        // Links that are opened later have their own origin.
        app.coordinator.open(try DeepLink("/a"))
        #expect(origins.last == .inApp)
    }

    @Test func `a link that a preparation opens before it is done has its origin too`() async throws
    {
        var origins: [LinkOrigin] = []
        app.coordinator.policy = ClosurePolicy { _, context in
            origins.append(context.origin)
            return .allow
        }
        try app.handler.register(
            "/short",
            preparing: { [gate, app] _ in
                await gate.pass()
                try app.coordinator.open(DeepLink("/a"))
            },
            action: { Issue.record("The other link has cancelled it.") }
        )
        app.open("/short", from: .push)
        await gate.open(for: app.handler)
        #expect(origins == [.push, .push])
        #expect(app.ran == ["/a"])
    }

    @Test func `a task that outlives a preparation opens links of its own`() async throws {
        var origins: [LinkOrigin] = []
        var later: Task<Void, Never>?
        app.coordinator.policy = ClosurePolicy { _, context in
            origins.append(context.origin)
            return .allow
        }
        try app.handler.register(
            "/short",
            preparing: { [gate] _ in await gate.pass() },
            action: { [app] in
                later = Task {
                    await Task.yield()
                    app.open("/a", from: .push)
                }
            }
        )
        app.open("/short", from: .customScheme)
        await gate.open(for: app.handler)
        await later?.value
        #expect(origins == [.customScheme, .customScheme, .push])
    }

    @Test func `what a cancelled preparation opens is refused`() async throws {
        try app.register("/order", requires: [.authenticated])
        try app.handler.register(
            "/short/{id}",
            requires: [.authenticated],
            preparing: { [gate, app] _ in
                await gate.pass()
                app.coordinator.open(try DeepLink("/order?of=anna"))
            },
            action: {}
        )
        app.coordinator.satisfy(.authenticated)
        app.open("/short/1")
        app.coordinator.revoke(.authenticated)
        app.coordinator.satisfy(.authenticated)
        await gate.open(for: app.handler)
        #expect(app.ran.isEmpty)
        #expect(app.waiting.isEmpty)

        app.open("/short/2")
        app.open("/a")
        await gate.open(for: app.handler)
        #expect(app.ran == ["/a"])
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `a preparation may open several links`() async throws {
        try app.handler.register(
            "/tour",
            preparing: { [gate, app] _ in
                await gate.pass()
                for path in ["/a", "/b"] { app.coordinator.open(try DeepLink(path)) }
            },
            action: { Issue.record("The first of them has cancelled it.") }
        )
        app.open("/tour")
        await gate.open(for: app.handler)
        #expect(app.ran == ["/a", "/b"])
    }

    @Test(arguments: [
        (NavigationDecision.deferUntil(["unlocked"]), ["/slow/1"], 0),
        (.reject(reason: "Locked."), [], 1), (.allow, [], 0),
    ])
    func `the policy is asked again when a preparation is done`(
        later: NavigationDecision,
        waiting: [String],
        rejected: Int
    ) async throws {
        app.open("/slow/1")
        app.coordinator.policy = ClosurePolicy { _, context in
            context.satisfied.contains("unlocked") ? .allow : later
        }
        await gate.open(for: app.handler)
        #expect(app.ran == (later == .allow ? ["/slow/{id} 1"] : []))
        #expect(app.waiting == waiting)
        #expect(app.coordinator.counts.rejected == rejected)
        #expect(app.coordinator.counts.isBalanced)
        app.coordinator.satisfy("unlocked")
        await gate.open(for: app.handler)
        #expect(app.ran == (rejected == 0 ? ["/slow/{id} 1"] : []))
    }

    @Test func `a policy that signs out as a preparation is done lets nothing through`()
        async throws
    {
        app.open("/slow/1")
        let coordinator = app.coordinator
        coordinator.policy = ClosurePolicy { _, _ in
            coordinator.revoke(.authenticated)
            return .allow
        }
        await gate.open(for: app.handler)
        #expect(app.ran.isEmpty)
        #expect(coordinator.counts.rejected == 1)
        #expect(coordinator.counts.isBalanced)
    }

    @Test(arguments: ["/private/2", "/slow/1"])
    func `a prepared link that has to wait again does not push a newer one out`(
        newer: String
    ) async throws {
        let app = try TestApp { $0.pending = .latest }
        for path in ["/slow/{id}", "/private/{id}"] {
            try app.handler.register(
                path,
                requires: path.hasPrefix("/private") ? [.authenticated] : [],
                preparing: { [gate] _ in await gate.pass() },
                action: { app.ran.append(path) }
            )
        }
        app.coordinator.open(try DeepLink("/slow/1?old"))
        app.coordinator.policy = ClosurePolicy { link, _ in .deferUntil(["unlocked"]) }
        app.coordinator.open(try DeepLink(newer + "?new"))
        await gate.open(for: app.handler)
        #expect(app.waiting == [newer + "?new"])
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `a link that waits again after its preparation waits no longer than at first`()
        async throws
    {
        app.open("/private/1")
        app.clock.advance(by: .seconds(60))
        app.coordinator.satisfy(.authenticated)
        app.coordinator.policy = ClosurePolicy { _, _ in .deferUntil(["unlocked"]) }
        await gate.open(for: app.handler)
        let left = try #require(app.coordinator.pendingLinks.first?.timeLeft)
        #expect(left == app.coordinator.options.expiresAfter - .seconds(60))
    }

    @Test func `links that wait have their turns after a prepared action, not inside`() async throws
    {
        try app.handler.register(
            "/first",
            requires: [.authenticated],
            preparing: { [gate] _ in await gate.pass() },
            action: { [app] in
                app.coordinator.open(try DeepLink("/a"))
                app.ran.append("end of first")
            }
        )
        app.open("/first")
        app.open("/private/2")
        app.open("/account")
        app.coordinator.satisfy(.authenticated)
        await gate.open(for: app.handler)
        #expect(app.ran == ["/a", "end of first", "/private/{id} 2", "/account"])
        #expect(app.coordinator.counts.cancelled == 0)
    }

    @Test func `after a sign-out, a preparation that had opened a link opens no other`()
        async throws
    {
        try app.register("/order", requires: [.authenticated])
        try app.handler.register(
            "/short",
            requires: [.authenticated],
            preparing: { [gate, app] _ in
                app.coordinator.open(try DeepLink("/a"))
                await gate.pass()
                app.coordinator.open(try DeepLink("/order?of=anna"))
            },
            action: {}
        )
        app.coordinator.satisfy(.authenticated)
        app.open("/short")
        for _ in 0..<100 where app.ran.isEmpty { await Task.yield() }
        app.coordinator.revoke(.authenticated)
        app.coordinator.satisfy(.authenticated)
        await gate.open(for: app.handler)
        #expect(app.ran == ["/a"])
        #expect(app.waiting.isEmpty)
    }

    @Test(arguments: [
        (["/nowhere", "/account"], ["/a", "/b"]), (["/nowhere", "/account", "/c"], ["/a", "/c"]),
    ])
    func `a preparation that cancelled itself opens links until another one runs`(
        others: [String],
        ran: [String]
    ) async throws {
        try app.handler.register(
            "/short",
            preparing: { [gate, app] _ in
                app.coordinator.open(try DeepLink("/a"))
                await gate.pass()
                app.coordinator.open(try DeepLink("/b"))
            },
            action: {}
        )
        app.open("/short")
        for _ in 0..<100 where app.ran.isEmpty { await Task.yield() }
        for link in others { app.open(link) }
        await gate.open(for: app.handler)
        #expect(app.ran == ran)
    }

    @Test func `a preparation that signs out itself opens no link for the next one`() async throws {
        try app.handler.register(
            "/order",
            preparing: { [gate, app] _ in
                await gate.pass()
                app.coordinator.revoke(.authenticated)
                app.open("/account")
            },
            action: {}
        )
        app.open("/order")
        await gate.open(for: app.handler)
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran.isEmpty)
    }

    @Test func `what links that wait open has their own origin, whoever gives them their turns`()
        async throws
    {
        try app.register("/inner", trusts: [.inApp])
        try app.register("/outer", requires: ["later"]) { [app] in
            app.coordinator.open(try DeepLink("/inner"))
        }
        app.open("/outer")
        try app.handler.register(
            "/sign-in",
            preparing: { [gate, app] _ in
                await gate.pass()
                app.coordinator.satisfy("later")
            },
            action: {}
        )
        app.open("/sign-in", from: .push)
        await gate.open(for: app.handler)
        #expect(app.ran == ["/outer", "/inner"])
    }

    @Test func `links have their turns after all that the end of a preparation calls`() async throws
    {
        app.coordinator.onFailure = { [app] _, _ in
            app.coordinator.open("myapp://a")
            app.coordinator.open("myapp://b")
        }
        app.open("/private/bad")
        app.open("/private/2")
        app.coordinator.satisfy(.authenticated)
        await gate.open(for: app.handler)
        #expect(app.ran == ["/a", "/b", "/private/{id} 2"])
        #expect(app.coordinator.counts.cancelled == 0)
    }

    @Test func `a login opens what waits, whatever the handler prepares`() async throws {
        app.open("/account")
        try app.handler.handle("/slow/1")
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/account"])
    }

    @Test func `what a prepared action satisfies opens links that wait`() async throws {
        try app.handler.register(
            "/sign-in",
            preparing: { [gate] _ in await gate.pass() },
            action: { [app] in app.coordinator.satisfy(.authenticated) }
        )
        app.open("/account")
        app.open("/sign-in")
        await gate.open(for: app.handler)
        #expect(app.ran == ["/account"])
        #expect(app.waiting.isEmpty)
    }

    @Test func `a feature that fails after it replaced a route leaves all as it was`() async throws
    {
        struct Feature: DeepLinkFeature {
            let log: @MainActor (String) -> Void

            func registerDeepLinks(in handler: DeepLinkHandler) throws {
                try handler.replace("/private/{id}") { _ in log("feature") }
                throw ActionError()
            }
        }
        app.open("/private/1")
        app.open("/private/2")
        app.coordinator.satisfy(.authenticated)
        #expect(throws: ActionError.self) {
            try app.handler.register(Feature { [app] in app.ran.append($0) })
        }
        await gate.open(for: app.handler)
        #expect(app.ran == ["/private/{id} 1", "/private/{id} 2"])
    }

    @Test func `two coordinators of a handler do not cancel what the other prepares`() async throws
    {
        let other = DeepLinkCoordinator(
            handler: app.handler,
            rewriter: app.coordinator.rewriter,
            clock: app.clock
        )
        other.activate()
        app.open("/private/1")
        app.open("/private/2")
        app.coordinator.satisfy(.authenticated)
        other.open(try DeepLink("/slow/3"))
        await gate.open(for: app.handler)
        #expect(app.ran == ["/slow/{id} 3", "/private/{id} 2"])
    }

    @Test func `a prepared action that signs out itself opens what comes then`() async throws {
        try app.handler.register(
            "/sign-out",
            preparing: { [gate] _ in await gate.pass() },
            action: { [app] in
                app.coordinator.revoke(.authenticated)
                app.coordinator.open(try DeepLink("/a"))
            }
        )
        app.open("/sign-out")
        await gate.open(for: app.handler)
        #expect(app.ran == ["/a"])
    }

    @Test func `a prepared link is redirected if the policy says so at the end`() async throws {
        app.open("/slow/1")
        let other = try DeepLink("/a")
        app.coordinator.policy = ClosurePolicy { link, _ in
            link == other ? .allow : .redirect(other)
        }
        await gate.open(for: app.handler)
        #expect(app.ran == ["/a"])
        #expect(app.coordinator.counts.handled == 1)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `what the handler prepares is not cancelled by a link that waits its turn`()
        async throws
    {
        app.open("/private/1")
        app.open("/account")
        app.coordinator.satisfy(.authenticated)
        #expect(app.coordinator.counts.preparing == 1)
        try app.handler.handle("/slow/1")
        try app.handler.handle("/slow/2")
        #expect(app.waiting == ["/account"])
        for _ in 1...3 { app.coordinator.open("https://evil.com/") }
        #expect(app.waiting == ["/account"])
        await gate.open(for: app.handler)
        #expect(app.ran == ["/slow/{id} 2", "/account"])
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `a link to a route that is replaced while it prepares finds the new one`()
        async throws
    {
        app.open("/private/1")
        app.open("/private/2")
        app.coordinator.satisfy(.authenticated)
        #expect(app.waiting == ["/private/2"])
        try app.handler.replace("/private/{id}") { [app] in
            app.ran.append("new \($0["id"] ?? "")")
        }
        await gate.open(for: app.handler)
        #expect(app.ran == ["new 2"])
        #expect(app.coordinator.counts.cancelled == 1)
    }

    @Test(arguments: ["navigation.preparing", "policy.decision"])
    func `a route that an observer removes on the way is not prepared`(stage: String) async throws {
        app.coordinator.onEvent = { [app] event in
            if "\(event)".contains(stage) { app.handler.unregister("/slow/{id}") }
        }
        app.open("/slow/1")
        await gate.open(for: app.handler)
        #expect(app.ran.isEmpty)
        #expect(app.coordinator.counts.cancelled + app.coordinator.counts.failed == 1)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `short links that lead to one another come to an end`() async throws {
        var number = 0
        try registerShortLinks { _ in
            number += 1
            return number < 100 ? "myapp://short/\(number)" : "myapp://a"
        }
        app.open("/short/0")
        for _ in 0..<20 { await gate.open(for: app.handler) }
        // Eight of them are prepared; the ninth is nested too deep.
        #expect(number == 8)
        #expect(app.ran.isEmpty)
        #expect(app.log.last?.contains("navigation.applied") == true)
        #expect(
            app.log.contains { $0.hasPrefix("#9 deepLink.rejected: The link was opened inside") }
        )
        #expect(app.coordinator.counts.isBalanced)
    }

    // MARK: - Random steps

    /// Something that can happen to the app.
    private enum Step: CaseIterable {
        case slow, secret, quick, account, nowhere, evil, signIn, signOut, cancel, reregister, wait
    }

    /// The link that is being prepared and the one that waits; there is at most one of each.
    @MainActor
    private final class Model {
        enum Link: Equatable {
            case slow(Int)
            case secret(Int)
            case account
        }

        var prepared: Link?
        var waiting: Link?
        var isSignedIn = false
        /// Whether the waiting link is tried as soon as nothing is being prepared.
        var isTurnDue = false
        var hasSecretRoute = true
        var faults: [String] = []

        func takeTurn() {
            guard prepared == nil, isTurnDue else { return }
            isTurnDue = false
            switch waiting {
            case .account? where isSignedIn: waiting = nil
            case .secret? where isSignedIn && hasSecretRoute:
                prepared = waiting
                waiting = nil
            default: break
            }
        }

        func endPreparation(if isIt: (Link) -> Bool = { _ in true }) {
            guard let link = prepared, isIt(link) else { return }
            prepared = nil
            takeTurn()
        }

        /// Opens a link that runs at once.
        func open() {
            prepared = nil
            takeTurn()
        }
    }

    @Test(arguments: UInt64(0)..<10)
    func `no closure of a cancelled preparation runs`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let model = Model()
        var began: [Int] = []
        var ran: [Int] = []
        let app = try TestApp {
            $0.pending = .latest
            $0.rateLimit = nil
            $0.duplicateWindow = .zero
        }
        app.coordinator.onEvent = nil
        let register = {
            (path: String, requirements: Set<Requirement>, link: @escaping (Int) -> Model.Link) in
            try app.handler.register(
                path,
                requires: requirements,
                preparing: { [gate] items in
                    let number = try items.require(TypedParameter<Int>("n"))
                    if model.prepared != link(number) { model.faults.append("\(number) began.") }
                    began.append(number)
                    await gate.pass()
                    return number
                },
                action: { number in
                    if model.prepared != link(number) { model.faults.append("\(number) ran.") }
                    ran.append(number)
                    model.endPreparation()
                }
            )
        }
        try register("/slow/{n}", []) { .slow($0) }
        try register("/secret/{n}", [.authenticated]) { .secret($0) }
        for number in 0..<300 {
            switch Step.allCases.randomElement(using: &random) ?? .wait {
            case .slow:
                app.open("/slow/\(number)")
                model.prepared = .slow(number)
            case .secret:
                app.open("/secret/\(number)")
                if model.isSignedIn {
                    model.prepared = .secret(number)
                } else {
                    model.waiting = .secret(number)
                }
            case .quick:
                app.open("/a")
                model.open()
            case .account:
                app.open("/account")
                if model.isSignedIn {
                    model.open()
                } else {
                    // It replaces the link that waits.
                    model.waiting = .account
                }
            case .nowhere:
                app.open("/nowhere")
            case .evil:
                app.coordinator.open("https://evil.com/\(number)")
            case .signIn:
                model.isSignedIn = true
                model.isTurnDue = true
                app.coordinator.satisfy(.authenticated)
                model.takeTurn()
            case .signOut:
                app.coordinator.revoke(.authenticated)
                model.isSignedIn = false
                model.waiting = nil
                model.endPreparation()
            case .cancel:
                app.handler.cancelPreparation()
                model.endPreparation()
            case .reregister:
                app.handler.unregister("/slow/{n}")
                model.endPreparation { if case .slow = $0 { true } else { false } }
                app.handler.unregister("/secret/{n}")
                model.hasSecretRoute = false
                model.endPreparation { if case .secret = $0 { true } else { false } }
                try register("/slow/{n}", []) { .slow($0) }
                try register("/secret/{n}", [.authenticated]) { .secret($0) }
                model.hasSecretRoute = true
            case .wait:
                await gate.open(for: app.handler)
                if model.prepared != nil { model.faults.append("Something did not run.") }
            }
            if Bool.random(using: &random) {
                // Lets a preparation reach the gate.
                for _ in 0..<4 { await Task.yield() }
            }
            let counts = app.coordinator.counts
            if counts.preparing != (model.prepared == nil ? 0 : 1)
                || counts.waiting != (model.waiting == nil ? 0 : 1) || !counts.isBalanced
            {
                model.faults.append("\(counts) are wrong.")
            }
            if !model.faults.isEmpty {
                Issue.record("Seed \(seed), step \(number): \(model.faults.joined(separator: " "))")
                return
            }
        }
        await gate.open(for: app.handler)
        #expect(Set(ran).count == ran.count)
        // Some were cancelled after their preparation began, others before.
        #expect(began.count > ran.count)
        #expect(app.coordinator.counts.cancelled > began.count - ran.count)
    }

    @Test func `a coordinator that goes away leaves nothing behind`() async throws {
        var other: TestApp? = try TestApp()
        weak let coordinator = other?.coordinator
        let handler = try #require(other?.handler)
        try handler.register("/slow", preparing: { [gate] _ in await gate.pass() }, action: {})
        other?.open("/slow")
        other?.open("/account")
        other = nil
        #expect(coordinator == nil)
        await gate.open(for: handler)
    }
}
