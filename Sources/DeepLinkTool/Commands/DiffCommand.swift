import DeepLinks
import LinkChecking

extension Command {
    static let diff = Command(
        name: "diff",
        summary: "show which links change between two versions of the rules",
        options: [.urls, .diffFormat, .json],
        operands: [
            Operand("OLD", .one, "the rules before; '-' is standard input"),
            Operand("NEW", .one, "the rules after"),
        ],
        discussion: """
            It compares what becomes of the examples of both versions, of links generated from their rules, and
            of the links of '--urls', which come first. Other links are not compared. If a version lists the
            app's paths, a link to another path counts as refused. 'limits', and options of sources that have
            the same host or scheme in both versions, are compared too ('option'). A changed rule that takes
            none of the links is 'not-compared'; give a link that it takes with '--urls'.

            '--format markdown' writes a table for a pull request.

            If a link changes destination, becomes refused or opens anew, the exit code is 1; also if the site
            claims it for the app before or after the change only ('claims'), or if an option differs.
            """,
        examples: [
            "diff old.json links.json",
            "diff old.json links.json --urls shared.txt --format markdown",
            "diff - links.json < old.json",
        ],
        run: { invocation, context throws(ToolError) in
            let format = try invocation.format(.diffFormat, text: DiffFormat.text, json: .json)
            let sides = try invocation.operands.map { name throws(ToolError) in
                try RuleVersion(try ConfigurationFile(try context.file(name, of: nil)))
            }
            var links: [String] = []
            var errors = sides.flatMap(\.failures).map { "warning: \($0)" }
            if let name = invocation.value(of: .urls) {
                let file = try context.file(name, of: Option.urls.word)
                var lines = LineReader(.bytes(Array(file.data)), name: file.name)
                var others: [(number: Int, text: String)] = []
                while let line = try lines.next() {
                    // In a table for 'test', the link is in the first column.
                    let first = line.text.prefixMatch(of: /([A-Za-z][A-Za-z0-9+.-]*:\S*)/)?.1
                    links.append(first.map(String.init) ?? line.text)
                    if first == nil { others.append(line) }
                }
                if let first = others.first {
                    let more = others.count == 1 ? "" : ", like \(others.count - 1) more,"
                    errors.append(
                        "warning: \(file.name):\(first.number): \(quoted(first.text))\(more) is not a link, so both versions refuse it; write it as in 'https://mydomain.io/a'."
                    )
                }
            }
            let difference = RuleDifference(sides[0], sides[1], links)
            return ToolResult(
                output: try format.text(of: difference, context.style),
                errors: errors.map { Tool.complaint("diff", $0) }.joined(),
                exitCode: difference.hasDifferences ? .findings : .success
            )
        }
    )
}

extension Option {
    fileprivate static let urls = Option(
        "urls FILE",
        "more links to compare, each at the beginning of a line; '-' is standard input"
    )

    fileprivate static let diffFormat = Option.format(DiffFormat.self)
}
