import DeepLinkTool
import DeepLinksArticleCode
import DeepLinksTestSupport
import Testing

/// The tool's output that pages show is what the tool writes.
@MainActor
struct OutputTests {
    @Test(arguments: try Repository.pages())
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
            #expect(block.lines.count > 1, "line \(block.start) of \(page) shows no output")
            var written = (result.output + result.errors).split(
                separator: "\n",
                omittingEmptySubsequences: false
            )[...]
            // Three dots may stand for lines that are left out.
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

    /// The pages with output of the tool, the numbers of blocks and of files, and the commands of which each has one.
    private nonisolated static let shownCommands = """
        LinksThatDoNotOpen → 4 2 → check doctor explain
        TheDeeplinkTool → 8 1 → check explain map share
        KeepingServerAndAppTogether → 3 2 → aasa check match
        README → 1 0 → demo
        """

    @Test(arguments: triples(shownCommands))
    func `pages show what commands write`(name: String, counts: String, commands: String) throws {
        let page = try Repository.page(name)
        let blocks = page.blocks.filter { $0.language == "text" }
        #expect("\(blocks.count) \(page.files.count)" == counts)
        let shown = blocks.compactMap { block in
            block.lines.first?.split(separator: " ").drop { $0 != "deeplink" }.dropFirst().first
        }
        #expect(Set(shown).sorted().joined(separator: " ") == commands)
    }

    @Test(arguments: ExitCode.allCases)
    func `help and article name each exit code`(code: ExitCode) throws {
        let help = Tool.run(arguments: ["--help"]).output
        #expect(help.contains("\n  \(code.rawValue) "))
        let lines = try Repository.page("TheDeeplinkTool").lines
        #expect(lines.contains { $0.hasPrefix("| \(code.rawValue) | ") })
    }

    /// Scripts and workflows call the tool in valid ways.
    @Test(arguments: [
        ("README", 1), ("KeepingServerAndAppTogether", 3), ("ChecksInCI", 4),
        ("TheDeeplinkTool", 4), ("FirstUniversalLink", 2),
    ])
    func `what scripts in an article call exists`(name: String, count: Int) throws {
        let page = try Repository.page(name)
        var calls = 0
        for script in page.blocks where ["sh", "yaml"].contains(script.language) {
            let words = script.lines.joined(separator: " ").split(separator: " ")
                .flatMap { $0 == "check-links" ? ["deeplink", "check"] : [String($0)] }
            guard let place = words.firstIndex(of: "deeplink") else { continue }
            calls += 1
            let result = Tool.run(arguments: [words[place + 1], "--help"])
            #expect(result.exitCode == .success, "\(words[place + 1])")
            for word in words[(place + 2)...] where word.hasPrefix("--") {
                let help = result.output
                #expect(help.contains("  \(word) ") || help.contains("  \(word)\n"), "\(word)")
            }
        }
        #expect(calls == count)
    }
}

extension Page {
    /// The files that the tool reads.
    ///
    /// The page's first JSON is the configuration that it reads by default, and any other is an association file. XML is the
    /// app's entitlements.
    fileprivate var files: [String: String] {
        func texts(_ language: String) -> [String] {
            blocks.filter { $0.language == language }.map {
                $0.lines.joined(separator: "\n") + "\n"
            }
        }
        let names = ["links.json", "apple-app-site-association"]
        let files = Dictionary(uniqueKeysWithValues: zip(names, texts("json")))
        return files.merging(zip(["App.entitlements"], texts("xml"))) { $1 }
    }
}
