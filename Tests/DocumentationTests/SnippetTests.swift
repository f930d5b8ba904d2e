import DeepLinksArticleCode
import DeepLinksTestSupport
import Foundation
import Testing

/// The code of the documentation is taken into the tests as it stands.
struct SnippetTests {
    private let page = Page(
        path: "/A.docc/Page.md",
        lines: [
            "```swift", "let a = 1", "a  // 1", "```", "```sh", "a", "```", "```swift",
            "b()", "a()", "```",
        ]
    )

    @Test(arguments: try Repository.pages())
    func `a page names the languages of its code as they are known here`(page: Page) {
        for block in page.blocks {
            #expect(
                ["", "swift", "sh", "json", "text", "xml", "yaml"].contains(block.language),
                "line \(block.start)"
            )
        }
    }

    @Test(arguments: try Repository.pages())
    func `code that lists its imports and uses the package imports it`(page: Page) {
        for block in page.blocks where block.language == "swift" {
            let imports = block.lines.filter { $0.hasPrefix("import ") }
            let usesPackage = block.lines.contains { line in
                !imports.contains(line)
                    && line.contains(/coordinator|DeepLink|Navigator|FeatureRouter|PushPayload/)
            }
            #expect(
                imports.isEmpty || !usesPackage || imports.contains("import DeepLinks"),
                "line \(block.start)"
            )
        }
    }

    @Test(arguments: [
        ("    let link = try DeepLink(\"/a\")", "    let link = try DeepLink(\"/a\")"),
        ("link.path  // \"/a\"", "#expect(link.path == \"/a\")"),
        ("items[\"a\"]  // nil", "#expect(items[\"a\"] == nil)"),
        ("trie.count  // 2", "#expect(trie.count == 2)"),
        ("items.values(\"a\")  // [\"b\"]", "#expect(items.values(\"a\") == [\"b\"])"),
        (
            "try rewriter.rewrite(\"https://a.io/b\")  // /b?id=1",
            "#expect(try rewriter.rewrite(\"https://a.io/b\") == DeepLink(\"/b?id=1\"))"
        ),
        ("try handler.handle(link)  // shows it", "try handler.handle(link)  // shows it"),
        ("let id = items[.id]  // nil", "let id = items[.id]; #expect(id == nil)"),
        ("let a: String = b  // \"c\"", "let a: String = b; #expect(a == \"c\")"),
        ("let a = parse(b)  // .item(1)", "let a = parse(b); #expect(a == .item(1))"),
        ("import DeepLinks", ""), ("@main", ""),
    ])
    func `a line that shows a result is an expectation`(line: String, expected: String) {
        #expect(ArticleCode.translated(line) == expected)
    }

    @Test func `a file of tests gets the code that it names, and other code is a test`() throws {
        let file = Page(path: "/Some.swift", lines: ["{", "    // private Page.md: let a =", "}"])
        var code = ArticleCode(pages: [page])
        #expect(
            try code.woven(file) == """
                #sourceLocation(file: "/Some.swift", line: 1)
                {
                #sourceLocation(file: "/A.docc/Page.md", line: 2)
                private let a = 1
                #expect(a == 1)
                #sourceLocation(file: "/Some.swift", line: 3)
                }

                """
        )
        #expect(
            code.blocksAlone(imports: ["Testing"]) == """
                import Testing

                @MainActor
                struct BlocksAlone {
                @Test func `Page, line 9`() throws {
                #sourceLocation(file: "/A.docc/Page.md", line: 9)
                b()
                a()
                }
                }

                """
        )
    }

    @Test(arguments: [("// Page.md: c()", 0), ("// Other.md: b()", 0), ("// Page.md: a", 2)])
    func `a line must stand for one block`(line: String, count: Int) throws {
        var code = ArticleCode(pages: [page])
        let error = #expect(throws: Problem.self) {
            try code.woven(Page(path: "/Some.swift", lines: ["", line]))
        }
        let parts = line.dropFirst(3).components(separatedBy: ": ")
        #expect(
            error?.description == """
                /Some.swift:2: error: \(parts[0]) has \(count) blocks of Swift code with a line that begins with \
                '\(parts[1])'; write the beginning of a line of one block.
                """
        )
    }
}
