import DeepLinks
import DeepLinksTestSupport
import LinkChecking
import Testing

/// Duplicates and floods.
@MainActor
struct RecentLinksTests {
    // MARK: - Duplicates

    @Test(arguments: [
        ("myapp://items/7?x=1", "myapp:///items//7/?x=1", true),
        ("myapp://items/7?x=1", "MYAPP:items/%37?%78=%31", true),
        ("https://mydomain.io/domainA/5", "https://www.mydomain.io/domainA/items/shoe-5", true),
        ("https://mydomain.io/domainA/5", "myapp://featureA/detail?id=5", true),
        ("myapp://items/7", "myapp://items/8", false),
        ("myapp://items/7?x=1", "myapp://items/7?x=2", false),
        ("myapp://items/7?x=1&y=2", "myapp://items/7?y=2&x=1", false),
        ("myapp://items/7?x", "myapp://items/7?x=", false),
        ("myapp://items/7?x=", "myapp://items/7?x&x", false),
        ("myapp://items/7?ab=c", "myapp://items/7?a=bc", false),
        ("myapp://items/7?a=1#b", "myapp://items/7?a=1&b", false),
        ("myapp://items/7", "myapp://items/7#", false),
        ("myapp://items/7", "myapp://items/7?id=7", false),
        ("myapp://items/12345678", "myapp://items/123456780", false),
        ("myapp://items/7?x=a", "myapp://items/7?x=b%00", false),
        ("myapp://items/7?x=a", "myapp://items/7?x=a%00", false),
        ("myapp://items/7?x=a&b", "myapp://items/7?x=a%00&a", false),
        ("myapp://items/7?x&b=v&b=", "myapp://items/7?x=c&v&c=", false),
    ])
    func `a link is a duplicate of an equal one`(
        first: String,
        second: String,
        isDuplicate: Bool
    ) throws {
        let app = try TestApp()
        #expect(app.coordinator.open(first).isAccepted)
        let outcome = app.coordinator.open(second)
        #expect(outcome.isAccepted)
        #expect(outcome.text.hasPrefix("duplicate") == isDuplicate)
        #expect(app.ran.count == (isDuplicate ? 1 : 2))
    }

    @Test(arguments: 0...20)
    func `links that differ in one byte are no duplicates`(length: Int) throws {
        let app = try TestApp { $0.rateLimit = nil }
        let value = String("abcdefghijklmnopqrstuvwxyz".prefix(length))
        var values = [value, value + "A"]
        for place in 0..<length {
            var bytes = Array(value.utf8)
            bytes[place] ^= 0x20
            values.append(String(decoding: bytes, as: UTF8.self))
        }
        let links = values.flatMap { ["/a?x=\($0)", "/a?\($0)y=", "/a?x#\($0)"] }
        for (number, link) in links.enumerated() {
            #expect(app.open(link).text == "handled \(link)")
            let earlier = links[max(0, number - 31)...number]
            #expect(earlier.allSatisfy { app.open($0).text == "duplicate \($0)" }, "\(link)")
        }
    }

    @Test func `a link is a duplicate within the window, which begins with the first`() throws {
        let app = try TestApp()
        var outcomes: [String] = []
        for _ in 0..<6 {
            outcomes.append(String(app.open("/a").text.prefix(4)))
            app.clock.advance(by: .milliseconds(400))
        }
        #expect(outcomes == ["hand", "dupl", "dupl", "hand", "dupl", "dupl"])
        app.clock.advance(by: .milliseconds(600))
        #expect(app.open("/a").text == "handled /a")
        app.clock.advance(by: .milliseconds(1_000))
        #expect(app.open("/a").text == "handled /a")
        app.clock.advance(by: .milliseconds(999))
        #expect(app.open("/a").text == "duplicate /a")
        #expect(app.coordinator.counts.duplicates == 5)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `without a window there are no duplicates`(window: Duration) throws {
        let app = try TestApp { $0.duplicateWindow = window }
        app.open("/a")
        #expect(app.open("/a").text == "handled /a")
    }

    @Test func `a link that waits has its duplicates too`() throws {
        let app = try TestApp(isActive: false)
        for path in ["/account", "/nowhere", "/a"] {
            app.open(path)
            #expect(app.open(path).text == "duplicate \(path)")
        }
        app.coordinator.activate()
        for path in ["/account", "/nowhere", "/a"] {
            #expect(app.open(path).text == "duplicate \(path)")
        }
        #expect(app.ran == ["/a"])
        #expect(app.waiting == ["/account", "/nowhere"])
    }

    @Test(arguments: [
        ("/fails", "failed ActionError()"),
        (
            "/nowhere",
            "failed The path '/nowhere' is not registered; register it, or check how it is spelled."
        ),
        ("/refused", "rejected policy No."),
        ("/unsure", "failed ActionError()"),
        ("/circle", "rejected tooDeep"),
        ("/transfer", "rejected policy '/transfer' does not trust links from 'push'."),
    ])
    func `a link that came to nothing has no duplicates`(path: String, text: String) throws {
        let app = try TestApp(
            policy: ClosurePolicy { link, _ in
                switch link.path {
                case "/refused": .reject(reason: "No.")
                case "/unsure": throw ActionError()
                case "/circle": .redirect(link)
                default: .allow
                }
            }
        )
        for path in ["/refused", "/unsure", "/circle"] { try app.register(path) }
        try app.register("/transfer", trusts: [.inApp])
        // As if the system delivers one tap twice: it is refused twice.
        for _ in 0..<2 {
            #expect(app.open(path, from: .push).text == text)
        }
        #expect(app.coordinator.counts.duplicates == 0)
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `what was refused from outside may be opened from inside at once`() throws {
        let app = try TestApp()
        try app.register("/transfer", trusts: [.inApp])
        app.open("/transfer?to=me", from: .customScheme)
        let link = try DeepLink("/transfer?to=me")
        #expect(app.coordinator.open(link).text == "handled /transfer?to=me")
        // From outside, the link is still refused.
        #expect(!app.open("/transfer?to=me", from: .customScheme).isAccepted)
        #expect(app.ran == ["/transfer me"])
    }

    @Test func `an action that failed may be tried again, and then has duplicates`() throws {
        let app = try TestApp()
        try app.register("/download") {
            // Only the first run fails.
            if app.ran.count == 1 { throw ActionError() }
        }
        #expect(app.open("/download").text == "failed ActionError()")
        #expect(app.open("/download").text == "handled /download")
        #expect(app.open("/download").text == "duplicate /download")
    }

    @Test func `a link that is refused is its own duplicate until it has been`() throws {
        let app = try TestApp()
        var inner: [String] = []
        app.coordinator.onUnhandled = { _ in inner.append(app.open("/nowhere").text) }
        #expect(app.open("/nowhere").text.hasPrefix("failed"))
        #expect(inner == ["duplicate /nowhere"])
    }

    @Test(arguments: [PendingMode.latest, .queue(capacity: 8, superseding: .samePath)])
    func `a link that does not wait any more has no duplicates`(mode: PendingMode) throws {
        let app = try TestApp { $0.pending = mode }
        // The second link replaces the first: any other link, or a newer one with the same path.
        let other = mode == .latest ? "/wallet" : "/account?tab=2"
        app.open("/account?tab=1")
        app.open(other)
        #expect(app.open("/account?tab=1").text == "deferred /account?tab=1 [\"authenticated\"]")
        #expect(app.waiting == ["/account?tab=1"])
        app.coordinator.cancelPendingLinks()
        #expect(app.open("/account?tab=1").text == "deferred /account?tab=1 [\"authenticated\"]")
        #expect(app.open("/account?tab=1").text == "duplicate /account?tab=1")
        #expect(app.coordinator.counts.isBalanced)
    }

    @Test func `a link that came to nothing when its turn came has no duplicates`() throws {
        let app = try TestApp()
        try app.register("/broken", requires: [.authenticated]) { throw ActionError() }
        for path in ["/account", "/wallet", "/inbox", "/broken"] { app.open(path) }
        app.coordinator.policy = ClosurePolicy { link, _ in
            switch link.path {
            case "/account": .reject(reason: "No.")
            case "/wallet": throw ActionError()
            default: .allow
            }
        }
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/inbox", "/broken"])
        app.coordinator.policy = RequirementPolicy()
        #expect(app.open("/account").text == "handled /account")
        #expect(app.open("/wallet").text == "handled /wallet")
        #expect(app.open("/inbox").text == "duplicate /inbox")
        #expect(app.open("/broken").text == "failed ActionError()")
    }

    @Test func `an observer's links may come to nothing in any order`() throws {
        let app = try TestApp()
        var isFirst = true
        app.coordinator.onEvent = { event in
            // This link is let in before the one that was received, though its number is higher.
            guard case .received = event.stage, isFirst else { return }
            isFirst = false
            app.open("/fails")
        }
        #expect(app.open("/a").text == "handled /a")
        #expect(app.open("/fails").text == "failed ActionError()")
        #expect(app.open("/a").text == "duplicate /a")
    }

    @Test func `who signs in after another one is not taken for the same`() throws {
        let app = try TestApp()
        app.open("/account")
        app.coordinator.revoke(.authenticated)
        app.coordinator.satisfy(.authenticated)
        #expect(app.open("/account").text == "handled /account")
    }

    @Test func `the last thirty-two links are remembered`() throws {
        let app = try TestApp {
            $0.rateLimit = nil
            $0.duplicateWindow = .seconds(3_600)
        }
        for number in 0..<40 {
            app.open("/a?\(number)")
        }
        for number in 8..<40 {
            #expect(app.open("/a?\(number)").text == "duplicate /a?\(number)")
        }
        #expect(app.open("/a?7").text == "handled /a?7")
    }

    @Test func `what the app opens itself is no duplicate, and has none`() throws {
        let app = try TestApp()
        let link = try DeepLink("/a?x=1")
        for _ in 0..<3 {
            #expect(app.coordinator.open(link).text == "handled /a?x=1")
            #expect(app.open("/a?x=1", from: .inApp).text == "handled /a?x=1")
        }
        // The system delivers the same link, twice.
        #expect(app.open("/a?x=1", from: .system).text == "handled /a?x=1")
        #expect(app.open("/a?x=1", from: .system).text == "duplicate /a?x=1")
        #expect(app.coordinator.open(link).text == "handled /a?x=1")
        #expect(app.coordinator.counts.duplicates == 1)
    }

    // MARK: - Floods

    @Test func `what the app opens itself is not counted`() throws {
        let app = try TestApp { $0.rateLimit = RateLimit(links: 1, per: .seconds(10)) }
        for number in 0..<100 {
            #expect(app.coordinator.open(try DeepLink("/a?\(number)")).isAccepted)
        }
        #expect(app.open("/b", from: .push).isAccepted)
    }

    @Test func `each origin has a budget of its own`() throws {
        let app = try TestApp { $0.rateLimit = RateLimit(links: 2, per: .seconds(10)) }
        for number in 0..<5 {
            let isAccepted = number < 2
            #expect(app.open("/a?\(number)", from: .customScheme).isAccepted == isAccepted)
            #expect(
                app.coordinator.open(
                    "https://mydomain.io/domainA/\(number)",
                    from: .universalLink
                )
                .isAccepted == isAccepted
            )
        }
        // The budget is that of the real origin, whatever the app declares.
        #expect(app.open("/b", from: .universalLink).text == "rejected tooManyLinks")
        #expect(app.open("/b", from: .system).text == "rejected tooManyLinks")
        #expect(app.open("/b", from: .push).text == "handled /b")
        #expect(app.open("/b", from: "scannedCode").text == "duplicate /b")
        #expect(app.open("/c", from: "scannedCode").text == "handled /c")
    }

    @Test func `more than twenty links in ten seconds are too many`() throws {
        let app = try TestApp()
        for number in 0..<20 {
            #expect(app.open("/a?\(number)").isAccepted)
            app.clock.advance(by: .milliseconds(100))
        }
        #expect(app.open("/a?20").text == "rejected tooManyLinks")
        app.clock.advance(by: .milliseconds(7_999))
        #expect(app.open("/a?20").text == "rejected tooManyLinks")
        app.clock.advance(by: .milliseconds(1))
        #expect(app.open("/a?20").text == "handled /a?20")
        #expect(app.open("/a?21").text == "rejected tooManyLinks")
        #expect(app.coordinator.counts.rejected == 3)
    }

    @Test func `links that come to nothing are counted, however often they are tried`() throws {
        let app = try TestApp()
        for _ in 0..<20 {
            #expect(app.open("/fails").text == "failed ActionError()")
        }
        #expect(app.open("/fails").text == "rejected tooManyLinks")
        #expect(app.open("/a").text == "rejected tooManyLinks")
        app.clock.advance(by: .seconds(10))
        #expect(app.open("/a").text == "handled /a")
    }

    @Test
    func `what an observer opens is counted when it came, though another link was on its way`()
        throws
    {
        let app = try TestApp {
            $0.rateLimit = RateLimit(links: 3, per: .seconds(10))
            $0.expiresAfter = .seconds(1)
        }
        app.open("/account")
        app.clock.advance(by: .seconds(1))
        app.coordinator.onEvent = { event in
            // `/account` is dropped after `/a` was received, but `/a` is only counted after `/b`.
            guard case .dropped = event.stage else { return }
            app.clock.advance(by: .seconds(5))
            #expect(app.open("/b").text == "handled /b")
        }
        #expect(app.open("/a").text == "handled /a")
        app.clock.advance(by: .milliseconds(5_500))
        #expect(app.open("/c").text == "handled /c")
        #expect(app.open("/c?2").text == "rejected tooManyLinks")
        app.clock.advance(by: .milliseconds(4_500))
        #expect(app.open("/c?2").text == "handled /c?2")
    }

    @Test func `junk and duplicates keep no link out`() throws {
        let app = try TestApp()
        for _ in 0..<100 {
            app.coordinator.open("https://evil.com/a")
            app.coordinator.open("myapp://a/../b")
            app.open("/a")
        }
        for number in 0..<19 {
            #expect(app.open("/b?\(number)").text == "handled /b?\(number)")
        }
    }

    @Test(arguments: [0, -1, Int.min])
    func `a limit without links refuses all`(links: Int) throws {
        let app = try TestApp { $0.rateLimit = RateLimit(links: links, per: .seconds(1)) }
        #expect(app.open("/a").text == "rejected tooManyLinks")
    }

    @Test(arguments: [
        RateLimit?.none, RateLimit(links: .max, per: .seconds(10)),
        RateLimit(links: 1, per: .zero), RateLimit(links: 1, per: .seconds(-1)),
    ])
    func `a limit can be no limit`(limit: RateLimit?) throws {
        let app = try TestApp { $0.rateLimit = limit }
        for number in 0..<200 {
            #expect(app.open("/a?\(number)").isAccepted)
        }
    }

    /// The model keeps the time of every link, and counts those within the period.
    @Test(arguments: UInt64(0)..<20)
    func `the limit is kept over every stretch of time`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let links = Int.random(in: 1...100, using: &random)
        let window = Duration.milliseconds([0, 3, 2_000].randomElement(using: &random) ?? 0)
        let app = try TestApp {
            $0.rateLimit = RateLimit(links: links, per: .milliseconds(1_000))
            $0.duplicateWindow = window
        }
        app.coordinator.onEvent = nil
        var accepted: [Duration] = []
        var now = Duration.zero
        for number in 0..<300 {
            let step = Duration.milliseconds(Int.random(in: 0...(2_000 / links), using: &random))
            now += step
            app.clock.advance(by: step)
            let isExpected = accepted.filter { now - $0 < .milliseconds(1_000) }.count < links
            let outcome = app.open("/a?\(number)")
            #expect(outcome.isAccepted == isExpected, "seed \(seed), link \(number)")
            if isExpected {
                accepted.append(now)
            }
        }
    }
}
