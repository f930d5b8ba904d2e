import DeepLinks
import LinkChecking
import SiteAssociation

extension Command {
    static let explain = Command(
        name: "explain",
        summary: "show what a URL becomes, step by step",
        options: [.config, .system, .aasa, .servingHost, .appID, .summary, .json],
        operands: [
            Operand("URL", .oneOrMore, "links as they arrive; '-' reads them from standard input")
        ],
        discussion: """
            If no rule fits, it shows the nearest rules, and where the URL first differs from each. If the
            configuration lists the app's paths, the last line shows whether the internal path is one of them.
            Rules whose examples fail are used, too, and reported on standard error.

            With '--aasa' it also asks the association file, as 'match' does, and gives one verdict: whether the
            system opens the app, and what the app then does. If the hosts of the rules have different files,
            '--host' names the one that serves this file.

            '-' answers each line as soon as it arrives. With '--summary', standard input can also be a sitemap
            in XML or an access log in the common or combined format: it counts the links that open, by rule,
            and the commonest shapes of those that are refused. '--host' is then the host of a log whose lines
            name none.

            If a URL is refused, or leads to a path that is not registered, or the system does not open the app
            for it, the exit code is 1.
            """,
        examples: [
            "explain https://mydomain.io/domainA/items/red-shoe-872346",
            "explain edugo://dashboard --system edugo",
            "explain https://mydomain.io/watch/cats --aasa apple-app-site-association",
            "explain - --json < urls.txt", "explain - --summary < access.log",
        ],
        run: { invocation, context throws(ToolError) in
            let file = try context.configuration(invocation)
            let (rewriter, failures) = try file.rewriterDespiteExamples()
            let errors = failures.map { Tool.complaint("explain", "warning: \($0)") }.joined()
            if invocation.has(.summary) {
                var result = try context.summary(file, rewriter, invocation)
                result.errors = errors
                return result
            }
            let system = try context.system(file, invocation)
            let paths = file.configuration.paths.map(RegisteredPaths.init)
            var explanations = Explanations(of: rewriter)
            var isFine = true
            try context.writeReports(invocation) { url, isJSON throws(ToolError) in
                let report = ExplainReport(
                    explanations.explain(url),
                    system: system?(url),
                    paths: paths,
                    file.configuration
                )
                isFine = isFine && report.isFine
                return [isJSON ? try jsonElement(report.json) : report.text(style: context.style)]
            }
            return ToolResult(errors: errors, exitCode: isFine ? .success : .findings)
        }
    )
}

extension Option {
    fileprivate static let summary = Option(
        "summary",
        "count what becomes of all links, of a list, a sitemap or an access log"
    )
}

extension ToolContext {
    /// Asks the association file of the command line about web links; nil if it names none.
    fileprivate func system(
        _ rules: ConfigurationFile,
        _ invocation: Invocation
    ) throws(ToolError) -> ((String) -> MatchReport?)? {
        try invocation.demand(.aasa, .summary, for: [.servingHost])
        try invocation.demand(.aasa, for: [.appID])
        guard invocation.has(.aasa) else { return nil }
        let file = try associationFile(invocation)
        let association = try file.association()
        if let unknown = invocation.unknownApps(in: association, file).first {
            throw .usage("\(unknown.sentence).")
        }
        let hosts = try invocation.linkHosts(of: file.name, rules)
        let appIDs = invocation.values(of: .appID)
        return { url in
            let start = String(url.prefix(6)).asciiLowercased
            return start.hasPrefix("https:") || start.hasPrefix("http:")
                ? MatchReport(url, association, hosts: hosts, appIDs: appIDs) : nil
        }
    }

    fileprivate func summary(
        _ file: ConfigurationFile,
        _ rewriter: URLRewriter,
        _ invocation: Invocation
    ) throws(ToolError) -> ToolResult {
        try invocation.refuse([.aasa, .appID], with: .summary)
        let domains = file.configuration.domains
        let host =
            try invocation.value(of: .servingHost).map(rewriter.linkHost)
            ?? (domains.count == 1 ? domains[0].firstHost : nil)
        var summary = LinkSummary(file.configuration, rewriter)
        var leftOut = 0
        for word in invocation.operands {
            guard word == "-" else {
                try refuseFile(word)
                summary.add(word, line: 1)
                continue
            }
            leftOut += try LinkSource.read(standardInput, host: host) { url, line in
                summary.add(url, line: line)
            }
        }
        guard summary.linkCount > 0 else {
            throw .usage(
                "Standard input, which '-' reads, has no link; write one link on each line, or give a sitemap or an access log with requests that found a page."
            )
        }
        return ToolResult(
            output: invocation.has(.json)
                ? try summary.json(leftOut: leftOut) : summary.text(self, leftOut: leftOut),
            exitCode: summary.refusedCount == 0 ? .success : .findings
        )
    }
}
