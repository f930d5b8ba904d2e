import DeepLinks
import LinkChecking
import SiteAssociation

extension Command {
    /// Looks for faults in the rules, and for differences between them and an association file.
    static let check = Command(
        name: "check",
        summary: "look for faults in the rules and in an association file",
        options: [.config, .aasa, .servingHost, .appID, .severity, .json],
        discussion: """
            FINDINGS
              errors    rules that cannot be read, contradict each other or never win; examples that fail;
                        templates that lead to none of the configuration's 'paths'
              warnings  captures that take more than was meant; parameters that could be an address to
                        open; secrets in custom schemes
              advice    rules without examples; captures that nothing uses

            With '--aasa' it also checks the association file and compares it with the rules: links that the
            rules handle and the file does not claim, and links that the file claims and the rules refuse.
            Each host has a file of its own, so '--host' is needed if the hosts have different rules.

            If there is an error, the exit code is 1.
            """,
        examples: [
            "check", "check --config links.json --severity warning",
            "check --aasa apple-app-site-association --host mydomain.io",
        ],
        run: { invocation, context throws(ToolError) in
            let file = try context.configurationFile(invocation)
            var findings = LinkConfiguration.findings(in: file.data).map {
                CheckReport.Entry($0, file: file.name)
            }
            if invocation.has(.aasa) {
                let association = try context.associationFile(invocation)
                findings += try association.findings(against: file, invocation)
            } else if let option = [Option.servingHost, .appID].first(where: invocation.has) {
                throw .usage(
                    "'\(option.word)' needs an association file; name it with '\(Option.aasa.usage)'."
                )
            }
            return try CheckReport(findings).result(invocation, context)
        }
    )
}

extension Option {
    /// How bad a finding has to be to be shown.
    static let severity = Option(
        name: "severity",
        placeholder: "SEVERITY",
        choices: CheckReport.Severity.allCases.map(\.rawValue),
        summary: "lowest severity to show (default: all)"
    )
}
