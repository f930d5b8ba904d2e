import Testing

@testable import DeepLinkTool
@testable import DeepLinksExamples

private struct Fault: Error, CustomStringConvertible {
    var description: String { "A rule is malformed." }
}

@MainActor
struct DemoTests {
    @Test func `what ran is green, and what was refused or failed is red`() {
        let result = Tool.run(arguments: ["demo", "features", "--color=always"])
        #expect(result.output.contains("  \u{1B}[32mopened the detail of 872346\u{1B}[0m\n"))
        #expect(result.output.contains("  \u{1B}[31mrefused: "))
        #expect(result.output.contains("  \u{1B}[31mfailed: "))
    }

    @Test func `a system that cannot start is an error`() {
        let system = ExampleSystem("broken", "", "", []) { throw Fault() }
        let error = #expect(throws: ToolError.self) { try DemoReport(running: system) }
        #expect(
            error?.result(of: .demo)
                == ToolResult(
                    errors:
                        "deeplink demo: The system 'broken' cannot start. A rule is malformed.\n",
                    exitCode: .findings
                )
        )
    }

    @Test func `without a system all are run, each under its name`() {
        let result = Tool.run(arguments: ["demo"])
        #expect(result.exitCode == .success && result.errors == "")
        let each = ExampleSystem.all.map { Tool.run(arguments: ["demo", $0.name]).output }
        #expect(result.output == each.joined(separator: "\n"))
    }

    @Test(arguments: [72, 80, 100, 200])
    func `no line is wider than the terminal`(width: Int) {
        let result = Tool.run(arguments: ["demo"], environment: ["COLUMNS": "\(width)"])
        for line in result.output.split(separator: "\n") {
            #expect(line.unicodeScalars.count <= width, "\(line)")
        }
    }

    @Test func `help names each prefix`() throws {
        let help = Tool.run(arguments: ["demo", "--help"]).output
        let shown = Tool.run(arguments: ["demo", "--json"]).output
        let prefixes = shown.matches(of: /"external" : "([a-z ]+: )/).map { String($0.1) }
        #expect(
            Set(help.matches(of: /'([a-z ]+: )LINK'/).map { String($0.1) }) == Set(prefixes)
        )
        #expect(prefixes.contains("fetch: "))
    }
}
