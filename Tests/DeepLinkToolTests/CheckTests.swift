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

    @Test func `findings have a severity, a code, a place and a sentence`() {
        let result = ToolFixture.run("check", configuration: Self.faulty)
        #expect(
            result.output == """
                error dead-rule at domains[0].rules[1].from, deeplinks.json:8:19
                  '/items/{id:uuid}' never wins, as '/items/{a}-{b}' is tried first and takes all of its links;
                  remove this rule, or constrain the others.

                error unregistered-path at domains[0].rules[1].to, deeplinks.json:8:45
                  '/items/{id:uuid}' leads to '/itme', which 'paths' does not have; write '/item', or add the path.

                warning open-redirect at domains[0].rules[2].to, deeplinks.json:9:43
                  '/web?url={url}' hands the app any text as 'url', which looks like an address to open; constrain
                  the capture 'url', or let the app open only addresses of its own.

                advice no-example at domains[0].rules[0], deeplinks.json:7:9
                  '/items/{a}-{b}' has no example; add one under 'examples', and it is tried whenever the rules are
                  read.
                  The same goes for domains[0].rules[1] and domains[0].rules[2].

                2 errors, 1 warning and 3 notes.

                """
        )
        #expect(result.errors == "" && result.exitCode.rawValue == 1)
    }

    @Test func `without errors the exit code is 0, and the least severity is chosen`() {
        let result = ToolFixture.run("check", "--severity", "error")
        #expect(result == ToolResult(output: "4 notes.\n"))
        let all = ToolFixture.run("check")
        #expect(all.exitCode == .success)
        #expect(all.output.contains("advice unused-capture at domains[0].rules[1].from"))
        let errors = ToolFixture.run(
            "check",
            "--severity=error",
            configuration: Self.faulty
        )
        #expect(errors.output.hasPrefix("error dead-rule"))
        #expect(!errors.output.contains("open-redirect"))
        #expect(errors.output.hasSuffix("\n2 errors, 1 warning and 3 notes.\n"))
        #expect(errors.exitCode == .findings)
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
        #expect(result == ToolResult(output: "All is well.\n"))
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
                            "advice" : 1,
                            "error" : 0,
                            "warning" : 1
                          },
                          "findings" : [
                            {
                              "code" : "secret-in-scheme",
                              "column" : 13,
                              "file" : "deeplinks.json",
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
            error malformed-json at the document, deeplinks.json:3:3
              A comma is missing; write ',' before this.

            1 error.

            """
        ),
        (
            "{\n  \"version\": 1,\n  \"domians\": []\n}",
            """
            error unknown-key at domians, deeplinks.json:3:3
              The key 'domians' is unknown; write 'domains'.

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
            error unknown-capture at domains[0].rules[0].to, deeplinks.json:2:30
              Domain 'a.io', rule '/a/{id}': the template uses '{di}', which is not captured; the captures are
              'id'.

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
        let result = ToolFixture.run("check", "--config", "deeplink.json")
        #expect(
            result
                == ToolResult(
                    errors:
                        "deeplink check: There is no file 'deeplink.json' of '--config'; did you mean 'deeplinks.json'?\n",
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

    @Test func `advice that is the same for many rules is said once`() {
        let rules = (0..<9).map { #"{ "from": "/\#($0)", "to": "/x" }"# }.joined(separator: ",")
        let result = ToolFixture.run(
            "check",
            configuration:
                #"{ "version": 1, "schemes": [{ "names": ["a"], "rules": [\#(rules)] }] }"#
        )
        #expect(
            result.output == """
                advice no-example at schemes[0].rules[0], deeplinks.json:1:57
                  '/0' has no example; add one under 'examples', and it is tried whenever the rules are read.
                  The same goes for schemes[0].rules[1], schemes[0].rules[2], schemes[0].rules[3],
                  schemes[0].rules[4] and 4 more.

                9 notes.

                """
        )
    }
}
