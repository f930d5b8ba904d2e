import Foundation
import Testing

@testable import DeepLinkTool

/// The scripts that let shells complete command lines.
@MainActor
struct CompletionTests {
    /// Whether the machine has an executable at this path.
    private nonisolated static func has(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: path)
    }

    /// The completions of bash for these words, which are split as bash splits them.
    private static func completions(_ words: String) throws -> [String] {
        let script = Tool.run(arguments: ["completion", "bash"])
        try #require(script.exitCode == .success && script.errors == "")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [
            "--noprofile", "--norc", "-c",
            """
            PATH='\(OtherProgram.products.path)':$PATH
            \(script.output)
            COMP_WORDS=(\(words))
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _deeplink || exit 3
            printf '%s\\n' "${COMPREPLY[@]}"
            """,
        ]
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        process.currentDirectoryURL = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(String(decoding: complaints, as: UTF8.self) == "")
        #expect(process.terminationStatus == 0)
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test(
        .enabled(if: CompletionTests.has("/bin/bash"), "This machine has no bash."),
        arguments: [
            ("deeplink ex", ["explain"]),
            ("deeplink map --f", ["--format"]),
            ("deeplink map --format m", ["markdown", "mermaid"]),
            ("deeplink map --format = js", ["json"]),
            ("deeplink check --severity ''", ["note", "warning", "error"]),
            ("deeplink check --severity =", ["note", "warning", "error"]),
            ("deeplink share --host m", []),
            ("deeplink share --json --con", ["--config"]),
            // Where the tool has no words, the script lets bash offer files.
            ("deeplink map --config CompletionT", []),
            ("deeplink explain --config = CompletionT", []),
            ("deeplink explain h", []),
            ("deeplink completion ''", ["bash", "zsh"]),
            ("deeplink help sh", ["share"]),
            ("deeplink demo c", ["catalog", "crahg", "composable"]),
            ("deeplink none --", []),
        ]
    )
    func `bash offers what can follow`(words: String, expected: [String]) throws {
        #expect(try Self.completions(words) == expected)
    }

    @Test(.enabled(if: CompletionTests.has("/bin/bash"), "This machine has no bash."))
    func `bash offers all commands, and all options of each`() throws {
        #expect(try Self.completions("deeplink ''") == Tool.commands.map(\.name))
        for command in Tool.commands {
            #expect(
                try Self.completions("deeplink \(command.name) --")
                    == command.allOptions.map(\.word)
            )
        }
    }

    @Test(arguments: [
        (["ma"], ["map", "match"]),
        (["map", "--format=m"], ["--format=markdown", "--format=mermaid"]),
        (["check", "--severity=warning", "--fail-on", "e"], ["error"]),
        (["check", "--severity", "note", "--sev"], ["--severity"]),
    ])
    func `zsh gets the words for a line that it does not cut at equals signs`(
        line: [String],
        words: [String]
    ) {
        let result = Tool.run(arguments: ["completion", "zsh", "--"] + line)
        #expect(result == ToolResult(output: words.map { "\($0)\n" }.joined()))
    }

    @Test(
        .enabled(
            if: CompletionTests.has("/bin/zsh") || CompletionTests.has("/usr/bin/zsh"),
            "This machine has no zsh."
        )
    )
    func `zsh can read its script`() throws {
        let process = Process()
        process.executableURL = URL(
            fileURLWithPath: Self.has("/bin/zsh") ? "/bin/zsh" : "/usr/bin/zsh"
        )
        process.arguments = ["-n", "-c", Tool.run(arguments: ["completion", "zsh"]).output]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test(arguments: [
        ("bsh", "'bsh' is not a shell with completion; did you mean 'bash'?"),
        (
            "powershell",
            "'powershell' is not a shell with completion; the shells are 'bash' and 'zsh'."
        ),
    ])
    func `another shell is a wrong command line`(shell: String, message: String) {
        #expect(
            Tool.run(arguments: ["completion", shell])
                == ToolResult(
                    errors: """
                        deeplink completion: \(message)
                        'deeplink completion --help' shows how to use it.

                        """,
                    exitCode: .usage
                )
        )
    }
}
