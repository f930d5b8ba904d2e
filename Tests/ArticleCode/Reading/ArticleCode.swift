/// The Swift code of pages, put where tests need it.
///
/// A line `// OpeningLinks.md: let outcome = coordinator.open(url)` in a file of tests stands for the block of `OpeningLinks.md`
/// that has a line with this beginning. With `// private OpeningLinks.md: …`, the code begins with `private`. A block that no
/// file names is a test of its own.
package struct ArticleCode {
    /// Swift code, where it stands, and whether a file of tests uses it.
    private struct Block {
        let page: Page
        let lines: [String]
        let start: Int
        var isUsed = false
    }

    private var blocks: [Block]

    package init(pages: [Page]) {
        blocks = pages.flatMap { page in
            page.blocks.filter { $0.language == "swift" }.map {
                Block(page: page, lines: $0.lines, start: $0.start)
            }
        }
    }

    /// A file of tests with the code that it names.
    ///
    /// - Throws: ``Problem`` for a line that stands for no block, or for several.
    package mutating func woven(_ file: Page) throws -> String {
        var text = Self.location(file, 1)
        for (index, line) in file.lines.enumerated() {
            guard let (modifier, name, beginning) = Self.reference(in: line) else {
                text += line + "\n"
                continue
            }
            let matches = blocks.indices.filter { index in
                blocks[index].page.name == name
                    && blocks[index].lines.contains { Self.trimmed($0).hasPrefix(beginning) }
            }
            guard matches.count == 1 else {
                throw Problem(
                    path: file.path,
                    line: index + 1,
                    text: """
                        \(name).md has \(matches.count) blocks of Swift code with a line that begins with \
                        '\(beginning)'; write the beginning of a line of one block.
                        """
                )
            }
            blocks[matches[0]].isUsed = true
            text += Self.code(of: blocks[matches[0]], modifier) + Self.location(file, index + 2)
        }
        return text
    }

    /// A test for each block that no file of tests has used.
    package func blocksAlone(imports: [String]) -> String {
        var text =
            imports.map { "import \($0)\n" }.joined() + "\n@MainActor\nstruct BlocksAlone {\n"
        for block in blocks where !block.isUsed {
            text += "@Test func `\(block.page.name), line \(block.start)`() throws {\n"
            text += Self.code(of: block) + "}\n"
        }
        return text + "}\n"
    }

    /// What a line of a page is in a test.
    ///
    /// - An import and `@main` are left out.
    /// - `link.path  // "/a"` is `#expect(link.path == "/a")`, and a constant with its value is followed by the expectation.
    /// - A result that is an internal link, `try rewriter.rewrite(url)  // /a?id=1`, is `DeepLink("/a?id=1")`.
    package static func translated(_ line: String) -> String {
        let trimmed = trimmed(line)
        if trimmed.hasPrefix("import ") || trimmed == "@main" { return "" }
        let parts = line.split(separator: "  // ", maxSplits: 1)
        guard parts.count == 2 else { return line }
        let (code, comment) = (parts[0], parts[1])
        let value = comment.hasPrefix("/") ? "DeepLink(\"\(comment)\")" : String(comment)
        guard comment.hasPrefix("/") || isLiteral(value) else { return line }
        let words = self.trimmed(String(code)).split(separator: " ")
        if ["let", "var"].contains(words[0]) {
            let name = words[1].prefix { $0 != ":" }
            return "\(code); #expect(\(name) == \(value))"
        }
        return "#expect(\(self.trimmed(String(code))) == \(value))"
    }

    /// Whether a comment is a value and not a sentence.
    private static func isLiteral(_ text: String) -> Bool {
        if ["nil", "true", "false"].contains(text) || Int(text) != nil { return true }
        return text.hasPrefix("\"") && text.hasSuffix("\"")
            || text.hasPrefix("[") && text.hasSuffix("]") || text.hasPrefix(".")
    }

    /// The page's name and the beginning of a line in it, if the line stands for a block.
    private static func reference(
        in line: String
    ) -> (modifier: String, name: String, beginning: String)? {
        let line = trimmed(line)
        guard line.hasPrefix("// ") else { return nil }
        let parts = line.dropFirst(3).split(separator: ".md: ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let modifier = parts[0].hasPrefix("private ") ? "private " : ""
        let name = parts[0].dropFirst(modifier.count)
        return name.allSatisfy(\.isLetter) ? (modifier, String(name), String(parts[1])) : nil
    }

    private static func code(of block: Block, _ modifier: String = "") -> String {
        location(block.page, block.start) + modifier
            + block.lines.map { translated($0) + "\n" }.joined()
    }

    /// Makes errors and failures name the line of the page.
    private static func location(_ file: Page, _ line: Int) -> String {
        "#sourceLocation(file: \"\(file.path)\", line: \(line))\n"
    }

    private static func trimmed(_ line: String) -> String {
        String(line.drop { $0 == " " })
    }
}

/// What is wrong in a file, as compilers write it.
package struct Problem: Error, CustomStringConvertible {
    let path: String
    let line: Int
    let text: String

    /// The file, the line and the sentence.
    package var description: String { "\(path):\(line): error: \(text)" }
}
