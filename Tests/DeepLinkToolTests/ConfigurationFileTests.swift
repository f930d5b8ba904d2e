import Testing

@testable import DeepLinkTool

/// The file with the rules: how it is named, and how it can be broken.
@MainActor
struct ConfigurationFileTests {
    @Test func `without an option the file in the current folder is read`() {
        #expect(ToolFixture.run("map").exitCode == .success)
    }

    @Test func `the option names another file`() {
        let result = ToolFixture.run(
            "share",
            "/a",
            "--config",
            "rules/other.json",
            files: [
                "rules/other.json": """
                { "version": 1, "domains": [{ "hosts": ["a.io"], "unmatched": "passThrough" }] }
                """
            ]
        )
        #expect(result == ToolResult(output: "https://a.io/a\n"))
    }

    @Test func `a dash reads the rules from standard input`() {
        let result = ToolFixture.run(
            "share",
            "/a",
            "--config=-",
            input: """
                { "version": 1,
                  "domains": [{ "hosts": ["b.io"], "unmatched": "passThrough" }] }
                """,
            configuration: "not read"
        )
        #expect(result == ToolResult(output: "https://b.io/a\n"))
    }

    @Test func `standard input is read as bytes, as a file is`() {
        // The error comes after line breaks of two bytes.
        let rules = "{\r\n  \"version\": 1,\r\n  \"domians\": []\r\n}\r\n"
        let result = ToolFixture.run("map", "--config", "-", input: rules)
        let file = ToolFixture.run("map", "--config", "a", files: ["a": rules])
        #expect(
            file.errors
                == "deeplink map: a: The configuration has a fault at domians (line 3, column 3): the key 'domians' is unknown; write 'domains'.\n"
        )
        #expect(result.errors == file.errors.replacing(" a: ", with: " standard input: "))
        // In Latin-1, an é is one byte.
        let latin =
            Array("{ \"version\": 1, \"paths\": [\"/caf".utf8) + [0xE9] + Array("\"] }".utf8)
        let broken = ToolFixture.run("map", "--config", "-", bytes: latin)
        #expect(
            broken.errors
                == "deeplink map: standard input: The configuration has a fault at line 1, column 32: the bytes are not UTF-8; save the file as UTF-8.\n"
        )
        #expect(broken.exitCode == .findings)
    }

    @Test func `standard input cannot be rules and links at once`() {
        let result = ToolFixture.run("explain", "-", "--config", "-")
        #expect(
            result
                == ToolResult(
                    errors: """
                        deeplink explain: '-' is given twice, but standard input can be read only once.
                        'deeplink explain --help' shows how to use it.

                        """,
                    exitCode: .usage
                )
        )
    }

    @Test(arguments: [
        (["links.json", "../links.json"], "links.json"),
        (["deeplinks.json", "links.json"], "links.json"),
        (["deeplinks.json", "../links.json"], "deeplinks.json"),
        (["../../deeplinks.json"], "../../deeplinks.json"), (["../../../links.json"], nil),
    ])
    func `the nearest file is found, here or in a folder above`(names: [String], found: String?) {
        let texts = Dictionary(uniqueKeysWithValues: names.map { ($0, "{") })
        let result = Tool.run(arguments: ["map"], files: .files(texts, folderDepth: 2))
        if let found {
            #expect(result.errors.hasPrefix("deeplink map: \(found): "))
        } else {
            #expect(result.exitCode == .unreadable)
        }
    }

    @Test(arguments: DemoSystem.all.map(\.name))
    func `the rules of each example system can be used`(name: String) throws {
        for arguments in [["map"], ["check"], ["explain", "x"], ["share", "/"], ["aasa"]] {
            let result = Tool.run(
                arguments: arguments + ["--system", name]
                    + (arguments == ["aasa"] ? ["--app-id", "A1B2C3D4E5.a.b"] : [])
            )
            #expect(result.exitCode == .success || result.exitCode == .findings)
            #expect(!result.errors.contains("links.json"))
        }
        let check = Tool.run(arguments: ["check", "--system", name, "--fail-on", "warning"])
        #expect(check.exitCode == .success, "\(check.output)")
        let wrong = Tool.run(arguments: ["map", "--system", name + "x"])
        #expect(wrong.errors.contains("did you mean '\(name)'?"))
    }

    @Test func `a file needs no option`() {
        let named = ToolFixture.run("map", "--config", "links.json")
        #expect(ToolFixture.run("map", "links.json") == named)
        #expect(named.exitCode == .success)
        let both = ToolFixture.run("map", "links.json", "--config", "links.json")
        #expect(
            both.errors.hasPrefix(
                "deeplink map: There are 2 files with rules; name one of them.\n"
            )
        )
        #expect(both.exitCode == .usage)
    }

    @Test func `a missing default file exits with 66 and tells the option`() {
        let result = Tool.run(arguments: ["map"])
        #expect(
            result
                == ToolResult(
                    errors: """
                        deeplink map: There is no 'links.json' in the current folder or above; name the file with '--config FILE'.

                        """,
                    exitCode: .unreadable
                )
        )
        #expect(result.exitCode.rawValue == 66)
    }

    @Test(arguments: [
        (
            "lnks.json",
            "There is no file 'lnks.json' of '--config'; did you mean 'links.json'?"
        ),
        (
            "rules.json",
            "There is no file 'rules.json' of '--config'; check the name and the folder."
        ),
    ])
    func `a missing file exits with 66 and tells the nearest name`(name: String, message: String) {
        let result = ToolFixture.run("map", "--config", name)
        #expect(
            result == ToolResult(errors: "deeplink map: \(message)\n", exitCode: .unreadable)
        )
    }

    @Test(arguments: [
        ["map", "--config", "\u{1B}[2J"], ["map", "--config", "-"], ["match", "a", "--aasa", "-"],
        ["aasa", "--config=-", "--app-id=a"], ["share", "\u{202E}", "--config=a"],
    ])
    func `a complaint has no character that a terminal obeys`(arguments: [String]) {
        let result = Tool.run(
            arguments: arguments,
            standardInput: .text("{ \"version\": 1, \"\u{9B}0m\u{202E}\": 1 }"),
            files: .files(["a": #"{ "version": 1, "domains": [{ "hosts": ["a.io"] }] }"#])
        )
        #expect(result.exitCode != .success && !result.errors.isEmpty)
        let all = (result.output + result.errors).unicodeScalars
        #expect(
            !all.contains { $0.properties.isBidiControl || $0.value == 0x9B || $0.value == 0x1B }
        )
    }

    @Test(arguments: [
        (FileAccess.Failure.folder, "'a' of '--config' is a folder; name a file in it."),
        (.notPermitted, "'a' of '--config' cannot be read; you have no permission to read it."),
        (.other("I/O error"), "'a' of '--config' cannot be read; I/O error."),
    ])
    func `a file that cannot be read exits with 66 and says why`(
        failure: FileAccess.Failure,
        message: String
    ) {
        let result = Tool.run(
            arguments: ["map", "--config", "a"],
            files: FileAccess(read: { _ in .failure(failure) })
        )
        #expect(
            result == ToolResult(errors: "deeplink map: \(message)\n", exitCode: .unreadable)
        )
    }

    @Test(arguments: [
        (
            """
            {
              "version": 1
              "domains": []
            }
            """,
            "at line 3, column 3: a comma is missing; write ',' before this."
        ),
        (
            """
            {
              "version": 1,
              "domians": []
            }
            """,
            "at domians (line 3, column 3): the key 'domians' is unknown; write 'domains'."
        ),
        (
            """
            {
              "version": 1,
              "domains": [
                { "hosts": ["a.io"], "rules": [{ "from": "/a/{id}", "to": "/b?id={di}" }] }
              ]
            }
            """,
            "at domains[0].rules[0].to (line 4, column 63): Domain 'a.io', rule '/a/{id}': the template uses '{di}', which is not captured; the captures are 'id'."
        ),
    ])
    func `a mistake in the file exits with 1 and names the place`(text: String, fault: String) {
        let result = ToolFixture.run("map", configuration: text)
        #expect(
            result
                == ToolResult(
                    errors:
                        "deeplink map: links.json: The configuration has a fault \(fault)\n",
                    exitCode: .findings
                )
        )
    }
}
