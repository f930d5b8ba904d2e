import DeepLinksArticleCode
import DeepLinksTestSupport
import Foundation
import Testing

/// Links lead a reader to every article and on from there, in the repository and on a documentation site.
struct LeadingOnTests {
    @Test(arguments: try Catalog.all())
    func `a landing page lists every article of its catalog`(catalog: Catalog) throws {
        let topics = try #require(
            catalog.landing.components(separatedBy: "\n## Topics\n").dropFirst().first
        )
        #expect(topics.articleLinks.sorted() == catalog.articles)
    }

    @Test(arguments: try Catalog.all())
    func `a landing page says when to link its module`(catalog: Catalog) {
        #expect(catalog.landing.contains("\n## When to link it\n"))
    }

    @Test(arguments: try Catalog.all())
    func `every article leads on to another one of its catalog`(catalog: Catalog) throws {
        for article in catalog.articles {
            let links = try Repository.text("\(catalog.folder)/\(article).md").articleLinks
            #expect(links.contains { $0 != article }, "\(article)")
            #expect(links.allSatisfy(catalog.articles.contains), "\(article): \(links)")
        }
    }

    /// A path that is right in the repository is broken on a site, which has other folders.
    @Test func `articles link to other articles and to whole addresses`() throws {
        for page in try Repository.pages() where page.path != "README.md" {
            for target in page.linkTargets {
                #expect(target.hasPrefix("https://"), "\(target) in \(page)")
            }
        }
    }

    @Test func `the README leads to every article, and to files that exist`() throws {
        let readme = try Repository.page("README")
        let targets = readme.linkTargets.filter { !$0.hasPrefix("https://") }
        for target in targets {
            let file = Repository.root.appendingPathComponent(target)
            #expect(FileManager.default.fileExists(atPath: file.path), "\(target)")
        }
        for catalog in try Catalog.all() {
            for article in catalog.articles {
                #expect(targets.contains("\(catalog.folder)/\(article).md"), "\(article)")
            }
        }
    }

    @Test func `the documentation site has every module with a catalog`() throws {
        let line = try #require(
            try Repository.text(".spi.yml").components(separatedBy: "\n")
                .first { $0.contains("documentation_targets:") }
        )
        let names = line.split(whereSeparator: { "[], ".contains($0) }).dropFirst(2)
        #expect(names.map(String.init) == (try Catalog.all()).map(\.module))
    }
}

/// The articles of a module.
struct Catalog: Sendable, CustomStringConvertible {
    /// The module's name.
    let module: String

    /// The folder of the articles.
    let folder: String

    /// The text of the module's own page.
    let landing: String

    /// The names of all other pages, sorted.
    let articles: [String]

    /// The module's name.
    var description: String { module }

    /// The catalogs of all modules, sorted by name.
    static func all() throws -> [Catalog] {
        try Repository.files(in: "Sources", ending: "").flatMap { folder in
            try Repository.files(in: folder, ending: ".docc")
        }.map { folder in
            let module = folder.split(separator: "/")[1]
            let names = try Repository.files(in: folder, ending: ".md").map {
                String($0.dropFirst(folder.count + 1).dropLast(3))
            }
            return Catalog(
                module: String(module),
                folder: folder,
                landing: try Repository.text("\(folder)/\(module).md"),
                articles: names.filter { $0 != module }
            )
        }
    }
}

extension String {
    /// The names of the articles that `<doc:Name>` links name.
    fileprivate var articleLinks: [String] {
        components(separatedBy: "<doc:").dropFirst().map { String($0.prefix { $0 != ">" }) }
    }
}

extension Page {
    /// The targets of `[text](target)` and `[text]: target`, outside of code.
    fileprivate var linkTargets: [String] {
        var isCode = false
        return lines.flatMap { line -> [String] in
            if line.hasPrefix("```") { isCode.toggle() }
            if isCode { return [] }
            let pieces = line.components(separatedBy: "](").dropFirst()
            let reference =
                line.hasPrefix("[") ? line.components(separatedBy: "]: ").dropFirst() : []
            return pieces.map { String($0.prefix { $0 != ")" }) } + reference
        }
    }
}
