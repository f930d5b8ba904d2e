import DeepLinks
import LinkChecking

extension Command {
    /// Shows what URLs become, step by step.
    static let explain = Command(
        name: "explain",
        summary: "show what a URL becomes, step by step",
        options: [.config, .system, .json],
        operands: [
            Operand(
                name: "URL",
                count: .oneOrMore,
                summary: "links as they arrive; '-' reads them from standard input"
            )
        ],
        discussion: """
            If no rule fits, it shows the nearest rules, and where the URL first differs from each. If the
            configuration lists the app's paths, the last line shows whether the internal path is one of them.
            Rules whose examples fail are used, too, and reported on standard error.

            If a URL is refused, or leads to a path that is not registered, the exit code is 1.
            """,
        examples: [
            "explain https://mydomain.io/domainA/items/red-shoe-872346",
            "explain edugo://dashboard --system edugo",
            "explain --config links.json --json - < urls.txt",
        ],
        run: { invocation, context throws(ToolError) in
            let file = try context.configuration(invocation)
            let (rewriter, failures) = try file.rewriterDespiteExamples()
            let paths = file.configuration.paths.map(RegisteredPaths.init)
            let reports = try context.lines(invocation.operands).map { url in
                ExplainReport(rewriter.explain(url), paths: paths, file.configuration)
            }
            return ToolResult(
                output: invocation.has(.json)
                    ? try json(reports.map(\.json))
                    : reports.map { $0.text(style: context.style) }.joined(separator: "\n"),
                errors: failures.map { Tool.complaint("explain", "warning: \($0)") }.joined(),
                exitCode: reports.allSatisfy(\.isFine) ? .success : .findings
            )
        }
    )
}
