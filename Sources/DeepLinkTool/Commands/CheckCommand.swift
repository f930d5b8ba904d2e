import DeepLinks
import LinkChecking
import SiteAssociation

extension Command {
    static let check = Command(
        name: "check",
        summary: "look for faults in the rules and in an association file",
        options: [.config, .system, .aasa, .servingHost, .appID] + Option.findingOptions,
        operands: [
            Operand(Option.file, .any, "the rules; '-' is standard input")
        ],
        discussion: """
            FINDINGS
              errors    rules that cannot be read, contradict each other or never win; examples that fail;
                        templates that lead to a path that is not in 'paths'
              warnings  captures that match more than they should; parameters that could be an address to
                        open; secrets in custom schemes
              notes     rules without examples; captures that nothing uses

            With '--aasa' it also checks the association file and compares it with the rules: links that the
            rules handle and the file does not claim, and links that the file claims and the rules refuse.
            Each host has its own file. If the hosts have different rules, name the host with '--host'.

            If there is an error, the exit code is 1; '--fail-on' changes that.
            """,
        examples: [
            "check", "check links.json other.json --allow no-example --fail-on warning",
            "check --aasa apple-app-site-association --host mydomain.io",
            "check --format github",
        ],
        run: { invocation, context throws(ToolError) in
            try invocation.demand(.aasa, for: [.servingHost, .appID])
            let files = try context.configurationFiles(invocation)
            var findings = files.flatMap { file in
                LinkConfiguration.findings(in: file.data).map {
                    CheckReport.Entry($0, file: file.name)
                }
            }
            if invocation.has(.aasa) {
                guard files.count == 1 else {
                    throw .usage("'--aasa' is compared with one file of rules; name only one.")
                }
                let association = try context.associationFile(invocation)
                findings += try association.findings(against: files[0], invocation)
            }
            return try CheckReport(findings, invocation).result(invocation, context)
        }
    )
}
