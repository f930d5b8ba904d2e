import Foundation
import Testing

/// All code in the documentation is run by tests.
struct SnippetTests {
    @Test(arguments: try Package.pages())
    func `each example of a page is run by a test`(page: Page) throws {
        let sources = try Package.files(in: "Tests/DocumentationTests/Snippets", ending: ".swift")
            .map { Snippet.compact(source: try Package.text($0)) }
        for block in page.blocks where block.language == "swift" {
            let code = Snippet.expected(from: block.lines)
            #expect(
                sources.contains { $0.contains(code) },
                """
                No file in Tests/DocumentationTests/Snippets has the example at line \(block.start) of \
                \(page):
                \(block.lines.joined(separator: "\n"))
                """
            )
        }
    }

    @Test(arguments: try Package.pages())
    func `a page names the languages of its code as they are known here`(page: Page) {
        for block in page.blocks {
            #expect(
                ["", "swift", "sh", "json", "text", "xml", "yaml"].contains(block.language),
                "line \(block.start)"
            )
        }
    }

    @Test func `the pages with examples are found`() throws {
        let pages = try Package.pages().filter { $0.blocks.contains { $0.language == "swift" } }
        #expect(pages.count >= 5, "\(pages)")
    }

    @Test(arguments: [
        ("    let link = try DeepLink(\"/a\")", "let link = try DeepLink(\"/a\")"),
        ("link.path  // \"/a\"", "#expect(link.path == \"/a\")"),
        ("items[\"a\"]  // nil", "#expect(items[\"a\"] == nil)"),
        ("trie.count  // 2", "#expect(trie.count == 2)"),
        ("items.values(\"a\")  // [\"b\"]", "#expect(items.values(\"a\") == [\"b\"])"),
        (
            "try rewriter.rewrite(\"https://a.io/b\")  // /b?id=1",
            "#expect(try rewriter.rewrite(\"https://a.io/b\") == DeepLink(\"/b?id=1\"))"
        ),
        ("try handler.handle(link)  // shows it", "try handler.handle(link)  // shows it"),
        ("let id = items[.id]  // nil", "let id = items[.id]  // nil"),
        ("import DeepLinks", ""),
        ("@main", ""),
    ])
    func `a line that shows a result is an expectation`(line: String, expected: String) {
        #expect(Snippet.translated(line) == expected)
    }

    @Test func `code that differs is not found`() {
        let page = Page(
            path: "",
            lines: ["```swift", "let a = 1", "a  // 1", "```", "```sh", "swift test", "```"]
        )
        #expect(page.blocks.map(\.language) == ["swift", "sh"])
        #expect(page.blocks.map(\.start) == [2, 6])
        let code = Snippet.expected(from: page.blocks[0].lines)
        #expect(
            Snippet.compact(source: "func f() {\n    let a = 1\n    #expect(a == 1)\n}").contains(
                code
            )
        )
        #expect(
            !Snippet.compact(source: "func f() {\n    let a = 1\n    #expect(a == 2)\n}").contains(
                code
            )
        )
    }
}
