import DeepLinks
import Testing

/// The standard policy and what policies are asked with.
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
