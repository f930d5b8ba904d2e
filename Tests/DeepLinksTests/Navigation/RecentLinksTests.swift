import DeepLinks
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

    @Test func `a link that waits, failed or was refused has its duplicates too`() throws {
        let app = try TestApp()
        for path in ["/account", "/fails", "/nowhere"] {
            app.open(path)
            #expect(app.open(path).text == "duplicate \(path)")
        }
        #expect(app.waiting == ["/account"])
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

    // MARK: - Floods

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
        for number in 0..<1_000 {
            #expect(app.open("/a?\(number)").isAccepted)
        }
    }

    /// The model keeps every time, and counts those that are not too long ago.
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
