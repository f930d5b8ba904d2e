import DeepLinks

extension Command {
    /// Looks for faults in the rules.
    static let check = Command(
        name: "check",
        summary: "look for faults in the rules",
        options: [.config, .severity, .json],
        discussion: """
            FINDINGS
              errors    rules that cannot be read, contradict each other or never win; examples that fail;
                        templates that lead to none of the configuration's 'paths'
              warnings  captures that take more than was meant; parameters that could be an address to
                        open; secrets in custom schemes
              advice    rules without examples; captures that nothing uses

            When there is an error, the exit code is 1.
            """,
        examples: ["check", "check --config links.json --severity warning"],
        run: { invocation, context throws(ToolError) in
            let file = try context.configurationFile(invocation)
            let report = CheckReport(
                LinkConfiguration.findings(in: file.data).map {
                    CheckReport.Entry($0, file: file.name)
                }
            )
            return try report.result(invocation, context)
        }
    )
}

extension Option {
    /// How bad a finding has to be to be shown.
    static let severity = Option(
        name: "severity",
        placeholder: "SEVERITY",
        choices: CheckReport.Severity.allCases.map(\.rawValue),
        summary: "the least that is shown; all if left out"
    )
}
