import DeepLinks
import Foundation
import LinkChecking
import Testing

// MARK: - An app and its web site

struct WebSiteSnippets {
    @Test func `what is shared is made by the rules`() throws {
        let rewriter = try URLRewriter {
            Domain("crahg.app", "www.crahg.app") {
                Rewrite("/events/{eventId:slug}", to: "/events/{eventId}")
            }
        }
        let url = try rewriter.externalURL(for: DeepLink("/events/event-123"), host: "crahg.app")
        #expect(url.absoluteString == "https://crahg.app/events/event-123")
    }

    @Test func `an old link is passed on as a new one`() throws {
        let rewriter = try URLRewriter {
            Domain("crahg.app", "www.crahg.app") {
                Rewrite("/climbing/events/{eventId:slug}", to: "/events/{eventId}")
                Rewrite("/events/{eventId:slug}", to: "/events/{eventId}")
            }
        }
        let old = try rewriter.rewrite("https://crahg.app/events/event-123")
        let url = try rewriter.externalURL(for: old, host: "crahg.app")
        #expect(url.absoluteString == "https://crahg.app/climbing/events/event-123")
    }
}

// MARK: - Decide how an app navigates

struct Permissions: NavigationPolicy {
    func decision(for link: DeepLink, in context: NavigationContext) -> NavigationDecision {
        guard context.satisfied.contains(.authenticated) else {
            return .deferUntil([.authenticated])
        }
        let isAllowed = link.path != "/settings" || context.satisfied.contains("may-see-settings")
        return isAllowed ? .allow : .reject(reason: "This account may not see the settings.")
    }
}

@MainActor
struct PermissionSnippets {
    @Test(
        arguments: [
            ("/settings", [], false), ("/settings", ["may-see-settings"], true),
            ("/other", [], true),
        ] as [(String, Set<Requirement>, Bool)]
    )
    func `a permission is not waited for`(
        path: String,
        permissions: Set<Requirement>,
        isAllowed: Bool
    ) throws {
        let link = try DeepLink(path)
        let nobody = NavigationContext(satisfied: permissions)
        #expect(Permissions().decision(for: link, in: nobody) == .deferUntil([.authenticated]))
        let somebody = NavigationContext(satisfied: permissions.union([.authenticated]))
        let refusal = NavigationDecision.reject(reason: "This account may not see the settings.")
        #expect(Permissions().decision(for: link, in: somebody) == (isAllowed ? .allow : refusal))
    }
}

@MainActor
struct WrongAndRightSnippets {
    private enum Place: Hashable, Sendable {
        case product(String)
    }

    private let handler = DeepLinkHandler()

    @Test func `a button that opens a link asks the policy`() throws {
        var path: [String] = []
        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: try URLRewriter { Scheme("myapp", unmatched: .passThrough) },
            policy: Permissions()
        )
        try handler.register("/product") { path.append(try $0.require(.id)) }
        coordinator.activate()

        // Wrong: the login is not asked for, and nobody checks the text.
        path.append("product-123")

        // Right: the button says what the user wants, and the policy decides.
        coordinator.open(try DeepLink("/product?id=123"))

        #expect(path == ["product-123"])
        coordinator.satisfy(.authenticated)
        #expect(path == ["product-123", "123"])
    }

    @Test func `a parser only reads`() throws {
        let navigator = Navigator<Place>()

        // Wrong: it shows the product before the policy is asked.
        func read(_ link: DeepLink) throws {
            navigator.push(.product(try link.queryItems.require(.id)))
        }

        // Right: the parser only reads. The handler navigates, after the policy has allowed it.
        let parser = try DeepLinkParser<Place> {
            Route("/product") { queryItems in .product(try queryItems.require(.id)) }
        }
        try handler.register(parser) { place in navigator.push(place) }

        let link = try DeepLink("/product?id=123")
        #expect(parser.parse(link) == .product("123"))
        #expect(navigator.path == [])
        try handler.handle(link)
        try read(link)
        #expect(navigator.path == [.product("123"), .product("123")])
    }
}

// MARK: - Test an app's links

enum Place: Hashable {
    case order(String)
}

@MainActor
struct LinkTests {
    let clock = TestClock()
    let navigator = Navigator<Place>()
    let coordinator: DeepLinkCoordinator

    init() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io") { Rewrite("/orders/{id:int}", to: "/orders/{id}") }
        }
        coordinator = DeepLinkCoordinator(
            handler: DeepLinkHandler(),
            rewriter: rewriter,
            clock: clock
        )
        try coordinator.handler.register("/orders/{id}", requires: [.authenticated]) {
            [navigator] queryItems in
            navigator.show(.order(try queryItems.require("id")))
        }
        coordinator.activate()
    }
}

extension LinkTests {
    @Test func `a link waits for the login`() {
        coordinator.open("https://mydomain.io/orders/7")
        #expect(coordinator.pendingLinks.count == 1)
        clock.advance(by: .seconds(599))
        coordinator.satisfy(.authenticated)
        #expect(navigator.path == [.order("7")])
    }

    @Test func `a link does not wait for long`() {
        coordinator.open("https://mydomain.io/orders/7")
        clock.advance(by: .seconds(601))
        coordinator.satisfy(.authenticated)
        #expect(navigator.path == [])
    }

    @Test func `a second tap is no second link`() {
        coordinator.satisfy(.authenticated)
        coordinator.open("https://mydomain.io/orders/7")
        let second = coordinator.open("https://mydomain.io/orders/7")  // a duplicate
        clock.advance(by: .seconds(2))
        let third = coordinator.open("https://mydomain.io/orders/7")  // handled
        #expect([second, third].map(\.description) == ["duplicate \u{2026}", "handled \u{2026}"])
    }
}

// MARK: - Short links

@MainActor
struct ShortLinkSnippets {
    @Test func `a short link is resolved and opened`() async throws {
        let handler = DeepLinkHandler()
        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: try URLRewriter {
                Domain("mydomain.io") {
                    Rewrite("/s/{code:alnum}", to: "/short/{code}")
                    Rewrite("/items/{id:int}", to: "/shop/item?id={id}")
                }
            }
        )
        var shown: [String] = []
        @MainActor func resolve(_ code: String) async throws -> String {
            await Task.yield()
            return code == "evil" ? "https://evil.com/items/7" : "https://mydomain.io/items/7"
        }
        try handler.register("/shop/item") { shown.append(try $0.require("id")) }

        try handler.register(
            "/short/{code:alnum}",
            preparing: { queryItems in try await resolve(queryItems.require("code")) },
            action: { url in coordinator.open(url) }
        )

        coordinator.activate()
        let events = coordinator.events()
        coordinator.open("https://mydomain.io/s/evil")
        for await event in events {
            if case .rejected(.external) = event.stage { break }
        }
        #expect(shown == [])
        coordinator.open("https://mydomain.io/s/k3x9")
        for await event in coordinator.events() {
            if event.stage == .applied, !shown.isEmpty { break }
        }
        #expect(shown == ["7"])
    }

    @Test func `a long dynamic link has the real one inside`() throws {
        let rewriter = try URLRewriter {
            Domain("links.mydomain.io") { Unwrap("/?link={target}") }
            Domain("mydomain.io") { Rewrite("/items/{id:int}", to: "/shop/item?id={id}") }
        }
        #expect(
            try rewriter.rewrite(
                "https://links.mydomain.io/?link=https%3A%2F%2Fmydomain.io%2Fitems%2F7&apn=io.mydomain"
            ) == DeepLink("/shop/item?id=7")
        )
    }
}

// MARK: - Several accounts

@MainActor
final class AccountPolicy: NavigationPolicy {
    var current: String?
    var signedIn: Set<String> = []

    func decision(for link: DeepLink, in context: NavigationContext) -> NavigationDecision {
        guard let wanted = context.queryItems["account"], wanted != current else {
            return RequirementPolicy().decision(for: link, in: context)
        }
        guard signedIn.contains(wanted) else {
            return .reject(reason: "The link is for another account.")
        }
        return .deferUntil([Requirement(rawValue: "account-" + wanted)])
    }
}

@MainActor
struct AccountSnippets {
    @Test func `a link opens in the account that it is for`() throws {
        let policy = AccountPolicy()
        let handler = DeepLinkHandler()
        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: try URLRewriter {
                Domain("mydomain.io") {
                    Rewrite("/u/{account:int}/orders/{id}", to: "/orders/{id}?account={account}")
                }
            },
            policy: policy
        )
        var asked: [String] = []
        var shown: [String] = []
        policy.current = "1"
        policy.signedIn = ["1", "7"]
        func askToSwitch(to account: String) { asked.append(account) }
        coordinator.onOutcome = { report in
            guard case .deferred(let link, let requirements) = report.outcome else { return }
            let wanted = link.queryItems["account"]
            if let wanted, !requirements.isEmpty { askToSwitch(to: wanted) }
        }
        try handler.register("/orders/{id}") { shown.append(try $0.require("id")) }
        coordinator.activate()

        coordinator.open("https://mydomain.io/u/1/orders/41")
        coordinator.open("https://mydomain.io/u/7/orders/42")
        #expect(!coordinator.open("https://mydomain.io/u/9/orders/43").isAccepted)
        #expect(shown == ["41"] && asked == ["7"])

        policy.current = "7"
        coordinator.reconsider()

        #expect(shown == ["41", "42"])

        // Back again: each change is asked for.
        policy.current = "1"
        coordinator.open("https://mydomain.io/u/7/orders/44")
        #expect(shown == ["41", "42"] && asked == ["7", "7"])
    }
}
