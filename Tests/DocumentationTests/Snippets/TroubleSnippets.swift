import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

@MainActor
struct TroubleSnippets {
    private static let article = "LinksThatDoNotOpen"

    @Test func `a log`() throws {
        var logged: [String] = []
        func log(_ line: String) { logged.append(line) }
        let coordinator = DeepLinkCoordinator(
            handler: DeepLinkHandler(),
            rewriter: try URLRewriter { Scheme("myapp", unmatched: .passThrough) }
        )

        // LinksThatDoNotOpen.md: coordinator.onEvent = { event in log(event.description) }

        coordinator.open("myapp://events/spring-cup")
        #expect(logged.last == "#1 pending.added")
        coordinator.activate()
        #expect(logged.last == "#1 pending.kept")
    }

    @Test func `the table has every event`() throws {
        let names = try Repository.table(
            under: "| Last event | Why | What to do |",
            in: Self.article
        ).flatMap(\.self)
        // The compiler checks that the `switch` in this file has a name for each stage.
        let stages = try Repository.text("Sources/DeepLinks/Opening/DeepLinkEvent.swift")
            .matches(of: /\("(\w+\.\w+)",/).map { String($0.1) }
        #expect(stages.count > 10)
        for stage in stages { #expect(names.contains(stage), "\(stage)") }
    }

    @Test func `old links go on working`() throws {
        let rewriter = try URLRewriter {
            // LinksThatDoNotOpen.md: Domain("mydomain.io") {
        }

        for link in ["/events/spring-cup", "/calendar/2026/spring-cup"] {
            #expect(
                try rewriter.rewrite("https://mydomain.io" + link) == DeepLink("/events/spring-cup")
            )
        }
    }
}
