import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// What articles say about the package's own files and tests is true.
struct ChangingTests {
    private static let folder = "Sources/DeepLinks/DeepLinks.docc"

    /// The paths of the files and folders in a folder.
    private static func files(in folder: String) throws -> [String] {
        try FileManager.default
            .subpathsOfDirectory(atPath: Repository.root.appendingPathComponent(folder).path)
            .filter { !$0.contains(".build/") }
            .map { "\(folder)/\($0)" }
    }

    /// The texts between backquotes in an article.
    private static func quoted(in article: String) throws -> [String] {
        try Repository.text("\(folder)/\(article).md")
            .split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.isMultiple(of: 2) ? nil : String($1).replacing("\n", with: " ") }
    }

    @Test(arguments: [("HowALinkTravels", 10), ("ToChangeThisPackage", 12)])
    func `the files that an article names exist`(article: String, count: Int) throws {
        let files = try ["Benchmarks", "Sources", "Tests"].flatMap(Self.files)
        let names = Set(
            try Self.quoted(in: article).filter { name in
                [".swift", ".md", ".js", ".json"].contains(where: name.hasSuffix)
            }
        )
        #expect(names.count > count)
        // If several files have the name, the article also says in which folder it means.
        for name in names.sorted() {
            let found = files.filter { $0.hasSuffix("/" + name) }
            #expect(found.count == 1, "\(name): \(found)")
        }
    }

    @Test(arguments: ["HowALinkTravels", "ToChangeThisPackage"])
    func `the code that an article names exists`(article: String) throws {
        let names = try Self.quoted(in: article).filter { $0.contains(/^[A-Za-z]+$/) }
        let sources = try Self.files(in: "Sources").filter { $0.hasSuffix(".swift") }
            .map(Repository.text)
        // Folders of tests are named too.
        let places = try sources + Self.files(in: "Tests")
        #expect(names.count > 8)
        for name in Set(names) { #expect(places.contains { $0.contains(name) }, "\(name)") }
    }

    @Test func `the article has a row with the default of each option of a source`() throws {
        let lines = try Repository.text("\(Self.folder)/RulesAsJSON.md").components(
            separatedBy: "\n"
        )
        for option in SourceOptions().descriptions {
            let usual = try JSONEncoder().encode(option.value)
            let row = lines.first { $0.hasPrefix("| `\(option.key)` |") }
            #expect(
                row?.hasSuffix("| `\(String(decoding: usual, as: UTF8.self))` |") == true,
                "\(option.key)"
            )
        }
    }

    @Test func `the article about rules uses each option of a source`() throws {
        let text = try Repository.text("\(Self.folder)/RewritingLinks.md")
        for option in SourceOptions().descriptions {
            #expect(text.contains("\(option.key): "), "\(option.key)")
        }
    }

    @Test func `the articles have each option of a coordinator`() throws {
        let options = try Repository.text(
            "Sources/DeepLinks/Opening/DeepLinkCoordinator+Options.swift"
        ).components(separatedBy: "public struct RateLimit")[0]
        .matches(of: /\n {8}public var (\w+):/).map { $0.1 }
        #expect(options.count >= 7)
        let articles = try Self.files(in: Self.folder).filter { $0.hasSuffix(".md") }
            .map(Repository.text)
        for option in options {
            let forms = ["Options/\(option)``", "options.\(option) = "]
            #expect(articles.contains { text in forms.contains(where: text.contains) }, "\(option)")
        }
    }

    @Test func `the tests that notice a forgotten file exist`() throws {
        // Commands and lines of code have blanks too.
        let names = try Self.quoted(in: "ToChangeThisPackage").filter { text in
            let others = ["swift ", ".ci/", "deeplink ", "NOT CHECKED"]
            return text.contains(" ") && !others.contains(where: text.hasPrefix)
                && !text.contains("// ")
        }
        let sources = try Self.files(in: "Tests").filter { $0.hasSuffix(".swift") }
            .map(Repository.text)
        #expect(names.count > 8)
        for name in names {
            #expect(sources.contains { $0.contains("func `\(name)`") }, "\(name)")
        }
    }
}
