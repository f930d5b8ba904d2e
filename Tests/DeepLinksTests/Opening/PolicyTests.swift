import DeepLinks
import DeepLinksTestSupport
import Testing

/// The standard policy, and the context that policies get.
@MainActor
struct PolicyTests {
    @Test(
        arguments: [
            ([], [], NavigationDecision.allow),
            ([], ["x"], .allow),
            (["x"], ["x"], .allow),
            (["x"], ["x", "y"], .allow),
            (["x"], [], .deferUntil(["x"])),
            (["x", "y"], ["y"], .deferUntil(["x"])),
            (["x", "y"], ["z"], .deferUntil(["x", "y"])),
            (["x"], ["X"], .deferUntil(["x"])),
        ] as [(Set<Requirement>, Set<Requirement>, NavigationDecision)]
    )
    func `the standard policy waits for what is missing`(
        requirements: Set<Requirement>,
        satisfied: Set<Requirement>,
        expected: NavigationDecision
    ) throws {
        let link = try DeepLink("/a")
        for origin in [LinkOrigin.universalLink, .customScheme, .push, .inApp, .unknown, "other"] {
            let context = NavigationContext(
                origin: origin,
                requirements: requirements,
                satisfied: satisfied
            )
            #expect(RequirementPolicy().decision(for: link, in: context) == expected)
        }
    }

    @Test func `a policy sees the items that the action gets`() throws {
        let app = try TestApp()
        var seen: [String?] = []
        app.coordinator.policy = ClosurePolicy { _, context in
            seen.append(context.queryItems["account"])
            return .allow
        }
        try app.register("/u/{account}/orders")
        app.open("/u/8/orders?account=5&x=1")
        #expect(seen == ["8"])
        #expect(app.ran == ["/u/{account}/orders 8 1"])
    }

    /// The second coordinator asks the same policy through a closure, so it cannot tell which policy it has.
    @Test(arguments: UInt64(0)..<8)
    func `the coordinator decides as the standard policy does, however many requirements there are`(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        // A few requirements, which are often satisfied, or many.
        let names = (0..<(seed.isMultiple(of: 2) ? 10 : 90)).map { Requirement(rawValue: "r\($0)") }
        let handler = DeepLinkHandler()
        for number in 0..<40 {
            let count = Int.random(in: 0...3, using: &random)
            let requirements = Set(
                (0..<count).compactMap { _ in names.randomElement(using: &random) }
            )
            try handler.register("/\(number)", requires: requirements) { _ in }
        }
        var options = DeepLinkCoordinator.Options()
        options.rateLimit = nil
        options.duplicateWindow = .zero
        let policies: [any NavigationPolicy] = [
            RequirementPolicy(), ClosurePolicy { RequirementPolicy().decision(for: $0, in: $1) },
        ]
        let coordinators = try policies.map {
            DeepLinkCoordinator(
                handler: handler,
                rewriter: try Fixture.passing(),
                policy: $0,
                options: options
            )
        }
        for coordinator in coordinators { coordinator.activate() }
        var handled = 0
        for step in 0..<400 {
            let name = try #require(names.randomElement(using: &random))
            let isSatisfied = Int.random(in: 0..<4, using: &random) > 0
            let link = try DeepLink("/\(Int.random(in: 0..<40, using: &random))")
            let outcomes = coordinators.map { coordinator in
                if isSatisfied { coordinator.satisfy(name) } else { coordinator.revoke(name) }
                return coordinator.open(link).text
            }
            #expect(outcomes[0] == outcomes[1], "seed \(seed), step \(step)")
            if outcomes[0].hasPrefix("handled") { handled += 1 }
        }
        #expect(handled > 0 && handled < 400)
    }

    @Test func `an origin is its name, byte by byte`() {
        #expect(LinkOrigin.push == "push")
        #expect(LinkOrigin("\u{E9}") != LinkOrigin("e\u{301}"))
        #expect(LinkOrigin.customScheme.description == "customScheme")
        #expect(
            Set<LinkOrigin>([.universalLink, .customScheme, .push, .inApp, .unknown, "push"]).count
                == 5
        )
    }
}
