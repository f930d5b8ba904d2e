import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

@testable import DeepLinks

/// What an app is told of the fate of its links, once each.
@MainActor
struct LinkReportTests {
    private func app(isActive: Bool = true) throws -> TestApp {
        let app = try TestApp(isActive: isActive) { $0.rateLimit = nil }
        app.coordinator.rewriter = try URLRewriter {
            Domain("mydomain.io", "*.mydomain.io") {
                Rewrite("/items/{id:int}", to: "/items/{id}")
                Rewrite("/gone/{id}", to: "/gone/{id}")
                Refuse("/items/{id}/edit")
            }
            Domain("mail.io") { Unwrap("/click?to={target}") }
            Domain("xn--bcher-kva.io", "localhost:8080", "127.0.0.1") { Rewrite("/a", to: "/a") }
            Scheme("myapp", unmatched: .passThrough)
        }
        return app
    }

    @Test(
        arguments: try rows(in: "suggestions.txt")
            + rows("https://mydomain.io/\(String(repeating: "a", count: 9_000)) → .none")
    )
    func `a report suggests what to do with a link`(row: TableRow) throws {
        let (link, suggestion) = (row[0], row[1])
        let app = try app()
        // What an action cannot open is not the link's own page.
        try app.handler.replace("/items/{id}") { items in
            if items[.id] == "9" { try app.handler.handle("/elsewhere") }
        }
        app.coordinator.open(link)
        #expect(app.reports.map(\.suggestion.text) == [suggestion])
    }

    /// Without a domain, the rules do not look at the host of a web link.
    @Test(arguments: [
        ("https://other.com/a", "https://other.com/a"), ("http://other.com/a", nil),
        ("https://x@other.com/a", nil), ("https://other.com:x/a", nil), ("https://0x7f.1/a", nil),
        ("other://a", nil), ("myapp:go?to=https%3A%2F%2Fother.com%2Fa", "https://other.com/a"),
    ])
    func `a page of others goes to the browser also if the app has no domain`(
        link: String,
        page: String?
    ) throws {
        let app = try TestApp()
        app.coordinator.rewriter = try URLRewriter { Scheme("myapp") { Unwrap("/go?to={target}") } }
        app.coordinator.open(link)
        let expected = page.flatMap(URL.init).map(LinkReport.Suggestion.openInBrowser) ?? .none
        #expect(app.reports.map(\.suggestion) == [expected])
    }

    @Test func `a link that expired has no page to show`() throws {
        let app = try app(isActive: false)
        app.coordinator.open("https://mydomain.io/gone/5")
        app.coordinator.activate()
        app.clock.advance(by: .seconds(600))
        app.coordinator.reconsider()
        #expect(app.reports.map(\.outcome.isAccepted) == [true, false])
        #expect(app.reports.map(\.suggestion) == [.none, .none])
    }

    /// Another site's page must not be shown in a web view where somebody is signed in.
    @Test(arguments: [
        ("https://shop.example/nothing", "in app"), ("http://shop.example/nothing", "in app"),
        ("https://evil.com/login", "in browser"), ("http://evil.com/login", ".none"),
        ("https://evil.com/@ann/5", "in browser"), ("https://shop.example/@ann/5", "in app"),
        // The association file for `*.wild.example` brings such a link back, although no rule takes it.
        ("https://other.wild.example/x", "in app"),
    ])
    func `a domain for any host has no pages of its own`(link: String, suggestion: String) throws {
        let app = try TestApp { $0.rateLimit = nil }
        app.coordinator.rewriter = try URLRewriter {
            Domain("shop.example", "*.wild.example") {
                Rewrite("/a", to: "/a")
                Rewrite("/@{user}/{post:int}", to: "/missing")
            }
            Domain(anyHostAs: "server") {
                Rewrite("/@{user}/{post:int}", to: "/missing?server={server}")
            }
        }
        app.coordinator.open(link)
        let page = suggestion == ".none" ? "" : " \(link)"
        #expect(app.reports.map(\.suggestion.text) == [suggestion + page])
    }

    @Test func `every outcome is reported once, and late ones are marked`() throws {
        let app = try app()
        app.open("/a?x=1", from: .push)
        app.open("/fails")
        app.open("/account")
        app.coordinator.satisfy("other")
        app.coordinator.satisfy(.authenticated)
        app.coordinator.open("https://evil.com/")
        #expect(
            app.reports.map { "\($0.id) \($0.isLate ? "late " : "")\($0.outcome.text)" } == [
                "1 handled /a?x=1", "2 failed ActionError()",
                "3 deferred /account [\"authenticated\"]", "3 late handled /account",
                "4 rejected external unknown-host: evil.com",
            ]
        )
        #expect(
            app.reports[2...3].map(\.description) == [
                "#3 deferred … until authenticated", "#3, late: handled …",
            ]
        )
    }

    /// What happens, and what is reported.
    private nonisolated static let waits = """
        // Opened inside another, by an observer or an action, and still to wait when its turn comes.
        /first  activate → #1 deferred …  #2 deferred …  #1, late: handled …  #2, late: handled …
        activate  /outer → #2 deferred …  #1 handled …
        // Its path is not registered for one turn.
        activate  /account  remove  reconsider  add authenticated  reconsider → #1 deferred … until authenticated
        activate  /account  remove  reconsider  add paid  reconsider  add authenticated  reconsider → #1 deferred … until authenticated  #1, late: deferred … until paid  #1, late: deferred … until authenticated
        // After a preparation it begins to wait.
        activate  lock  /slow  unlock  reconsider  lock  finish → #1 deferred … until unlocked  #1, late: preparing …  #1, late: deferred … until unlocked
        """

    @Test(arguments: lists(waits))
    func `a link that waits is reported again only if it waits for something else`(
        steps: [String],
        reports: [String]
    ) async throws {
        let policy = ClosurePolicy { link, context in
            link.path == "/b"
                ? .deferUntil([]) : RequirementPolicy().decision(for: link, in: context)
        }
        let app = try TestApp(policy: policy, isActive: false)
        try app.register("/first")
        try app.register("/outer") { app.open("/b") }
        try app.handler.register("/slow", preparing: { _ in }, action: {})
        app.coordinator.onOutcome = { report in
            app.reports.append(report)
            if report.link?.path == "/first", !report.isLate { app.open("/a") }
        }
        for step in steps {
            switch step {
            case "activate": app.coordinator.activate()
            case "reconsider": app.coordinator.reconsider()
            case "lock":
                app.coordinator.policy = ClosurePolicy { _, _ in .deferUntil(["unlocked"]) }
            case "unlock": app.coordinator.policy = policy
            case "finish": await app.settle()
            case _ where step.hasPrefix("/"): app.open(step)
            default:
                app.handler.unregister("/account")
                let requirement = step.split(separator: " ").dropFirst().first
                guard let requirement else { break }
                try app.register("/account", requires: [Requirement(rawValue: "\(requirement)")])
            }
        }
        #expect(app.reports.map(\.description) == reports)
    }

    @Test func `campaign items and the key path of a push are in the report`() throws {
        let app = try TestApp()
        app.coordinator.rewriter = try URLRewriter {
            Scheme("myapp", unmatched: .passThrough, query: .strip(["utm_*"]))
        }
        app.coordinator.open(pushPayload: ["data": ["url": "myapp://a?utm_source=mail&x=1"]])
        #expect(app.reports.map(\.pushKeyPath) == ["data.url"])
        #expect(app.reports[0].removedItems == [URLQueryItem(name: "utm_source", value: "mail")])
    }
}

extension LinkReport.Suggestion {
    /// The case and its URL as a short text.
    fileprivate var text: String {
        switch self {
        case .none: ".none"
        case .showInApp(let url): "in app \(url.absoluteString)"
        case .openInBrowser(let url): "in browser \(url.absoluteString)"
        }
    }
}
