import Foundation
import LinkChecking
import Testing

@testable import DeepLinks

/// The rules of the loop, one by one; ``CoordinatorModelTests`` tries them in any order.
@MainActor
struct LoopTests {
    // MARK: - One at a time

    @Test func `no more than 64 links wait for the end of another`() throws {
        let app = try TestApp { $0.rateLimit = nil }
        var outcomes: [String] = []
        try app.register("/outer") {
            for number in 0..<66 { outcomes.append(app.open("/a?\(number)").text) }
        }
        app.open("/outer")
        #expect(outcomes.prefix(64).allSatisfy { $0.hasPrefix("deferred") })
        #expect(outcomes.suffix(2) == ["rejected too-many-links", "rejected too-many-links"])
        #expect(app.ran.count == 65)
        #expect(app.open("/a?65").text == "handled /a?65")
    }

    @Test(arguments: [true, false])
    func `what is opened inside is dropped with the rest`(isRevoked: Bool) throws {
        let app = try TestApp()
        try app.register("/outer") {
            app.open("/a")
            if isRevoked {
                app.coordinator.revoke(.authenticated)
            } else {
                app.coordinator.cancelPendingLinks()
            }
        }
        app.open("/outer")
        #expect(app.ran == ["/outer"])
        let outcomes = app.reports.map(\.outcome.text)
        #expect(outcomes.contains("rejected \(isRevoked ? "revoked" : "cancelled")"))
    }

    // MARK: - Turns

    @Test func `the waiting links are walked through eight times at most for one call`() throws {
        let app = try TestApp()
        var asked = 0
        app.coordinator.policy = ClosurePolicy { _, _ in
            asked += 1
            app.coordinator.reconsider()
            return .deferUntil([])
        }
        app.open("/a")
        #expect(asked == 9)
        app.coordinator.reconsider()
        #expect(asked == 17)
        // No turn is left over for later.
        app.coordinator.policy = ClosurePolicy { _, _ in
            asked += 1
            return .deferUntil([])
        }
        app.open("/b")
        #expect(asked == 18)
    }

    // MARK: - Waiting

    @Test func `a link whose time is up before its turn does not run`() throws {
        let app = try TestApp()
        try app.register("/long", requires: [.authenticated]) {
            app.clock.advance(by: .seconds(600))
        }
        for path in ["/long", "/inbox", "/wallet"] { app.open(path) }
        app.handler.unregister("/wallet")
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/long"])
        #expect(app.reports.suffix(3).map(\.id) == [1, 2, 3])
        #expect(app.reports.last { $0.id == 2 }?.outcome.text == "rejected expired")
        #expect(app.reports.last?.outcome.text.hasPrefix("failed The path '/wallet'") == true)
    }

    // MARK: - Looking back

    @Test func `a flood from one origin does not push a link of another out of the memory`() throws
    {
        let app = try TestApp { $0.rateLimit = nil }
        app.open("/a", from: .push)
        for number in 0..<100 { app.open("/b?\(number)", from: .customScheme) }
        #expect(app.open("/a", from: .push).text == "duplicate /a")
    }

    @Test func `a flood without a limit takes no more room than the memory`() throws {
        let recent = RecentLinks(window: .seconds(1), limit: nil)
        for number in 0..<1_000 {
            #expect(recent.admit(try pushed("/\(number)")) == .admitted)
            // The last 32 are known, and the one before them is not.
            if number >= 31 { #expect(recent.admit(try pushed("/\(number - 31)")) == .duplicate) }
        }
        #expect(recent.count == RecentLinks.memory)
    }

    @Test func `a limit that is larger than the memory does not make it larger`() throws {
        let recent = RecentLinks(
            window: .seconds(1),
            limit: DeepLinkCoordinator.Options.RateLimit(links: 40, per: .seconds(10))
        )
        let admitted = try (Array(0...32) + [0, 2, 1]).map { recent.admit(try pushed("/\($0)")) }
        let expected = Array(repeating: RecentLinks.Admission.admitted, count: 34)
        #expect(admitted == expected + [.duplicate, .admitted])
    }

    @Test func `each origin has a limit, which moves with time`() throws {
        // Twenty links in ten seconds, if nothing else is said.
        let app = try TestApp()
        func open(_ count: Int, from origin: LinkOrigin = .push) -> [Bool] {
            (0..<count).map { _ in
                app.lastNumber += 1
                return app.open("/a?\(app.lastNumber)", from: origin).isAccepted
            }
        }
        #expect(open(12).allSatisfy { $0 })
        app.clock.advance(by: .seconds(6))
        #expect(open(9) == Array(repeating: true, count: 8) + [false])
        #expect(open(1, from: .unknown) == [true])
        #expect(open(30, from: .inApp).allSatisfy { $0 })
        app.clock.advance(by: .milliseconds(3_999))
        #expect(open(1) == [false])
        app.clock.advance(by: .milliseconds(1))
        #expect(open(13) == Array(repeating: true, count: 12) + [false])
        let closed = try TestApp {
            $0.rateLimit = DeepLinkCoordinator.Options.RateLimit(links: 0, per: .seconds(10))
        }
        #expect(closed.open("/a").text == "rejected too-many-links")
    }

    @Test
    func `a link that failed may be opened again at once, an accepted one after a second`() throws {
        let app = try TestApp()
        #expect(app.open("/fails").text == "failed ActionError()")
        #expect(app.open("/fails").text == "failed ActionError()")
        #expect(app.open("/a").text == "handled /a")
        app.clock.advance(by: .milliseconds(999))
        #expect(app.open("/a").text == "duplicate /a")
        app.clock.advance(by: .milliseconds(1))
        #expect(app.open("/a").text == "handled /a")
    }

    /// The handler runs the action at once or after a preparation, or only reads a link's values.
    @Test(arguments: ["now", "prepared", "read"])
    func `observers are called and links take turns after what 'handle' runs`(
        way: String
    ) async throws {
        let app = try TestApp()
        app.open("/account")
        app.reports = []
        var isRunning = false
        func openTwo() {
            isRunning = true
            #expect(app.open("/a").text == "handled /a")
            app.coordinator.satisfy(.authenticated)
            #expect(app.ran == ["/a"])
            isRunning = false
        }
        app.coordinator.onEvent = { _ in #expect(!isRunning) }
        app.coordinator.onOutcome = {
            #expect(!isRunning)
            app.reports.append($0)
        }
        switch way {
        case "prepared":
            try app.handler.register("/opens", preparing: { _ in }, action: openTwo)
        case "read":
            try app.handler.register("/opens", as: Opening.self, preparing: { _ in }, action: {})
            Opening.action = openTwo
        default: try app.handler.register("/opens") { _ in openTwo() }
        }
        try app.handler.handle("/opens")
        await app.settle()
        #expect(app.ran == ["/a", "/account"])
        #expect(app.reports.map(\.outcome.text) == ["handled /a", "handled /account"])
    }

    // MARK: - Preparing

    @Test func `the handler's hook is not told of links that a coordinator opens`() async throws {
        let app = try TestApp()
        var failures: [String] = []
        app.handler.onFailure = { link, _ in failures.append(link.path) }
        try app.handler.register("/slow", preparing: { _ in throw ActionError() }, action: {})
        try app.handler.register(
            "/late",
            preparing: { _ in },
            action: { throw ActionError() }
        )
        for path in ["/slow", "/late"] {
            app.open(path)
            await app.settle()
            #expect(app.reports.last?.outcome.text == "failed ActionError()")
        }
        #expect(failures.isEmpty)
        try app.handler.handle("/slow")
        await app.settle()
        #expect(failures == ["/slow"])
    }

    @Test func `waiting links wait for preparations of the handler's own too`() async throws {
        let app = try TestApp()
        try app.handler.register(
            "/slow",
            preparing: { _ in },
            action: { try app.handler.handle("/next") }
        )
        try app.handler.register("/next", preparing: { _ in }, action: { #expect(app.ran.isEmpty) })
        app.open("/account")
        try app.handler.handle("/slow")
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran.isEmpty)
        await app.settle()
        #expect(app.ran == ["/account"])
    }

    /// Whoever opens a link, and whatever observers do when they are told of the end of the preparation that it cancels.
    @Test(arguments: ["handle", "open", "other"], [false, true])
    func `a link that cancels another runs first`(way: String, isPrepared: Bool) async throws {
        let app = try TestApp()
        let other = DeepLinkCoordinator(handler: app.handler, rewriter: app.coordinator.rewriter)
        other.activate()
        try app.handler.register("/slow", preparing: { _ in }, action: {})
        if isPrepared {
            try app.handler.register(
                "/next",
                requires: [.authenticated],
                preparing: { _ in #expect(app.ran == ["/a", "/b"]) },
                action: { app.ran.append("/next") }
            )
        } else {
            try app.register("/next", requires: [.authenticated])
        }
        app.coordinator.onOutcome = { report in
            guard case .rejected(.cancelled) = report.outcome else { return }
            app.handler.unregister("/a")
            app.open("/b")
        }
        app.open("/slow")
        app.open("/next")
        app.coordinator.satisfy(.authenticated)
        let link = try DeepLink("/a")
        switch way {
        case "handle": try app.handler.handle(link)
        case "open": #expect(app.coordinator.open(link).text == "handled /a")
        default: #expect(other.open(link).text == "handled /a")
        }
        #expect(app.ran.first == "/a")
        await app.settle()
        #expect(app.ran == ["/a", "/b", "/next"])
    }

    @Test func `a link that was prepared runs before anything else goes on`() async throws {
        let app = try TestApp()
        let other = DeepLinkCoordinator(handler: app.handler, rewriter: app.coordinator.rewriter)
        other.activate()
        try app.handler.register("/slow", preparing: { _ in }, action: { app.ran.append("/slow") })
        try app.handler.register("/other", preparing: { _ in }, action: {})
        other.onOutcome = { report in
            if case .rejected(.cancelled) = report.outcome { try? app.handler.handle("/b") }
        }
        app.open("/slow")
        // The policy is asked again when the preparation is done, and then begins another.
        app.coordinator.policy = ClosurePolicy { link, _ in
            if link.path == "/slow" { other.open(try DeepLink("/other")) }
            return .allow
        }
        await app.settle()
        #expect(app.ran == ["/slow", "/b"])
    }

    @Test func `a handler keeps no coordinators that are gone`() throws {
        let handler = DeepLinkHandler()
        for _ in 0..<3 {
            _ = DeepLinkCoordinator(handler: handler, rewriter: try Fixture.passing())
        }
        #expect(handler.coordinators.count == 1)
        #expect(handler.coordinators.allSatisfy { $0() == nil })
    }

    @Test(arguments: [("/a", []), ("/slow?again", [["again"]])] as [(String, [[String]])])
    func `a link whose preparation is done is decided about again`(
        target: String,
        prepared: [[String]]
    ) async throws {
        let app = try TestApp()
        var done: [[String]] = []
        try app.handler.register(
            "/slow",
            preparing: { $0.map(\.name) },
            action: { done.append($0) }
        )
        app.open("/slow")
        app.coordinator.policy = ClosurePolicy { link, _ in
            link.string == "/slow" ? .redirect(try DeepLink(target)) : .allow
        }
        await app.settle()
        #expect(done == prepared)
        #expect(app.ran == (target == "/a" ? ["/a"] : []))
    }

    @Test(arguments: [false, true])
    func `a preparation may open another link, which cancels it`(isHandled: Bool) async throws {
        let app = try TestApp()
        var second: String?
        try app.handler.register(
            "/short",
            preparing: { _ in
                app.open("/a", from: .unknown)
                second = app.open("/b", from: .unknown).text
            },
            action: { Issue.record("It was cancelled") }
        )
        if isHandled { try app.handler.handle("/short") } else { app.open("/short") }
        await app.settle()
        #expect(app.ran == ["/a"])
        #expect(second == "rejected cancelled")
    }

    /// After a sign-out, whoever began the preparation, or after its route is gone.
    @Test(arguments: ["open", "handle", "unregister"])
    func `a preparation that goes on though it was cancelled opens nothing`(
        way: String
    ) async throws {
        let (app, over) = (try TestApp(), Flag())
        try app.handler.register(
            "/slow",
            preparing: { _ in
                while !over.isSet { await Task.yield() }
                #expect(throws: CancellationError.self) { try app.handler.handle("/a") }
                app.open("/account")
            },
            action: { Issue.record("It was cancelled") }
        )
        app.coordinator.satisfy(.authenticated)
        if way == "handle" { try app.handler.handle("/slow") } else { app.open("/slow") }
        await app.settle()
        if way == "unregister" { app.handler.unregister("/slow") }
        app.coordinator.revoke(.authenticated)
        app.coordinator.satisfy(.authenticated)
        over.isSet = true
        await app.settle()
        #expect(app.ran.isEmpty)
        let outcomes = app.reports.map(\.outcome.text)
        let own = way == "handle" ? [] : ["preparing /slow", "rejected cancelled"]
        #expect(outcomes == own + ["rejected cancelled"])
    }

    /// Only the preparation is cancelled: what it handles goes on, and so do tasks of actions that run in it.
    @Test(arguments: ["/opens", "/quick"])
    func `what a preparation runs may open links after it has cancelled the preparation`(
        path: String
    ) async throws {
        let (app, over) = (try TestApp(), Flag())
        try app.handler.register("/opens") { _ in
            Task {
                app.open("/a")
                over.isSet = true
            }
        }
        try app.handler.register("/quick") { _ in app.open("/a", from: .inApp) }
        try app.handler.register(
            "/short",
            preparing: { _ in
                if path == "/quick" { try app.handler.handle("/quick") } else { app.open(path) }
                for _ in 0..<100 where !over.isSet { await Task.yield() }
            },
            action: {}
        )
        app.open("/short")
        await app.settle()
        #expect(app.ran == ["/a"])
    }

    @Test func `a preparation's origin counts through another coordinator too`() async throws {
        let app = try TestApp()
        let other = DeepLinkCoordinator(handler: app.handler, rewriter: app.coordinator.rewriter)
        other.activate()
        try app.register("/own", trusts: [.inApp])
        try app.register("/other") { app.coordinator.open(try DeepLink("/own")) }
        try app.handler.register(
            "/slow",
            preparing: { _ in other.open(try DeepLink("/other")) },
            action: {}
        )
        app.open("/slow", from: .customScheme)
        await app.settle()
        #expect(app.ran == ["/other"])
        #expect(app.reports.last?.outcome.text == "rejected untrusted customScheme")
    }

    @Test(arguments: [false, true])
    func `a task that outlives a preparation is outside of it`(isOtherPrepared: Bool) async throws {
        let app = try TestApp()
        let (released, over) = (Flag(), Flag())
        try app.handler.register(
            "/short",
            preparing: { _ in
                Task {
                    while !released.isSet { await Task.yield() }
                    app.open("/a")
                }
                throw ActionError()
            },
            action: {}
        )
        try app.handler.register(
            "/slow",
            preparing: { _ in while !over.isSet { await Task.yield() } },
            action: {}
        )
        app.open("/short")
        await app.settle()
        if isOtherPrepared { app.open("/slow") }
        await app.settle()
        released.isSet = true
        await app.settle()
        over.isSet = true
        #expect(app.reports.last { $0.link?.path == "/a" }?.outcome.text == "handled /a")
    }

    @Test(arguments: [false, true])
    func `what a preparation handles is outside its link if prepared`(goesOn: Bool) async throws {
        let app = try TestApp()
        let over = Flag()
        try app.handler.register(
            "/short",
            preparing: { _ in
                try app.handler.handle("/slow")
                while goesOn, !over.isSet { await Task.yield() }
            },
            action: {}
        )
        try app.handler.register("/slow", preparing: { _ in }, action: { app.open("/a") })
        app.open("/short")
        await app.settle()
        over.isSet = true
        #expect(app.reports.last { $0.link?.path == "/a" }?.outcome.text == "handled /a")
    }

    @Test func `a short link that leads to itself comes to an end`() async throws {
        let app = try TestApp { $0.duplicateWindow = .zero }
        try app.handler.register("/short", preparing: { _ in app.open("/short") }, action: {})
        app.open("/short")
        await app.settle()
        #expect(app.reports.map(\.outcome.text).contains("rejected too-deep"))
    }

    @Test func `the app's code can ask for which link it runs`() async throws {
        let app = try TestApp()
        var ids: [String: Int?] = [:]
        let coordinator = app.coordinator
        func note(_ place: String) { ids[place] = coordinator.currentLinkID }
        try app.register("/orders", requires: [.authenticated]) { note("action") }
        try app.handler.register("/plain") { _ in note("plain") }
        try app.handler.register(
            "/slow",
            preparing: { _ in
                note("preparation")
                app.open("/plain")
                note("preparation again")
            },
            action: {}
        )
        app.open("/orders")
        coordinator.policy = ClosurePolicy { link, context in
            if link.path == "/orders" { note("policy") }
            return RequirementPolicy().decision(for: link, in: context)
        }
        coordinator.onEvent = { if $0.linkID == 1, case .applied = $0.stage { note("observer") } }
        app.open("/a")
        coordinator.satisfy(.authenticated)
        app.open("/slow")
        await app.settle()
        note("outside")
        #expect(
            ids == [
                "action": 1, "policy": 1, "observer": 1, "preparation": 3, "plain": 4,
                "preparation again": 3, "outside": nil,
            ]
        )
    }

    // MARK: - Clocks

    @Test func `any clock is survived, and time never goes back`() throws {
        let clock = JumpingClock()
        var options = DeepLinkCoordinator.Options()
        options.pending = .queue(capacity: 100)
        let coordinator = DeepLinkCoordinator(
            handler: DeepLinkHandler(),
            rewriter: try Fixture.passing(),
            options: options,
            clock: clock
        )
        coordinator.open(try DeepLink("/account"))
        var left = Duration.seconds(600)
        for seconds in [-1, 5, .min, .max, .min, 0, .max, .min, -1, .max] as [Int64] {
            clock.offset = .seconds(seconds)
            let link = coordinator.pendingLinks.first { $0.id == 1 }
            #expect(link?.timeLeft ?? .zero <= left)
            left = link?.timeLeft ?? .zero
            coordinator.open(try DeepLink("/a?\(seconds)"))
        }
        #expect(left == .zero)
    }

    @Test func `each link of a long list is decided about when it comes and at its turn`() throws {
        func count(_ length: Int) throws -> Int {
            var counted = 0
            let app = try TestApp(
                policy: ClosurePolicy { _, context in
                    counted += 1
                    return context.satisfied.isEmpty ? .deferUntil(["x"]) : .allow
                }
            ) {
                $0.pending = .queue(capacity: length, superseding: .samePath)
                $0.rateLimit = nil
            }
            app.coordinator.onEvent = nil
            app.coordinator.onOutcome = nil
            for number in 0..<length { app.coordinator.open(try DeepLink("/items/\(number)")) }
            #expect(app.coordinator.pendingLinks.count == length)
            app.coordinator.satisfy("x")
            #expect(app.ran.count == length)
            return counted
        }
        #expect(try count(4_000) == 8_000)
    }
}

/// A link of a push as the coordinator keeps it.
@MainActor
func pushed(_ path: String, _ number: Int = 0) throws -> OpenedLink {
    OpenedLink(number, URLRewriter.Details(try DeepLink(path)), from: .push)
}

extension TestApp {
    /// Lets preparations that wait for nothing come to their end.
    func settle() async { for _ in 0..<100 { await Task.yield() } }
}

/// What a preparation waits for.
@MainActor
private final class Flag {
    var isSet = false
}

/// A clock whose time is set.
private final class JumpingClock: Clock, @unchecked Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    var offset = Duration.zero
    var now: Instant { Instant(offset: offset) }
    var minimumResolution: Duration { .nanoseconds(1) }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

/// A route's value whose reading opens links.
private struct Opening: Decodable {
    @MainActor static var action: () -> Void = {}

    init(from decoder: any Decoder) {
        MainActor.assumeIsolated { Self.action() }
    }
}
