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
        // What a feature in it replaces is its own, too.
        struct Twice: DeepLinkFeature {
            func registerDeepLinks(in handler: DeepLinkHandler) throws {
                try handler.replace(Replacing())
                try handler.register("/a") { _ in }
            }
        }
        #expect(throws: DeepLinkRegisterError.pathAlreadyRegistered(path: "/a")) {
            try handler.replace(Twice())
        }
    }

    @Test(arguments: ["feature", "parser"])
    func `a feature replaces what it has registered itself`(form: String) throws {
        struct Experiment: DeepLinkFeature {
            let (form, journal): (String, Journal)

            func registerDeepLinks(in handler: DeepLinkHandler) throws {
                try handler.register("/items/{number}") { _ in }
                guard form == "parser" else {
                    return try handler.replace(Feature(journal: journal))
                }
                let parser = try DeepLinkParser<Int> { Route("/items/{id}") { _ in 1 } }
                try handler.replace(parser) { (_: Int) in journal.entries.append("feature") }
            }
        }
        let handler = DeepLinkHandler()
        try handler.register(Experiment(form: form, journal: journal))
        try handler.handle("/items/5")
        #expect(journal.entries == ["feature"])
        #expect(handler.paths == ["/items/{id}"])
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
