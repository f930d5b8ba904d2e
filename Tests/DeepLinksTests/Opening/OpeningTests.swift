import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

/// The outcomes of links that can be decided at once.
@MainActor
struct OpeningTests {
    @Test(arguments: try rows(in: "outcomes.txt"))
    func `a link has an outcome`(row: TableRow) throws {
        let (link, expected) = (row[0], row[1])
        let app = try TestApp()
        let outcome = app.coordinator.open(link)
        #expect(outcome.text == expected)
        #expect(
            outcome.isAccepted == !(expected.hasPrefix("failed") || expected.hasPrefix("rejected"))
        )
        if link == link.trimmingCharacters(in: .whitespacesAndNewlines), let url = URL(string: link)
        {
            let other = try TestApp()
            #expect(other.coordinator.open(url).text == expected)
            #expect(other.ran == app.ran)
        }
    }

    // MARK: - Trust

    @Test(arguments: [
        (LinkOrigin.universalLink, true), (.inApp, true), (.push, false), (.customScheme, false),
        (.unknown, false), ("scannedCode", false),
    ])
    func `a route is opened from what it trusts`(origin: LinkOrigin, isTrusted: Bool) throws {
        let app = try TestApp()
        try app.register("/transfer", trusts: [.universalLink, .inApp])
        let outcome = app.coordinator.open(try DeepLink("/transfer?to=me"), from: origin)
        #expect(outcome.isAccepted == isTrusted)
        #expect(app.ran == (isTrusted ? ["/transfer me"] : []))
        if !isTrusted { #expect(outcome.text == "rejected untrusted \(origin)") }
    }

    @Test func `a custom scheme cannot pass for a universal link`() throws {
        let app = try TestApp()
        try app.register("/transfer", trusts: [.universalLink])
        let outcome = app.open("/transfer", from: .universalLink)
        #expect(outcome.text == "rejected untrusted customScheme")
        let url = try #require(URL(string: "MyApp://transfer?x=1"))
        #expect(!app.coordinator.open(url, from: .universalLink).isAccepted)
        #expect(!app.coordinator.open(" myapp:transfer?x=2", from: .universalLink).isAccepted)
        #expect(app.ran.isEmpty)
    }

    /// It is a universal link only if both the link and its wrapper are web links, whatever origin the app declares.
    @Test(
        arguments: [
            "myapp://transfer?x=1", "MyApp:transfer?x=1", "https://mydomain.io/transfer?x=1",
            "https://mail.io/click?to=myapp%3A%2F%2Ftransfer%3Fx%3D1",
        ],
        [LinkOrigin.universalLink, .customScheme, .push, .inApp, .unknown, "scannedCode"]
    )
    func `a wrapped link has the least trusted origin`(inner: String, declared: LinkOrigin) throws {
        var origins: [LinkOrigin] = []
        let rewriter = try URLRewriter {
            Domain("mail.io") { Unwrap("/click?to={target}") }
            Domain("mydomain.io", unmatched: .passThrough)
            Scheme("myapp", unmatched: .passThrough) { Unwrap("/go?to={target}") }
        }
        let encoded = inner.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        for link in [inner, "https://mail.io/click?to=\(encoded)", "myapp://go?to=\(encoded)"] {
            let app = try TestApp(
                policy: ClosurePolicy { _, context in
                    origins.append(context.origin)
                    return .allow
                }
            )
            app.coordinator.rewriter = rewriter
            try app.register("/transfer")
            #expect(app.coordinator.open(link, from: declared).text == "handled /transfer?x=1")
            #expect(app.log[0].hasSuffix(" from \(origins.last ?? .unknown)"))
            let url = try #require(URL(string: link))
            app.clock.advance(by: .seconds(2))
            #expect(app.coordinator.open(url, from: declared).isAccepted)
        }
        #expect(origins.count == 6)
        let isCustom = inner.contains("myapp") || inner.contains("MyApp")
        let expected = [isCustom, isCustom, true].flatMap { isCustom in
            let origin = declared == .universalLink && isCustom ? .customScheme : declared
            return [origin, origin]
        }
        #expect(origins == expected)
    }

    @Test(arguments: [LinkOrigin.system, .universalLink, .customScheme])
    func `a custom scheme's wrapper makes no link universal`(declared: LinkOrigin) throws {
        let app = try TestApp()
        app.coordinator.rewriter = try URLRewriter {
            Domain("mail.io") { Unwrap("/click?to={target}") }
            Domain("mydomain.io") { Rewrite("/orders/{id:int}", to: "/orders/{id}") }
            Scheme("myapp", unmatched: .passThrough) { Unwrap("/link?to={target}") }
        }
        try app.register("/orders/{id}", trusts: [.universalLink])
        let order = "https%3A%2F%2Fmydomain.io%2Forders%2F9"
        for link in [
            "https://mail.io/click?to=myapp%3A%2F%2Forders%2F9", "myapp://link?to=\(order)",
            "https://mail.io/click?to=myapp%3A%2F%2Flink%3Fto%3D\(order)",
            "myapp://link?to=https%3A%2F%2Fmail.io%2Fclick%3Fto%3Dhttps%253A%252F%252Fmydomain.io%252Forders%252F9",
        ] {
            let plan = app.coordinator.explain(link, from: declared)
            #expect(plan.origin == .customScheme)
            let outcome = app.coordinator.open(link, from: declared)
            #expect(outcome.text == "rejected untrusted customScheme")
        }
        #expect(app.ran.isEmpty)
        app.coordinator.open("https://mail.io/click?to=\(order)", from: .system)
        #expect(app.ran.count == 1)
    }

    @Test(arguments: [
        ("https://mydomain.io/domainA/5", LinkOrigin.universalLink),
        ("HTTPS://mydomain.io/domainA/5", .universalLink), ("myapp://a", .customScheme),
        ("MyApp:a", .customScheme),
    ])
    func `a URL of the system has its scheme's origin`(link: String, expected: LinkOrigin) throws {
        var origins: [LinkOrigin] = []
        let app = try TestApp(
            policy: ClosurePolicy { _, context in
                origins.append(context.origin)
                return .allow
            }
        ) { $0.duplicateWindow = .zero }
        let url = try #require(URL(string: link))
        app.coordinator.open(url)
        app.coordinator.open(url, from: .system)
        app.coordinator.open(link, from: .system)
        #expect(origins == [expected, expected, expected])
        #expect(app.log.first?.hasSuffix("from \(expected)") == true)
        app.coordinator.open(try DeepLink("/a"), from: .system)
        #expect(origins.last == .unknown)
        // A refused one has the origin of how it begins.
        for refused in [link + "%", "http" + link.dropFirst(5) + "%"] {
            app.coordinator.open(refused, from: .system)
            #expect(
                app.reports.last?.origin
                    == (refused.lowercased().hasPrefix("http") ? .universalLink : .customScheme)
            )
        }
    }

    // MARK: - Policies

    @Test func `a policy and an action know a link's origin, URL and removed items`() throws {
        var (asked, seen): ([NavigationContext], [LinkContext]) = ([], [])
        let app = try TestApp(
            policy: ClosurePolicy { _, context in
                asked.append(context)
                return .allow
            }
        )
        app.coordinator.rewriter = try URLRewriter {
            Domain("mail.io") { Unwrap("/click?to={target}") }
            Domain("mydomain.io", unmatched: .passThrough, query: .strip(["utm_*"]))
            Scheme("myapp", unmatched: .passThrough)
        }
        try app.handler.register("/items/{id}/seen", requires: [.authenticated]) { items, context in
            #expect(items["id"] == "5")
            seen.append(context)
        }
        let declared = LinkPath<(Int, String?)>("/declared/{id}", "id", "tab")
        try app.handler.register(
            declared,
            withContext: { values, context in
                #expect(values.0 == 5 && values.1 == nil)
                seen.append(context)
            }
        )
        app.coordinator.satisfy("onboarded")
        let wrapped = "https%3A%2F%2Fmydomain.io%2Fdeclared%2F5%3Fsig%3D1"
        app.coordinator.open(
            "https://mydomain.io/items/5/seen?x=1&utm_source=mail&sig=f00#top",
            from: .push
        )
        app.coordinator.open("https://mail.io/click?to=\(wrapped)&a=1", from: "code")
        app.coordinator.open(try DeepLink("/items/5/seen"))
        // A scanner may add a line feed.
        app.coordinator.open(" myapp://declared/5?sig=2\r\n", from: .system)
        try app.handler.handle("/items/5/seen")
        let origins: [LinkOrigin] = [.push, "code", .inApp, .customScheme]
        #expect(asked.map(\.origin) == origins && seen.map(\.origin) == origins + [.inApp])
        let urls = [
            "https://mydomain.io/items/5/seen?x=1&utm_source=mail&sig=f00#top",
            "https://mydomain.io/declared/5?sig=1", nil, "myapp://declared/5?sig=2",
        ]
        #expect(asked.map(\.externalURL) == urls && seen.map(\.externalURL) == urls + [nil])
        let removed = [
            [URLQueryItem(name: "utm_source", value: "mail")],
            [URLQueryItem(name: "a", value: "1")], [], [],
        ]
        #expect(asked.map(\.removedItems) == removed && seen.map(\.removedItems) == removed + [[]])
        let (first, second) = ("/items/{id}/seen", "/declared/{id}")
        #expect(asked.map(\.route?.description) == [first, second, first, second])
        #expect(seen.map(\.route.description) == [first, second, first, second, first])
        #expect(asked.map(\.link) == seen.dropLast().map(\.link))
        #expect(seen[0].link == (try DeepLink("/items/5/seen?x=1&sig=f00#top")))
        #expect(asked.map(\.requirements) == [[.authenticated], [], [.authenticated], []])
        #expect(asked.map(\.missing) == [[.authenticated], [], [.authenticated], []])
        #expect(asked.allSatisfy { $0.satisfied == ["onboarded"] })
    }

    @Test(arguments: [(7, true), (8, true), (9, false), (1_000, false)])
    func `a link is redirected eight times at most`(count: Int, isHandled: Bool) throws {
        let app = try TestApp(
            policy: ClosurePolicy { link, _ in
                let number = Int(link.queryItems["n"] ?? "") ?? 0
                return number == count ? .allow : .redirect(try DeepLink("/a?n=\(number + 1)"))
            }
        )
        #expect(app.open("/a").text == (isHandled ? "handled /a?n=\(count)" : "rejected too-deep"))
        app.coordinator.policy = RequirementPolicy()
        #expect(app.open("/a").text == (isHandled ? "duplicate /a" : "handled /a"))
    }

    @Test func `a link is redirected anew at each turn, also from where no route is`() throws {
        let app = try TestApp(isActive: false)
        app.open("/a")
        for target in ["/nowhere", "/b"] {
            app.coordinator.policy = ClosurePolicy { link, _ in
                link.path == "/a" ? .redirect(try DeepLink(target)) : .allow
            }
            app.coordinator.activate()
        }
        #expect(app.ran == ["/b"])
    }

    @Test func `a redirection leads only where there is a route that trusts the origin`() throws {
        let app = try TestApp(
            policy: ClosurePolicy { link, context in
                switch link.path {
                case "/a": .redirect(try DeepLink("/nowhere"))
                case "/b": .redirect(try DeepLink("/transfer"))
                case "/c": .redirect(try DeepLink("/inbox"))
                case "/inbox": .reject(reason: "\(context.origin) \(context.externalURL ?? "")")
                default: .allow
                }
            }
        )
        try app.register("/transfer", trusts: [.inApp])
        #expect(
            app.open("/a").text
                == "failed The path '/nowhere' is not registered; register it, or check how it is spelled."
        )
        #expect(app.open("/b", from: .push).text == "rejected untrusted push")
        #expect(app.open("/c", from: .push).text == "rejected policy push myapp://c")
    }

    @Test func `what is replaced while a link is open counts from the next one on`() throws {
        let app = try TestApp()
        let empty = try URLRewriter { Scheme("other", unmatched: .passThrough) }
        let coordinator = app.coordinator
        coordinator.policy = ClosurePolicy { _, _ in
            coordinator.policy = ClosurePolicy { _, _ in .reject(reason: "New policy.") }
            coordinator.rewriter = empty
            return .allow
        }
        #expect(app.open("/a").text == "handled /a")
        #expect(app.open("/b").text == "rejected external unknown-scheme: myapp")
        #expect(coordinator.open("other://b").text == "rejected policy New policy.")
    }

    // MARK: - Signing out on the way

    @Test func `a policy that signs out stops the link that it allows or defers`() throws {
        let app = try TestApp()
        let coordinator = app.coordinator
        for decision in [NavigationDecision.allow, .deferUntil(["later"])] {
            coordinator.policy = ClosurePolicy { _, _ in
                coordinator.revoke(.authenticated)
                return decision
            }
            #expect(app.open("/a").text == "rejected revoked")
        }
        // So does one that removes the route.
        coordinator.policy = ClosurePolicy { _, _ in
            app.handler.unregister("/a")
            return .allow
        }
        #expect(app.open("/a").text.hasPrefix("failed The path '/a' is not registered"))
        #expect(app.ran.isEmpty)
        #expect(app.waiting.isEmpty)
    }

    // MARK: - Nesting

    @Test func `links open inside one another to a depth of eight`() throws {
        let app = try TestApp()
        var outcomes: [String] = []
        var number = 0
        try app.register("/nested") {
            number += 1
            outcomes.append(app.open("/nested?\(number)").text)
        }
        #expect(app.open("/nested").isAccepted)
        #expect(number == 8)
        #expect(outcomes.last == "rejected too-deep")
        #expect(outcomes.dropLast().allSatisfy { $0.hasPrefix("deferred") })
        #expect(app.open("/nested?8").text == "handled /nested?8")
    }

    @Test(arguments: [("myapp://a", 8), ("https://evil.com/a", 1)])
    func `an observer that opens a link for each one ends`(link: String, handled: Int) throws {
        let app = try TestApp()
        var count = 0
        app.coordinator.onEvent = { event in
            if case .received = event.stage, count < 20 {
                count += 1
                app.coordinator.open("\(link)?\(count)")
            }
        }
        #expect(app.open("/a").text == "handled /a")
        // Eight links are opened; the ninth is received and refused, and so is the one that its observer opens.
        #expect(count == 9)
        #expect(
            app.reports.count { if case .handled = $0.outcome { true } else { false } } == handled
        )
    }
}
