import PathMatching

extension URLRewriter {
    /// Explains how an external link is rewritten, or why it is refused.
    ///
    /// The link is rewritten by the same steps as in ``rewrite(_:)-(String)``, and what each gives is written down. So both
    /// always agree, but this method is slower: it is for tools, tests and the developer's console.
    ///
    /// - Parameter string: The link. ASCII white space around it is ignored.
    /// - Returns: Each step, the internal link or the error, and the nearest rules or source if nothing fits.
    public func explain(_ string: String) -> Explanation {
        var explanations = Explanations(of: self)
        return explanations.explain(string)
    }

    /// A reference to a rule of the link's source, with the first difference of the link; nil if there is none.
    fileprivate func difference(
        _ explainer: Explainer,
        from rule: CompiledRule
    ) -> Explanation.RuleReference? {
        guard let number = explainer.source else { return nil }
        let source = index.sources[number]
        let rule = source.nearestForm(of: rule, to: explainer.path)
        var reference = index.reference(source: number, rule.place)
        reference.difference = source.difference(
            of: explainer.path,
            from: rule,
            under: reference.prefix
        )
        return reference.difference == nil ? explainer.passedOver(reference) : reference
    }

    /// The first difference between a link and what a rule requires; nil if it fits, or its source is unknown.
    func difference(of link: String, fromRule place: (source: Int, rule: Int)) -> String? {
        var explainer = Explainer(index)
        _ = try? explainer.details(of: link)
        guard let source = explainer.source,
            !explainer.steps.contains(where: { $0.label == "unwrapped" })
        else { return nil }
        if source != place.source { return "it is a link of \(sources[source].name)" }
        let rules = index.sources[place.source].rules.filter { $0.place.rule == place.rule }
        let nearest = NearRules(rules).nearest(to: explainer.path, limit: 1).first ?? rules.first
        return nearest.flatMap { difference(explainer, from: $0)?.difference }
    }

    /// The configured host or scheme with the spelling most similar to an unknown one.
    fileprivate func nearestSource(to error: RewriteError) -> String? {
        let name = error.reason.detail
        if error.reason == .unknownHost(name) {
            let hosts = configuration.domains.flatMap(\.hosts)
            // A wildcard does not match the host that it ends with, so that is suggested first.
            return hosts.first { $0.asciiLowercased == "*.\(name)" } ?? nearest(to: name, in: hosts)
        }
        guard error.reason == .unknownScheme(name) else { return nil }
        let https = configuration.domains.isEmpty ? [] : ["https"]
        return nearest(to: name, in: configuration.schemes.flatMap(\.names) + https)
    }
}

/// Explains links one after the other; what refused links are compared with is prepared once.
package struct Explanations {
    private let rewriter: URLRewriter

    /// The rules of sources that refused a link, by the source's number.
    private var nearRules: [Int: NearRules] = [:]

    /// The largest number of near rules in an explanation.
    private static let nearRuleLimit = 3

    /// Prepares to explain what a rewriter does.
    package init(of rewriter: URLRewriter) {
        self.rewriter = rewriter
    }

    /// Explains a link, see ``URLRewriter/explain(_:)``.
    package mutating func explain(_ string: String) -> Explanation {
        var explainer = Explainer(rewriter.index)
        let result = Result { () throws(RewriteError) in try explainer.details(of: string).link }
        let error: RewriteError? = if case .failure(let error) = result { error } else { nil }
        return Explanation(
            input: string,
            steps: explainer.steps,
            result: result,
            nearestRules: error?.reason == .noRule ? nearestRules(explainer) : [],
            nearestSource: error.flatMap(rewriter.nearestSource)
        )
    }

    /// The rules of a source that a path nearly fits, each with the first difference.
    private mutating func nearestRules(_ explainer: Explainer) -> [Explanation.RuleReference] {
        guard let number = explainer.source else { return [] }
        let rules = nearRules[number] ?? NearRules(rewriter.index.sources[number].rules)
        nearRules[number] = rules
        let nearest = rules.nearest(to: explainer.path, limit: Self.nearRuleLimit)
            .compactMap { rewriter.difference(explainer, from: $0) }
        guard let first = nearest.first, explainer.passedOver(first) != nil else { return nearest }
        var seen: Set<Int> = []
        return Array(
            (explainer.nearestPassedOver + nearest).filter { seen.insert($0.ruleIndex).inserted }
                .prefix(Self.nearRuleLimit)
        )
    }
}
