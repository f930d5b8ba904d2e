import DeepLinks
import Testing

struct RequirementTests {
    @Test func `the set of requirements is open`() {
        let onboarded = Requirement(rawValue: "onboarded")
        let requirements: Set<Requirement> = [.authenticated, onboarded, "onboarded"]
        #expect(requirements == ["authenticated", "onboarded"])
        #expect(requirements.map(\.description).sorted() == ["authenticated", "onboarded"])
    }

    @Test func `names are compared byte by byte`() {
        #expect(Requirement(rawValue: "Caf\u{E9}") != Requirement(rawValue: "Cafe\u{301}"))
        #expect(Requirement(rawValue: "Authenticated") != .authenticated)
    }
}
