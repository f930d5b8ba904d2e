import Foundation
import Testing

@testable import DeepLinkTool

/// What `deeplink check` writes.
@MainActor
struct CheckTests {
    private static let faulty = """
        {
          "version": 1,
          "domains": [
            {
              "hosts": ["mydomain.io"],
              "rules": [
                { "from": "/items/{a}-{b}", "to": "/item?id={a}&sub={b}" },
                { "from": "/items/{id:uuid}", "to": "/itme?id={id}" },
                { "from": "/web?url={url}", "to": "/browser?url={url}" }
              ]
            }
          ],
          "paths": ["/item", "/browser"]
        }

        """

    @Test func `each finding is a line with place, severity, sentence and code`() {
        let result = ToolFixture.run("check", configuration: Self.faulty)
        #expect(
            result.output == """
                links.json:8:19: error: '/items/{id:uuid}' never wins, as '/items/{a}-{b}' is tried first and takes all of its links; remove this rule, or constrain the others. The other rule is in line 7. [dead-rule]
                links.json:8:45: error: '/items/{id:uuid}' leads to '/itme', which is not in 'paths'; write '/item', or add the path. [unregistered-path]
                links.json:9:43: warning: '/web?url={url}' gives the app any text as 'url', which looks like an address to open; constrain the capture 'url', or let the app open only its own addresses. [open-redirect]
                links.json:7:9: note: '/items/{a}-{b}' has no example; add one under 'examples', and it is tried whenever the rules are read. [no-example]
                  The same applies to 2 more rules of this file.

                2 errors, 1 warning and 3 notes.

                """
        )
        #expect(result.errors == "" && result.exitCode.rawValue == 1)
    }

    @Test func `without errors the exit code is 0, and the lowest severity is chosen`() {
        let result = ToolFixture.run("check", "--severity", "error")
        #expect(result == ToolResult(output: "4 notes.\n"))
        let all = ToolFixture.run("check")
        #expect(all.exitCode == .success)
        #expect(all.output.contains("links.json:15:19: note: "))
        #expect(all.output.contains(" [unused-capture]\n"))
        let errors = ToolFixture.run("check", "--severity=error", configuration: Self.faulty)
        #expect(errors.output.contains("[dead-rule]"))
        #expect(!errors.output.contains("open-redirect"))
        #expect(errors.output.hasSuffix("\n2 errors, 1 warning and 3 notes.\n"))
        #expect(errors.exitCode == .findings)
    }

    @Test(arguments: [
        ([], 1), (["--fail-on", "warning"], 1), (["--allow", "dead-rule"], 1),
        (["--allow", "dead-rule,unregistered-path"], 0),
        (["--allow", "dead-rule", "--allow=unregistered-path"], 0),
        (["--allow", "dead-rule,unregistered-path", "--fail-on", "warning"], 1),
        (["--allow", "dead-rule, unregistered-path,open-redirect", "--fail-on", "warning"], 0),
        (
            ["--allow", "dead-rule,unregistered-path", "--severity", "error", "--fail-on", "note"],
            1
        ),
    ])
    func `what fails can be chosen`(options: [String], exitCode: Int) {
        let result = Tool.run(
            arguments: ["check", "-"] + options,
            standardInput: .text(Self.faulty)
        )
        #expect(Int(result.exitCode.rawValue) == exitCode)
        #expect(result.errors == "")
        #expect(result.output.contains("dead-rule") == !options.joined().contains("dead-rule"))
    }

    @Test func `a code that allows nothing is a complaint`() {
        let result = ToolFixture.run("check", "--allow", "no-example,ded-rule,unused-capture")
        #expect(result.output == "No findings.\n" && result.exitCode == .success)
        #expect(
            result.errors
                == "deeplink check: '--allow ded-rule' allows nothing, because no finding has this code; remove it.\n"
        )
    }

    @Test func `a workflow of GitHub gets commands, with what would end them as escapes`() {
        let rules = #"{ "from": "/a,b:c%25/{x}", "to": "/x" }"#
        let result = Tool.run(
            arguments: ["check", "a,b:c.json", "--format", "github"],
            files: .files([
                "a,b:c.json":
                    "{ \"version\": 1, \"schemes\": [{ \"names\": [\"a\"], \"rules\": [\n\(rules)] }] }"
            ])
        )
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines {
            #expect(line.hasPrefix("::notice file=a%2Cb%3Ac.json,line=2,col="))
            #expect(line.contains("::'/a,b:c%2525/{x}'"))
        }
    }

    @Test func `code scanning gets SARIF`() throws {
        struct Document: Decodable {
            struct Run: Decodable {
                struct Tool: Decodable {
                    struct Driver: Decodable {
                        struct Rule: Decodable { let id: String }
                        let name: String
                        let rules: [Rule]
                    }
                    let driver: Driver
                }
                struct Result: Decodable {
                    struct Location: Decodable {
                        struct Place: Decodable {
                            struct Artifact: Decodable { let uri: String }
                            struct Region: Decodable { let startLine, startColumn: Int }
                            let artifactLocation: Artifact
                            let region: Region
                        }
                        let physicalLocation: Place
                    }
                    let ruleId, level: String
                    let locations: [Location]
                }
                let tool: Tool
                let columnKind: String
                let results: [Result]
            }
            let version: String
            let runs: [Run]
        }
        let output = Tool.run(
            arguments: ["check", "my rules.json", "--format=sarif"],
            files: .files(["my rules.json": Self.faulty])
        ).output
        let run = try #require(
            JSONDecoder().decode(Document.self, from: Data(output.utf8)).runs.first
        )
        #expect(run.tool.driver.name == "deeplink")
        #expect(run.columnKind == "unicodeCodePoints")
        #expect(
            run.tool.driver.rules.map(\.id) == [
                "dead-rule", "no-example", "open-redirect", "unregistered-path",
            ]
        )
        #expect(run.results.count == 6)
        let result = try #require(run.results.first { $0.ruleId == "dead-rule" })
        #expect(result.level == "error")
        let place = try #require(result.locations.first).physicalLocation
        #expect(place.artifactLocation.uri == "my%20rules.json")
        #expect(place.region.startLine == 8 && place.region.startColumn == 19)
    }

    @Test func `several files are checked in one run`() {
        let result = Tool.run(
            arguments: ["check", "a.json", "b.json", "--config", "c.json", "--severity", "error"],
            files: .files([
                "a.json": Self.faulty, "b.json": ToolFixture.configuration, "c.json": "{",
            ])
        )
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0].hasPrefix("c.json:1:2: error: "))
        #expect(lines[1].hasPrefix("a.json:8:19: error: "))
        #expect(result.exitCode == .findings)
    }

    @Test func `where nothing is found, that is said`() {
        let result = ToolFixture.run(
            "check",
            configuration: """
                {
                  "version": 1,
                  "domains": [
                    {
                      "hosts": ["a.io"],
                      "rules": [
                        { "from": "/a/{id}", "to": "/x?id={id}", "examples": { "/a/5": "/x?id=5" } }
                      ]
                    }
                  ]
                }
                """
        )
        #expect(result == ToolResult(output: "No findings.\n"))
    }

    @Test func `JSON has the findings and their numbers`() {
        let result = ToolFixture.run(
            "check",
            "--json",
            "--severity=warning",
            configuration: #"""
                { "version": 1, "schemes": [{ "names": ["a"], "rules": [
                  { "from": "/l/{token}", "to": "/l?t={token}" }] }] }
                """#
        )
        #expect(
            result
                == ToolResult(
                    output: """
                        {
                          "counts" : {
                            "error" : 0,
                            "note" : 1,
                            "warning" : 1
                          },
                          "findings" : [
                            {
                              "code" : "secret-in-scheme",
                              "column" : 13,
                              "file" : "links.json",
                              "line" : 2,
                              "message" : "'/l/{token}' takes 'token', which looks like a secret, and any app can claim the scheme 'a' and read it; send it in links to a domain.",
                              "place" : "schemes[0].rules[0].from",
                              "severity" : "warning"
                            }
                          ]
                        }

                        """
                )
        )
    }

    @Test(arguments: [
        (
            "{\n  \"version\": 1\n  \"domains\": []\n}",
            """
            links.json:3:3: error: A comma is missing; write ',' before this. [malformed-json]

            1 error.

            """
        ),
        (
            "{\n  \"version\": 1,\n  \"domians\": []\n}",
            """
            links.json:3:3: error: The key 'domians' is unknown; write 'domains'. [unknown-key]

            1 error.

            """
        ),
        (
            #"""
            { "version": 1, "domains": [{ "hosts": ["a.io"], "rules": [
              { "from": "/a/{id}", "to": "/b?id={di}", "examples": { "/a/5": "/b?id=5" } }
            ] }] }
            """#,
            """
            links.json:2:30: error: Domain 'a.io', rule '/a/{id}': the template uses '{di}', which is not captured; the captures are 'id'. [unknown-capture]

            1 error.

            """
        ),
    ])
    func `a file with a mistake is a finding`(text: String, output: String) {
        #expect(
            ToolFixture.run("check", configuration: text)
                == ToolResult(output: output, exitCode: .findings)
        )
    }

    @Test func `a file that cannot be read is a complaint and no finding`() {
        let result = ToolFixture.run("check", "--config", "link.json")
        #expect(
            result
                == ToolResult(
                    errors:
                        "deeplink check: There is no file 'link.json' of '--config'; did you mean 'links.json'?\n",
                    exitCode: .unreadable
                )
        )
    }

    @Test func `a severity that there is not is a wrong command line`() {
        #expect(
            ToolFixture.run("check", "--severity", "waring")
                == ToolResult(
                    errors: """
                        deeplink check: 'waring' is not a value of '--severity'; did you mean 'warning'?
                        'deeplink check --help' shows how to use it.

                        """,
                    exitCode: .usage
                )
        )
    }

    @Test func `a note that is the same for many rules is written once`() {
        let rules = (0..<9).map { #"{ "from": "/\#($0)", "to": "/x" }"# }.joined(separator: ",")
        let result = ToolFixture.run(
            "check",
            configuration:
                #"{ "version": 1, "schemes": [{ "names": ["a"], "rules": [\#(rules)] }] }"#
        )
        #expect(
            result.output == """
                links.json:1:57: note: '/0' has no example; add one under 'examples', and it is tried whenever the rules are read. [no-example]
                  The same applies to 8 more rules of this file.

                9 notes.

                """
        )
    }
}
