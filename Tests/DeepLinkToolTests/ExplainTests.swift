import Foundation
import Testing

@testable import DeepLinkTool

/// How `deeplink explain` reads text that a transcript cannot show.
struct ExplainTests {
    @Test
    func `a line ends with a line feed, and a carriage return before it is a part of the end`() {
        let result = ToolFixture.run("explain", "-", input: "myapp://open/1\r\nmyapp://open/2\r\n")
        #expect(!result.output.contains("trimmed"))
        #expect(result.output.contains("  link      /featureA/detail?id=2\n"))
        let table =
            "myapp://open/1 /featureA/detail?id=1\r\nmyapp://open/2\t/featureA/detail?id=2\r\n"
        #expect(ToolFixture.run("test", "table", files: ["table": table]).exitCode == .success)
    }

    @Test func `a byte order mark on standard input is no part of the first link`() {
        let link = "https://mydomain.io/domainA/5"
        let result = ToolFixture.run("explain", "-", input: "\u{FEFF}\(link)\r\n")
        #expect(result == ToolFixture.run("explain", link))
        #expect(result.exitCode == .success)
    }

    @Test(arguments: ["--json", "--color=auto"])
    func `a line that is not UTF-8 is refused, not repaired, after the answers before it`(
        option: String
    ) {
        let latin = Array("myapp://open/1\n\nmyapp://open/caf".utf8) + [0xE9, 0x0A]
        #expect(
            ToolFixture.run("explain", "-", option, bytes: latin)
                == ToolResult(
                    output: ToolFixture.run("explain", "myapp://open/1", option).output,
                    errors:
                        "deeplink explain: Line 3 of standard input is not UTF-8; save the text as UTF-8.\n",
                    exitCode: .findings
                )
        )
        let refused = ToolFixture.run("explain", "-", option, bytes: [0xE9, 0x0A])
        #expect(refused.output.isEmpty && refused.exitCode == .findings)
    }

    @Test func `what could command a terminal is shown as escapes`() {
        let result = ToolFixture.run("explain", "myapp://a?\u{202E}x=\u{1B}[2J")
        #expect(!result.output.unicodeScalars.contains("\u{202E}"))
        #expect(!result.output.unicodeScalars.contains("\u{1B}"))
    }

    @Test func `what explain writes is a table`() {
        let table = ToolFixture.run("explain", "--json", "https://mydomain.io/domainA/5").output
        let result = ToolFixture.run("test", "table", files: ["table": table])
        #expect(result == ToolResult(output: "No findings.\n1 link tested.\n"))
    }
}
