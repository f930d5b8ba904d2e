import DeepLinks

/// Rules: those that a rewriter accepts do no harm, and a link's external URL leads back to the link.
///
/// The lines of the input are, in turn, external and internal sides of rules; the last one is a link.
enum RuleOracle {
    static func check(_ input: [UInt8]) throws {
        var lines = lines(of: input)
        let link = lines.removeLast()
        var rules: [RewriteRule] = []
        for index in stride(from: 0, to: min(lines.count - 1, 24), by: 2) {
            rules.append(.rewrite(Rewrite(lines[index], to: lines[index + 1])))
        }
        let options = SourceOptions(
            ignoresCase: rules.count % 2 == 1,
            prefixes: rules.count % 3 == 2 ? ["", "/{lang:en|fr}"] : [""]
        )
        let source = RewriteSource.domain(
            Domain(hosts: ["mydomain.io"], options: options, rules: rules)
        )
        // An invalid set of rules gives a reason.
        let rewriter: URLRewriter
        do throws(RewriteRuleError) { rewriter = try URLRewriter(sources: [source]) } catch {
            try demand(!error.description.isEmpty, "an error without a sentence")
            return
        }
        try demand(rewriter.sources == [source], "the rewriter has other sources")
        let url = "https://mydomain.io" + link
        let explanation = rewriter.explain(url)
        guard let internalLink = try? rewriter.rewrite(url) else {
            try demand(explanation.link == nil, "explain finds \(explanation)")
            return
        }
        try demand(explanation.link == internalLink, "explain finds \(explanation)")
        try InternalLinkOracle.checkReading(internalLink)
        guard let external = try? rewriter.externalURL(for: internalLink, host: "mydomain.io")
        else { return }
        let back = try rewriter.rewrite(external)
        try demand(
            back == internalLink,
            "'\(internalLink.string)' is shared as '\(external)', which leads to '\(back.string)'"
        )
    }
}
