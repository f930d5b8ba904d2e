import DeepLinks
import DeepLinksTestSupport
import LinkChecking
import Testing

/// What developers are told of links that are not opened: each sentence, and that its advice helps.
///
/// ``PlanTests`` has the same for origins that are not trusted.
@MainActor
struct RejectionReasonTests {
    private nonisolated static let drops = """
        late → expired → The link waited too long; open it again, or raise 'expiresAfter'.
        late, cancelled → expired → The link waited too long; open it again, or raise 'expiresAfter'.
        replaced → replaced → A newer link took the place of this one; open it again, or let more links wait.
        cancelled → cancelled → The link was cancelled by another link or by the app; open it again if it is still needed.
        revoked → revoked → A requirement was revoked before the link was opened; open it again if it is still needed.
        // At a sign-out, nothing may be said or suggested about the last user's links.
        late, revoked → revoked → A requirement was revoked before the link was opened; open it again if it is still needed.
        """

    @Test(arguments: triples(drops))
    func `a dropped link can be opened again`(what: String, code: String, sentence: String) throws {
        let app = try TestApp { $0.pending = .latest }
        app.open("/account")
        if what.hasPrefix("late") { app.clock.advance(by: .seconds(600)) }
        switch what.split(separator: " ").last {
        case "replaced": app.open("/inbox")
        case "cancelled": app.coordinator.cancelPendingLinks()
        case "revoked": app.coordinator.revoke(.authenticated)
        default: app.coordinator.reconsider()
        }
        let outcomes = app.reports.filter { $0.id == 1 }.map(\.outcome)
        #expect(outcomes.count == 2)
        #expect(outcomes.last?.text == "rejected \(code)")
        #expect(outcomes.last?.error.map { "\($0)" } == sentence)
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
    func `the last link waits if the options say nothing or less than one`(capacity: Int?) throws {
        let app = try TestApp {
            $0 = .init()
            if let capacity { $0.pending = .queue(capacity: capacity) }
        }
        app.open("/account")
        app.open("/inbox")
        #expect(app.waiting == ["/inbox"])
    }
}
