import Foundation
import Testing

@testable import DeepLinks

@MainActor
struct ReplaceTests {
    private struct Feature: DeepLinkFeature {
        let journal: Journal

        func registerDeepLinks(in handler: DeepLinkHandler) throws {
            try handler.register("/items/{id}") { _ in journal.entries.append("feature") }
        }
    }

    private struct Replacing: DeepLinkFeature {
        func registerDeepLinks(in handler: DeepLinkHandler) throws {
            try handler.replace("/a") { _ in }
            try handler.register("/items/{id}") { _ in }
        }
    }

    private let journal = Journal()

    @Test func `a feature that replaces a path is replaced as a whole`() throws {
        let handler = DeepLinkHandler()
        try handler.register("/items/{number}") { _ in }
        try handler.replace(Replacing())
        #expect(handler.paths == ["/a", "/items/{id}"])
    }

    @Test func `if a form fails, nothing is replaced`() throws {
        let handler = DeepLinkHandler()
        try handler.register("/items/{id}") { _ in journal.entries.append("old") }
        let twice = DeepLinkParser<Int>.anyOf(
            try DeepLinkParser { Route("/items/{id}") { _ in 1 } },
            try DeepLinkParser { Route("/items/{number}") { _ in 2 } }
        )
        #expect(throws: DeepLinkRegisterError.pathAlreadyRegistered(path: "/items/{id}")) {
            try handler.replace(twice) { (_: Int) in }
        }
        #expect(throws: DeepLinkRegisterError.self) { try handler.replace("items") { _ in } }
        #expect(throws: DeepLinkRegisterError.self) {
            try handler.replace(LinkPath("/items/{id}")) {}
        }
        try handler.handle("/items/5")
        #expect(journal.entries == ["old"])
        #expect(handler.paths == ["/items/{id}"])
    }

    @Test(arguments: ["feature", "parser"])
    func `what other code registers as a replacement ends replaces nothing`(form: String) throws {
        let app = try TestApp()
        try app.handler.replace("/items/{id}", preparing: { _ in }, action: {})
        app.open("/items/5")
        // The link waits for the end of the preparation, which is cancelled as its route is replaced.
        var failure: (any Error)?
        try app.register("/orders", requires: [.authenticated]) {
            do { try app.register("/a") } catch { failure = error }
            app.open("/items/6")
        }
        app.open("/orders")
        app.coordinator.satisfy(.authenticated)
        #expect(app.ran.isEmpty)
        if form == "feature" {
            try app.handler.replace(Feature(journal: journal))
        } else {
            let parser = try DeepLinkParser<Int> { Route("/items/{id}") { _ in 1 } }
            try app.handler.replace(parser) { (_: Int) in journal.entries.append("feature") }
        }
        #expect(app.ran == ["/orders"])
        #expect(
            failure as? DeepLinkRegisterError
                == DeepLinkRegisterError.pathAlreadyRegistered(path: "/a")
        )
        // The link finds the new route.
        #expect(journal.entries == ["feature"])
    }
}

@MainActor
struct LinkContextTests {
    private final class Seen {
        var contexts: [LinkContext] = []
    }

    private static let item = LinkPath(
        "/items/{id}",
        TypedParameter<Int>("id"),
        TypedParameter<String?>("tab")
    )

    private func coordinator(_ seen: Seen) throws -> DeepLinkCoordinator {
        let handler = DeepLinkHandler()
        try handler.register("/oauth/{*rest?}") { queryItems, context in
            #expect(queryItems["rest"] == "callback")
            seen.contexts.append(context)
        }
        try handler.register(
            Self.item,
            withContext: { values, context in
                #expect(values.0 == 5 && values.1 == nil)
                seen.contexts.append(context)
            }
        )
        let rewriter = try URLRewriter {
            Domain("m.io", query: .strip(["utm_*"])) {
                Rewrite("/i/{id}", to: "/items/{id}")
                Unwrap("/go?url={target}")
            }
            Scheme("myapp", unmatched: .passThrough)
        }
        let coordinator = DeepLinkCoordinator(handler: handler, rewriter: rewriter)
        coordinator.activate()
        return coordinator
    }

    @Test func `an action sees where its link comes from, its URL and what was removed`() throws {
        let seen = Seen()
        let coordinator = try coordinator(seen)
        _ = coordinator.open(" myapp://oauth/callback?code=4 ", from: .system)
        _ = coordinator.open("https://m.io/i/5?utm_source=x", from: .push)
        _ = coordinator.open("https://m.io/go?url=https%3A%2F%2Fm.io%2Fi%2F5&a=1", from: "code")
        _ = coordinator.open(try DeepLink("/items/5"))
        try coordinator.handler.handle("/items/5")
        #expect(seen.contexts.map(\.origin) == [.customScheme, .push, "code", .inApp, .inApp])
        #expect(
            seen.contexts.map(\.externalURL) == [
                "myapp://oauth/callback?code=4", "https://m.io/i/5?utm_source=x",
                "https://m.io/i/5", nil, nil,
            ]
        )
        #expect(
            seen.contexts.map { $0.removedItems.map(\.name) } == [
                [], ["utm_source"], ["a"], [], [],
            ]
        )
        #expect(
            seen.contexts.map(\.route.description) == [
                "/oauth/{*rest?}", "/items/{id}", "/items/{id}", "/items/{id}", "/items/{id}",
            ]
        )
        #expect(seen.contexts[0].link == (try DeepLink("/oauth/callback?code=4")))
    }

    @Test func `what a link holds is not printed`() throws {
        let seen = Seen()
        _ = try coordinator(seen).open("myapp://oauth/callback?code=secret", from: .system)
        let context = try #require(seen.contexts.first)
        #expect("\(context)" == "/oauth/{*rest?} from customScheme")
        var dumped = ""
        dump(context, to: &dumped)
        #expect(!dumped.contains("secret"))
    }
}
