import DeepLinks
import Foundation
import PathMatching
import Testing

/// What a coordinator would do with a link.
@MainActor
struct PlanTests {
    private func app(isActive: Bool = true) throws -> TestApp {
        let app = try TestApp(
            policy: ClosurePolicy { link, context in
                switch link.path {
                case "/closed": .reject(reason: "Closed.")
                case "/moved": .redirect(try DeepLink("/items/5?from=moved"))
                case "/circle": .redirect(link)
                case "/broken": throw ActionError()
                default: RequirementPolicy().decision(for: link, in: context)
                }
            },
            isActive: isActive
        )
        for path in ["/closed", "/moved", "/circle", "/broken"] { try app.register(path) }
        try app.register("/transfer", requires: [.authenticated], trusts: [.inApp, .push])
        return app
    }

    @Test(arguments: [
        ("myapp://a", "allow"), ("https://mydomain.io/domainA/5", "allow"),
        ("myapp://account", "defer until authenticated"), ("myapp://closed", "reject: Closed."),
        ("myapp://moved", "allow"), ("myapp://circle", nil), ("myapp://broken", nil),
        ("myapp://transfer", nil), ("myapp://nowhere", nil), ("https://evil.com/", nil), ("", nil),
    ])
    func `a plan tells what opening gives`(link: String, decision: String?) throws {
        let app = try app()
        // A logout refuses only what came before it.
        app.coordinator.revoke(.authenticated)
        let plan = app.coordinator.explain(link)
        let outcome = app.coordinator.open(link, from: .system)
        #expect(plan.decision?.description == decision)
        #expect((plan.error == nil) == outcome.isAccepted)
        #expect(plan.error.map { "\($0)" } == outcome.error.map { "\($0)" })
        if outcome.isAccepted { #expect(plan.link == outcome.link) }
    }

    @Test(
        arguments: [
            "a?b=1", "account", "closed", "moved", "circle", "broken", "transfer", "nowhere",
        ],
        [LinkOrigin.inApp, .push, .customScheme, .system]
    )
    func `the plan of an internal link is that of a text, and tells what opening gives`(
        link: String,
        origin: LinkOrigin
    ) throws {
        let app = try app()
        let text = app.coordinator.explain("myapp://\(link)", from: origin)
        let link = try DeepLink("/\(link)")
        let plan = app.coordinator.explain(link, from: origin)
        #expect(app.ran.isEmpty && app.log.isEmpty)
        #expect(plan.link == text.link)
        #expect(plan.origin == (origin == .system ? .unknown : origin))
        #expect(plan.route?.pattern == text.route?.pattern)
        let outcome = app.coordinator.open(link, from: origin)
        #expect((plan.error == nil) == outcome.isAccepted)
        #expect(plan.error.map { "\($0)" } == outcome.error.map { "\($0)" })
        // The first line is the link itself; a text has the steps of rewriting before them, and its own origin from the system.
        let lines = "\(plan)".split(separator: "\n")
        #expect(lines[0] == link.string)
        if origin != .system {
            #expect("\(text)".hasSuffix(lines.dropFirst().joined(separator: "\n")))
        }
    }

    @Test func `a plan has what the link leads to`() throws {
        let app = try app()
        let plan = app.coordinator.explain("myapp://transfer?to=eve", from: .push)
        #expect(plan.link?.string == "/transfer?to=eve")
        #expect(plan.origin == .push)
        #expect(plan.route?.pattern.description == "/transfer")
        #expect(plan.route?.requirements == [.authenticated])
        #expect(plan.route?.trustedOrigins == [.inApp, .push])
        #expect(plan.decision == .deferUntil([.authenticated]))
        #expect(plan.error == nil)
        let refused = app.coordinator.explain("https://evil.com/")
        #expect(refused.link == nil)
        #expect(refused.route == nil)
        #expect(refused.origin == .universalLink)
    }

    @Test func `explaining does nothing`() throws {
        let app = try app()
        var asked = 0
        app.coordinator.onOutcome = { _ in asked += 1 }
        let links = ["myapp://a", "myapp://account", "myapp://fails", "https://evil.com/"]
        for link in links + links { _ = app.coordinator.explain(link) }
        #expect(app.ran.isEmpty)
        #expect(app.log.isEmpty)
        #expect(app.waiting.isEmpty)
        #expect(asked == 0)
        #expect(app.open("/a").text == "handled /a")
        #expect(app.log.first == "#1 deepLink.received: myapp from unknown")
    }

    /// Opens links inside one another, each with its origin; the last is to `/transfer`, and is explained first.
    private func openInside(
        _ origins: [LinkOrigin],
        trusting trusted: Set<LinkOrigin>,
        step: String
    ) async throws -> (plan: DeepLinkPlan?, outcome: DeepLinkOutcome?) {
        let app = try TestApp()
        var plan: DeepLinkPlan?
        var rest = origins
        func goOn() {
            let origin = rest.removeFirst()
            if rest.isEmpty {
                plan = app.coordinator.explain("myapp://transfer", from: origin)
                app.open("/transfer", from: origin)
            } else {
                app.open("/step?\(rest.count)", from: origin)
            }
        }
        switch step {
        case "action": try app.register("/step", and: goOn)
        case "preparation":
            try app.handler.register("/step", preparing: { _ in goOn() }, action: {})
        default: try app.handler.register("/step", preparing: { _ in }, action: { goOn() })
        }
        try app.register("/transfer", trusts: trusted)
        goOn()
        await app.settle()
        return (plan, app.reports.last { $0.link?.path == "/transfer" }?.outcome)
    }

    @Test(
        arguments: [
            ([.inApp], []), ([.push, .inApp], [.push]), ([.inApp, .customScheme], [.customScheme]),
            ([.customScheme, .inApp, .push, .inApp], [.push, .customScheme]),
        ] as [([LinkOrigin], [LinkOrigin])]
    )
    func `a link inside others names the origin to add, and is explained as at its place`(
        origins: [LinkOrigin],
        untrusted: [LinkOrigin]
    ) async throws {
        for step in ["action", "preparation", "prepared action"] {
            var trusted: Set<LinkOrigin> = [.inApp]
            for origin in untrusted + [nil] {
                let (plan, outcome) = try await openInside(origins, trusting: trusted, step: step)
                let sentence = origin.map {
                    "The route does not trust links from '\($0)'; "
                        + "add the origin to the route's 'trusts' if they are expected."
                }
                #expect(plan?.error.map { "\($0)" } == sentence)
                #expect(outcome?.error.map { "\($0)" } == sentence)
                #expect((outcome?.text == "handled /transfer") == (origin == nil))
                if let origin { trusted.insert(origin) }
            }
        }
    }

    @Test
    func
        `a policy that is asked to explain a link has no number of one, and changes nothing before it has decided`()
        throws
    {
        let app = try TestApp()
        app.open("/account")
        var numbers: [Int?] = []
        app.coordinator.policy = ClosurePolicy { link, context in
            numbers.append(app.coordinator.currentLinkID)
            if link.path == "/a" {
                app.coordinator.satisfy(.authenticated)
                #expect(app.open("/b").text == "deferred /b []")
                #expect(app.ran.isEmpty)
            }
            return RequirementPolicy().decision(for: link, in: context)
        }
        #expect(app.coordinator.explain("myapp://a").decision == .allow)
        #expect(app.ran == ["/b", "/account"])
        #expect(numbers == [nil, 2, 1])
        #expect(app.coordinator.currentLinkID == nil)
    }

    @Test func `a decision about a route that the policy has removed is not in the plan`() throws {
        let app = try TestApp()
        app.coordinator.policy = ClosurePolicy { _, _ in
            app.handler.unregister("/a")
            return .allow
        }
        let plan = app.coordinator.explain("myapp://a")
        #expect(plan.decision == nil)
        #expect(plan.error as? DeepLinkHandleError == .pathNotRegistered(path: "/a"))
    }

    @Test func `a link that would be opened too deep is explained as such`() throws {
        let app = try TestApp()
        var plans: [String?] = []
        var outcomes: [String?] = []
        try app.register("/nested") {
            let link = "myapp://nested?\(plans.count)"
            let plan = app.coordinator.explain(link)
            plans.append(plan.error.map { "\($0)" })
            #expect(
                plan.error == nil || "\(plan)".contains("\n  error     \(RejectionReason.tooDeep)")
            )
            outcomes.append(app.coordinator.open(link).error.map { "\($0)" })
        }
        app.open("/nested")
        #expect(plans == outcomes)
        #expect(plans == Array(repeating: nil, count: 7) + ["\(RejectionReason.tooDeep)"])
    }

    /// Links, each with the lines after those of the rewriter.
    private nonisolated static let plans = """
        https://mydomain.io/domainA/5
          link      /featureA/detail?id=5
          origin    universalLink
          route     /featureA/detail
          policy    allow

        myapp://transfer
          link      /transfer
          origin    customScheme
          route     /transfer, requires authenticated, trusts inApp, push
          error     The route does not trust links from 'customScheme'; add the origin to the route's 'trusts' if they are expected.

        myapp://moved
          link      /moved
          origin    customScheme
          redirected /items/5?from=moved
          route     /items/{id}
          policy    allow

        myapp://nowhere
          link      /nowhere
          origin    customScheme
          error     The path '/nowhere' is not registered; register it, or check how it is spelled.

        https://evil.com/
          refused   The link's host 'evil.com' is not configured; add it to a domain if its links are expected.
        """

    @Test(arguments: plans.components(separatedBy: "\n\n"))
    func `a plan prints the whole way`(plan: String) throws {
        let link = String(plan.prefix { $0 != "\n" })
        let app = try app()
        let text = app.coordinator.explain(link).description
        #expect(text.hasPrefix(app.coordinator.rewriter.explain(link).description))
        #expect(text.hasSuffix(plan.dropFirst(link.count)), "\(text)")
    }

    @Test func `before the coordinator is active, a link without a route is no error`() throws {
        let app = try app(isActive: false)
        for link in ["myapp://nowhere", "myapp://a"] {
            let plan = app.coordinator.explain(link)
            #expect(plan.error == nil)
            #expect("\(plan)".hasSuffix("\n  then      waits until the coordinator is activated"))
        }
        app.coordinator.activate()
        #expect(app.coordinator.explain("myapp://nowhere").error is DeepLinkHandleError)
    }
}
