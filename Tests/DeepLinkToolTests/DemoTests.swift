import Testing

@testable import DeepLinkTool

extension DemoSystem {
    /// A system with one link for each kind of outcome.
    fileprivate static let probe = DemoSystem(
        name: "probe",
        summary: "a link of each kind",
        folder: "Tests",
        links: ["https://a.io/1", "https://b.io/2", "https://a.io/3"],
        run: { links in
            let journeys = [
                "https://a.io/1": Journey(
                    external: "https://a.io/1",
                    internal: "/one?id=1",
                    ran: "opened 1"
                ),
                "https://b.io/2": Journey(
                    external: "https://b.io/2",
                    internal: nil,
                    refused: "The host is unknown."
                ),
                "https://a.io/3": Journey(
                    external: "https://a.io/3",
                    internal: "/three",
                    refused: "The path '/three' is not registered."
                ),
            ]
            return links.compactMap { journeys[$0] }
        }
    )
}

private struct Fault: Error, CustomStringConvertible {
    var description: String { "A rule is malformed." }
}

@MainActor
struct DemoReportTests {
    @Test func `a report tells each link's way, and why a way ended`() throws {
        let report = try DemoReport(running: .probe, links: nil)
        #expect(report.refusedCount == 2)
        #expect(
            report.text(style: .plain, width: 100) == """
                probe: a link of each kind
                Tests

                External link   Internal link  What ran
                --------------  -------------  --------
                https://a.io/1  /one?id=1      opened 1
                https://b.io/2  refused: The host is unknown.
                https://a.io/3  /three
                                refused: The path '/three' is not registered.

                3 links: 1 ran, 2 refused.

                """
        )
    }

    @Test func `a report has colours where they are wanted`() throws {
        let report = try DemoReport(running: .probe, links: ["https://a.io/1", "https://b.io/2"])
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

    @Test func `as JSON a report has what the text has`() throws {
        #expect(
            try json([DemoReport(running: .probe, links: nil)]) == """
                [
                  {
                    "links" : [
                      {
                        "external" : "https://a.io/1",
                        "internal" : "/one?id=1",
                        "ran" : "opened 1"
                      },
                      {
                        "external" : "https://b.io/2",
                        "refused" : "The host is unknown."
                      },
                      {
                        "external" : "https://a.io/3",
                        "internal" : "/three",
                        "refused" : "The path '/three' is not registered."
                      }
                    ],
                    "system" : "probe"
                  }
                ]

                """
        )
    }

    @Test func `without links a report says so`() throws {
        let report = try DemoReport(running: .probe, links: [])
        #expect(
            report.text(style: .plain, width: 100) == """
                probe: a link of each kind
                Tests

                External link  Internal link  What ran
                -------------  -------------  --------

                0 links: 0 ran, 0 refused.

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
}

@MainActor
struct DemoCommandTests {
    @Test func `links that are given are opened in the system that is named`() {
        let result = Tool.run(arguments: [
            "demo", "features", "https://mydomain.io/a/872346", "myapp://featureA/detail?id=5",
        ])
        #expect(
            result
                == ToolResult(
                    output: """
                        features: two features register their links when the app starts
                        Sources/Examples/FeatureLinks

                        External link                 Internal link               What ran
                        ----------------------------  --------------------------  ---------------------------
                        https://mydomain.io/a/872346  /featureA/detail?id=872346  opened the detail of 872346
                        myapp://featureA/detail?id=5  /featureA/detail?id=5       opened the detail of 5

                        2 links: 2 ran, 0 refused.

                        """
                )
        )
    }

    @Test func `a given link that is refused makes the exit code 1`() {
        let result = Tool.run(arguments: ["demo", "features", "https://evil.com/a/872346"])
        #expect(
            result
                == ToolResult(
                    output: """
                        features: two features register their links when the app starts
                        Sources/Examples/FeatureLinks

                        External link              Internal link  What ran
                        -------------------------  -------------  --------
                        https://evil.com/a/872346  refused: The link's host 'evil.com' is not configured; add it to a domain
                                                   if its links are expected.

                        1 link: 0 ran, 1 refused.

                        """,
                    exitCode: .findings
                )
        )
        #expect(result.exitCode.rawValue == 1)
    }

    @Test func `a dash stands for the lines of standard input`() throws {
        let result = Tool.run(
            arguments: ["demo", "--json", "features", "-", "myapp://featureA/detail?id=3"],
            standardInput: .text(
                "\nmyapp://featureA/detail?id=1\n  \n\tmyapp://featureA/detail?id=2"
            )
        )
        #expect(
            result.output == """
                [
                  {
                    "links" : [
                      {
                        "external" : "myapp://featureA/detail?id=1",
                        "internal" : "/featureA/detail?id=1",
                        "ran" : "opened the detail of 1"
                      },
                      {
                        "external" : "\\tmyapp://featureA/detail?id=2",
                        "internal" : "/featureA/detail?id=2",
                        "ran" : "opened the detail of 2"
                      },
                      {
                        "external" : "myapp://featureA/detail?id=3",
                        "internal" : "/featureA/detail?id=3",
                        "ran" : "opened the detail of 3"
                      }
                    ],
                    "system" : "features"
                  }
                ]

                """
        )
        #expect(result.exitCode == .success)
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

    @Test func `colours are for terminals alone`() {
        let arguments = ["demo", "features"]
        #expect(Tool.run(arguments: arguments, isTerminal: true).output.contains("\u{1B}["))
        #expect(!Tool.run(arguments: arguments).output.contains("\u{1B}"))
        #expect(
            !Tool.run(arguments: arguments, environment: ["NO_COLOR": "1"], isTerminal: true)
                .output.contains("\u{1B}")
        )
    }

    @Test func `a link cannot command the terminal`() {
        let result = Tool.run(arguments: ["demo", "features", "myapp://a\u{1B}]0;b\u{7}"])
        #expect(result.output.contains(#"myapp://a\u{1B}]0;b\u{7}"#))
        #expect(result.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    }

    @Test(arguments: [
        ("feature", "'feature' is not a system; did you mean 'features'?"),
        (
            "quadruple",
            "'quadruple' is not a system; the systems are 'features', 'edugo', 'catalog', 'crahg', 'composable' and 'shop-tabs'."
        ),
        (
            "-",
            "'-' is not a system; name one before the links: 'features', 'edugo', 'catalog', 'crahg', 'composable' and 'shop-tabs'."
        ),
        (
            "https://mydomain.io/a/1",
            "'https://mydomain.io/a/1' is not a system; name one before the links: 'features', 'edugo', 'catalog', 'crahg', 'composable' and 'shop-tabs'."
        ),
    ])
    func `a word that is no system is answered with a sentence`(word: String, sentence: String) {
        #expect(
            Tool.run(arguments: ["demo", word])
                == ToolResult(
                    errors: """
                        deeplink demo: \(sentence)
                        'deeplink demo --help' shows how to use it.

                        """,
                    exitCode: .usage
                )
        )
    }
}
