import DeepLinks
import Foundation
import Testing

extension TypedParameter<Int> {
    fileprivate static var userID: Self { "id" }
}

private enum Screen: Hashable, Sendable {
    case home
    case detail(id: String)
}

private struct NoUser: Error {}

private struct Store {
    func hasUser(_ id: Int) -> Bool { id < 100 }
}

@MainActor
@Suite(.serialized)
struct MovingSnippets {
    private let handler = DeepLinkHandler()
    private let coordinator: DeepLinkCoordinator

    init() throws {
        coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: try URLRewriter {
                Domain("mydomain.io", unmatched: .passThrough)
                Scheme("myapp", "example", unmatched: .passThrough)
            }
        )
        coordinator.activate()
    }

    @Test func `no rules to begin with`() throws {
        // MovingFromOtherPackages.md: Domain("mydomain.io", unmatched: .passThrough)

        #expect(coordinator.open("https://mydomain.io/user/42").isAccepted)
        #expect(coordinator.open("myapp://user/42").description == "duplicate …")
    }

    @Test(arguments: [
        ("https://mydomain.io/shop/red-shoe-5", "/featureA/detail?id=5"),
        ("https://mydomain.io/shop/a-5", "/featureA/detail?id=5"),
    ])
    func `a rule instead of a function`(external: String, expected: String) throws {
        // MovingFromOtherPackages.md: Domain("mydomain.io") {

        #expect(try rewriter.rewrite(external) == DeepLink(expected))
        #expect(throws: RewriteError.self) { try rewriter.rewrite("https://mydomain.io/shop") }
    }

    @Test func `spellings that differ`() throws {
        try handler.register("/featureA/detail") { _ in }
        try handler.handle("/featureA/detail/")
        #expect(throws: DeepLinkHandleError.self) { try handler.handle("/featureA%2Fdetail") }
        #expect(throws: DeepLinkError.self) { try handler.handle("") }
    }

    @Test func `a closure for a typed placeholder`() throws {
        var shown: [Int] = []
        func showUser(_ id: Int) { shown.append(id) }

        // MovingFromOtherPackages.md: try handler.register("/user/{id:int}") { queryItems in

        #expect(shown == [42])
        #expect(!coordinator.open("myapp://user/adam").isAccepted)
    }

    /// Each placeholder of the table, with a URL that it matches and one that it does not.
    @Test(arguments: [
        ("/a/{id}", "/a/x", "/a/x/y"), ("/a/{id:int}", "/a/42", "/a/-5"),
        ("/a/{id:uuid}", "/a/23e4567a-e89b-12d3-a456-426614174000", "/a/7"),
        ("/a/{*rest}", "/a/b/c", "/a"),
    ])
    func `placeholders`(pattern: String, fits: String, other: String) throws {
        try handler.register(pattern) { _ in }
        #expect(try handler.canHandle(DeepLink(fits)))
        #expect(try !handler.canHandle(DeepLink(other)))
        #expect(Int(parameterValue: "-5") == -5 && Double(parameterValue: "-0.5") == -0.5)
    }

    @Test(arguments: [
        ("myapp://users/42", "user 42", true), ("myapp://users/new", "new user", true),
        ("myapp://users/142", "", false), ("myapp://users/old", "", false),
    ])
    func `routes of a router`(link: String, expected: String, isAccepted: Bool) throws {
        var shown = ""
        func showUser(_ id: Int) { shown = "user \(id)" }
        func showNewUser() { shown = "new user" }
        let store = Store()
        let url = try #require(URL(string: link))

        // MovingFromOtherPackages.md: try handler.register("/users/{id:int}") { queryItems in

        #expect(shown == expected)
        #expect(isAccepted != shown.isEmpty)
    }

    @Test func `a parser that replaces the path`() throws {
        let navigator = Navigator<Screen>()

        // MovingFromOtherPackages.md: let detail = try DeepLinkParser<[Screen]> {

        #expect(navigator.path == [.home, .detail(id: "5")])
    }
}
