import DeepLinks
import PathMatching
import SiteAssociation

extension Command {
    static let match = Command(
        name: "match",
        summary: "show what an association file says about a URL, and which rule decides",
        required: [.aasa],
        options: [.linkHost, .hostConfig, .appID, .expect, .all, .json],
        operands: [
            Operand("URL", .oneOrMore, "web links; '-' reads them from standard input")
        ],
        discussion: """
            A file is only about links to the host that serves it. '--host' names it. Otherwise it is about the
            hosts of the rules: those of '--config', or of \(ConfigurationFile.usualNames), here or
            above. If these hosts have different files, '--host' is needed.

            The answer is the one that Apple's matcher gives: the first rule that matches decides. For each
            app it shows the rules that were tried, and why each does not match. If there are many,
            it shows the nearest rules; '--all' shows every one.

            '-' answers each line as soon as it arrives.

            If a URL does not open an app, the exit code is 1. With '--expect', it is 1 if a URL has
            another answer.
            """,
        examples: [
            "match https://mydomain.io/domainA/5 --aasa apple-app-site-association --host mydomain.io",
            "match https://mydomain.io/admin --aasa file --host mydomain.io --expect blocked",
            "match - --aasa apple-app-site-association --host mydomain.io --json < urls.txt",
        ],
        run: { invocation, context throws(ToolError) in
            let file = try context.associationFile(invocation)
            let association = try file.association()
            if let unknown = invocation.unknownApps(in: association, file).first {
                throw .usage("\(unknown.sentence).")
            }
            let appIDs = invocation.values(of: .appID)
            let hosts = try context.hosts(of: file, invocation)
            let expected = invocation.value(of: .expect).flatMap(MatchReport.Verdict.init)
            let showsAll = invocation.has(.all)
            var result = ToolResult()
            try context.writeReports(invocation) { url, isJSON throws(ToolError) in
                try (appIDs.isEmpty ? [[]] : appIDs.map { [$0] }).map {
                    appIDs throws(ToolError) in
                    let report = MatchReport(url, association, hosts: hosts, appIDs: appIDs)
                    if report.verdict != expected ?? .matched { result.exitCode = .findings }
                    if let expected, report.verdict != expected {
                        result.errors += Tool.complaint(
                            "match",
                            "\(quoted(url)) is \(report.verdict.rawValue), and '\(Option.expect.word)' says \(expected.rawValue)."
                        )
                    }
                    return isJSON
                        ? try jsonElement(report.document(showsAll: showsAll))
                        : report.text(style: context.style, showsAll: showsAll)
                }
            }
            return result
        }
    )
}

extension ToolContext {
    /// The hosts whose links the association file is about.
    fileprivate func hosts(
        of file: InputFile,
        _ invocation: Invocation
    ) throws(ToolError) -> LinkHosts {
        let host = invocation.value(of: .linkHost)
        if let host {
            let name = host.hasPrefix("*.") ? host.utf8.dropFirst(2) : host.utf8[...]
            guard !name.isEmpty, name.allSatisfy(ByteSet.unreserved.contains) else {
                throw .usage(
                    "\(quoted(host)) of '--host' is not a host; write it without scheme, port and path and in ASCII letters, such as 'mydomain.io'."
                )
            }
        }
        let namesRules = invocation.has(.hostConfig)
        if let host, !namesRules { return LinkHosts(own: [host]) }
        let hasRules = namesRules ? true : try nearestConfiguration() != nil
        guard hasRules else {
            throw .usage(
                "'--host' is missing, and a file is only about links to the host that serves it; write '\(Option.linkHost.usage)', or '\(Option.hostConfig.usage)' for the hosts of the rules."
            )
        }
        let rules = try configuration(invocation)
        _ = try rules.rewriterDespiteExamples()
        guard let host, host.hasPrefix("*.") else {
            return try invocation.linkHosts(of: file.name, rules)
        }
        let hosts = AppDeclarations(configuration: rules.configuration).hosts
        guard hosts.contains(where: host.isSameHost) else { throw .unknownHost(host, hosts) }
        return LinkHosts(own: [host.asciiLowercased], declared: hosts)
    }
}

extension Option {
    fileprivate static let linkHost = Option(
        "host HOST",
        "the host that serves the file; '*.mydomain.io' for links to all hosts below it"
    )

    fileprivate static let hostConfig = Option(
        "config FILE",
        "the rules whose hosts serve the file (the default is below)"
    )

    fileprivate static let expect = Option(
        "expect ANSWER",
        "the answer that is right (default: matched)",
        choices: MatchReport.Verdict.allCases.map(\.rawValue)
    )

    fileprivate static let all = Option("all", "show every rule that was tried")
}
