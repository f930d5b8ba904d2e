import DeepLinks
import DeepLinksArticleCode
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

struct ConfigurationSnippets {
    private static let rules = "Sources/DeepLinks/DeepLinks.docc/RulesAsJSON.md"
    private static let sharing = "Sources/DeepLinks/DeepLinks.docc/ShareLinks.md"

    /// The JSON of the article about rules, in order.
    private static func documents() throws -> [Data] {
        let page = Page(
            path: rules,
            lines: try Repository.text(rules).components(separatedBy: "\n")
        )
        return page.blocks.filter { $0.language == "json" }
            .map { Data(($0.lines.joined(separator: "\n") + "\n").utf8) }
    }

    @Test func `the article's file makes a rewriter`() throws {
        let data = try #require(try Self.documents().first)
        // RulesAsJSON.md: let rewriter = try URLRewriter(configuration: configuration)
        #expect(try LinkConfiguration(data: configuration.data()) == configuration)
    }

    @Test func `all JSON of the article is read`() throws {
        let documents = try Self.documents()
        #expect(documents.count == 2)
        for document in documents {
            _ = try URLRewriter(configuration: LinkConfiguration(data: document))
        }
    }

    @Test func `the article's mistake is reported as it says`() throws {
        let file = String(decoding: try #require(try Self.documents().first), as: UTF8.self)
        let faulty = file.replacing("\"from\": \"/watch", with: "\"form\": \"/watch")
        let error = #expect(throws: LinkConfigurationError.self) {
            try LinkConfiguration(checking: Data(faulty.utf8))
        }
        let lines = try Repository.text(Self.rules).components(separatedBy: "\n")
        #expect(lines.contains(try #require(error).description))
    }

    @Test func `nothing is found in the article's file`() throws {
        let data = try #require(try Self.documents().first)
        let configuration = try LinkConfiguration(data: data)

        // RulesAsJSON.md: let findings = configuration.findings().filter { $0.severity >= .warning }
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
