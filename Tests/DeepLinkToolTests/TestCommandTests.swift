import Testing

@testable import DeepLinkTool

/// The command `test`, which compares what URLs become with a table.
@MainActor
struct TestCommandTests {
    private nonisolated static let rules = #"""
        {"version": 1, "domains": [{"hosts": ["a.io"], "rules": [
          {"from": "/watch/{video}", "to": "/player?id={video}"}
        ]}]}
        """#

    private static func run(_ table: String, _ options: String...) -> ToolResult {
        Tool.run(
            arguments: ["test", "table"] + options,
            files: .files(["links.json": rules, "table": table])
        )
    }

    @Test func `a table with blanks or tabs passes if each URL becomes its link`() {
        let result = Self.run(
            """
            # Shared in 2025.
            https://a.io/watch/cats     /player?id=cats

            https://a.io/watch/a%20b\t/player?id=a%20b\r
            https://b.io/watch/cats  refused
            """
        )
        #expect(result == ToolResult(output: "No findings.\n3 links tested.\n"))
    }

    @Test(arguments: [
        (
            "https://a.io/watch/cats /player?id=dogs",
            "table:1:1: error: 'https://a.io/watch/cats' becomes '/player?id=cats', not '/player?id=dogs'; correct the rule or the table. [different-link]",
            "https://a.io/watch/cats /player?id=cats"
        ),
        (
            "\nhttps://a.io/watch/cats refused",
            "table:2:1: error: 'https://a.io/watch/cats' becomes '/player?id=cats', and the table says that it is refused; correct the rule or the table. [not-refused]",
            "\nhttps://a.io/watch/cats /player?id=cats"
        ),
        (
            "https://a.io/video/cats /player?id=cats",
            "table:1:1: error: 'https://a.io/video/cats' is refused, and the table says that it becomes '/player?id=cats'. No rule of 'a.io' fits the link; add one, or let unmatched links pass through. [refused]",
            "https://a.io/video/cats refused"
        ),
        (
            #"[{"url": "https://a.io/watch/cats", "refused": {}}, {"url": "https://a.io/", "link": "/x"}]"#,
            "table:1:2: error: 'https://a.io/watch/cats' becomes '/player?id=cats', and the table says that it is refused; correct the rule or the table. [not-refused]",
            #"[{"url": "https://a.io/watch/cats", "link": "/player?id=cats"}]"#
        ),
    ])
    func `a URL that becomes something else is an error`(
        table: String,
        line: String,
        corrected: String
    ) {
        let result = Self.run(table)
        #expect(result.output.split(separator: "\n").first.map(String.init) == line)
        #expect(result.exitCode == .findings && result.errors == "")
        #expect(Self.run(corrected).exitCode == .success)
        let github = Self.run(table, "--format", "github").output
        #expect(github.hasPrefix("::error file=table,line="))
        #expect(Self.run(table, "--json").output.contains(#""severity" : "error""#))
    }

    @Test func `what explain writes is a table`() {
        let files = FileAccess.files(["links.json": Self.rules])
        let urls = ["https://a.io/watch/cats", "https://a.io/nothing", "javascript:1"]
        let written = Tool.run(arguments: ["explain", "--json"] + urls, files: files).output
        #expect(Self.run(written) == ToolResult(output: "No findings.\n3 links tested.\n"))
        let wrong = written.replacing("id=cats", with: "id=dogs")
        #expect(wrong != written && Self.run(wrong).exitCode == .findings)
    }

    @Test(
        arguments: [
            ("", "table has no link; write one link on each line.", 2),
            ("# nothing", "table: The table has no URL; write a URL and its link on each line.", 1),
            ("[]", "table: The table has no URL; write a URL and its link on each line.", 1),
            (
                "https://a.io/a",
                "table: Line 1 has 1 word; write a URL, a blank, and its link or 'refused'. A blank in a link is '%20'.",
                1
            ),
            (
                "https://a.io/a player",
                "table: At line 1: The link does not begin with '/'; write one like '/feature/detail?id=1'.",
                1
            ),
            (
                #"[{"link": "/a"}]"#,
                "table: The element [0] (line 1, column 2) has no 'url'; write what 'explain --json' writes.",
                1
            ),
            (
                #"[{"url": "https://a.io/a"}]"#,
                "table: The element [0] (line 1, column 2) has neither 'link' nor 'refused'; write what the URL must become.",
                1
            ),
            ("[{", "table: Line 1, column 3: ", 1),
        ] as [(String, String, Int32)]
    )
    func `a table that cannot be read is an error`(
        table: String,
        message: String,
        exitCode: Int32
    ) {
        let result = Self.run(table)
        #expect(result.errors.hasPrefix("deeplink test: \(message)"), "\(result.errors)")
        #expect(result.output == "" && result.exitCode.rawValue == exitCode)
    }
}
