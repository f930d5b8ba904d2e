import DeepLinksTestSupport
import Testing

@testable import DeepLinkTool

/// How `deeplink match` reads many links; the transcripts show what it writes.
struct MatchTests {
    @Test(arguments: [[], ["--json"]])
    func `an answer is written before the next link is read`(options: [String]) {
        var written = ""
        var asked: [Int] = []
        let input = StandardInput {
            asked.append(written.count { $0 == "?" })
            return asked.count > 3 ? [] : Array("https://a.io/wiki/Cat?\(asked.count)\n".utf8)
        }
        let result = Tool.run(
            arguments: ["match", "-", "--aasa", "aasa.json", "--host", "a.io"] + options,
            standardInput: input,
            files: .files(["aasa.json": Self.oneRule]),
            write: { text in
                written += text
                return true
            }
        )
        #expect(asked == [0, 1, 2, 3] && result == ToolResult())
        #expect(written.hasSuffix(options.isEmpty ? "matches\n" : "\n]\n"))
    }

    private static let oneRule =
        #"{ "applinks": { "details": [{ "appIDs": ["A.b"], "components": [{ "/": "/wiki/*" }] }] } }"#

    @Test func `without rules the host that serves the file is asked for`() {
        func match(_ options: String...) -> ToolResult {
            Tool.run(
                arguments: ["match", "https://a.io/wiki/Cat", "--aasa", "aasa.json"] + options,
                files: .files([
                    "aasa.json": Self.oneRule,
                    "rules.json": #"{"version": 1, "domains": [{"hosts": ["a.io"]}]}"#,
                ])
            )
        }
        let result = match()
        #expect(result.exitCode == .usage && result.output.isEmpty)
        #expect(
            result.errors.hasPrefix(
                "deeplink match: '--host' is missing, and a file is only about links to the host that serves it; write '--host HOST', or '--config FILE' for the hosts of the rules.\n"
            )
        )
        #expect(match("--host", "a.io").exitCode == .success)
        #expect(match("--config", "rules.json").exitCode == .success)
    }

    @Test func `answers are not kept`() async {
        await #expect(processExitsWith: .success) {
            let rules = (0..<300).map { #"{ "/": "/section-\#($0)/*/edit" }"# }
            let file =
                #"{ "applinks": { "details": [{ "appIDs": ["A.b"], "components": [\#(rules.joined(separator: ","))] }] } }"#
            func run(_ lineCount: Int) {
                var rest = lineCount
                let result = Tool.run(
                    arguments: ["match", "-", "--aasa", "aasa.json", "--host", "a.io"],
                    standardInput: StandardInput {
                        rest -= 1
                        return rest < 0 ? [] : Array("https://a.io/section-x/5/edit\n".utf8)
                    },
                    files: .files(["aasa.json": file]),
                    write: { _ in true }
                )
                precondition(result == ToolResult(exitCode: .findings))
            }
            run(10)
            // An answer has the 300 rules that were tried: more than 30 kB.
            let growth = ProcessMemory.growth { run(400) }
            precondition(growth < 8 << 20, "\(growth) bytes")
        }
    }
}
