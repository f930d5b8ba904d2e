import DeepLinks
import Foundation
import LinkChecking
import Testing

/// Links that cannot be opened yet.
@MainActor
struct WaitingTests {
    // MARK: - Activation

    @Test func `every link waits until the coordinator is activated`() throws {
        let app = try TestApp(isActive: false)
        #expect(!app.coordinator.isActive)
        #expect(app.open("/a").text == "deferred /a []")
        #expect(app.open("/account").text == "deferred /account []")
        #expect(app.open("/nowhere").text == "deferred /nowhere []")
        #expect(app.coordinator.open("https://evil.com/").text.hasPrefix("rejected"))
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran.isEmpty)
        app.coordinator.activate()
        #expect(app.coordinator.isActive)
        #expect(app.ran == ["/a", "/account"])
        #expect(app.waiting == ["/nowhere"])
        app.clock.advance(by: .seconds(2))
        #expect(app.open("/a").text == "handled /a")
    }

    @Test func `a link that starts the app runs when its feature is registered`() throws {
        let app = try TestApp(isActive: false)
        app.open("/late/feature")
        try app.register("/late/feature")
        app.coordinator.activate()
        app.coordinator.activate()
        #expect(app.ran == ["/late/feature"])
        #expect(app.waiting.isEmpty)
    }

    @Test func `routes may be registered in several goes`() throws {
        let app = try TestApp(isActive: false)
        app.open("/late")
        app.coordinator.activate()
        #expect(app.waiting == ["/late"])
        try app.register("/late")
        app.coordinator.activate()
        #expect(app.ran == ["/late"])
    }

    // MARK: - Copies

    /// If copies of a link come before it is decided about, the copy that the route trusts runs, once.
    @Test(
        arguments: [PendingMode.latest, .queue(capacity: 8, superseding: .samePath)],
        [
            ["customScheme", "push"], ["push", "customScheme"],
            ["customScheme", "unknown", "push"],
        ]
            as [[LinkOrigin]]
    )
    func `a copy that is not let in keeps no other out`(
        mode: PendingMode,
        origins: [LinkOrigin]
    ) throws {
        // Within the duplicate window, and after it.
        for pause in [Duration.zero, .seconds(5)] {
            let app = try TestApp(isActive: false) { $0.pending = mode }
            for origin in origins {
                #expect(app.open("/transfer?id=1", from: origin).isAccepted)
                app.clock.advance(by: pause)
            }
            #expect(app.waiting == ["/transfer?id=1"])
            try app.register("/transfer", trusts: [.push])
            app.coordinator.activate()
            #expect(app.ran == ["/transfer 1"])
            #expect(app.waiting.isEmpty)
            #expect(app.coordinator.counts.handled == 1)
            #expect(app.coordinator.counts.isBalanced)
        }
    }

    @Test func `a copy is opened in place of one that the policy refuses, or whose path is gone`()
        throws
    {
        var asked: [LinkOrigin] = []
        let app = try TestApp(
            policy: ClosurePolicy { _, context in
                asked.append(context.origin)
                return context.origin == .push ? .allow : .reject(reason: "No.")
            },
            isActive: false
        )
        app.open("/late", from: .customScheme)
        app.coordinator.activate()
        #expect(app.waiting == ["/late"])
        app.open("/late", from: .customScheme)
        app.open("/late", from: .push)
        app.open("/late", from: .unknown)
        try app.register("/late")
        app.coordinator.activate()
        #expect(app.ran == ["/late"])
        #expect(asked == [.customScheme, .push])
    }

    @Test func `a copy whose URL is signed is opened in place of one that is not`() throws {
        let app = try TestApp(
            policy: ClosurePolicy { _, context in
                context.externalURL?.hasSuffix("sig=1") == true ? .allow : .reject(reason: "No.")
            },
            isActive: false
        )
        app.coordinator.rewriter = try URLRewriter {
            Domain("a.io", unmatched: .passThrough, query: .strip(["sig", "n"]))
        }
        try app.register("/gift")
        for number in 0..<100 { app.coordinator.open("https://a.io/gift?n=\(number % 20)") }
        app.coordinator.open("https://a.io/gift?sig=1")
        app.coordinator.activate()
        #expect(app.ran == ["/gift"])
    }

    @Test func `no more than 32 copies wait`() throws {
        var asked = 0
        let app = try TestApp(
            policy: ClosurePolicy { _, _ in
                asked += 1
                return .reject(reason: "No.")
            },
            isActive: false
        )
        app.coordinator.rewriter = try URLRewriter {
            Domain("a.io", unmatched: .passThrough, query: .strip(["n"]))
        }
        try app.register("/gift")
        for number in 0..<100 { app.coordinator.open("https://a.io/gift?n=\(number)") }
        app.coordinator.activate()
        #expect(asked == 33)
    }

    @Test func `if no copy is let in, the first one's flaw is told`() throws {
        let app = try TestApp(isActive: false)
        try app.register("/transfer", trusts: [.inApp])
        app.open("/transfer", from: .push)
        app.open("/transfer", from: .unknown)
        app.coordinator.activate()
        #expect(app.ran.isEmpty)
        #expect(
            app.log.last == "#1 deepLink.rejected: '/transfer' does not trust links from 'push'."
        )
        // Nothing was let in, so there is no duplicate.
        #expect(app.open("/transfer", from: .inApp).text == "handled /transfer")
    }

    @Test func `a copy of another link brings no trust`() throws {
        let app = try TestApp(isActive: false)
        try app.register("/transfer", trusts: [.push])
        app.open("/transfer?id=1", from: .push)
        app.open("/transfer?id=2", from: .customScheme)
        app.coordinator.activate()
        #expect(app.ran.isEmpty)
    }

    @Test func `copies are kept over a relaunch`() throws {
        let app = try TestApp(isActive: false)
        app.open("/transfer?id=1", from: .customScheme)
        app.open("/transfer?id=1", from: .push)
        let data = try JSONEncoder().encode(app.coordinator.snapshot(for: nil))
        let next = try TestApp(isActive: false)
        try next.register("/transfer", trusts: [.push])
        try next.coordinator.restore(
            JSONDecoder().decode(PendingLinkSnapshot.self, from: data),
            for: nil
        )
        next.coordinator.activate()
        #expect(next.ran == ["/transfer 1"])
        #expect(next.coordinator.counts.isBalanced)
    }

    // MARK: - Requirements

    @Test func `each of a hundred requirements is asked for`() throws {
        let app = try TestApp { $0.pending = .queue(capacity: 200) }
        let names = (0..<100).map { Requirement(rawValue: "r\($0)") }
        for (number, name) in names.enumerated() {
            try app.register("/r/\(number)", requires: [name])
        }
        for name in names.dropLast() { app.coordinator.satisfy(name) }
        app.clock.advance(by: .seconds(20))
        #expect(app.open("/r/99").text == "deferred /r/99 [\"r99\"]")
        #expect(app.open("/r/64").text == "handled /r/64")
        app.coordinator.revoke("r64")
        #expect(app.open("/r/64").text == "deferred /r/64 [\"r64\"]")
        #expect(app.open("/r/65").text == "handled /r/65")
    }

    @Test func `a link waits until everything is satisfied that its route requires`() throws {
        let app = try TestApp()
        try app.register("/vault", requires: [.authenticated, "unlocked", "onboarded"])
        app.coordinator.satisfy("onboarded")
        #expect(
            app.open("/vault?x=1").text == "deferred /vault?x=1 [\"authenticated\", \"unlocked\"]"
        )
        app.coordinator.satisfy(.authenticated)
        let waiting = try #require(app.coordinator.pendingLinks.first)
        #expect(waiting.requirements == ["unlocked"])
        #expect(waiting.route == "/vault")
        #expect(waiting.link == (try DeepLink("/vault?x=1")))
        #expect(waiting.id == 1)
        app.coordinator.satisfy("unlocked")
        #expect(app.ran == ["/vault 1"])
        #expect(app.coordinator.satisfied == [.authenticated, "unlocked", "onboarded"])
    }

    @Test func `links are opened in the order in which they came, and once`() throws {
        let app = try TestApp()
        for path in ["/account", "/wallet", "/inbox"] {
            app.open(path)
        }
        app.coordinator.satisfy(.authenticated)
        app.coordinator.satisfy(.authenticated)
        app.coordinator.activate()
        #expect(app.ran == ["/account", "/wallet", "/inbox"])
        #expect(app.waiting.isEmpty)
        #expect(app.coordinator.counts.handled == 3)
    }

    @Test func `a link that cannot go on keeps its place and its time`() throws {
        let app = try TestApp()
        try app.register("/vault", requires: ["unlocked"])
        app.open("/vault")
        app.open("/account")
        app.clock.advance(by: .seconds(100))
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/account"])
        #expect(app.waiting == ["/vault"])
        #expect(app.coordinator.pendingLinks.first?.timeLeft == .seconds(500))
        app.clock.advance(by: .seconds(499))
        app.coordinator.satisfy("unlocked")
        #expect(app.ran == ["/account", "/vault"])
    }

    // MARK: - The login

    @Test func `a link that begins to wait for requirements is told`() throws {
        let app = try TestApp()
        var told: [String] = []
        app.coordinator.onWaiting = {
            told.append("\($0.link.string) \($0.requirements.map(\.rawValue).sorted())")
        }
        try app.register("/vault", requires: [.authenticated, "unlocked"])
        app.open("/a")
        app.open("/nowhere")
        app.open("/account?x=1")
        app.open("/vault")
        #expect(
            told == [
                "/account?x=1 [\"authenticated\"]", "/vault [\"authenticated\", \"unlocked\"]",
            ]
        )
        // First it waits for less, then for something else.
        app.coordinator.satisfy(.authenticated)
        #expect(told.count == 2)
        app.coordinator.policy = ClosurePolicy { _, _ in .deferUntil(["later"]) }
        app.coordinator.satisfy("unlocked")
        #expect(told.last == "/vault [\"later\"]")
        app.coordinator.activate()
        #expect(told.count == 3)
    }

    @Test func `a link that starts the app is told when it waits for requirements`() throws {
        let app = try TestApp(isActive: false)
        var told: [String] = []
        app.coordinator.onWaiting = { told.append($0.link.string) }
        app.open("/account")
        app.open("/a")
        #expect(told.isEmpty)
        app.coordinator.activate()
        #expect(told == ["/account"])
        #expect(app.ran == ["/a"])
    }

    @Test(arguments: [true, false])
    func `what waits may go on as soon as it is told`(isActive: Bool) throws {
        let app = try TestApp(isActive: isActive)
        app.coordinator.onWaiting = { _ in app.coordinator.satisfy(.authenticated) }
        #expect(app.open("/account").isAccepted)
        app.coordinator.activate()
        #expect(app.ran == ["/account"])
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `a link that is dropped before it is told is not told`() throws {
        let app = try TestApp()
        app.coordinator.onWaiting = { _ in Issue.record("It does not wait.") }
        app.coordinator.onEvent = { event in
            if case .waiting = event.stage { app.coordinator.cancelPendingLinks() }
        }
        app.open("/account")
        #expect(app.waiting.isEmpty)
    }

    @Test(arguments: [true, false])
    func `what a link waits for is told once, as it is then`(isGone: Bool) throws {
        let app = try TestApp { $0.pending = .queue(capacity: 1, superseding: .never) }
        try app.register("/vault", requires: ["unlocked"])
        var told: [String] = []
        app.coordinator.onWaiting = {
            told.append("\($0.link.string) \($0.requirements.map(\.rawValue).sorted())")
        }
        app.open("/account")
        // Before the link is told, an observer changes what it waits for.
        app.coordinator.onEvent = { event in
            guard case .dropped = event.stage else { return }
            if isGone {
                app.handler.unregister("/vault")
            } else {
                app.coordinator.policy = ClosurePolicy { _, _ in .deferUntil(["later"]) }
            }
            app.coordinator.activate()
        }
        app.open("/vault")
        let last = isGone ? [] : ["/vault [\"later\"]"]
        #expect(told == ["/account [\"authenticated\"]"] + last)
        #expect(app.waiting == ["/vault"])
    }

    // MARK: - Capacity

    @Test func `only the last link waits unless a queue is asked for`() throws {
        #expect(DeepLinkCoordinator.Options().pending == .latest)
        let app = try TestApp { $0.pending = .latest }
        app.open("/account")
        app.open("/wallet")
        #expect(app.waiting == ["/wallet"])
        #expect(app.log.contains("#1 pending.dropped: overflow"))
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/wallet"])
    }

    @Test func `a newer link to the same path takes the place of the older one, at the end`() throws
    {
        let app = try TestApp()
        app.open("/account?tab=1")
        app.open("/wallet")
        app.open("/account?tab=2")
        #expect(app.waiting == ["/wallet", "/account?tab=2"])
        #expect(app.log.contains("#1 pending.dropped: replaced"))
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/wallet", "/account 2"])
    }

    @Test func `in a queue each link waits for itself, first in, first out`() throws {
        #expect(PendingMode.queue(capacity: 3) == .queue(capacity: 3, superseding: .never))
        let app = try TestApp { $0.pending = .queue(capacity: 3) }
        for path in ["/account?tab=1", "/wallet", "/account?tab=2"] { app.open(path) }
        #expect(app.waiting == ["/account?tab=1", "/wallet", "/account?tab=2"])
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/account 1", "/wallet", "/account 2"])
    }

    @Test func `in a queue links that come to one path by redirection all wait`() throws {
        let app = try TestApp { $0.pending = .queue(capacity: 3) }
        try app.register("/vault", requires: ["unlocked"])
        app.open("/account")
        app.open("/vault")
        app.coordinator.policy = ClosurePolicy { link, context in
            link.path == "/account"
                ? .redirect(try DeepLink("/vault?from=account"))
                : RequirementPolicy().decision(for: link, in: context)
        }
        app.coordinator.satisfy(.authenticated)
        #expect(app.waiting == ["/vault?from=account", "/vault"])
        app.coordinator.satisfy("unlocked")
        #expect(app.ran == ["/vault account", "/vault"])
    }

    @Test(arguments: [(Int.min, 1), (0, 1), (1, 1), (3, 3), (100, 5)])
    func `a full queue drops its oldest link`(capacity: Int, count: Int) throws {
        let app = try TestApp { $0.pending = .queue(capacity: capacity) }
        try app.register("/vault/{n}", requires: ["unlocked"])
        for number in 1...5 {
            #expect(app.open("/vault/\(number)").isAccepted)
        }
        #expect(app.waiting == (1...5).suffix(count).map { "/vault/\($0)" })
        #expect(app.log.count { $0.hasSuffix("pending.dropped: overflow") } == 5 - count)
        #expect(app.coordinator.counts.dropped == 5 - count)
        #expect(app.coordinator.counts.waiting == count)
    }

    @Test func `a queue may be as long as can be told`() throws {
        let app = try TestApp {
            $0.pending = .queue(capacity: .max)
            $0.rateLimit = nil
        }
        try app.register("/first", requires: [.authenticated]) { app.open("/a") }
        try app.register("/vault/{n}", requires: ["unlocked"])
        app.open("/first")
        for number in 0..<100 { app.open("/vault/\(number)") }
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/first", "/a"])
        #expect(app.coordinator.counts.waiting == 100)
        #expect(app.coordinator.counts.isBalanced)
    }

    // MARK: - Expiry

    @Test func `a link expires after its time`() throws {
        let app = try TestApp()
        app.open("/account")
        app.clock.advance(by: .seconds(599))
        app.open("/wallet")
        #expect(app.waiting == ["/account", "/wallet"])
        app.clock.advance(by: .seconds(1))
        #expect(app.waiting == ["/wallet"])
        app.coordinator.satisfy("onboarded")
        #expect(app.log.contains("#1 pending.dropped: expired"))
        app.clock.advance(by: .seconds(1_000))
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran.isEmpty)
        #expect(app.coordinator.counts.dropped == 2)
    }

    @Test func `reading changes nothing`() throws {
        let app = try TestApp()
        app.open("/account?x=1")
        app.open("/wallet")
        app.handler.unregister("/wallet")
        app.clock.advance(by: .seconds(600))
        let log = app.log
        for _ in 0..<2 {
            #expect(app.coordinator.pendingLinks.isEmpty)
            #expect(app.coordinator.snapshot(for: nil).isEmpty)
            let counts = app.coordinator.counts
            #expect(counts.waiting == 0)
            #expect(counts.dropped == 2)
            #expect(counts.isBalanced)
        }
        #expect(app.log == log)
        #expect(app.unhandled.isEmpty)
        let counts = app.coordinator.counts
        app.coordinator.activate()
        #expect(
            app.log.dropFirst(log.count)
                == ["#1 pending.dropped: expired", "#2 pending.dropped: expired"]
        )
        #expect(app.unhandled.map(\.link?.string) == ["/wallet"])
        #expect(app.coordinator.counts == counts)
    }

    @Test func `each call drops what has expired`() throws {
        let calls: [@MainActor (DeepLinkCoordinator) throws -> Void] = [
            { $0.open("myapp://a") }, { $0.open("myapp://inbox") }, { $0.activate() },
            { $0.satisfy("x") },
            {
                try $0.restore(
                    TestApp().coordinator.snapshot(for: nil),
                    for: nil
                )
            },
        ]
        for call in calls {
            let app = try TestApp()
            app.open("/account")
            app.clock.advance(by: .seconds(600))
            try call(app.coordinator)
            #expect(app.log.contains("#1 pending.dropped: expired"))
        }
    }

    @Test func `what expired is dropped with the next link that is opened`() throws {
        let app = try TestApp()
        app.open("/account")
        app.clock.advance(by: .seconds(600))
        app.open("/a")
        #expect(app.log.contains("#1 pending.dropped: expired"))
    }

    @Test(arguments: [
        Duration.zero, .seconds(-1), .init(secondsComponent: .min, attosecondsComponent: 0),
    ])
    func `without time to wait a link is dropped at once`(time: Duration) throws {
        let app = try TestApp { $0.expiresAfter = time }
        #expect(app.open("/account").isAccepted)
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran.isEmpty)
        #expect(app.coordinator.counts.dropped == 1)
    }

    @Test func `a link can wait for as long as can be told`() throws {
        let app = try TestApp {
            $0.expiresAfter = .init(secondsComponent: .max, attosecondsComponent: 0)
        }
        app.open("/account")
        app.clock.advance(by: .seconds(12_000_000_000))
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/account"])
    }

    @Test func `a clock that goes back stands still`() throws {
        let app = try TestApp()
        app.clock.advance(by: .seconds(1_000))
        app.open("/account")
        app.clock.advance(by: .seconds(-900))
        #expect(app.open("/account").text == "duplicate /account")
        #expect(app.coordinator.pendingLinks.first?.timeLeft == .seconds(600))
        app.clock.advance(by: .seconds(599))
        #expect(app.waiting == ["/account"])
        app.clock.advance(by: .seconds(-5_000))
        app.clock.advance(by: .seconds(1))
        #expect(app.waiting == ["/account"])
        #expect(app.coordinator.pendingLinks.first?.timeLeft == .seconds(1))
        app.clock.advance(by: .seconds(1))
        #expect(app.waiting.isEmpty)
    }

    @Test func `a link whose time is up while others run does not run`() throws {
        let app = try TestApp()
        try app.register("/slow", requires: [.authenticated]) {
            app.clock.advance(by: .seconds(600))
        }
        app.open("/slow")
        app.open("/account")
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/slow"])
        #expect(app.log.last == "#2 pending.dropped: expired")
    }

    // MARK: - Other people

    @Test func `what waits is for nobody else`() throws {
        let app = try TestApp()
        app.open("/account")
        app.open("/inbox")
        app.coordinator.revoke(.authenticated)
        #expect(app.waiting.isEmpty)
        #expect(
            app.log.suffix(2) == ["#1 pending.dropped: revoked", "#2 pending.dropped: revoked"]
        )
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran.isEmpty)
        #expect(app.coordinator.counts.dropped == 2)
    }

    @Test func `revoking any requirement drops all that waits, and is asked for from then on`()
        throws
    {
        let app = try TestApp()
        app.coordinator.satisfy(.authenticated)
        app.coordinator.satisfy("onboarded")
        try app.register("/vault", requires: ["unlocked"])
        app.open("/vault")
        app.coordinator.revoke(.authenticated)
        #expect(app.waiting.isEmpty)
        #expect(app.coordinator.satisfied == ["onboarded"])
        #expect(app.open("/account").text == "deferred /account [\"authenticated\"]")
    }

    @Test func `an action that signs out leaves nothing for those behind it`() throws {
        let app = try TestApp()
        try app.register("/signOut", requires: [.authenticated]) {
            app.coordinator.revoke(.authenticated)
        }
        app.open("/wallet")
        app.open("/signOut")
        app.open("/account")
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/wallet", "/signOut"])
        #expect(app.waiting.isEmpty)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `a policy that signs out drops the link that it is asked about`() throws {
        let app = try TestApp()
        app.open("/account")
        let coordinator = app.coordinator
        coordinator.policy = ClosurePolicy { _, _ in
            coordinator.revoke(.authenticated)
            return .allow
        }
        coordinator.satisfy(.authenticated)
        #expect(app.ran.isEmpty)
        #expect(coordinator.counts.dropped == 1)
        #expect(coordinator.counts.isBalanced)
    }

    @Test func `an observer that signs out stops the link whose turn has come`() throws {
        let app = try TestApp()
        app.open("/account")
        app.coordinator.onEvent = { event in
            if case .resumed = event.stage {
                app.coordinator.revoke(.authenticated)
            }
        }
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran.isEmpty)
    }

    @Test func `the app can cancel what waits`() throws {
        let app = try TestApp()
        app.open("/account")
        app.coordinator.cancelPendingLinks()
        #expect(app.log.last == "#1 pending.dropped: cancelled")
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran.isEmpty)
        #expect(app.coordinator.counts.isBalanced)
    }

    // MARK: - Replaying

    @Test func `the policy is asked again, and may have changed its mind`() throws {
        let app = try TestApp()
        for path in ["/account", "/wallet", "/inbox", "/a"] {
            app.coordinator.policy = ClosurePolicy { _, _ in .deferUntil([.authenticated]) }
            app.open(path)
        }
        app.coordinator.policy = ClosurePolicy { link, _ in
            switch link.path {
            case "/account": .reject(reason: "Not any more.")
            case "/wallet": throw ActionError()
            case "/inbox": .deferUntil(["later"])
            default: .allow
            }
        }
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/a"])
        #expect(app.waiting == ["/inbox"])
        #expect(app.coordinator.pendingLinks.first?.requirements == ["later"])
        #expect(app.log.contains("#1 deepLink.rejected: Not any more."))
        #expect(app.log.contains("#2 navigation.failed: ActionError"))
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `a link that throws does not keep the others back`() throws {
        let app = try TestApp()
        try app.register("/broken", requires: [.authenticated]) { throw ActionError() }
        app.open("/account")
        app.open("/broken")
        app.open("/wallet")
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/account", "/broken", "/wallet"])
        #expect(app.log.contains("#2 navigation.failed: ActionError"))
        #expect(app.waiting.isEmpty)
    }

    @Test(arguments: [PendingMode.latest, .queue(capacity: 8)])
    func `what is opened while links are replayed queues behind`(mode: PendingMode) throws {
        let app = try TestApp { $0.pending = mode }
        var outcomes: [String] = []
        try app.register("/first", requires: [.authenticated]) {
            outcomes = [app.open("/a").text, app.open("/account").text, app.open("/b?1").text]
            app.ran.append("end of first")
        }
        app.open("/first")
        if mode != .latest { app.open("/wallet") }
        app.coordinator.satisfy(.authenticated)
        #expect(outcomes == ["deferred /a []", "deferred /account []", "deferred /b?1 []"])
        let second = mode == .latest ? [] : ["/wallet"]
        #expect(app.ran == ["/first", "end of first"] + second + ["/a", "/account", "/b 1"])
        #expect(app.waiting.isEmpty)
    }

    @Test func `what is opened behind waits like others if it has to`() throws {
        let app = try TestApp { $0.pending = .latest }
        try app.register("/vault/{n}", requires: ["unlocked"])
        try app.register("/first", requires: [.authenticated]) {
            app.open("/vault/1")
            app.open("/vault/2")
        }
        app.open("/first")
        app.coordinator.satisfy(.authenticated)
        #expect(app.waiting == ["/vault/2"])
        #expect(app.log.last == "#2 pending.dropped: overflow")
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `links that open one another behind come to an end`() throws {
        let app = try TestApp { $0.rateLimit = nil }
        var number = 0
        var last: String?
        try app.register("/chain", requires: [.authenticated]) {
            number += 1
            // Ends the test even without a limit.
            if number < 100 { last = app.open("/chain?\(number)").text }
        }
        app.open("/chain")
        app.coordinator.satisfy(.authenticated)
        #expect(number == 8)
        #expect(last == "rejected tooDeep")
        #expect(app.waiting.isEmpty)
    }

    @Test func `no more than so many links queue behind`() throws {
        let app = try TestApp {
            $0.rateLimit = nil
            $0.pending = .queue(capacity: 4)
        }
        var refused = 0
        try app.register("/many", requires: [.authenticated]) {
            for number in 0..<1_000 where !app.open("/items/\(number)").isAccepted {
                refused += 1
            }
        }
        app.open("/many")
        app.coordinator.satisfy(.authenticated)
        #expect(refused == 1_000 - 68)
        #expect(app.ran.count == 1 + 68)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `what an action satisfies is good for those before it`() throws {
        let app = try TestApp()
        try app.register("/vault", requires: ["unlocked"])
        try app.register("/unlock", requires: [.authenticated]) {
            app.coordinator.satisfy("unlocked")
            app.ran.append("end of unlock")
        }
        app.open("/vault")
        app.open("/unlock")
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/unlock", "end of unlock", "/vault"])
    }

    @Test func `a policy that satisfies something each time comes to an end`() throws {
        let app = try TestApp()
        app.open("/account")
        let coordinator = app.coordinator
        var asked = 0
        coordinator.policy = ClosurePolicy { _, _ in
            asked += 1
            coordinator.satisfy(Requirement(rawValue: "requirement \(asked)"))
            coordinator.activate()
            return .deferUntil([.authenticated])
        }
        coordinator.satisfy(.authenticated)
        // It is asked in eight rounds, and twice in each because it satisfies something when asked.
        #expect(asked == 8 * 2)
        #expect(app.waiting == ["/account"])
    }

    @Test(arguments: [PendingMode.Superseding.samePath, .never])
    func `what an observer opens when a link is pushed out has its turn`(
        superseding: PendingMode.Superseding
    ) throws {
        let app = try TestApp { $0.pending = .queue(capacity: 1, superseding: superseding) }
        try app.register("/notice")
        for path in ["/vault", "/cellar"] { try app.register(path, requires: ["unlocked"]) }
        try app.register("/letters", requires: [.authenticated]) {
            for path in ["/vault", "/cellar"] { app.coordinator.open(try DeepLink(path)) }
        }
        app.open("/letters")
        app.coordinator.onEvent = { event in
            guard case .dropped(.overflow) = event.stage, !app.ran.contains("/notice") else {
                return
            }
            app.coordinator.open("myapp://notice", from: .inApp)
            app.coordinator.satisfy("unlocked")
        }
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/letters", "/notice", "/cellar"])
        #expect(app.waiting.isEmpty)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `an observer that opens a link each time that one is pushed out comes to an end`()
        throws
    {
        let app = try TestApp { $0.pending = .queue(capacity: 1, superseding: .never) }
        for path in ["/vault", "/notice"] { try app.register(path, requires: ["unlocked"]) }
        try app.register("/letters", requires: [.authenticated]) {
            for _ in 1...2 { app.coordinator.open(try DeepLink("/vault")) }
        }
        app.open("/letters")
        app.coordinator.onEvent = { event in
            guard case .dropped(.overflow) = event.stage else { return }
            app.coordinator.open("myapp://notice", from: .inApp)
        }
        app.coordinator.satisfy(.authenticated)
        #expect(app.waiting == ["/notice"])
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `a link that was pushed out may be opened again at once`() throws {
        let app = try TestApp { $0.pending = .queue(capacity: 1, superseding: .never) }
        try app.register("/later", requires: ["later"])
        try app.register("/letters", requires: [.authenticated]) {
            for number in 1...3 { app.open("/later?n=\(number)", from: .push) }
        }
        app.open("/letters")
        var reopened: String?
        app.coordinator.onEvent = { event in
            guard case .dropped(.overflow) = event.stage, reopened == nil else { return }
            reopened = app.open("/later?n=2", from: .push).text
        }
        app.coordinator.satisfy(.authenticated)
        #expect(reopened == "deferred /later?n=2 [\"later\"]")
        #expect(app.waiting == ["/later?n=2"])
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `a link stays whose route an observer removes as it is decided about`() throws {
        let app = try TestApp()
        app.open("/account")
        app.coordinator.onEvent = { event in
            if case .decided = event.stage { app.handler.unregister("/account") }
        }
        app.coordinator.satisfy(.authenticated)
        #expect(app.waiting == ["/account"])
        app.coordinator.onEvent = nil
        try app.register("/account")
        app.coordinator.activate()
        #expect(app.ran == ["/account"])
    }

    @Test func `links that are opened while others have their turns all have theirs`() throws {
        let app = try TestApp { $0.pending = .queue(capacity: 20, superseding: .never) }
        try app.register("/start", requires: [.authenticated]) {
            for number in 1...14 { app.coordinator.open(try DeepLink("/step/\(number)")) }
        }
        for number in 1...14 {
            try app.register("/step/\(number)", requires: [Requirement(rawValue: "step \(number)")])
            {
                app.coordinator.satisfy(Requirement(rawValue: "step \(number - 1)"))
            }
        }
        app.coordinator.satisfy("step 14")
        app.open("/start")
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/start"] + (1...14).reversed().map { "/step/\($0)" })
    }

    @Test func `a link does not wait for what an observer of the decision satisfies`() throws {
        let app = try TestApp()
        app.coordinator.onEvent = { event in
            if case .decided(.deferUntil) = event.stage { app.coordinator.satisfy(.authenticated) }
        }
        app.coordinator.onWaiting = { Issue.record("\($0)") }
        app.open("/account")
        #expect(app.ran == ["/account"])
        #expect(app.waiting.isEmpty)
    }

    @Test func `links that satisfy one another from the last to the first all have their turns`()
        throws
    {
        let count = 20
        let app = try TestApp { $0.pending = .queue(capacity: count, superseding: .never) }
        for number in 1...count {
            try app.register("/step/\(number)", requires: [Requirement(rawValue: "step \(number)")])
            {
                app.coordinator.satisfy(Requirement(rawValue: "step \(number - 1)"))
            }
            app.coordinator.open(try DeepLink("/step/\(number)"))
        }
        app.coordinator.satisfy(Requirement(rawValue: "step \(count)"))
        #expect(app.ran == (1...count).reversed().map { "/step/\($0)" })
    }

    @Test func `an action that is not replayed may satisfy too`() throws {
        let app = try TestApp()
        try app.register("/login") {
            app.coordinator.satisfy(.authenticated)
            app.ran.append("end of login")
        }
        app.open("/account")
        #expect(app.open("/login").text == "handled /login")
        #expect(app.ran == ["/login", "/account", "end of login"])
    }

    // MARK: - Routes that come and go

    @Test func `a link whose path is gone stays until it expires`() throws {
        let app = try TestApp()
        app.open("/account?x=1", from: .push)
        app.open("/wallet")
        app.handler.unregister("/account")
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/wallet"])
        #expect(app.waiting == ["/account?x=1"])
        #expect(app.coordinator.pendingLinks.first?.route == nil)
        #expect(app.coordinator.pendingLinks.first?.requirements == [])
        #expect(app.log.contains("#1 pending.kept"))
        #expect(app.unhandled.isEmpty)
        app.clock.advance(by: .seconds(600))
        #expect(app.waiting.isEmpty)
        app.coordinator.activate()
        let unhandled = try #require(app.unhandled.first)
        #expect(unhandled.id == 1)
        #expect(unhandled.link?.string == "/account?x=1")
        #expect(unhandled.url?.absoluteString == "myapp://account?x=1")
        #expect(unhandled.origin == .push)
        #expect(unhandled.wouldBounce)
        #expect(
            unhandled.error as? DeepLinkHandleError == .pathNotRegistered(path: "/account")
        )
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `a link that expires before the app is ready is not unhandled`() throws {
        let app = try TestApp(isActive: false)
        app.open("/late")
        app.clock.advance(by: .seconds(600))
        app.open("/a")
        #expect(app.log.contains("#1 pending.dropped: expired"))
        // The app may still register routes.
        #expect(app.unhandled.isEmpty)
    }

    @Test func `a link whose path comes back is opened`() throws {
        let app = try TestApp()
        app.open("/account")
        app.handler.unregister("/account")
        app.coordinator.satisfy(.authenticated)
        try app.register("/account", requires: [.authenticated])
        app.coordinator.activate()
        #expect(app.ran == ["/account"])
    }

    @Test func `a link goes to the route that is there when its turn comes`() throws {
        let app = try TestApp()
        app.open("/account")
        app.handler.unregister("/account")
        try app.register("/{any}")
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/{any} account"])
    }

    @Test func `rules that are replaced do not change links that wait`() throws {
        let app = try TestApp()
        try app.handler.replace("/featureA/detail", requires: [.authenticated]) { items in
            app.ran.append("detail \(items["id"] ?? "")")
        }
        app.coordinator.open("https://mydomain.io/domainA/5")
        app.coordinator.rewriter = try URLRewriter { Scheme("other") }
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["detail 5"])
    }

    // MARK: - Redirections

    @Test func `a link can be redirected when its turn comes`() throws {
        let app = try TestApp()
        app.open("/account")
        app.open("/wallet")
        app.coordinator.policy = ClosurePolicy { link, context in
            link.path == "/account"
                ? .redirect(try DeepLink("/a?from=account"))
                : RequirementPolicy().decision(for: link, in: context)
        }
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/a account", "/wallet"])
    }

    @Test func `a link that is redirected and waits on is the other one`() throws {
        let app = try TestApp()
        try app.register("/vault", requires: ["unlocked"])
        app.open("/account")
        app.open("/wallet")
        app.coordinator.policy = ClosurePolicy { link, context in
            link.path == "/account"
                ? .redirect(try DeepLink("/vault?from=account"))
                : RequirementPolicy().decision(for: link, in: context)
        }
        app.coordinator.satisfy(.authenticated)
        #expect(app.waiting == ["/vault?from=account"])
        app.coordinator.satisfy("unlocked")
        #expect(app.ran == ["/wallet", "/vault account"])
    }

    @Test(arguments: [true, false])
    func `of two links that come to one path the newer one waits`(isRedirectedNewer: Bool) throws {
        let app = try TestApp()
        try app.register("/vault", requires: ["unlocked"])
        for path in isRedirectedNewer ? ["/vault", "/account"] : ["/account", "/vault"] {
            app.open(path)
        }
        app.coordinator.policy = ClosurePolicy { link, context in
            link.path == "/account"
                ? .redirect(try DeepLink("/vault?from=account"))
                : RequirementPolicy().decision(for: link, in: context)
        }
        app.coordinator.satisfy(.authenticated)
        #expect(app.waiting == [isRedirectedNewer ? "/vault?from=account" : "/vault"])
        #expect(app.log.contains("#1 pending.dropped: replaced"))
        #expect(app.coordinator.counts.isBalanced)
    }

    // MARK: - Floods

    @Test(arguments: [PendingMode.latest, .queue(capacity: 100)])
    func `a flood takes no more room than may wait, and all are accounted for`(
        mode: PendingMode
    ) throws {
        let app = try TestApp {
            $0.pending = mode
            $0.rateLimit = nil
        }
        try app.register("/vault/{n}", requires: ["unlocked"])
        app.coordinator.onEvent = nil
        let links = try (0..<150).map { try DeepLink("/vault/\($0)?token=\($0)") }
        var dropped = 0
        for number in 0..<20_000 {
            app.coordinator.open(links[number % 150])
            app.clock.advance(by: .milliseconds(100))
        }
        let counts = app.coordinator.counts
        #expect(counts.opened == 20_000)
        #expect(counts.waiting == (mode == .latest ? 1 : 100))
        #expect(counts.isBalanced)
        app.coordinator.onEvent = { event in
            if case .dropped = event.stage { dropped += 1 }
        }
        app.coordinator.revoke("unlocked")
        #expect(dropped == counts.waiting)
    }
}
