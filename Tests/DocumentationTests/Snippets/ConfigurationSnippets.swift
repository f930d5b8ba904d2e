import DeepLinks
import DeepLinksArticleCode
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

struct ConfigurationSnippets {
    @Test func `the article's file makes a rewriter`() throws {
        let data = try #require(try Repository.json(in: "RulesAsJSON").first)
        // RulesAsJSON.md: let rewriter = try URLRewriter(configuration: configuration)
        #expect(try LinkConfiguration(data: configuration.data()) == configuration)
    }

    @Test func `all JSON of the article is read`() throws {
        let documents = try Repository.json(in: "RulesAsJSON")
        #expect(documents.count == 2)
        for document in documents {
            _ = try URLRewriter(configuration: LinkConfiguration(data: document))
        }
    }

    @Test func `the article's mistake is reported as it says`() throws {
        let file = String(
            decoding: try #require(try Repository.json(in: "RulesAsJSON").first),
            as: UTF8.self
        )
        let faulty = file.replacing("\"from\": \"/watch", with: "\"form\": \"/watch")
        let error = #expect(throws: LinkConfigurationError.self) {
            try LinkConfiguration(checking: Data(faulty.utf8))
        }
        let lines = try Repository.page("RulesAsJSON").lines
        #expect(lines.contains(try #require(error).description))
    }

    @Test func `nothing is found in the article's file`() throws {
        let data = try #require(try Repository.json(in: "RulesAsJSON").first)
        let configuration = try LinkConfiguration(data: data)

        // RulesAsJSON.md: let findings = configuration.findings().filter { $0.severity >= .warning }
    }

    @MainActor
    @Test func `a test compares the file's paths with the app's`() throws {
        let data = try #require(try Repository.json(in: "RulesAsJSON").first)
        let handler = DeepLinkHandler()
        for path in ["/featureA/detail/", "/player"] { try handler.register(path) { _ in } }
        // RulesAsJSON.md: let file = try LinkConfiguration(checking: data)
        try handler.register("/players") { _ in }
        #expect(Set(file.paths ?? []) != Set(handler.paths))
        #expect(try URLRewriter(configuration: file).configuration.paths == nil)
    }

    @Test func `a file with rules of code`() throws {
        enum Links {
            static let gift = LinkPath("/gifts/{code}", TypedParameter<String>("code"))
        }
        let data = try #require(try Repository.json(in: "RulesAsJSON").first)
        // RulesAsJSON.md: let inCode = try URLRewriter {
        let url = "https://mydomain.io/en-us/domainA/items/shoe-5"
        #expect(
            try URLRewriter(configuration: both).rewrite(url).string
                == "/featureA/detail?id=5&locale=en-us"
        )
    }

    @MainActor
    @Test func `the file of rules in code has the app's paths`() throws {
        let handler = DeepLinkHandler()
        try handler.register("/trips") { _ in }
        let rewriter = try URLRewriter {
            Domain("mydomain.io") {
                Rewrite("/trips", to: "/tripz", examples: ["/trips": "/tripz"])
            }
        }
        // ChecksInCI.md: var configuration = rewriter.configuration
        #expect(try LinkConfiguration(data: file).findings().map(\.code) == [.unregisteredPath])
    }

    @Test func `a bad file leaves the rewriter`() throws {
        // RulesAsJSON.md: func update(_ rewriter: inout URLRewriter, with data: Data) throws {

        var rewriter = try URLRewriter { Domain("mydomain.io") { Rewrite("/a", to: "/b") } }
        #expect(throws: LinkConfigurationError.self) {
            try update(&rewriter, with: Data(#"{ "version": 2 }"#.utf8))
        }
        #expect(try rewriter.rewrite("https://mydomain.io/a") == DeepLink("/b"))
        try update(&rewriter, with: Data(#"{ "version": 1 }"#.utf8))
        #expect(rewriter.sources.isEmpty)
    }
}
