import DeepLinks
import LinkChecking
import Testing

/// What developers are told of links that are not opened: each sentence, and that its advice helps.
///
/// ``PlanTests`` has the same for origins that are not trusted.
@MainActor
struct RejectionReasonTests {
    @Test(arguments: [
        ("expired", "The link waited too long; open it again, or raise 'expiresAfter'."),
        (
            "replaced",
            "A newer link took the place of this one; open it again, or let more links wait."
        ),
        (
            "revoked",
            "A requirement was revoked before the link was opened; open it again if it is still needed."
        ),
        (
            "cancelled",
            "The link was cancelled by another link or by the app; open it again if it is still needed."
        ),
    ])
    func `a link that was dropped can be opened again`(code: String, sentence: String) throws {
        let app = try TestApp { $0.pending = .latest }
        app.open("/account")
        switch code {
        case "expired":
            app.clock.advance(by: .seconds(600))
            app.coordinator.reconsider()
        case "replaced": app.open("/inbox")
        case "revoked": app.coordinator.revoke(.authenticated)
        default: app.coordinator.cancelPendingLinks()
        }
        let outcome = app.reports.last { $0.id == 1 }?.outcome
        #expect(outcome?.text == "rejected \(code)")
        #expect(outcome?.error.map { "\($0)" } == sentence)
        app.open("/account")
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/account"])
    }

    @Test func `a link waits longer, and beside others, if the options say so`() throws {
        let app = try TestApp {
            $0.expiresAfter = .seconds(601)
            $0.pending = .queue(capacity: 2)
        }
        app.open("/account")
        app.clock.advance(by: .seconds(600))
        app.open("/inbox")
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran == ["/account", "/inbox"])
    }

    @Test(arguments: [nil, 0, -1])
    func `one link waits, the last, if the options say nothing or less than one`(
        capacity: Int?
    ) throws {
        let app = try TestApp {
            $0 = .init()
            if let capacity { $0.pending = .queue(capacity: capacity) }
        }
        app.open("/account")
        app.open("/inbox")
        #expect(app.waiting == ["/inbox"])
    }

    private static let tooMany =
        "Too many links were opened in a short time, or while one other link was opened; "
        + "open the link later, or raise 'rateLimit' if it was reached."

    @Test(arguments: [1, 2])
    func `a link that comes too fast can be opened later, or with a higher limit`(
        links: Int
    ) throws {
        let app = try TestApp {
            $0.rateLimit = DeepLinkCoordinator.Options.RateLimit(links: links, per: .seconds(10))
        }
        app.open("/a")
        let outcome = app.open("/b")
        #expect(outcome.error.map { "\($0)" } == (links == 1 ? Self.tooMany : nil))
        app.clock.advance(by: .seconds(10))
        #expect(app.open("/b").text == "handled /b")
    }

    @Test func `one link too many inside another can be opened after it`() throws {
        let app = try TestApp { $0.rateLimit = nil }
        var last: DeepLinkOutcome?
        try app.register("/outer") {
            for number in 0..<65 { last = app.open("/a?\(number)") }
        }
        app.open("/outer")
        #expect(last?.error.map { "\($0)" } == Self.tooMany)
        #expect(app.open("/a?64").text == "handled /a?64")
    }

    private static let tooDeep =
        "The link was opened inside too many others, or redirected in a circle; "
        + "open it outside an action, or correct the policy."

    @Test func `a link that is too deep can be opened outside an action`() throws {
        let app = try TestApp()
        var last: DeepLinkOutcome?
        var number = 0
        try app.register("/nested") {
            number += 1
            last = app.open("/nested?\(number)")
        }
        app.open("/nested")
        #expect(last?.error.map { "\($0)" } == Self.tooDeep)
        #expect(app.open("/nested?\(number)").text == "handled /nested?8")
    }

    @Test func `a circle of redirections ends when the policy is corrected`() throws {
        let app = try TestApp(policy: ClosurePolicy { link, _ in .redirect(link) })
        #expect(app.open("/a").error.map { "\($0)" } == Self.tooDeep)
        app.coordinator.policy = RequirementPolicy()
        #expect(app.open("/a").text == "handled /a")
    }
}
