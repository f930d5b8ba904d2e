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
        let rewriter = try URLRewriter {
            Domain("mydomain.io", unmatched: .passThrough)
            Scheme("myapp", "example", unmatched: .passThrough)
        }
        coordinator = try .started(handler, rewriter)
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

    @Test func `a closure for a typed placeholder`() throws {
        var shown: [Int] = []
        func showUser(_ id: Int) { shown.append(id) }

        // MovingFromOtherPackages.md: try handler.register("/user/{id:int}") { queryItems in

        #expect(shown == [42])
        #expect(!coordinator.open("myapp://user/adam").isAccepted)
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
