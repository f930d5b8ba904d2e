import DeepLinkTool
import Testing

/// What pages show of the tool's output is what the tool writes.
@MainActor
struct OutputTests {
    @Test(arguments: try Package.pages())
    func `what a page shows of the tool's output is true`(page: Page) throws {
        for block in page.blocks where block.language == "text" {
            let command = try #require(block.lines.first)
            let prefix = try #require(
                ["$ swift run deeplink ", "$ deeplink "].first { command.hasPrefix($0) },
                "line \(block.start) of \(page)"
            )
            let words = command.dropFirst(prefix.count).split(separator: " ").map { word in
                word.hasPrefix("'") ? String(word.dropFirst().dropLast()) : String(word)
            }
            let result = Tool.run(arguments: words, files: .files(page.files))
            #expect(result.exitCode.rawValue < 2, "\(result.errors)")
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

    @Test func `an article shows what the tool says of its file`() throws {
        let pages = try Package.pages().filter { $0.path.hasSuffix("/LinksThatDoNotOpen.md") }
        let page = try #require(pages.first)
        #expect(page.files.count == 1)
        #expect(page.blocks.filter { $0.language == "text" }.count >= 2)
    }

    @Test func `the tool's article shows what most commands write`() throws {
        let pages = try Package.pages().filter { $0.path.hasSuffix("/TheDeeplinkTool.md") }
        let commands = try #require(pages.first).blocks.filter { $0.language == "text" }
            .compactMap { $0.lines.first?.split(separator: " ").dropFirst(2).first }
        #expect(Set(commands) == ["explain", "check", "map", "share"])
    }

    @Test func `an article compares its association file with its rules`() throws {
        let pages = try Package.pages().filter {
            $0.path.hasSuffix("/KeepingServerAndAppTogether.md")
        }
        let page = try #require(pages.first)
        #expect(page.files.count == 2)
        #expect(page.blocks.filter { $0.language == "text" }.count == 3)
    }

    /// Scripts and workflows call the tool as it can be called.
    @Test func `what scripts in an article call exists`() throws {
        let pages = try Package.pages().filter {
            $0.path.hasSuffix("/KeepingServerAndAppTogether.md")
        }
        let page = try #require(pages.first)
        let scripts = page.blocks.filter { ["sh", "yaml"].contains($0.language) }
        #expect(scripts.count == 3)
        for script in scripts {
            let words = script.lines.joined(separator: " ").split(separator: " ").map(String.init)
            let place = try #require(words.firstIndex(of: "deeplink"))
            #expect(words[place + 1] == "check")
            let help = Tool.run(arguments: ["check", "--help"]).output
            for word in words[(place + 2)...] where word.hasPrefix("--") {
                guard word != "--exit-status" else { continue }
                #expect(help.contains("  \(word) ") || help.contains("  \(word)\n"), "\(word)")
            }
        }
    }

    @Test func `the README shows the tool's output`() throws {
        let readme = try #require(try Package.pages().first { $0.path == "README.md" })
        #expect(readme.blocks.contains { $0.language == "text" })
    }
}

extension Page {
    /// The files that the tool reads: the first JSON of the page is the one that it reads unless another is named, and any
    /// other is an association file.
    fileprivate var files: [String: String] {
        let names = ["links.json", "apple-app-site-association"]
        let texts = blocks.filter { $0.language == "json" }.map {
            $0.lines.joined(separator: "\n") + "\n"
        }
        return Dictionary(uniqueKeysWithValues: zip(names, texts))
    }
}
