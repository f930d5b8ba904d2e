import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// What articles say about the package's own files and tests is true.
struct ChangingTests {
    private static let folder = "Sources/DeepLinks/DeepLinks.docc"

    @Test(arguments: [("HowALinkTravels", 10), ("ToChangeThisPackage", 12)])
    func `the files that an article names exist`(article: String, count: Int) throws {
        let text = try Repository.text("\(Self.folder)/\(article).md")
        let files = try ["Sources", "Tests"].flatMap { folder in
            try FileManager.default
                .subpathsOfDirectory(atPath: Repository.root.appendingPathComponent(folder).path)
                .compactMap { $0.split(separator: "/").last.map(String.init) }
        }
        let names = Set(
            text.split(separator: "`").map(String.init).filter { name in
                [".swift", ".md", ".js", ".json"].contains(where: name.hasSuffix)
            }
        )
        #expect(names.count > count)
        for name in names.sorted() { #expect(files.contains(name), "\(name)") }
    }

    @Test func `the article has a row with the default of each option of a source`() throws {
        let lines = try Repository.text("\(Self.folder)/RulesAsJSON.md").components(
            separatedBy: "\n"
        )
        for option in OptionDescription.all {
            let usual = try JSONEncoder().encode(option.written(SourceOptions()))
            let row = lines.first { $0.hasPrefix("| `\(option.key)` |") }
            #expect(
                row?.hasSuffix("| `\(String(decoding: usual, as: UTF8.self))` |") == true,
                "\(option.key)"
            )
        }
    }

    @Test func `the article about rules uses each option of a source`() throws {
        let text = try Repository.text("\(Self.folder)/RewritingLinks.md")
        for option in OptionDescription.all {
            #expect(text.contains("\(option.key): "), "\(option.key)")
        }
    }

    @Test func `the tests that notice a forgotten file exist`() throws {
        let lines = try Repository.text("\(Self.folder)/ToChangeThisPackage.md")
            .components(separatedBy: "\n")
        let rows = lines.filter { $0.hasPrefix("| ") && $0.contains(" | ") }
        let cells: [Substring] = rows.compactMap { $0.split(separator: "|").last }
        let pieces: [Substring] = cells.flatMap { $0.split(separator: "`") }
        let names = pieces.map(String.init)
            .filter { $0.contains(" ") && !$0.hasPrefix(" ") && !$0.hasSuffix(" ") }
        let sources = try FileManager.default
            .subpathsOfDirectory(atPath: Repository.root.appendingPathComponent("Tests").path)
            .filter { $0.hasSuffix("Tests.swift") }
            .map { try Repository.text("Tests/\($0)") }
        #expect(names.count > 8)
        for name in names {
            #expect(sources.contains { $0.contains("func `\(name)`") }, "\(name)")
        }
    }
}
