import DeepLinks
import LinkChecking

extension Command {
    static let test = Command(
        name: "test",
        summary: "compare what URLs become with a table of expected links",
        options: [.config, .system] + Option.findingOptions,
        operands: [
            Operand(
                "TABLE",
                .one,
                "the URLs and the links that they must become; '-' is standard input"
            )
        ],
        discussion: """
            A table has a URL and its link on each line, with blanks between them, or the word 'refused' instead
            of a link; lines that begin with '#' are comments:
              https://mydomain.io/domainA/5   /featureA/detail?id=5
              https://mydomain.io/admin       refused

            The file that 'explain --json' writes is a table, too: write it before a change, and test after it.

            If the configuration lists the app's paths, a link to another path counts as refused.

            If a URL becomes something else, the exit code is 1.
            """,
        examples: ["test links.txt", "test before.json --config links.json --format github"],
        run: { invocation, context throws(ToolError) in
            let file = try context.configuration(invocation)
            let rules = try RuleVersion(file)
            let table = try context.file(invocation.operands[0], of: nil)
            let rows = try LinkTable(table).rows
            let findings = rows.compactMap { row in
                row.flaw(rules).map { code, message in
                    CheckReport.Entry(
                        file: table.name,
                        code: code,
                        severity: .error,
                        place: row.place,
                        line: row.line,
                        column: row.column,
                        message: message
                    )
                }
            }
            var result = try CheckReport(findings, invocation).result(invocation, context)
            if try invocation.format(.findingFormat, text: FindingFormat.text, json: .json) == .text
            {
                result.output += "\(count(rows.count, "link")) tested.\n"
            }
            result.errors += rules.failures.map { Tool.complaint("test", "warning: \($0)") }
                .joined()
            return result
        }
    )
}
