import DeepLinks
import DeepLinksExamples
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

@MainActor
struct CatalogTests {
    typealias AppDestination = Catalog.AppDestination

    private static func product(_ id: String) throws -> AppDestination {
        .productDetail(try #require(Catalog.ProductID(id)))
    }

    // MARK: - Parser

    private static func parse(_ text: String) throws -> AppDestination? {
        try Catalog.parser().parse(Catalog.rewriter().rewrite(url(text)))
    }

    @Test func `a product with an identifier is parsed`() throws {
        #expect(try Self.parse("myapp://product?id=123") == Self.product("123"))
        #expect(try Self.parse("myapp://product?id=a%26b&id=2&x") == Self.product("a&b"))
    }

    @Test(arguments: [
        ("myapp://login", AppDestination.login), ("myapp://catalog", .catalog),
        ("myapp://settings", .settings), ("MYAPP://catalog/?x=1", .catalog),
    ])
    func `the other destinations are parsed`(link: String, destination: AppDestination) throws {
        #expect(try Self.parse(link) == destination)
    }

    @Test(arguments: [
        "myapp://unknown", "myapp://product", "myapp://product?id", "myapp://product?id=",
        "myapp://Catalog", "myapp://",
    ])
    func `what is unknown or lacks its identifier is not parsed`(link: String) throws {
        #expect(try Self.parse(link) == nil)
    }

    @Test func `the link of a destination leads back to it`() throws {
        for destination in [
            .login, .catalog, .settings, try Self.product("123"), try Self.product("a&b=c/d é"),
        ] {
            #expect(try Catalog.parser().parse(destination.link()) == destination)
        }
    }

    // MARK: - Policy

    @Test(arguments: [AppDestination.catalog, .settings])
    func `the policy defers all but the login until a sign-in`(destination: AppDestination) throws {
        let policy = Catalog.AccessPolicy(parser: try Catalog.parser())
        for destination in [destination, try Self.product("123")] {
            #expect(policy.evaluate(destination, isAuthenticated: true) == .allow)
            #expect(
                policy.evaluate(destination, isAuthenticated: false)
                    == .deferUntil([.authenticated])
            )
        }
        #expect(policy.evaluate(.login, isAuthenticated: false) == .allow)
        #expect(policy.evaluate(.login, isAuthenticated: true) == .allow)
    }

    @Test func `the policy refuses a link without a destination`() throws {
        let policy = Catalog.AccessPolicy(parser: try Catalog.parser())
        let context = NavigationContext(satisfied: [.authenticated])
        #expect(
            try policy.decision(for: DeepLink("/product?id="), in: context)
                == .reject(reason: "The link names no product.")
        )
    }

    @Test func `settings need a permission, and no login gives it`() throws {
        let policy = Catalog.AccessPolicy(parser: try Catalog.parser())
        let refusal = NavigationDecision.reject(reason: "This account may not see the settings.")
        #expect(policy.evaluate(.settings, isAuthenticated: true, permissions: []) == refusal)
        #expect(policy.evaluate(.catalog, isAuthenticated: true, permissions: []) == .allow)

        let sut = try Catalog.AppCoordinator()
        sut.handle(destination: .settings)
        sut.handleLoginSuccess(permissions: [])
        #expect(sut.navigator.path == [.catalog])
        guard
            case .rejected(.policy("This account may not see the settings.")) =
                sut.handle(destination: .settings)
        else {
            Issue.record("The settings were shown")
            return
        }
        // The next account may.
        sut.handleLogout()
        sut.handleLoginSuccess()
        #expect(sut.handle(destination: .settings).isAccepted)
        sut.handleLogout()
        sut.handleLoginSuccess(permissions: [])
        #expect(!sut.handle(destination: .settings).isAccepted)
    }

    @Test func `the parser and the policy can be replaced`() throws {
        struct Closed: NavigationPolicy {
            func decision(for link: DeepLink, in context: NavigationContext) -> NavigationDecision {
                link.path == "/shop" ? .allow : .reject(reason: "The shop is closed.")
            }
        }
        let parser = try DeepLinkParser<AppDestination> {
            Route("/shop") { _ in .catalog }
            Route("/catalog") { _ in .catalog }
        }
        let sut = try Catalog.AppCoordinator(parser: parser, policy: Closed())
        #expect(!sut.handleDeepLink(try url("myapp://catalog")).isAccepted)
        #expect(sut.handleDeepLink(try url("myapp://shop")).isAccepted)
        #expect(sut.navigator.path == [.catalog])
    }

    // MARK: - Coordinator

    @Test func `a push that has to wait shows the login too`() throws {
        let sut = try Catalog.AppCoordinator()
        let payload = ["deeplink": "myapp://product?id=123"]
        #expect(sut.deepLinks.open(pushPayload: payload).isAccepted)
        #expect(sut.state == .loginShown)
        sut.handleLoginSuccess()
        #expect(try sut.state == .authenticated(Self.product("123")))
    }

    @Test func `a link that waits for something else shows no login`() throws {
        struct Locked: NavigationPolicy {
            func decision(for link: DeepLink, in context: NavigationContext) -> NavigationDecision {
                .deferUntil(["unlocked"])
            }
        }
        let sut = try Catalog.AppCoordinator(policy: Locked())
        #expect(sut.handleDeepLink(try url("myapp://catalog")).isAccepted)
        #expect(sut.state == .anonymous)
    }

    @Test func `a view that reads the state is updated with it`() throws {
        let sut = try Catalog.AppCoordinator()
        var changes = 0
        sut.onChange = { changes += 1 }
        let steps: [@MainActor () throws -> Void] = [
            { sut.handleDeepLink(try url("myapp://settings")) }, { sut.handleLoginSuccess() },
            { sut.back() }, { sut.handle(destination: .catalog) }, { sut.handleLogout() },
        ]
        for (index, step) in steps.enumerated() {
            let before = (changes, sut.state)
            let notices = try observed { _ = sut.state }
            try step()
            #expect(sut.state != before.1 || index == 3, "step \(index)")
            #expect(notices.count == 1, "step \(index)")
            #expect(changes > before.0, "step \(index)")
        }
    }

    // MARK: - The sequence of a link that waits for the login

    @Test func `without a login a product link is parsed, deferred, and the login shown`() throws {
        let sut = try Catalog.AppCoordinator()
        var events: [String] = []
        sut.deepLinks.onEvent = { events.append($0.description) }
        let outcome = sut.handleDeepLink(try url("myapp://product?id=123"))
        guard case .deferred(let link, until: [.authenticated]) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try link == DeepLink("/product?id=123"))
        #expect(sut.state == .loginShown)
        #expect(try sut.pendingDestination == Self.product("123"))
        #expect(
            events == [
                "#1 deepLink.received: myapp from customScheme",
                "#1 destination.parsed: /product?…",
                "#1 policy.decision: defer until authenticated",
                "#1 pending.added: until authenticated",
            ]
        )
    }

    @Test func `the log has the four stages with one trace, and the URL on request`() throws {
        let sut = try Catalog.AppCoordinator()
        sut.handleLoginSuccess()
        let log = Catalog.NavigationLog(of: sut.deepLinks, showsURLs: true, firstTrace: 6)
        sut.log = log
        sut.handleDeepLink(try url("myapp://product?id=123"))
        #expect(
            log.lines == [
                "traceId=7 deepLink.received url=myapp://product?id=123",
                "traceId=7 destination.parsed /product?…",
                "traceId=7 policy.decision allow",
                "traceId=7 navigation.applied",
            ]
        )
        log.showsURLs = false
        sut.handleDeepLink(try url("myapp://product?id=124"))
        let others = log.lines.dropFirst(4)
        #expect(others.allSatisfy { $0.hasPrefix("traceId=8 ") && !$0.contains("124") })
    }

    @Test func `the log says what a link waits for, and why it was dropped`() throws {
        struct Both: NavigationPolicy {
            func decision(for link: DeepLink, in context: NavigationContext) -> NavigationDecision {
                context.satisfied.contains("unlocked")
                    ? .allow : .deferUntil(["unlocked", .authenticated])
            }
        }
        let sut = try Catalog.AppCoordinator(policy: Both())
        let log = Catalog.NavigationLog(of: sut.deepLinks)
        sut.handleDeepLink(try url("myapp://catalog"))
        sut.handleDeepLink(try url("myapp://settings"))
        sut.handleLoginSuccess(permissions: [])
        sut.handleLogout()
        #expect(
            log.lines == [
                "traceId=1 deepLink.received from customScheme",
                "traceId=1 destination.parsed /catalog",
                "traceId=1 policy.decision defer until authenticated, unlocked",
                "traceId=1 pending.added until authenticated, unlocked",
                "traceId=2 deepLink.received from customScheme",
                "traceId=2 destination.parsed /settings",
                "traceId=2 policy.decision defer until authenticated, unlocked",
                "traceId=2 pending.added until authenticated, unlocked",
                "traceId=1 pending.dropped replaced",
                "traceId=2 pending.resumed",
                "traceId=2 policy.decision defer until authenticated, unlocked",
                "traceId=2 pending.kept until authenticated, unlocked",
                "traceId=2 pending.dropped revoked",
            ]
        )
    }

    @Test func `a link that the log has no URL of is logged with its origin`() throws {
        let sut = try Catalog.AppCoordinator()
        let log = Catalog.NavigationLog(of: sut.deepLinks, showsURLs: true)
        sut.log = log
        sut.deepLinks.open(pushPayload: ["deeplink": "myapp://login"])
        #expect(log.lines.first == "traceId=1 deepLink.received from push")
    }

    // MARK: - The state machine

    /// Something that can happen to the app.
    enum Step: CaseIterable {
        case routeLogin
        case invalidLink
        case protectedLink
        case settingsLink
        case loginSuccess
        case back

        @MainActor
        func apply(to sut: Catalog.AppCoordinator) throws {
            switch self {
            case .routeLogin: sut.handle(destination: .login)
            case .invalidLink: sut.handleDeepLink(try url("myapp://unknown"))
            case .protectedLink: sut.handleDeepLink(try url("myapp://product?id=123"))
            case .settingsLink: sut.handleDeepLink(try url("myapp://settings"))
            case .loginSuccess: sut.handleLoginSuccess()
            case .back: sut.back()
            }
        }
    }

    @Test(arguments: [
        ([Step](), "anonymous"), ([.routeLogin], "login"), ([.invalidLink], "anonymous"),
        ([.protectedLink], "login"), ([.settingsLink], "login"),
        ([.routeLogin, .loginSuccess], "catalog"), ([.loginSuccess], "catalog"),
        ([.protectedLink, .loginSuccess], "product"), ([.settingsLink, .loginSuccess], "settings"),
        ([.protectedLink, .settingsLink, .loginSuccess], "settings"),
        ([.loginSuccess, .protectedLink], "product"), ([.loginSuccess, .settingsLink], "settings"),
        ([.loginSuccess, .invalidLink], "catalog"),
        ([.protectedLink, .loginSuccess, .back], "catalog"),
        ([.settingsLink, .loginSuccess, .back], "catalog"),
        ([.loginSuccess, .protectedLink, .back], "catalog"),
        ([.protectedLink, .invalidLink, .loginSuccess], "product"),
        ([.back], "anonymous"), ([.protectedLink, .back], "login"),
    ])
    func `every transition leads where the diagram says`(steps: [Step], state: String) throws {
        let sut = try Catalog.AppCoordinator()
        for step in steps { try step.apply(to: sut) }
        let expected: [String: Catalog.AppCoordinator.State] = [
            "anonymous": .anonymous, "login": .loginShown, "catalog": .authenticated(.catalog),
            "product": .authenticated(try Self.product("123")),
            "settings": .authenticated(.settings),
        ]
        #expect(sut.state == expected[state])
    }

    @Test func `nobody who has not signed in ever sees more than the login`() throws {
        // All sequences of four steps without the login.
        let steps = Step.allCases.filter { $0 != .loginSuccess }
        for number in 0..<(steps.count * steps.count * steps.count * steps.count) {
            let sut = try Catalog.AppCoordinator()
            var rest = number
            for _ in 0..<4 {
                try steps[rest % steps.count].apply(to: sut)
                rest /= steps.count
            }
            #expect(sut.navigator.path.isEmpty)
            #expect(sut.state == .anonymous || sut.state == .loginShown)
        }
    }

    @Test func `signing out forgets what was shown and what waits`() throws {
        let sut = try Catalog.AppCoordinator()
        sut.handleLoginSuccess()
        sut.handle(destination: .settings)
        sut.handleLogout()
        #expect(sut.state == .anonymous)
        sut.handle(destination: try Self.product("123"))
        sut.handleLogout()
        #expect(sut.pendingDestination == nil)
        sut.handleLoginSuccess()
        #expect(sut.state == .authenticated(.catalog))
    }

    // MARK: - Cancellation

    @Test func `a product that is being checked gives way to another link`() async throws {
        let gate = Gate()
        var checked: [String] = []
        var cancelled: [String] = []
        let sut = try Catalog.AppCoordinator { id in
            await gate.pass()
            if Task.isCancelled { cancelled.append(id.rawValue) }
            try Task.checkCancellation()
            checked.append(id.rawValue)
        }
        sut.handleLoginSuccess()
        var events: [String] = []
        sut.deepLinks.onEvent = { event in
            if event.name.hasPrefix("navigation") { events.append(event.description) }
        }
        sut.handleDeepLink(try url("myapp://product?id=1"))
        await turns { gate.arrivals == 1 }
        sut.handleDeepLink(try url("myapp://product?id=2"))
        await turns { gate.arrivals == 2 }
        #expect(sut.navigator.path == [.catalog])
        gate.open()
        await turns { sut.navigator.path.count == 2 && cancelled.count == 1 }
        #expect(try sut.navigator.path == [.catalog, Self.product("2")])
        #expect(checked == ["2"])
        #expect(cancelled == ["1"])
        #expect(
            events == [
                "#1 navigation.preparing", "#2 navigation.preparing", "#1 navigation.cancelled",
                "#2 navigation.applied",
            ]
        )
    }

    @Test func `a product that cannot be shown is not shown`() async throws {
        struct SoldOut: Error {}
        let gate = Gate()
        gate.open()
        let sut = try Catalog.AppCoordinator { _ in
            await gate.pass()
            throw SoldOut()
        }
        sut.handleLoginSuccess()
        var failures = 0
        sut.deepLinks.onEvent = { if $0.name == "navigation.failed" { failures += 1 } }
        sut.handleDeepLink(try url("myapp://product?id=1"))
        await turns { failures > 0 }
        #expect(failures == 1)
        #expect(sut.navigator.path == [.catalog])
    }

    // MARK: - Back-pressure

    @Test func `of many links that wait, those are shown that the list keeps`() throws {
        let (first, second) = (try Self.product("1"), try Self.product("2"))
        for (pending, path) in [
            (.latest, [.catalog]),
            (.queue(capacity: 8), [first, .settings, second, .catalog]),
            (.queue(capacity: 8, superseding: .samePath), [.settings, second, .catalog]),
            (.queue(capacity: 2), [second, .catalog]),
        ] as [(DeepLinkCoordinator.Options.Pending, [AppDestination])] {
            let sut = try Catalog.AppCoordinator(pending: pending)
            for link in ["product?id=1", "settings", "product?id=2", "catalog"] {
                sut.handleDeepLink(try url("myapp://\(link)"))
            }
            sut.handleLoginSuccess()
            #expect(sut.navigator.path == path, "\(pending)")
        }
    }

    // MARK: - Routers

    @Test func `each destination is shown by the router of its feature`() throws {
        let routers = Catalog.textRouters()
        #expect(routers.makeView(for: .catalog) == "the catalog")
        #expect(try routers.makeView(for: Self.product("123")) == "product 123")
        #expect(routers.makeView(for: .settings) == "the settings")
        #expect(routers.makeView(for: .login) == "the login")
        #expect(try routers.routers.map { $0.canHandle(try Self.product("1")) } == [true, false])
        #expect(routers.routers.map { $0.canHandle(.settings) } == [false, true])
    }
}
