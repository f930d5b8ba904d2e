import Testing

@testable import DeepLinkTool

extension DemoSystem {
    /// A system with one link that runs and one that is refused.
    fileprivate static let probe = DemoSystem(
        name: "probe",
        summary: "a link of each kind",
        folder: "Tests",
        links: [],
        run: { _ in
            [
                Journey(external: "https://a.io/1", internal: "/one?id=1", ran: "opened 1"),
                Journey(
                    external: "https://b.io/2",
                    internal: nil,
                    refused: "The host is unknown."
                ),
            ]
        }
    )
}

private struct Fault: Error, CustomStringConvertible {
    var description: String { "A rule is malformed." }
}

@MainActor
struct DemoTests {
    @Test func `a report has colours where they are wanted`() throws {
        let report = try DemoReport(running: .probe, links: nil)
        let style = Style(.auto, environment: [:], isTerminal: true)
        #expect(
            report.text(style: style, width: 100) == """
                \u{1B}[1mprobe\u{1B}[0m: a link of each kind
                \u{1B}[2mTests\u{1B}[0m

                \u{1B}[1mExternal link\u{1B}[0m   \u{1B}[1mInternal link\u{1B}[0m  \u{1B}[1mWhat ran\u{1B}[0m
                --------------  -------------  --------
                https://a.io/1  /one?id=1      \u{1B}[32mopened 1\u{1B}[0m
                https://b.io/2  \u{1B}[31mrefused: The host is unknown.\u{1B}[0m

                2 links: 1 ran, 1 refused.

                """
        )
    }

    @Test func `a system that cannot start is an error`() {
        let system = DemoSystem(
            name: "broken",
            summary: "",
            folder: "",
            links: [],
            run: { _ in throw Fault() }
        )
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

    @Test(arguments: DemoSystem.all.map(\.name))
    func `each system opens some of its own links and refuses some`(name: String) throws {
        let system = try #require(DemoSystem.all.first { $0.name == name })
        let report = try DemoReport(running: system, links: nil)
        #expect(report.journeys.map(\.external) == system.links)
        #expect(0 < report.refusedCount && report.refusedCount < report.journeys.count)
        #expect(Tool.run(arguments: ["demo", name]).exitCode == .success)
    }

    @Test func `without a system all are run, each under its name`() {
        let result = Tool.run(arguments: ["demo"])
        #expect(result.exitCode == .success && result.errors == "")
        let each = DemoSystem.all.map { Tool.run(arguments: ["demo", $0.name]).output }
        #expect(result.output == each.joined(separator: "\n"))
    }

    @Test(arguments: [72, 80, 100, 200])
    func `no line is wider than the terminal`(width: Int) {
        let result = Tool.run(arguments: ["demo"], environment: ["COLUMNS": "\(width)"])
        for line in result.output.split(separator: "\n") {
            #expect(line.unicodeScalars.count <= width, "\(line)")
        }
    }

    @Test func `a link cannot command the terminal`() {
        let result = Tool.run(arguments: ["demo", "features", "myapp://a\u{1B}]0;b\u{7}"])
        #expect(result.output.contains(#"myapp://a\u{1B}]0;b\u{7}"#))
        #expect(result.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
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
        for system in DemoSystem.all {
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
