import DeepLinkTool
import Testing

/// What pages show of the tool's output is what the tool writes.
@MainActor
struct OutputTests {
    @Test(arguments: try Package.pages())
    func `what a page shows of the tool's output is true`(page: Page) throws {
        for block in page.blocks where block.language == "text" {
            let command = try #require(block.lines.first)
            let prefix = "$ swift run deeplink "
            try #require(command.hasPrefix(prefix), "line \(block.start) of \(page)")
            let words = command.dropFirst(prefix.count).split(separator: " ").map(String.init)
            let result = Tool.run(arguments: words)
            var written = (result.output + result.errors).split(
                separator: "\n",
                omittingEmptySubsequences: false
            )[...]
            // Lines may be left out where three dots stand.
            var mayLeaveOut = false
            for line in block.lines.dropFirst() {
                if line == "…" {
                    mayLeaveOut = true
                    continue
                }
                if mayLeaveOut {
                    written = written.drop { $0 != line }
                    mayLeaveOut = false
                }
                #expect(written.first.map(String.init) == line, "line \(block.start) of \(page)")
                written = written.dropFirst()
            }
        }
    }

    @Test func `the README shows the tool's output`() throws {
        let readme = try #require(try Package.pages().first { $0.path == "README.md" })
        #expect(readme.blocks.contains { $0.language == "text" })
    }
}
