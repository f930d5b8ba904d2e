import Testing

@testable import DeepLinkTool
@testable import DeepLinksExamples

private struct Fault: Error, CustomStringConvertible {
    var description: String { "A rule is malformed." }
}

@MainActor
struct DemoTests {
    @Test func `what ran is green, and what was refused or failed is red`() {
        let links = ["myapp://featureA/detail?id=5", "x", "myapp://featureA/detail"]
        let result = Tool.run(arguments: ["demo", "features"] + links + ["--color=always"])
        #expect(result.output.contains("  \u{1B}[32mopened the detail of 5\u{1B}[0m\n"))
        #expect(result.output.contains("  \u{1B}[31mrefused: "))
        #expect(result.output.contains("  \u{1B}[31mfailed: "))
        #expect(result.output.hasSuffix("3 links: 1 ran, 1 refused, 1 failed.\n"))
    }

    @Test func `a link that fails in the app makes the exit code 1`() {
        let result = Tool.run(arguments: ["demo", "catalog", "myapp://unknown"])
        #expect(result.exitCode == .findings)
        #expect(result.output.hasSuffix("1 link: 0 ran, 0 refused, 1 failed.\n"))
    }

    @Test func `a system that cannot start is an error`() {
        let system = ExampleSystem("broken", "", "", []) { _ in throw Fault() }
        let error = #expect(throws: ToolError.self) { try DemoReport(running: system, links: nil) }
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

    @Test func `help names each prefix, and a system does not take those of others`() throws {
        let help = Tool.run(arguments: ["demo", "--help"]).output
        let named = help.matches(of: /'([a-z ]+: )LINK'/).map { String($0.1) }
        #expect(named == ["signed in: ", "push: ", "fetch: "])
        let links = [
            "features": "myapp://featureA/detail?id=1", "edugo": "edugo://dashboard",
            "catalog": "myapp://catalog", "crahg": "crahg://home",
            "composable": "example://home/settings", "shop-tabs": "shop://orders",
        ]
        for system in ExampleSystem.all {
            let link = try #require(links[system.name])
            for prefix in named {
                let isTaken =
                    switch prefix {
                    case "fetch: ": system.name == "crahg"
                    default: ["edugo", "catalog", "shop-tabs", "crahg"].contains(system.name)
                    }
                let result = Tool.run(arguments: ["demo", system.name, prefix + link])
                #expect((result.exitCode == .success) == isTaken, "\(result.output)")
            }
        }
    }
}
