import DeepLinksTestSupport
import Foundation
import Testing

@testable import DeepLinks

/// The events that a coordinator reports.
@MainActor
struct EventTests {
    // MARK: - The stages of a link

    /// What happens, and the whole log.
    private nonisolated static let logs = """
        myapp://account?tab=1  sign in → #1 deepLink.received: myapp from unknown  #1 destination.parsed: /account?…  #1 policy.decision: defer until authenticated  #1 pending.added: until authenticated  #1 pending.resumed  #1 policy.decision: allow  #1 navigation.applied
        // A link that comes before the coordinator is active is parsed once.
        myapp://items/5  myapp://nowhere  activate → #1 deepLink.received: myapp from unknown  #1 destination.parsed: /items/{id}?id=…  #1 pending.added  #2 deepLink.received: myapp from unknown  #2 destination.parsed: …  #2 pending.added  #1 pending.resumed  #1 policy.decision: allow  #1 navigation.applied  #2 pending.resumed  #2 pending.kept
        // A redirected one is parsed again.
        myapp://moved → #1 deepLink.received: myapp from unknown  #1 destination.parsed: /moved  #1 policy.decision: redirect to /items/{id}?id=…&…#…  #1 destination.parsed: /items/{id}?id=…&…#…  #1 policy.decision: allow  #1 navigation.applied
        https://evil.com/a → #1 deepLink.received: from unknown  #1 deepLink.rejected: The link's host 'evil.com' is not configured; add it to a domain if its links are expected.
        myapp://fails → #1 deepLink.received: myapp from unknown  #1 destination.parsed: /fails  #1 policy.decision: allow  #1 navigation.failed: ActionError
        myapp://nowhere/5?x=1 → #1 deepLink.received: myapp from unknown  #1 destination.parsed: …?…  #1 navigation.failed: The link leads to a path that is not registered; register it, or check the rules that made the link.
        myapp://distrusts → #1 deepLink.received: myapp from unknown  #1 destination.parsed: /distrusts  #1 deepLink.rejected: The route does not trust links from 'unknown'; add the origin to the route's 'trusts' if they are expected.
        // A duplicate, and one too many.
        myapp://a  myapp://a  myapp://fails  myapp://b → #1 deepLink.received: myapp from unknown  #1 destination.parsed: /a  #1 policy.decision: allow  #1 navigation.applied  #2 deepLink.received: myapp from unknown  #2 deepLink.duplicate  #3 deepLink.received: myapp from unknown  #3 destination.parsed: /fails  #3 policy.decision: allow  #3 navigation.failed: ActionError  #4 deepLink.received: myapp from unknown  #4 deepLink.rejected: Too many links were opened in a short time, or while one other link was opened; open the link later, or raise 'rateLimit' if it was reached.
        """

    @Test(arguments: lists(logs))
    func `the log has all stages of each link`(steps: [String], log: [String]) throws {
        let app = try TestApp(
            policy: ClosurePolicy { link, context in
                link.path == "/moved"
                    ? .redirect(try DeepLink("/items/5?secret=1#x"))
                    : RequirementPolicy().decision(for: link, in: context)
            },
            isActive: !steps.contains("activate")
        ) { $0.rateLimit = DeepLinkCoordinator.Options.RateLimit(links: 2, per: .seconds(1)) }
        try app.register("/moved")
        try app.register("/distrusts", trusts: [.inApp])
        for step in steps {
            switch step {
            case "sign in": app.coordinator.satisfy(.authenticated)
            case "activate": app.coordinator.activate()
            default: app.coordinator.open(step)
            }
        }
        #expect(app.log == log)
    }

    @Test(arguments: [
        ("HTTPS://MyDomain.io/domainA/5", "https://mydomain.io"),
        ("https://www.mydomain.io:443/x", nil), ("http://mydomain.io/x", "http://mydomain.io"),
        ("MyApp://a", "myapp"), ("https:xxmydomain.io/a", nil),
        (" https://mydomain.io?x", "https://mydomain.io"), ("secret:a", nil),
        ("Kiosk://a", "kiosk"), ("\u{212A}iosk://a", nil), ("\u{301}", nil),
        // A wrapped link has the host of its wrapper.
        ("https://mail.io/click?to=kiosk%3A%2F%2Fa", "https://mail.io"),
    ])
    func `an event names only configured hosts and schemes`(link: String, source: String?) throws {
        let app = try TestApp()
        let kiosk = RewriteSource.scheme(Scheme("kiosk", unmatched: .passThrough))
        let mail = RewriteSource.domain(Domain("mail.io") { Unwrap("/click?to={target}") })
        app.coordinator.rewriter = try URLRewriter(sources: Fixture.shop().sources + [kiosk, mail])
        var stage: DeepLinkEvent.Stage?
        app.coordinator.onEvent = { stage = stage ?? $0.stage }
        app.coordinator.open(link)
        #expect(stage == .received(.unknown, source: source))
    }

    @Test func `an event shows the values of public parameters, and holds what it prints`() throws {
        let app = try TestApp { $0.publicParameters = ["id", "tab"] }
        var events: [DeepLinkEvent] = []
        app.coordinator.onEvent = { events.append($0) }
        app.open("/items/872346?tab=a%26b%0A&token=x&flag")
        let parsed = try #require(events.first { $0.stage == .parsed })
        #expect(parsed.name == "destination.parsed")
        #expect(parsed.link == "/items/{id}?id=872346&tab=a%26b%0A&…")
        #expect("\(parsed)" == "#1 destination.parsed: /items/{id}?id=872346&tab=a%26b%0A&…")
        #expect(events.first?.link == nil)
        #expect(events.map(\.linkID) == [1, 1, 1, 1])
        app.open("/items/1#top")
        #expect(events[5].description == "#2 destination.parsed: /items/{id}?id=1#…")
    }

    // MARK: - Listening

    @Test func `each stream has all events from its beginning on`() async throws {
        let app = try TestApp()
        let first = app.coordinator.events()
        app.open("/a")
        let second = app.coordinator.events()
        app.open("/fails")
        var expected = app.log
        var lines: [String] = []
        for await event in first.prefix(expected.count) { lines.append(event.description) }
        #expect(lines == expected)
        expected = Array(expected.dropFirst(4))
        lines = []
        for await event in second.prefix(expected.count) { lines.append(event.description) }
        #expect(lines == expected)
    }

    /// Without a limit, 256 of the 260 events are kept.
    @Test(arguments: [(Int.min, 1), (0, 1), (1, 1), (3, 3), (1_000, 260), (nil, 256)])
    func `a stream that nobody reads keeps the newest events`(limit: Int?, count: Int) async throws
    {
        var app: TestApp? = try TestApp()
        let stream = try #require(
            limit.flatMap { app?.coordinator.events(buffering: $0) } ?? app?.coordinator.events()
        )
        for _ in 0..<65 { app?.open("/a", from: .inApp) }
        let log = try #require(app?.log)
        #expect(log.count == 260)
        // The stream ends with the coordinator.
        app = nil
        var lines: [String] = []
        for await event in stream { lines.append(event.description) }
        #expect(lines == log.suffix(count))
    }

    @Test func `nothing is made when nobody listens any more`() throws {
        let app = try TestApp()
        app.coordinator.onEvent = nil
        app.coordinator.onOutcome = nil
        #expect(!app.coordinator.hasListeners)
        app.coordinator.onEvent = { _ in }
        #expect(app.coordinator.hasListeners)
    }

    @Test func `a new listener is not told what happened when nobody listened`() throws {
        let app = try TestApp()
        app.coordinator.onOutcome = nil
        try app.register("/off") { app.coordinator.onEvent = nil }
        app.open("/off")
        var told: [Int] = []
        app.coordinator.onEvent = { told.append($0.linkID) }
        app.open("/a")
        #expect(told == [2, 2, 2, 2])
    }

    @Test func `a new listener is told once of a link that waits`() throws {
        let app = try TestApp()
        app.coordinator.onOutcome = nil
        app.open("/account")
        var told: [String] = []
        app.coordinator.onOutcome = { told.append($0.outcome.text) }
        for _ in 1...2 {
            app.coordinator.reconsider()
            #expect(told == ["deferred /account [\"authenticated\"]"])
        }
    }

    @Test func `a stream that is cancelled is removed without another event`() async throws {
        let app = try TestApp()
        app.coordinator.onEvent = nil
        let kept = app.coordinator.events()
        let stream = app.coordinator.events()
        let reader = Task { for await _ in stream {} }
        await Task.yield()
        #expect(app.coordinator.observers.streams.count == 2)
        reader.cancel()
        for _ in 0..<1_000 where app.coordinator.observers.streams.count > 1 {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(app.coordinator.observers.streams.count == 1)
        app.open("/a")
        var count = 0
        for await _ in kept.prefix(4) { count += 1 }
        #expect(count == 4)
    }
}
