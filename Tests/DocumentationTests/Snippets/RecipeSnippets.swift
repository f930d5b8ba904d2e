import DeepLinks
import Foundation
import LinkChecking
import Testing

// MARK: - Decide how an app navigates

// NavigationAsAPlatform.md: struct Permissions: NavigationPolicy {

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
        let route = NavigationContext(
            requirements: ["onboarded"],
            satisfied: permissions.union([.authenticated])
        )
        let waiting = NavigationDecision.deferUntil(["onboarded"])
        #expect(Permissions().decision(for: link, in: route) == (isAllowed ? waiting : refusal))
    }

    @Test func `the callback of the login passes`() throws {
        let callback = try DeepLink("/oauth/callback")
        #expect(Permissions().decision(for: callback, in: NavigationContext()) == .allow)
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
        let coordinator = try DeepLinkCoordinator.started(handler, policy: Permissions())
        try handler.register("/product") { path.append(try $0.require(.id)) }

        // NavigationAsAPlatform.md: // Wrong: the login is not asked for, and nobody checks the text.

        #expect(path == ["product-123"])
        coordinator.satisfy(.authenticated)
        #expect(path == ["product-123", "123"])
    }

    @Test func `a parser only reads`() throws {
        let navigator = Navigator<Place>()

        // NavigationAsAPlatform.md: // Wrong: it shows the product before the policy is asked.

        let link = try DeepLink("/product?id=123")
        #expect(parser.parse(link) == .product("123"))
        #expect(navigator.path == [])
        try handler.handle(link)
        try read(link)
        #expect(navigator.path == [.product("123"), .product("123")])
    }
}

// MARK: - Test an app's links

// TestingLinks.md: struct LinkTests {

// TestingLinks.md: extension DeepLinkOutcome {

extension LinkTests {
    @Test func `a link does not wait for long`() {
        // TestingLinks.md: clock.advance(by: .seconds(601))
    }

    @Test func `a second tap is no second link`() {
        // TestingLinks.md: let second = coordinator.open("https://mydomain.io/orders/7")
        #expect([second, third].map(\.description) == ["duplicate \u{2026}", "handled \u{2026}"])
        #expect([second, third].map(\.isDuplicate) == [true, false])
    }

    @Test(arguments: [(nil, 0), (DeepLinkCoordinator.Options().rateLimit, 5)])
    func `a table of links needs no limit`(
        limit: DeepLinkCoordinator.Options.RateLimit?,
        refused: Int
    ) {
        // TestingLinks.md: options.rateLimit = nil
        #expect(options.rateLimit == nil)
        options.rateLimit = limit
        let coordinator = DeepLinkCoordinator(
            handler: coordinator.handler,
            rewriter: coordinator.rewriter,
            options: options,
            clock: clock
        )
        coordinator.activate()
        let outcomes = (1...25).map { coordinator.open("https://mydomain.io/orders/\($0)") }
        let tooMany = outcomes.filter { $0.error as? RejectionReason == .tooManyLinks }
        #expect(tooMany.count == refused)
    }

    @Test func `outcomes by their parts`() {
        // TestingLinks.md: let refused = coordinator.open("https://example.com/orders/7")
    }

    @Test func `a preparation is waited for`() async throws {
        try coordinator.handler.register(
            "/invoices/{id}",
            preparing: { try $0.require(.id) },
            action: { [navigator] in navigator.show(.order($0)) }
        )
        // TestingLinks.md: coordinator.open(try DeepLink("/invoices/7"))
    }
}

// MARK: - Short links

@MainActor
struct ShortLinkSnippets {
    @Test func `a short link is resolved and opened`() async throws {
        let handler = DeepLinkHandler()
        let rewriter = try URLRewriter {
            Domain("mydomain.io") {
                Rewrite("/s/{code:alnum}", to: "/short/{code}")
                Rewrite("/items/{id:int}", to: "/shop/item?id={id}")
            }
        }
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)
        var shown: [String] = []
        @MainActor func resolve(_ code: String) async throws -> String {
            await Task.yield()
            return code == "evil" ? "https://evil.com/items/7" : "https://mydomain.io/items/7"
        }
        try handler.register("/shop/item") { shown.append(try $0.require("id")) }

        // ShortLinks.md: try handler.register(

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
}

// MARK: - Several accounts

// SeveralAccounts.md: final class AccountPolicy: NavigationPolicy {

@MainActor
struct AccountSnippets {
    @Test func `a link opens in the account that it is for`() throws {
        let policy = AccountPolicy()
        let handler = DeepLinkHandler()
        let rewriter = try URLRewriter {
            Domain("mydomain.io") {
                // SeveralAccounts.md: Rewrite(
            }
        }
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter, policy: policy)
        var asked: [String] = []
        var shown: [String] = []
        func askToSwitch(to account: String) { asked.append(account) }
        // SeveralAccounts.md: coordinator.onOutcome = { report in
        try handler.register("/orders/{id}", requires: ["unlocked"]) {
            shown.append(try $0.require("id"))
        }

        // Nobody is signed in yet, and then the app is locked: neither is a reason to change accounts.
        coordinator.open("https://mydomain.io/u/1/orders/40")
        #expect(coordinator.pendingLinks.map(\.requirements) == [[.authenticated]])
        policy.current = "1"
        policy.signedIn = ["1", "7"]
        coordinator.satisfy(.authenticated)
        #expect(coordinator.pendingLinks.map(\.requirements) == [["unlocked"]])
        coordinator.satisfy("unlocked")
        #expect(shown == ["40"] && asked == [])

        coordinator.open("https://mydomain.io/u/1/orders/41")
        coordinator.open("https://mydomain.io/u/7/orders/42")
        #expect(!coordinator.open("https://mydomain.io/u/9/orders/43").isAccepted)
        #expect(shown == ["40", "41"] && asked == ["7"])

        // SeveralAccounts.md: policy.current = "7"

        #expect(shown == ["40", "41", "42"])

        // Back again: each change is asked for.
        policy.current = "1"
        coordinator.open("https://mydomain.io/u/7/orders/44")
        #expect(shown == ["40", "41", "42"] && asked == ["7", "7"])
    }
}
