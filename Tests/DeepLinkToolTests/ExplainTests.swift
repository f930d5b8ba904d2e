import Foundation
import Testing

@testable import DeepLinkTool

/// What `deeplink explain` writes.
@MainActor
struct ExplainTests {
    @Test func `each step, the link and its path are told`() {
        let result = ToolFixture.run(
            "explain",
            "https://mydomain.io/fr-fr/domainA/5?ref=mail&utm_source=x"
        )
        #expect(
            result.output == """
                https://mydomain.io/fr-fr/domainA/5?ref=mail&utm_source=x
                  split     scheme https, host mydomain.io, path /fr-fr/domainA/5, items 'ref' 'utm_source'
                  source    Domain 'mydomain.io'
                  path      /fr-fr/domainA/5
                  rule      '/domainA/{id:int}' under '/{locale:en-us|fr-fr}': locale = 'fr-fr', id = '5'
                  query     kept 'ref', dropped by the source 'utm_source'
                  template  /featureA/detail?id={id}&locale={locale}
                  link      /featureA/detail?id=5&locale=fr-fr&ref=mail
                  route     registered as '/featureA/detail'

                """
        )
        #expect(result.errors == "" && result.exitCode == .success)
    }

    @Test func `a refused URL is told with the nearest rules, and exits with 1`() {
        let result = ToolFixture.run("explain", "https://mydomain.io/domainA/itens/shoe-5")
        #expect(
            result.output == """
                https://mydomain.io/domainA/itens/shoe-5
                  split     scheme https, host mydomain.io, path /domainA/itens/shoe-5
                  source    Domain 'mydomain.io'
                  path      /domainA/itens/shoe-5
                  refused   No rule of 'mydomain.io' fits the link; add one, or let unmatched links pass through.
                  near      '/domainA/items/{title}-{id:int}': segment 2 is 'itens', not 'items'
                  near      '/domainA/{id:int}': segment 2 is 'itens', not '{id:int}'

                """
        )
        #expect(result.errors == "" && result.exitCode == .findings)
    }

    @Test(arguments: [
        ("myapp://featureA/detial", "the path is not registered; did you mean '/featureA/detail'?"),
        ("myapp://settings", "the path is not registered"),
    ])
    func `a link to a path that is not registered exits with 1`(url: String, line: String) {
        let result = ToolFixture.run("explain", url)
        #expect(result.output.hasSuffix("\n  route     \(line)\n"))
        #expect(result.exitCode == .findings)
    }

    @Test func `without a list of paths nothing is said of them`() {
        let result = ToolFixture.run(
            "explain",
            "a:/b",
            configuration: """
                { "version": 1, "schemes": [{ "names": ["a"], "unmatched": "passThrough" }] }
                """
        )
        #expect(result.output.hasSuffix("\n  link      /b\n"))
        #expect(result.exitCode == .success)
    }

    @Test func `a dash reads URLs from standard input, line by line`() {
        let result = ToolFixture.run(
            "explain",
            "https://mydomain.io/domainA/1",
            "-",
            input: "https://mydomain.io/domainA/2\n\n  https://mydomain.io/domainA/3\t\n"
        )
        let links = result.output.split(separator: "\n").filter { $0.hasPrefix("  link") }
        #expect(
            links == [
                "  link      /featureA/detail?id=1", "  link      /featureA/detail?id=2",
                "  link      /featureA/detail?id=3",
            ]
        )
        #expect(
            result.output.contains("\n  trimmed   white space around the link is ignored\n")
        )
        #expect(result.exitCode == .success)
    }

    @Test
    func `a line ends with a line feed, and a carriage return before it is a part of the end`() {
        let result = ToolFixture.run("explain", "-", input: "myapp://open/1\r\nmyapp://open/2\r\n")
        #expect(!result.output.contains("trimmed"))
        #expect(result.output.contains("  link      /featureA/detail?id=2\n"))
    }

    @Test func `a byte order mark on standard input is no part of the first link`() {
        let link = "https://mydomain.io/domainA/5"
        let result = ToolFixture.run("explain", "-", input: "\u{FEFF}\(link)\r\n")
        #expect(result == ToolFixture.run("explain", link))
        #expect(result.exitCode == .success)
    }

    @Test func `a line that is not UTF-8 is refused, not repaired`() {
        let latin = Array("myapp://open/1\n\nmyapp://open/caf".utf8) + [0xE9, 0x0A]
        #expect(
            ToolFixture.run("explain", "-", bytes: latin)
                == ToolResult(
                    errors:
                        "deeplink explain: Line 3 of standard input is not UTF-8; save the text as UTF-8.\n",
                    exitCode: .findings
                )
        )
    }

    @Test(
        arguments: [["explain", "-"], ["share", "-"], ["demo", "features", "-"]],
        ["", "\n", " \r\n\t\n"]
    )
    func `no link is no success`(arguments: [String], input: String) {
        let result = Tool.run(
            arguments: arguments,
            standardInput: .text(input),
            files: .files(["links.json": ToolFixture.configuration])
        )
        #expect(
            result
                == ToolResult(
                    errors: """
                        deeplink \(arguments[0]): Standard input, which '-' reads, has no link; write one link on each line.
                        'deeplink \(arguments[0]) --help' shows how to use it.

                        """,
                    exitCode: .usage
                )
        )
    }

    @Test func `standard input is read once`() {
        let result = ToolFixture.run("explain", "-", "-", input: "myapp://open/1\n")
        #expect(
            result.errors.hasPrefix(
                "deeplink explain: '-' is given twice, but standard input can be read only once.\n"
            )
        )
        #expect(result.exitCode == .usage)
    }

    @Test func `a link that is accepted is the same in JSON`() {
        let result = ToolFixture.run("explain", "--json", "myapp://open/7")
        #expect(
            result.output == """
                [
                  {
                    "link" : "/featureA/detail?id=7",
                    "path" : {
                      "isRegistered" : true,
                      "pattern" : "/featureA/detail"
                    },
                    "rule" : {
                      "external" : "/open/{id}",
                      "internal" : "/featureA/detail?id={id}",
                      "place" : "schemes[0].rules[0]",
                      "prefix" : ""
                    },
                    "steps" : [
                      {
                        "step" : "split",
                        "text" : "scheme myapp, path /open/7"
                      },
                      {
                        "step" : "source",
                        "text" : "Scheme 'myapp'"
                      },
                      {
                        "step" : "path",
                        "text" : "/open/7"
                      },
                      {
                        "step" : "rule",
                        "text" : "'/open/{id}': id = '7'"
                      },
                      {
                        "step" : "template",
                        "text" : "/featureA/detail?id={id}"
                      }
                    ],
                    "url" : "myapp://open/7"
                  }
                ]

                """
        )
        #expect(result.exitCode == .success)
    }

    @Test func `a link that is refused has the reason and the nearest in JSON`() throws {
        struct Report: Decodable {
            struct Refusal: Decodable, Equatable {
                let message: String
                let part: String
                let offset: Int
                let wrappers: Int
            }
            struct Rule: Decodable {
                let place: String
                let difference: String
            }
            let url: String
            let refused: Refusal
            let nearestRules: [Rule]
            let nearestSource: String?
        }
        let result = ToolFixture.run(
            "explain",
            "https://mydomain.io/wacth",
            "https://mydomian.io/",
            "--json"
        )
        let reports = try JSONDecoder().decode([Report].self, from: Data(result.output.utf8))
        try #require(reports.count == 2)
        #expect(
            reports[0].refused
                == Report.Refusal(
                    message:
                        "No rule of 'mydomain.io' fits the link; add one, or let unmatched links pass through.",
                    part: "path",
                    offset: 19,
                    wrappers: 0
                )
        )
        #expect(reports[0].nearestRules.first?.place == "domains[0].rules[2]")
        #expect(
            reports[0].nearestRules.first?.difference == "segment 1 is 'wacth', not 'watch'"
        )
        #expect(reports[1].nearestSource == "mydomain.io" && reports[1].nearestRules.isEmpty)
        #expect(result.exitCode == .findings)
    }

    @Test func `an example that fails is told, and the link is explained all the same`() {
        func run(_ rules: String) -> ToolResult {
            Tool.run(
                arguments: ["explain", "https://a.io/a/5", "--config", "r.json"],
                files: .files([
                    "r.json":
                        #"{ "version": 1, "domains": [{ "hosts": ["a.io"], "rules": [\#(rules)] }] }"#
                ])
            )
        }
        let failing =
            #"{ "from": "/a/{id:int}", "to": "/a?id={id}", "examples": { "/a/5": "/a?id=6" } }"#
        let result = run(failing)
        #expect(result.output.hasSuffix("\n  link      /a?id=5\n") && result.exitCode == .success)
        #expect(
            result.errors
                == #"deeplink explain: warning: r.json: The configuration has a fault at domains[0].rules[0].examples["/a/5"] (line 1, column 127): Domain 'a.io', rule '/a/{id:int}': the example '/a/5' becomes '/a?id=5', not '/a?id=6'; correct the rule or the example."#
                + "\n"
        )
        // Without a rewriter there is nothing to explain.
        let flawed = run(#"\#(failing), { "from": "/b", "to": "/b?id={id}" }"#)
        #expect(flawed.output == "" && flawed.exitCode == .findings)
        #expect(flawed.errors.contains("the template uses '{id}', but nothing is captured"))
    }

    @Test func `without a URL the command line cannot be followed`() {
        #expect(
            ToolFixture.run("explain")
                == ToolResult(
                    errors: """
                        deeplink explain: URL is missing; write 'deeplink explain [--config FILE] [--system NAME] [--aasa FILE] [--host HOST] [--app-id ID] [--summary] [--json] URL…'.
                        'deeplink explain --help' shows how to use it.

                        """,
                    exitCode: .usage
                )
        )
    }

    @Test func `what could command a terminal is shown as escapes`() {
        let result = ToolFixture.run("explain", "myapp://a?\u{202E}x=\u{1B}[2J")
        #expect(!result.output.unicodeScalars.contains("\u{202E}"))
        #expect(!result.output.unicodeScalars.contains("\u{1B}"))
    }
}
