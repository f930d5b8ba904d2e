import DeepLinks
import LinkChecking
import SiteAssociation

extension Command {
    static let aasa = Command(
        name: "aasa",
        summary: "write the association files and what the app has to declare, or check a file",
        options: [
            .appID, .config, .system, .servingHost, .appClips, .clipID, .webCredentials, .part,
            .android, .fingerprint, .published,
        ] + Option.findingOptions,
        operands: [
            Operand(Option.file, .optional, "the rules; '-' is standard input")
        ],
        discussion: """
            A host serves its file at 'https://HOST/.well-known/apple-app-site-association', as
            'application/json' and without a redirect. '--part file' writes only the file.
            Without '--host' it writes a file for each host.

            '--android' writes 'https://HOST/.well-known/assetlinks.json' instead. Android 15 and later read its
            rules. A note on standard error says which links may stay in the browser there.
            '--part manifest' writes the intent filter that the app's manifest needs.

            '--check' compares a published file with the rules. If there are no rules, it checks the file
            alone. Give it several copies of one host's file, such as the server's and the one of Apple's CDN,
            and it shows which differ. '--format', '--severity', '--allow' and '--fail-on' are only for
            '--check'.

            If the rules or a published file have an error, or an app ID is a placeholder, the exit code is 1.
            """,
        examples: [
            "aasa --app-id \(Option.sampleAppID)",
            "aasa --app-id \(Option.sampleAppID) --part file > apple-app-site-association",
            "aasa --app-id \(Option.sampleAppID) --appclips --webcredentials",
            "aasa --android io.mydomain.app --fingerprint 14:6D:… > assetlinks.json",
            "aasa --check server.json,cdn.json --host mydomain.io",
        ],
        run: { invocation, context throws(ToolError) in
            if invocation.has(.published) { return try context.checkPublished(invocation) }
            try invocation.demand(.published, for: Option.findingOptions.filter { $0 != .json })
            let file = try context.configuration(invocation)
            _ = try file.rewriter()
            if invocation.has(.android) {
                let report = try AndroidReport(file, invocation)
                return ToolResult(
                    output: report.text,
                    errors: report.notes.map { Tool.complaint("aasa", "note: \($0)") }.joined()
                )
            }
            try invocation.demand(.android, for: [.fingerprint])
            try invocation.demand(.appClips, for: [.clipID])
            let report = try AssociationReport(file, invocation)
            let notes = file.configuration.domains.compactMap(\.anyHostAs).map { name in
                "note: The domain for any host, \(quoted(name)), has no file and no declaration: systems give an app only links to hosts that it names."
            }
            return ToolResult(
                output: invocation.has(.json)
                    ? try json(report.json) : try report.text(style: context.style),
                errors: (notes + report.findings.map { "\($0.severity.rawValue): \($0.message)" })
                    .map { Tool.complaint("aasa", $0) }.joined(),
                exitCode: report.findings.contains { $0.severity == .error } ? .findings : .success
            )
        }
    )
}

extension Option {
    static let appClips = Option("appclips", "declare App Clips, too")

    static let clipID = Option(
        "clip-id ID",
        "the App Clip's ID (default: the app's with '.Clip'); commas between several",
        isList: true
    )

    static let webCredentials = Option(
        "webcredentials",
        "declare passwords that site and app share, too"
    )

    static let part = Option(
        "part PART",
        "write only one part",
        choices: AssociationReport.Part.allCases.map(\.rawValue)
    )
}

extension Option {
    fileprivate static let published = Option(
        "check FILE",
        "a published file to check, with the rules if any; commas between several",
        isList: true
    )

    fileprivate static let makingOptions = [
        appClips, clipID, webCredentials, part, android, fingerprint,
    ]
}

extension ToolContext {
    /// Compares published copies of an association file with the rules, and with each other.
    fileprivate func checkPublished(_ invocation: Invocation) throws(ToolError) -> ToolResult {
        try invocation.refuse(Option.makingOptions, with: .published)
        // Without rules, a file is checked alone.
        let namesRules =
            invocation.has(.config) || invocation.has(.system) || !invocation.files.isEmpty
        let hasRules = namesRules ? true : try nearestConfiguration() != nil
        let rules = hasRules ? try configuration(invocation) : nil
        let failures = try rules?.rewriterDespiteExamples().failures ?? []
        let copies = try invocation.values(of: .published).map { name throws(ToolError) in
            try file(name, of: Option.published.word)
        }
        var findings: [CheckReport.Entry] = []
        for copy in copies {
            findings += try copy.findings(against: rules?.file, invocation)
        }
        let associations = copies.map { try? JSONText($0.data).value }
        for (copy, association) in zip(copies, associations).dropFirst()
        where association != associations[0] {
            findings.append(
                CheckReport.Entry(
                    file: copy.name,
                    code: "different-copies",
                    message:
                        "The file differs from \(quoted(copies[0].name)); publish it again, or wait until a cache such as Apple's CDN has the new one."
                )
            )
        }
        var result = try CheckReport(findings, invocation).result(invocation, self)
        if !failures.isEmpty {
            result.errors += failures.map { Tool.complaint("aasa", "error: \($0)") }.joined()
            result.exitCode = .findings
        }
        if !hasRules {
            result.errors +=
                Tool.complaint(
                    "aasa",
                    "note: There is no \(ConfigurationFile.usualNames) in the current folder or above, so the file is not compared with rules; name them with '\(Option.config.usage)'."
                )
        }
        return result
    }
}
