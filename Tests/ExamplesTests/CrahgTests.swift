import DeepLinks
import DeepLinksExamples
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

@MainActor
struct CrahgTests {
    typealias Destination = Crahg.DeepLinkDestination

    // MARK: - Links

    /// Every link format of the guide, with its aliases.
    nonisolated static let formats: [(String, Destination)] = [
        ("https://crahg.app/events/event-123", .event(id: "event-123")),
        ("https://crahg.app/gyms/gym-456", .gym(id: "gym-456")),
        ("https://crahg.app/home", .home),
        ("https://crahg.app/passes", .passes),
        ("https://crahg.app/whats-on", .whatsOn),
        ("https://crahg.app/gyms", .gyms),
        ("crahg://event/event-123", .event(id: "event-123")),
        ("crahg://gym/gym-456", .gym(id: "gym-456")),
        ("crahg://home", .home),
        ("crahg://passes", .passes),
        ("crahg://whatson", .whatsOn),
        ("crahg://whats-on", .whatsOn),
        ("crahg://gyms", .gyms),
        ("https://crahg.app/events/123", .event(id: "123")),
        ("https://crahg.app/gyms/456", .gym(id: "456")),
        ("https://crahg.app/event/event-123", .event(id: "event-123")),
        ("https://crahg.app/gym/gym-456", .gym(id: "gym-456")),
        ("https://crahg.app/whatson", .whatsOn),
        ("crahg://events/event-123", .event(id: "event-123")),
        ("crahg://gyms/gym-456", .gym(id: "gym-456")),
        ("https://crahg.app/events/event-123/?utm_source=share", .event(id: "event-123")),
    ]

    private static func destination(
        of link: String,
        by rewriter: URLRewriter
    ) throws -> Destination? {
        try Crahg.parser().parse(rewriter.rewrite(url(link)))
    }

    @Test(arguments: [
        "https://crahg.app/events/event%20123", "https://crahg.app/events/a%2Fb",
        "https://crahg.app/events/%3Cscript%3E", "https://crahg.app/events",
        "https://crahg.app/events/", "https://crahg.app/gyms/1/2", "https://crahg.app/",
        "https://crahg.app/gyms/../home", "http://crahg.app/home", "https://api.crahg.app/home",
        "https://crahg.app.evil.com/home", "https://crahg.app@evil.com/home", "crahg://user/me",
        "crahg://", "grigri://home",
    ])
    func `identifiers are checked, and what is not the app's is refused`(link: String) throws {
        let state = try Crahg.AppState()
        #expect(try !state.onOpenURL(url(link)))
        #expect(state.deepLinkManager.pendingDestination == nil)
        state.signIn()
        #expect(try !state.onOpenURL(url(link)))
        #expect(state.tabs.selectedTab == .home)
    }

    @Test(arguments: [
        (Destination.event(id: "event-123"), "https://crahg.app/events/event-123"),
        (.gym(id: "gym-456"), "https://crahg.app/gyms/gym-456"),
        (.home, "https://crahg.app/home"), (.passes, "https://crahg.app/passes"),
        (.whatsOn, "https://crahg.app/whats-on"), (.gyms, "https://crahg.app/gyms"),
    ])
    func `what is shared is the site's link`(destination: Destination, shared: String) throws {
        #expect(try Crahg.shareURL(for: destination).absoluteString == shared)
        #expect(try Self.destination(of: shared, by: Crahg.rewriter()) == destination)
    }

    // MARK: - Signed in

    /// Links that were shared go on working when the site gets a new structure.
    @Test(arguments: formats, [Crahg.rules, newRules])
    func `somebody who is signed in sees the content at once, by old rules and by new`(
        format: (String, Destination),
        rules: [RewriteRule]
    ) throws {
        let (link, destination) = format
        let state = try Crahg.AppState(rules: rules)
        state.signIn()
        #expect(try state.onOpenURL(url(link)))
        #expect(state.deepLinkManager.pendingDestination == nil)
        #expect(state.tabs.selectedTab == destination.tab)
        #expect(state.tabs.path(of: destination.tab) == (destination.isDetail ? [destination] : []))
    }

    @Test func `the tab is switched, the content fetched, then its details opened`() async throws {
        let gate = Gate()
        var fetched: [Destination] = []
        let state = try Crahg.AppState { destination in
            fetched.append(destination)
            await gate.pass()
        }
        state.signIn()
        #expect(try state.onOpenURL(url("https://crahg.app/gyms/gym-456")))
        #expect(state.tabs.selectedTab == .gyms)
        await turns { gate.arrivals == 1 }
        #expect(state.tabs.path(of: .gyms).isEmpty)
        gate.open()
        await turns { !state.tabs.path(of: .gyms).isEmpty }
        #expect(state.tabs.path(of: .gyms) == [.gym(id: "gym-456")])
        #expect(fetched == [.gym(id: "gym-456")])
    }

    @Test func `content that does not exist is a problem that is told`() async throws {
        struct NotFound: Error, CustomStringConvertible {
            let description = "There is no such event."
        }
        let state = try Crahg.AppState { _ in throw NotFound() }
        state.signIn()
        #expect(try state.onOpenURL(url("crahg://event/gone")))
        await turns { !state.deepLinkManager.problems.isEmpty }
        #expect(state.deepLinkManager.problems == ["There is no such event."])
        #expect(state.tabs.path(of: .whatsOn).isEmpty)
        // The app keeps working.
        #expect(try state.onOpenURL(url("crahg://passes")))
        #expect(state.tabs.selectedTab == .passes)
    }

    @Test func `a cancelled fetch is no problem, and the next person sees nothing`() async throws {
        let gate = Gate()
        let state = try Crahg.AppState { _ in
            await gate.pass()
            try Task.checkCancellation()
        }
        state.signIn()
        try state.onOpenURL(url("crahg://gym/1"))
        await turns { gate.arrivals == 1 }
        // The second preparation replaces the first, and is cancelled by the sign-out.
        try state.onOpenURL(url("crahg://event/2"))
        await turns { gate.arrivals == 2 }
        state.signOut()
        gate.open()
        for _ in 0..<100 { await Task.yield() }
        #expect(state.deepLinkManager.problems.isEmpty)
        state.signIn()
        #expect(state.tabs.title == "the home tab")
        #expect(Crahg.Tab.allCases.allSatisfy { state.tabs.path(of: $0).isEmpty })
    }

    @Test func `the next person does not see what the last one had opened`() throws {
        let state = try Crahg.AppState()
        state.signIn()
        try state.onOpenURL(url("crahg://event/1"))
        try state.onOpenURL(url("crahg://gym/2"))
        #expect(state.tabs.title == "gym 2")
        state.signOut()
        state.signIn()
        #expect(state.tabs.title == "the home tab")
        #expect(Crahg.Tab.allCases.allSatisfy { state.tabs.path(of: $0).isEmpty })
        // Nor what waits for the last one.
        state.signOut()
        try state.onOpenURL(url("crahg://passes"))
        state.signOut()
        state.signIn()
        #expect(state.tabs.selectedTab == .home)
    }

    @Test func `a view that reads the tab, a path or who is signed in is updated with it`() throws {
        let state = try Crahg.AppState()
        var changes = 0
        state.onChange = { changes += 1 }
        state.tabs.navigator.onChange = { changes += 1 }
        let signedIn = try observed { _ = state.isAuthenticated }
        state.signIn()
        #expect(signedIn.count == 1)
        let tab = try observed { _ = state.tabs.selectedTab }
        let path = try observed { _ = state.tabs.path(of: .gyms) }
        try state.onOpenURL(url("crahg://gym/1"))
        #expect(tab.count == 1 && path.count == 1)
        #expect(changes == 3)
        let signedOut = try observed { _ = state.isAuthenticated }
        state.signOut()
        #expect(signedOut.count == 1)
        #expect(!state.isAuthenticated)
    }

    @Test func `a tab view selects a tab, which keeps its details`() throws {
        let state = try Crahg.AppState()
        state.signIn()
        try state.onOpenURL(url("crahg://gym/1"))
        // What a tab view and a navigation stack set.
        state.tabs.selectedTab = .home
        #expect(state.tabs.title == "the home tab")
        state.tabs.selectedTab = .gyms
        #expect(state.tabs.title == "gym 1")
        state.tabs.navigator[.gyms].path = []
        #expect(state.tabs.title == "the gyms tab")
    }

    // MARK: - Signed out

    @Test func `what waits is fetched after signing in, and not before`() async throws {
        var fetched: [Destination] = []
        // On a busy machine the turns below take longer than a link may wait.
        let state = try Crahg.AppState(clock: TestClock()) { fetched.append($0) }
        try state.onOpenURL(url("https://crahg.app/events/event-123"))
        for _ in 0..<100 { await Task.yield() }
        #expect(fetched.isEmpty)
        state.signIn()
        await turns { !state.tabs.path(of: .whatsOn).isEmpty }
        #expect(fetched == [.event(id: "event-123")])
        #expect(state.tabs.path(of: .whatsOn) == [.event(id: "event-123")])
    }

    // MARK: - Security

    @Test func `the log has a mark for each kind of line, and no identifiers`() async throws {
        struct NotFound: Error {}
        let state = try Crahg.AppState(fetch: { destination in
            if destination == .gym(id: "gone") { throw NotFound() }
        })
        let log = Crahg.Log(of: state.deepLinkManager.coordinator)
        try state.onOpenURL(url("crahg://event/secret"))
        state.signIn()
        await turns { log.lines.last?.category == .success }
        try state.onOpenURL(url("crahg://gym/gone"))
        await turns { log.lines.last?.category == .error }
        try state.onOpenURL(url("crahg://user/me"))
        #expect(Set(log.lines.map(\.category)) == Set(Crahg.Log.Category.allCases))
        #expect(log.lines[0].description.hasPrefix("🔗 #1 deepLink.received"))
        #expect(log.lines.last?.category == .warning)
        #expect(!log.lines.map(\.description).joined().contains("secret"))
    }

    @Test(arguments: formats)
    func `an old link is shared as the new one`(link: String, destination: Destination) throws {
        // The rules of the site's new structure come first, so that new links are shared.
        let rewriter = try Crahg.rewriter(rules: Self.movedRules + Crahg.rules)
        let old = try rewriter.rewrite(url(link))
        let new = try rewriter.externalURL(for: old, host: "crahg.app")
        if destination.isDetail { #expect(new.path.hasPrefix("/climbing/")) }
        #expect(try rewriter.rewrite(new) == old)
    }

    @RewriteRule.Builder nonisolated private static var movedRules: [RewriteRule] {
        Rewrite("/climbing/events/{eventId:slug}", to: "/events/{eventId}")
        Rewrite("/climbing/gyms/{gymId:slug}", to: "/gyms/{gymId}")
    }

    // MARK: - Changes

    /// The site now writes titles into links to events and has moved its gyms; the old rules stay.
    @RewriteRule.Builder nonisolated private static var newRules: [RewriteRule] {
        Rewrite("/e/{title}-{eventId:int}", to: "/events/{eventId}")
        Rewrite("/climbing/gyms/{gymId:slug}", to: "/gyms/{gymId}")
        Crahg.rules
    }

    @Test(arguments: [
        ("https://crahg.app/e/summer-boulder-jam-123", Destination.event(id: "123")),
        ("https://www.crahg.app/climbing/gyms/gym-456", .gym(id: "gym-456")),
        ("crahg://e/jam-7", .event(id: "7")),
    ])
    func `the new links lead to the same content`(link: String, destination: Destination) throws {
        #expect(
            try Self.destination(of: link, by: Crahg.rewriter(rules: Self.newRules)) == destination
        )
        #expect(throws: RewriteError.self) { try Self.destination(of: link, by: Crahg.rewriter()) }
    }

    @Test func `new content needs a rule and a route, and changes nothing else`() throws {
        let state = try Crahg.AppState(
            rules: Crahg.rules + [.rewrite(Rewrite("/user/{userId:slug}", to: "/users/{userId}"))]
        )
        var shown: [String] = []
        try state.deepLinkManager.coordinator.handler.register(
            "/users/{userId}",
            requires: [.authenticated]
        ) { shown.append(try $0.require("userId")) }
        state.signIn()
        #expect(try state.onOpenURL(url("crahg://user/ada")))
        #expect(shown == ["ada"])
        #expect(try state.onOpenURL(url("crahg://gym/gym-456")))
        #expect(state.tabs.path(of: .gyms) == [.gym(id: "gym-456")])
    }
}
