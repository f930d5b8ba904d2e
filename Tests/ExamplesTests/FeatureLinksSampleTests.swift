import DeepLinks
import DeepLinksExamples
import Foundation
import Testing

extension Parameter {
    fileprivate static let custom = Self(rawValue: "custom")
}

/// The samples of the document that the system is modeled on, one by one.
@MainActor
final class FeatureLinksSampleTests {
    private var journal: [String] = []

    private func navigateToFeatureADetail(id: String) { journal.append("detail of \(id)") }

    /// The sample that registers a path.
    private func register(in deeplinkHandler: DeepLinkHandler) {
        do {
            // Expects URLs like `/featureA/detail?id=123`
            try deeplinkHandler.register("/featureA/detail") { queryItems in
                guard let id = queryItems[.id] else {
                    throw DeepLinkHandleError.missingQueryItem(name: Parameter.id.rawValue)
                }
                self.navigateToFeatureADetail(id: id)
            }
        } catch let error as DeepLinkRegisterError {
            // Maybe you already registered this path?
            journal.append("register error: \(error)")
        } catch let someError {
            // Fallback for generic errors
            journal.append("other error: \(someError)")
        }
    }

    /// The sample that handles a URL.
    private func handle(_ url: URL, with deeplinkHandler: DeepLinkHandler) {
        do {
            try deeplinkHandler.handle(url)
        } catch let error as DeepLinkHandleError {
            switch error {
            case .pathNotRegistered(_):
                // Handle and log error
                journal.append("path error: \(error)")
            case .missingQueryItem(_):
                // Handle and log error
                journal.append("item error: \(error)")
            }
        } catch let someError {
            // Fallback for generic errors
            journal.append("other error: \(someError)")
        }
    }

    @Test(arguments: ["https://domain.io/featureA/detail?id=123", "/featureA/detail?id=123"])
    func `the registered closure runs for a URL with and without a host`(string: String) throws {
        let deeplinkHandler = DeepLinkHandler()
        register(in: deeplinkHandler)
        handle(try url(string), with: deeplinkHandler)
        #expect(journal == ["detail of 123"])
    }

    @Test func `the thread-safe static initialiser gives one handler to all`() throws {
        let deeplinkHandler = DeepLinkHandler.main
        defer { deeplinkHandler.unregister("/featureA/detail") }
        register(in: deeplinkHandler)
        handle(try url("/featureA/detail?id=123"), with: .main)
        #expect(journal == ["detail of 123"])
    }

    @Test func `a handler is a reference`() throws {
        let deeplinkHandler = DeepLinkHandler()
        let other = deeplinkHandler
        register(in: deeplinkHandler)
        handle(try url("/featureA/detail?id=1"), with: other)
        #expect(other === deeplinkHandler)
        #expect(journal == ["detail of 1"])
    }

    @Test func `registering a path twice is a register error`() {
        let deeplinkHandler = DeepLinkHandler()
        register(in: deeplinkHandler)
        register(in: deeplinkHandler)
        #expect(
            journal == [
                "register error: The path '/featureA/detail' is already registered; register another path, replace that one, or remove one of the two routes."
            ]
        )
    }

    @Test(arguments: [
        (
            "https://domain.io/featureA/details?id=123",
            "path error: The path '/featureA/details' is not registered; register it, or check how it is spelled."
        ),
        (
            "/featureA/detail?identifier=123",
            "item error: The link has no value for 'id'; add 'id=…' to its query, or check how the name is spelled."
        ),
        (
            "/featureA/detail?id",
            "item error: The link has no value for 'id'; add 'id=…' to its query, or check how the name is spelled."
        ),
        (
            "/featureA/../detail?id=123",
            "other error: The path has a dot segment at byte 10; write it without '.' and '..'."
        ),
    ])
    func `what stands in the way is caught by the ladder`(string: String, entry: String) throws {
        let deeplinkHandler = DeepLinkHandler()
        register(in: deeplinkHandler)
        handle(try url(string), with: deeplinkHandler)
        #expect(journal == [entry])
    }

    @Test func `an action's own error comes to the fallback`() throws {
        struct NoScreen: Error {}
        let deeplinkHandler = DeepLinkHandler()
        try deeplinkHandler.register("/featureA/detail") { _ in throw NoScreen() }
        handle(try url("/featureA/detail"), with: deeplinkHandler)
        #expect(journal == ["other error: NoScreen()"])
    }

    @Test func `query items are read by parameter`() throws {
        let url = try #require(URL(string: "https://domain.io/foo/bar?id=123&custom=abc"))
        var values: [String?] = []
        let deeplinkHandler = DeepLinkHandler()
        try deeplinkHandler.register("/foo/bar") { queryItems in
            let queryItems: [URLQueryItem] = queryItems
            do {
                let value: String? = queryItems[.id]
                values.append(value)
            }
            // Usage
            let value: String? = queryItems[.custom]
            values.append(value)
        }
        try deeplinkHandler.handle(url)
        #expect(values == ["123", "abc"])
    }

    private struct PreprocessingError: Error {}

    /// The sample that turns an external link into an internal one by hand.
    private func internalLink(from externalLink: URL) throws -> URL {
        guard
            let urlComponents = URLComponents(url: externalLink, resolvingAgainstBaseURL: true)
        else { throw PreprocessingError() }

        switch urlComponents.path {
        // `https://mydomain.io/a/872346` is also a valid URL, just shorter!
        case let path where path.hasPrefix("/domainA/items") || path.hasPrefix("/a/"):
            guard let identifier = path.components(separatedBy: "/").last, identifier != "" else {
                throw PreprocessingError()
            }
            var internalURLComponents = URLComponents()
            internalURLComponents.path = "/featureA/detail"
            internalURLComponents.queryItems = [URLQueryItem(name: "id", value: identifier)]
            return try #require(internalURLComponents.url)
        default:
            throw PreprocessingError()
        }
    }

    @Test(arguments: ["https://mydomain.io/domainA/items/872346", "https://mydomain.io/a/872346"])
    func `preprocessing by hand and by rules comes to the same internal link`(string: String) throws
    {
        let externalLink = try url(string)
        let internalLink = try internalLink(from: externalLink)
        #expect(internalLink.absoluteString == "/featureA/detail?id=872346")
        #expect(try FeatureLinks.rewriter().rewrite(externalLink).url == internalLink)

        let deeplinkHandler = DeepLinkHandler()
        register(in: deeplinkHandler)
        handle(internalLink, with: deeplinkHandler)
        #expect(journal == ["detail of 872346"])
    }

    @Test(arguments: [
        "https://evil.com/a/872346", "https://mydomain.io/a/872346/b",
        "https://mydomain.io/a/872346%2F1", "https://mydomain.io/domainA/itemsXYZ/872346",
    ])
    func `rules refuse what preprocessing by hand lets through`(string: String) throws {
        let externalLink = try url(string)
        #expect(try internalLink(from: externalLink).path == "/featureA/detail")
        #expect(throws: RewriteError.self) { try FeatureLinks.rewriter().rewrite(externalLink) }
    }
}
