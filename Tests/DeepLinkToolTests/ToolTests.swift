import Testing

@testable import DeepLinkTool

struct ToolTests {
    @Test(arguments: [["--help"], ["-h"], ["help"]])
    func `without a command the tool tells what there is`(arguments: [String]) {
        #expect(Tool.run(arguments: arguments) == Tool.run(arguments: []))
    }

    @Test func `help for a command is the same in both ways of asking`() {
        for command in Tool.commands {
            let result = Tool.run(arguments: [command.name, "--help"])
            #expect(result == Tool.run(arguments: ["help", command.name]))
            #expect(result.output.contains("USAGE: deeplink \(command.name)"))
            #expect(result.exitCode == .success)
        }
    }

    @Test func `no help is wider than 100 columns`() {
        let texts = [Tool.help] + Tool.commands.map(\.help)
        for text in texts {
            #expect(
                text.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 100 },
                "\(text)"
            )
        }
    }

    @Test(arguments: [
        (nil, nil, 100), (nil, "80", 80), (nil, "200", 200), (nil, "", 100), (nil, "39", 100),
        (nil, "40", 40), (nil, "-5", 100), (nil, "wide", 100), (120, nil, 120), (120, "80", 120),
        (20, "80", 80), (0, nil, 100),
    ])
    func `lines are as wide as the terminal, else as COLUMNS says`(
        terminal: Int?,
        columns: String?,
        width: Int
    ) {
        let environment = columns.map { ["COLUMNS": $0] } ?? [:]
        #expect(ToolContext.width(ofTerminal: terminal, environment) == width)
    }

    @Test func `the version is a name and a number`() throws {
        let result = Tool.run(arguments: ["--version"])
        #expect(result.output.wholeMatch(of: /deeplink [0-9]+\.[0-9]+\.[0-9]+(-[a-z]+)?\n/) != nil)
        #expect(result.errors == "" && result.exitCode == .success)
    }

    @Test func `help has one line for each option, and an example for each command`() {
        for command in Tool.commands {
            let lines = command.help.split(separator: "\n")
            for option in command.allOptions {
                let starts = lines.filter { $0.contains("\(option.usage) ") && $0.hasPrefix("  ") }
                #expect(!starts.isEmpty, "\(option.word)")
            }
            let options = lines.drop { $0 != "OPTIONS" }.dropFirst().prefix { $0.hasPrefix("  ") }
            #expect(options.count == command.allOptions.count, "\(command.name)")
            #expect(!command.examples.isEmpty, "\(command.name)")
        }
    }

    // MARK: - Colours

    /// Command lines whose output is for people.
    private static let forPeople = [
        ["demo", "features"], ["explain", "https://mydomain.io/domainA/5", "https://evil.com"],
        ["check"], ["map"], ["map", "--format", "text"],
        ["aasa", "--app-id", "A1B2C3D4E5.com.example.app"],
        ["match", "https://mydomain.io/watch", "--aasa", "file", "--host", "mydomain.io"],
    ]

    /// An association file that claims one path.
    private static let association = """
        { "applinks": { "details": [
          { "appIDs": ["A1B2C3D4E5.com.example.app"], "components": [{ "/": "/watch" }] }
        ] } }
        """

    /// Command lines whose output is for programs, other documents or the shell.
    private static let forPrograms = [
        ["demo", "features", "--json"], ["explain", "https://evil.com", "--json"],
        ["check", "--json"], ["map", "--json"], ["map", "--format", "json"],
        ["map", "--format", "markdown"], ["map", "--format", "mermaid"],
        ["map", "--format", "html"], ["share", "/player?id=1"],
        ["share", "/player?id=1", "--json"],
        ["aasa", "--app-id", "A1B2C3D4E5.com.example.app", "--part", "file"],
        ["aasa", "--app-id", "A1B2C3D4E5.com.example.app", "--json"],
        [
            "match", "https://mydomain.io/watch", "--aasa", "file", "--host", "mydomain.io",
            "--json",
        ],
        ["help"], ["map", "--help"],
    ]

    private func output(
        _ arguments: [String],
        _ environment: [String: String] = [:],
        isTerminal: Bool
    ) async -> String {
        let result = await ToolFixture.result(
            of: arguments,
            environment,
            files: ["links.json": ToolFixture.configuration, "file": Self.association],
            isTerminal: isTerminal
        )
        #expect(result.errors == "")
        return result.output
    }

    @Test(arguments: forPeople)
    func `what is for people has colours on a terminal, and the same text`(
        arguments: [String]
    ) async {
        let plain = await output(arguments, isTerminal: false)
        let colored = await output(arguments, isTerminal: true)
        #expect(!plain.isEmpty && !plain.unicodeScalars.contains("\u{1B}"))
        #expect(colored != plain)
        #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
        for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
            let other = await output(arguments, environment, isTerminal: true)
            #expect(other == plain)
        }
        let never = await output(arguments + ["--color=never"], isTerminal: true)
        #expect(never == plain)
        let always = arguments + ["--color", "always"]
        let forced = await output(always, ["NO_COLOR": "1"], isTerminal: false)
        #expect(forced == colored)
    }

    @Test(arguments: forPrograms)
    func `what is for programs is the same on a terminal`(arguments: [String]) async {
        let plain = await output(arguments, isTerminal: false)
        #expect(!plain.isEmpty && !plain.unicodeScalars.contains("\u{1B}"))
        let onTerminal = await output(arguments, isTerminal: true)
        #expect(onTerminal == plain)
    }

    @Test func `complaints have no colours anywhere`() {
        let result = Tool.run(arguments: ["dmeo"], isTerminal: true)
        #expect(!result.errors.isEmpty && !result.errors.unicodeScalars.contains("\u{1B}"))
    }
}
