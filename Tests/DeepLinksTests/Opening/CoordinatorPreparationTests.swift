import DeepLinks
import FoundationEssentials
import Testing

/// Links whose route prepares something first.
@MainActor
struct CoordinatorPreparationTests {
    /// Lets preparations go on when the test says so.
    @MainActor
    private final class Gate {
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func pass() async {
            await withCheckedContinuation { waiting.append($0) }
        }

        /// Lets all through that come, until nothing is being prepared, however busy the machine is.
        func open(for handler: DeepLinkHandler) async {
            for turn in 0..<600_000 where handler.preparingLink != nil {
                await takeTurn(after: turn < 1_000 ? nil : .milliseconds(1))
            }
            // What was cancelled may come, too.
            for _ in 0..<20 {
                await takeTurn()
            }
        }

        private func takeTurn(after pause: Duration? = nil) async {
            for continuation in waiting { continuation.resume() }
            waiting = []
            if let pause {
                // Tasks may need a thread that other tests have.
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

    @Test(arguments: ["/a", "/slow/2", "/account", "/fails"])
    func `another link that is taken cancels it`(other: String) async throws {
        app.open("/slow/1")
        app.open(other)
        #expect(app.log.contains("#1 navigation.cancelled"))
        await gate.open(for: app.handler)
        #expect(!app.ran.contains("/slow/{id} 1"))
        #expect(app.coordinator.counts.cancelled == 1)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test(arguments: ["/slow/1", "/nowhere", "/a/../b"])
    func `a link that is not taken does not`(other: String) async throws {
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
        // This one takes its place, and is given up for it in turn.
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

    @Test func `of links that waited, one gives way to the next`() async throws {
        for number in 1...3 { app.open("/private/\(number)") }
        app.coordinator.satisfy(.authenticated)
        await gate.open(for: app.handler)
        #expect(app.ran == ["/private/{id} 3"])
        #expect(app.coordinator.counts.cancelled == 2)
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

    // MARK: - Whatever happens

    /// Something that can happen to the app.
    private enum Step: CaseIterable {
        case slow, secret, quick, account, nowhere, evil, signIn, signOut, cancel, reregister, wait
    }

    /// The model knows which link is being prepared and which one waits, and there is one of each at most.
    @Test(arguments: UInt64(0)..<10)
    func `no closure of a cancelled preparation runs`(seed: UInt64) async throws {
        @MainActor
        final class Model {
            var prepared: Int?
            var waiting: Int?
            var isSignedIn = false
            var faults: [String] = []
        }
        var random = SplitMix64(seed: seed)
        let model = Model()
        var ran: [Int] = []
        let app = try TestApp {
            $0.pending = .latest
            $0.rateLimit = nil
            $0.duplicateWindow = .zero
        }
        app.coordinator.onEvent = nil
        let register = { (path: String, requirements: Set<Requirement>) in
            try app.handler.register(
                path,
                requires: requirements,
                preparing: { [gate] items in
                    let number = try items.require(TypedParameter<Int>("n"))
                    if model.prepared != number { model.faults.append("\(number) began.") }
                    await gate.pass()
                    return number
                },
                action: { number in
                    if model.prepared != number { model.faults.append("\(number) ran.") }
                    ran.append(number)
                    model.prepared = nil
                }
            )
        }
        try register("/slow/{n}", [])
        try register("/secret/{n}", [.authenticated])
        for number in 0..<300 {
            switch Step.allCases.randomElement(using: &random) ?? .wait {
            case .slow:
                app.open("/slow/\(number)")
                model.prepared = number
            case .secret:
                app.open("/secret/\(number)")
                model.prepared = model.isSignedIn ? number : nil
                if !model.isSignedIn { model.waiting = number }
            case .quick:
                app.open("/a")
                model.prepared = nil
            case .account:
                app.open("/account")
                model.prepared = nil
                // It takes the place of what waits.
                if !model.isSignedIn { model.waiting = nil }
            case .nowhere:
                app.open("/nowhere")
            case .evil:
                app.coordinator.open("https://evil.com/\(number)")
            case .signIn:
                let isAnythingWaiting = !app.coordinator.pendingLinks.isEmpty
                model.isSignedIn = true
                app.coordinator.satisfy(.authenticated)
                if isAnythingWaiting { model.prepared = model.waiting }
                model.waiting = nil
            case .signOut:
                model.isSignedIn = false
                app.coordinator.revoke(.authenticated)
                model.prepared = nil
                model.waiting = nil
            case .cancel:
                app.handler.cancelPreparation()
                model.prepared = nil
            case .reregister:
                app.handler.unregister("/slow/{n}")
                app.handler.unregister("/secret/{n}")
                try register("/slow/{n}", [])
                try register("/secret/{n}", [.authenticated])
                model.prepared = nil
            case .wait:
                let expected = model.prepared
                await gate.open(for: app.handler)
                if ran.last != expected, expected != nil {
                    model.faults.append("\(expected ?? 0) did not run.")
                }
            }
            let counts = app.coordinator.counts
            if counts.preparing != (model.prepared == nil ? 0 : 1) || !counts.isBalanced {
                model.faults.append("\(counts) are wrong.")
            }
            if !model.faults.isEmpty {
                Issue.record("Seed \(seed), step \(number): \(model.faults.joined(separator: " "))")
                return
            }
        }
        await gate.open(for: app.handler)
        #expect(Set(ran).count == ran.count)
        #expect(app.coordinator.counts.cancelled > 0)
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
