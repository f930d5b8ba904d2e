import DeepLinks
import Foundation
import Testing

/// The screens of an app, which only note what they were asked to show.
@MainActor
final class Screens {
    private(set) var shown: [String] = []

    func showDetail(id: String) { shown.append("detail \(id)") }
    func showSettings() { shown.append("settings") }
    func showProfile() { shown.append("profile") }
}

// RegisteringFeatures.md: struct FeatureA: DeepLinkFeature {

private struct FeatureB: DeepLinkFeature {
    let screens: Screens

    func registerDeepLinks(in handler: DeepLinkHandler) throws {
        try handler.register("/featureB/profile") { _ in
            screens.showProfile()
        }
    }
}

@MainActor
struct RegisteringSnippets {
    @Test func `a path and its closure`() throws {
        var shown: [String] = []
        func showDetail(id: String) { shown.append(id) }

        // RegisteringFeatures.md: let handler = DeepLinkHandler()
        #expect(shown == ["872346"])
    }

    @Test func `features register as a whole`() throws {
        let handler = DeepLinkHandler()
        let screens = Screens()

        // RegisteringFeatures.md: try handler.register(FeatureA(screens: screens))

        try handler.handle("/featureA/detail?id=1")
        try handler.handle("/featureA/settings")
        try handler.handle("/featureB/profile")
        #expect(screens.shown == ["detail 1", "settings", "profile"])

        let other = DeepLinkHandler(paths: ["/featureA/settings/": { _ in }])
        #expect(throws: DeepLinkRegisterError.pathAlreadyRegistered(path: "/featureA/settings")) {
            try other.register(FeatureA(screens: screens))
        }
        #expect(other.paths == ["/featureA/settings"])
    }

    @Test func `captures and fallbacks`() throws {
        let handler = DeepLinkHandler()
        var shown: [String] = []
        func showMaterial(id: String) { shown.append("material \(id)") }
        func showNotFound(path: String) { shown.append("no \(path)") }

        // RegisteringFeatures.md: try handler.register("/materials/{materialId}") { queryItems in
        #expect(shown == ["material 7", "no matreials/7"])
    }

    @Test func `the query as a value`() throws {
        let handler = DeepLinkHandler()
        var shown: [(String, Int?, [String])] = []

        // RegisteringFeatures.md: struct Search: Decodable {
        func showResults(_ search: Search) { shown.append((search.text, search.page, search.tag)) }
        let search = try #require(shown.first)
        #expect(search == ("shoe", nil, ["red", "new"]))
        #expect(throws: DeepLinkHandleError.missingQueryItem(name: "text")) {
            try handler.handle("/search?page=1")
        }
        #expect(throws: QueryItemValueError.self) { try handler.handle("/search?text=a&page=+1") }
    }

    @Test func `a preparation`() async throws {
        struct Store {
            func item(id: String) async throws -> String { "item \(id)" }
        }
        let handler = DeepLinkHandler()
        let store = Store()
        let (shown, continuation) = AsyncStream.makeStream(of: String.self)
        func show(_ item: String) { continuation.yield(item) }

        // RegisteringFeatures.md: "/items/{id:int}",

        try handler.handle("/items/1")
        try handler.handle("/items/2")
        var items = shown.makeAsyncIterator()
        #expect(await items.next() == "item 2")
    }

    @Test func `a preparation of a value`() async throws {
        struct Search: Decodable { let text: String }
        struct Store {
            func results(for search: Search) async throws -> String { "all \(search.text)" }
        }
        let handler = DeepLinkHandler()
        let store = Store()
        let (shown, continuation) = AsyncStream.makeStream(of: String.self)
        func show(_ results: String) { continuation.yield(results) }

        // RegisteringFeatures.md: "/search",

        #expect(throws: DeepLinkHandleError.self) { try handler.handle("/search") }
        try handler.handle("/search?text=shoes")
        var results = shown.makeAsyncIterator()
        #expect(await results.next() == "all shoes")
    }

    @Test(arguments: [
        ("https://mydomain.io/domainA/7", []),
        (
            "https://mydomain.io/featureA/detial",
            ["Nothing is at /featureA/detial. /featureA/detail"]
        ),
        ("https://mydomain.io/featureA/detail", ["The link has no id."]),
        ("https://mydomain.io/featureA/broken", ["CancellationError()"]),
        (
            "https://evil.com/domainA/7",
            [
                "The link's host 'evil.com' is not configured; add it to a domain if its links are expected."
            ]
        ),
    ])
    func `what goes wrong`(link: String, expected: [String]) throws {
        let url = try #require(URL(string: link))
        #expect(try reports(for: url) == expected)
    }

    private func reports(for url: URL) throws -> [String] {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", unmatched: .passThrough) {
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
            }
        }
        let handler = DeepLinkHandler()
        try handler.register(FeatureA(screens: Screens()))
        try handler.register("/featureA/broken") { _ in throw CancellationError() }
        var reports: [String] = []
        func report(_ text: String, nearest: [String] = []) {
            reports.append(([text] + nearest.prefix(1)).joined(separator: " "))
        }

        // RegisteringFeatures.md: do {
        return reports
    }
}
