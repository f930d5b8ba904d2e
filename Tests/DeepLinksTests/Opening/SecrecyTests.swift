import DeepLinks
import Foundation
import LinkChecking
import Testing

/// Nothing that is printed shows what a link holds.
@MainActor
struct SecrecyTests {
    private static let canary = "CANARY"

    /// An error of the app's own action, whose text has a value of the link.
    private struct TalkativeError: Error, CustomStringConvertible {
        let value: String
        var description: String { "I know \(value)." }
    }

    /// The texts of a value, printed in all ways.
    private func prints(of value: some Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return [
            String(describing: value), String(reflecting: value), "\(value)", "\([value])", dumped,
            String(describing: Optional(value)), String(reflecting: ["a": value]),
            Mirror(reflecting: value).children.map { "\($0.label ?? "") \($0.value)" }.joined(),
        ]
    }

    private func expectNoCanary(
        in value: some Any,
        _ comment: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for print in prints(of: value) {
            #expect(
                !print.uppercased().contains(Self.canary),
                "\(comment): \(print)",
                sourceLocation: sourceLocation
            )
        }
    }

    /// The same, except for an error of the app's own action and one that names an unregistered path.
    private func expectNoCanary(
        inError error: any Error,
        _ comment: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        switch error {
        case is TalkativeError, DeepLinkHandleError.pathNotRegistered: break
        default: expectNoCanary(in: error, comment, sourceLocation: sourceLocation)
        }
    }

    /// Links with a secret in each possible place, each with another outcome.
    private static let paths = [
        "/items/CANARY?flag", "/items/1?token=CANARY", "/items/2?t=%43ANARY#CANARY",
        "/account?token=CANARY", "/account/CANARY", "/private/CANARY?x=CANARY", "/fails?x=CANARY",
        "/talks/CANARY", "/nowhere/CANARY?x=CANARY", "/distrusts/CANARY?x=CANARY",
        "/refused/CANARY", "/redirected/CANARY?x=CANARY", "/slow/CANARY?x=CANARY",
        "/number/CANARY", "/decoded?number=CANARY", "/%43ANARY%00", "/CANARY/%FF", "/a?x=%FFCANARY",
    ]

    /// Links from outside that the rewriter refuses; their host and scheme may be printed.
    private static let links = [
        "https://mydomain.io/CANARY?x=CANARY#CANARY", "https://CANARY@mydomain.io/CANARY",
        "https://user:CANARY@mydomain.io/", "https://mydomain.io:99/CANARY?x=CANARY",
        "https://mydomain.io/CANARY%00", "https://mydomain.io/CANARY/../x?y=CANARY",
        "other://CANARY/a", "https://mydomain.io/domainA/5?x=CANARY%FF", "/CANARY", "CANARY",
        "https://evil.com/CANARY?x=CANARY",
    ]

    private func app() throws -> TestApp {
        let app = try TestApp(
            policy: ClosurePolicy { link, context in
                if link.path.hasPrefix("/refused") { return .reject(reason: "No.") }
                if link.path.hasPrefix("/redirected") {
                    return .redirect(try DeepLink("/private/CANARY?y=CANARY"))
                }
                return RequirementPolicy().decision(for: link, in: context)
            }
        ) {
            $0.rateLimit = nil
            $0.pending = .queue(capacity: 100, superseding: .samePath)
        }
        struct Numbered: Decodable { let number: Int }
        for path in ["/refused/{secret}", "/redirected/{secret}"] { try app.register(path) }
        try app.register("/account/{secret}", requires: [.authenticated])
        try app.register("/private/{secret}", requires: [.authenticated])
        try app.register("/distrusts/{secret}", trusts: [.push])
        try app.handler.register("/talks/{secret}") { items in
            throw TalkativeError(value: items["secret"] ?? "")
        }
        try app.handler.register("/slow/{secret}", preparing: { $0 }, action: { _ in })
        try app.handler.register("/number/{n}") { items in
            _ = try items.require(TypedParameter<Int>("n"))
        }
        try app.handler.register("/decoded", as: Numbered.self) { _ in }
        return app
    }

    @Test func `no outcome, event, error or list shows a value`() throws {
        let app = try app()
        let coordinator = app.coordinator
        let stream = coordinator.events()
        coordinator.onEvent = { event in
            expectNoCanary(in: event, "event")
            expectNoCanary(in: event.stage, "stage")
            if let link = event.link { expectNoCanary(in: link, "summary") }
        }
        coordinator.onOutcome = { expectNoCanary(in: $0, "report") }
        for path in Self.paths {
            let outcome = app.open(path)
            expectNoCanary(in: outcome, path)
            if case .rejected(let reason) = outcome { expectNoCanary(in: reason, path) }
            if case .failed(let error) = outcome { expectNoCanary(inError: error, path) }
        }
        for link in Self.links {
            let outcome = coordinator.open(link)
            expectNoCanary(in: outcome, link)
            if case .rejected(let reason) = outcome { expectNoCanary(in: reason, link) }
            if let url = URL(string: link) { expectNoCanary(in: coordinator.open(url), link) }
        }
        #expect(coordinator.pendingLinks.count == 3)
        expectNoCanary(in: coordinator.pendingLinks, "pending")
        expectNoCanary(in: coordinator, "coordinator")
        expectNoCanary(in: coordinator.options, "options")
        let snapshot = coordinator.snapshot(for: "CANARY")
        expectNoCanary(in: snapshot, "snapshot")
        let error = #expect(throws: PendingLink.SnapshotError.self) {
            try coordinator.restore(snapshot, for: "B")
        }
        expectNoCanary(in: error as Any, "snapshot error")
        try coordinator.restore(snapshot, for: "CANARY")
        coordinator.satisfy(.authenticated)
        coordinator.revoke(.authenticated)
        expectNoCanary(in: stream, "stream")
        #expect(app.open("/slow/CANARY?y=CANARY").text.hasPrefix("preparing"))
        expectNoCanary(in: app.handler, "handler that prepares something")
    }

    @Test func `details of a rewritten link show no value`() throws {
        let rewriter = try URLRewriter {
            Domain("click.io") { Unwrap("/t?u={target}") }
            Domain("a.io", query: .strip(["sig"])) { Rewrite("/reset/{token}", to: "/r/{token}") }
            Scheme("myapp", unmatched: .passThrough)
        }
        let details = try rewriter.details(
            of:
                "https://click.io/t?u=https%3A%2F%2Fa.io%2Freset%2FCANARY%3Fsig%3DCANARY%26x%3DCANARY"
        )
        #expect(details.unwrappedURL?.contains("CANARY") == true)
        expectNoCanary(in: details, "details")
        #expect(details.description == "…?…, by '/reset/{token}', 1 removed")
        #expect(try rewriter.details(of: "myapp:///x").description == "…, passed through")
    }

    /// The sender of a link chooses the captured segments, the values, and names that no rule or route knows.
    @Test func `only names that a rule or a route knows are told`() throws {
        let app = try TestApp { $0.publicParameters = ["page"] }
        app.coordinator.rewriter = try URLRewriter {
            Domain("mydomain.io", query: .keepOnly(["kept", "page"])) {
                Rewrite("/r/{token}?from={source?}", to: "/reset/{token}?origin={source}")
            }
            Scheme("myapp", unmatched: .passThrough)
        }
        try app.register("/reset/{token}")
        app.coordinator.open("https://mydomain.io/r/4711?from=mail&kept=x&page=2&CANARY=1")
        #expect(
            app.log[1] == "#1 destination.parsed: /reset/{token}?token=…&origin=…&kept=…&page=2"
        )
        app.open("/reset/4712?token=CANARY&origin=x&CANARY=y&kept&CANARY#CANARY")
        #expect(app.log[5] == "#2 destination.parsed: /reset/{token}?token=…&origin=…&kept&…#…")
        app.open("/nowhere/CANARY?CANARY=1&from=x")
        #expect(app.log[9] == "#3 destination.parsed: …?from=…&…")
        #expect(!app.log.joined().contains("47"))
        #expect(!app.log.joined().contains(Self.canary))
        // The rules of a new rewriter replace the known names.
        app.coordinator.rewriter = try URLRewriter { Scheme("myapp", unmatched: .passThrough) }
        app.clock.advance(by: .seconds(2))
        app.open("/reset/4711?origin=x")
        #expect(app.log[12] == "#4 destination.parsed: /reset/{token}?token=…&…")
    }

    @Test(arguments: ["path", "context", "prepared", "parser", "mapped parser"])
    func `names that a link's path declares are told, however it is registered`(way: String) throws
    {
        let app = try TestApp()
        let path = LinkPath("/search", TypedParameter<String>("q"), TypedParameter<Int?>("page"))
        let parser = try DeepLinkParser<String> { Route(path) { $0.0 } }
        switch way {
        case "path": try app.handler.register(path) { _ in }
        case "context": try app.handler.register(path, withContext: { _, _ in })
        case "prepared": try app.handler.register(path, preparing: { $0 }, action: { _ in })
        case "parser": try app.handler.register(parser) { _ in }
        default: try app.handler.register(parser.map(\.count)) { _ in }
        }
        app.open("/search?q=shoe&page=x&CANARY=1")
        #expect(app.log[1] == "#1 destination.parsed: /search?q=…&page=…&…")
        let sentence =
            "The value of 'page' is malformed; it has to be an integer from \(Int.min) to \(Int.max)."
        #expect(app.log.last == "#1 navigation.failed: \(sentence)")
        #expect(app.reports.last?.description == "#1 failed: \(sentence)")
    }

    @Test func `nothing printed shows a value`() throws {
        let link = try DeepLink("/CANARY?token=CANARY&y=%43ANARY&CANARY&flag#CANARY")
        #expect(link.description == "…?…#…")
        expectNoCanary(in: link, "link")
        let outcomes = [
            DeepLinkOutcome.handled(link), .deferred(link, until: []), .duplicate(link),
            .preparing(link),
        ]
        for outcome in outcomes { expectNoCanary(in: outcome, "outcome") }
        let context = NavigationContext(
            origin: .push,
            queryItems: link.queryItems,
            requirements: [.authenticated],
            externalURL: "myapp://a?token=CANARY",
            removedItems: link.queryItems
        )
        #expect(context.description == "from push, waits until authenticated")
        expectNoCanary(in: context, "context")
        let app = try app()
        var seen: [LinkContext] = []
        try app.handler.register("/seen/{secret}") { seen.append($1) }
        app.open("/seen/CANARY?token=CANARY", from: .push)
        #expect(seen.map(\.description) == ["/seen/{secret} from push"])
        expectNoCanary(in: seen, "action's context")
        expectNoCanary(in: NavigationDecision.redirect(link), "decision")
        let decisions: [NavigationDecision] = [
            .allow, .deferUntil([]), .deferUntil([.authenticated, "b"]), .reject(reason: "No."),
            .redirect(link),
        ]
        #expect(
            decisions.map(\.description) == [
                "allow", "defer", "defer until authenticated, b", "reject: No.",
                "redirect to …?…#…",
            ]
        )
        for text in [
            "example://detail?id=CANARY&new/settings?a=CANARY", "example://CANARY?CANARY=1/b?c",
        ] {
            let link = try DeepLink(text, matching: "example")
            #expect(link.components.description == "[…?…, …?…]")
            expectNoCanary(in: link, text)
            expectNoCanary(in: link.components, text)
            if !text.contains("CANARY=") {
                expectNoCanary(in: link.components.map(\.arguments), text)
            }
            expectNoCanary(in: link.components.map(\.arguments.values), text)
        }
        for text in ["example://a?CANARY/..", "example://a?x=CANARY%FF", "example://CANARY@a"] {
            let error = #expect(throws: (any Error).self) {
                try DeepLink(text, matching: "example")
            }
            expectNoCanary(in: error as Any, text)
        }
        let error = #expect(throws: QueryItemValueError.self) {
            try link.queryItems.require(TypedParameter<Int>("token"))
        }
        expectNoCanary(in: error as Any, "value error")
    }

    @Test func `no payload shows what it holds`() throws {
        let payload: [AnyHashable: Any] = ["url": "myapp://CANARY?x=CANARY", "CANARY": "CANARY"]
        expectNoCanary(in: PushPayload(payload), "payload")
        #expect(
            PushPayload(payload).description
                == "1 link at deeplink, deep_link, url, data.deeplink, data.url"
        )
        #expect(PushPayload(payload, keyPaths: ["a", "b"]).description == "0 links at a, b")
        let app = try app()
        expectNoCanary(in: app.coordinator.open(pushPayload: payload), "outcome")
        expectNoCanary(in: app.coordinator.open(pushPayload: ["CANARY": "CANARY"]), "no link")
    }

    @Test func `a name that only the link has is not told, and forges no line of the log`() throws {
        let app = try TestApp()
        try app.handler.register("/counts", as: [String: Int].self) { _ in }
        try app.handler.register("/typed/{n}") { _ = try $0.require(TypedParameter<Int>("n")) }
        for (index, name) in ["sec%0A%231%20navigation.applied", "token-4711"].enumerated() {
            let outcome = app.open("/counts?\(name)=x")
            let sentence = "The value of a parameter is malformed."
            #expect(app.log.last == "#\(index + 1) navigation.failed: \(sentence)")
            #expect("\(outcome)" == "failed: \(sentence)")
            #expect(app.reports.last?.description == "#\(index + 1) failed: \(sentence)")
        }
        app.open("/typed/x")
        #expect(app.log.last?.contains("The value of 'n' is malformed") == true)
    }

    @Test func `outcomes and links that wait are told in one line`() throws {
        let app = try TestApp()
        let link = try DeepLink("/items/5?token=x&flag#y")
        let outcomes: [DeepLinkOutcome] = [
            .handled(link), .deferred(link, until: []),
            .deferred(link, until: [.authenticated, "b"]), .duplicate(link), .preparing(link),
            .rejected(.policy("Closed.")), .rejected(.tooDeep), .failed(ActionError()),
            .failed(DeepLinkHandleError.missingQueryItem(name: "id")),
        ]
        #expect(
            outcomes.map(\.description) == [
                "handled …?…#…", "deferred …?…#…", "deferred …?…#… until authenticated, b",
                "duplicate …?…#…", "preparing …?…#…", "rejected: Closed.",
                "rejected: The link was opened inside too many others, or redirected in a circle; open it outside an action, or correct the policy.",
                "failed: ActionError",
                "failed: The link has no value for 'id'; add 'id=…' to its query, or check how the name is spelled.",
            ]
        )
        app.open("/account?token=x")
        app.coordinator.open("https://mydomain.io/nothing")
        #expect(
            app.coordinator.pendingLinks[0].description
                == "#1 to /account, waits until authenticated"
        )
        #expect(
            app.reports.map(\.description) == [
                "#1 deferred …?… until authenticated",
                "#2 rejected: No rule of 'mydomain.io' fits the link; add one, or let unmatched links pass through.",
            ]
        )
    }

    @Test(arguments: [false, true])
    func `an error in reading a link names what the route captures`(isPrepared: Bool) async throws {
        let app = try TestApp()
        func register(
            _ path: String,
            _ read: @escaping @MainActor ([URLQueryItem]) throws -> Void
        )
            throws
        {
            if isPrepared {
                try app.handler.register(path, preparing: { try read($0) }, action: {})
            } else {
                try app.handler.register(path, action: read)
            }
        }
        for path in ["/things/{thingId}", "/same/{id}", "/plain"] {
            try register(path) { _ = try $0.require(TypedParameter<Int>("id")) }
        }
        try register("/tabs/{id}/{page}") { _ = try $0.require("tab" as Parameter) }
        try register("/docs/{*rest?}") { _ = try $0.require("rest" as Parameter) }
        for path in ["/things/5", "/same/x", "/plain", "/tabs/5/6", "/docs"] {
            app.open(path)
            await app.settle()
        }
        app.coordinator.policy = ClosurePolicy { link, _ in
            _ = try link.queryItems.require("page" as Parameter)
            return .allow
        }
        app.open("/things/6")
        let failures = [app.log, app.reports.map(\.description)].map { lines in
            lines.filter { $0.contains("failed: ") }.map { line in
                line.replacing("navigation.", with: "").replacing(", late:", with: "")
            }
        }
        let missing = failures.map { $0.filter { $0.contains("no value") } }
        #expect(missing[0] == missing[1])
        #expect(
            failures[0] == [
                "#1 failed: The link has no value for 'id'; add 'id=…' to its query, or read what '/things/{thingId}' captures: 'thingId'.",
                "#2 failed: The value of 'id' is malformed; it has to be an integer from \(Int.min) to \(Int.max).",
                "#3 failed: The link has no value for 'id'; add 'id=…' to its query, or check how the name is spelled.",
                "#4 failed: The link has no value for 'tab'; add 'tab=…' to its query, or read what '/tabs/{id}/{page}' captures: 'id', 'page'.",
                "#5 failed: The link has no value for 'rest'; write it in its path, as in '/docs/{*rest?}'.",
                "#6 failed: The link has no value for 'page'; add 'page=…' to its query, or read what '/things/{thingId}' captures: 'thingId'.",
            ]
        )
    }
}
