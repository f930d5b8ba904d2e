import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// What "Links and security" says is true, and the tests that "Promises and their tests" names exist.
@MainActor
struct SecuritySnippets {
    private static let article = "Sources/DeepLinks/DeepLinks.docc/LinksAndSecurity.md"

    private let rewriter: URLRewriter

    init() throws {
        rewriter = try URLRewriter {
            Domain("mydomain.io", unmatched: .passThrough) {
                Rewrite("/notes/{id}", to: "/note?id={id}")
                Rewrite("/search?q={q}&page={page:int?}", to: "/search?text={q}&number={page}")
                Unwrap("/go?url={target}")
            }
            Scheme("myapp", unmatched: .passThrough)
        }
    }

    /// The code in the cells of the rows of all tables with the given heading.
    private static func rows(
        under heading: String,
        in article: String = article
    ) throws -> [[[String]]] {
        let lines = try Repository.text(article).components(separatedBy: "\n")
        var rows: [[[String]]] = []
        for start in lines.indices where lines[start] == heading {
            rows += lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
                line.components(separatedBy: " | ").map { cell in
                    cell.components(separatedBy: "`").enumerated()
                        .compactMap { index, text in index.isMultiple(of: 2) ? nil : text }
                }
            }
        }
        return rows
    }

    @Test func `links that pretend are refused`() throws {
        let rows = try Self.rows(under: "| What is tried | Example |")
        #expect(rows.count == 24)
        for row in rows {
            let example = try #require(row[1].first)
            #expect(throws: RewriteError.self, "\(example)") { try rewriter.rewrite(example) }
        }
    }

    @Test func `data stays data`() throws {
        let rows = try Self.rows(under: "| What is tried | Example | Internal link |")
        #expect(rows.count == 7)
        for row in rows {
            let link = try rewriter.rewrite(try #require(row[1].first))
            #expect(try link == DeepLink(try #require(row[2].first)))
        }
    }

    /// The names of all tests.
    private static func tests() throws -> Set<Substring> {
        let files = try FileManager.default
            .subpathsOfDirectory(atPath: Repository.root.appendingPathComponent("Tests").path)
            .filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }
        return try Set(
            files.flatMap { file in
                try Repository.text("Tests/\(file)").split(separator: "func `").dropFirst()
                    .map { $0.prefix { $0 != "`" } }
            }
        )
    }

    @Test func `each promise has its tests and commands`() throws {
        let article = "Sources/DeepLinks/DeepLinks.docc/PromisesAndTests.md"
        let promises = try Self.rows(under: "| Promise | Test | What was tried |", in: article)
        let attacks = try Self.rows(under: "| Attack | Test |", in: article)
        let tests = try Self.tests()
        #expect(promises.count == 11 && attacks.count == 37)
        for proof in (promises + attacks).flatMap({ $0[1] }) {
            #expect(tests.contains(proof[...]), "No test is called '\(proof)'")
        }
        let commands = try Self.rows(under: "| Promise | Command | Result |", in: article)
        #expect(commands.count == 11)
        for command in commands.flatMap({ $0[1] }) {
            let words = command.split(separator: " ")
            let scripts = words.count > 1 ? words.dropFirst().map { ".ci/\($0).sh" } : [command]
            for script in scripts {
                #expect(throws: Never.self, "\(script)") { try Repository.text(script) }
            }
        }
    }
}
