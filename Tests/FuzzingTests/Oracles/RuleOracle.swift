import DeepLinks

/// Rules: those that a rewriter accepts do no harm, and a link's external URL leads back to the link.
///
/// The lines of the input are, in turn, external and internal sides of rules; the last one is a link.
enum RuleOracle {
    static func check(_ input: [UInt8]) throws {
        guard let rules = try RuleLines(lines(of: input)) else { return }
        let rewriter = rules.rewriter
        try demand(
            rewriter.sources == rules.configuration.sources,
            "the rewriter has other sources"
        )
        let url = "https://mydomain.io" + rules.rest
        let link = try? rewriter.rewrite(url)
        let explanation = rewriter.explain(url)
        try demand(explanation.link == link, "explain finds \(explanation)")
        guard let link else { return }
        try InternalLinkOracle.checkReading(link)
        guard let external = try? rewriter.externalURL(for: link, host: "mydomain.io") else {
            return
        }
        let back = try rewriter.rewrite(external)
        try demand(
            back == link,
            "'\(link.string)' is shared as '\(external)', which leads to '\(back.string)'"
        )
    }
}
