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
