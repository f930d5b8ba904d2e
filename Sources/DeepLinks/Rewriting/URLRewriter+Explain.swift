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

    /// The first difference between a link and what a rule requires; nil if it fits, or its source is unknown.
    func difference(of link: String, fromRule place: (source: Int, rule: Int)) -> String? {
        var explainer = Explainer(index)
        _ = try? explainer.details(of: link)
        guard let source = explainer.source,
            !explainer.steps.contains(where: { $0.label == "unwrapped" })
        else { return nil }
        if source != place.source { return "it is a link of \(sources[source].name)" }
        if let tried = explainer.nearestPassedOver.first(where: { $0.ruleIndex == place.rule }) {
            return tried.difference
        }
        let forms = index.sources[source].rules.filter { $0.place.rule == place.rule }
        return index.sources[source].difference(of: explainer.path, from: forms)
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

    /// The paths of the rules of sources that refused a link, by the source's number.
    private var likenesses: [Int: PathLikeness] = [:]

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

    /// The nearest rules of a source, each once, with the first difference.
    ///
    /// First come those whose paths fit, but not their items; then those that the path may be a misspelling of, see ``PathLikeness``. If
    /// there are none of these, those with the same first segment follow.
    private mutating func nearestRules(_ explainer: Explainer) -> [Explanation.RuleReference] {
        guard let number = explainer.source else { return [] }
        let source = rewriter.index.sources[number]
        let likeness = likenesses[number] ?? PathLikeness(to: source.rules.map(\.path))
        likenesses[number] = likeness
        let limit = Self.nearRuleLimit * source.options.prefixes.count
        var forms = likeness.nearest(to: explainer.path, limit: limit)
        if forms.isEmpty {
            let start = "/\(explainer.path.split(separator: "/").first ?? "")"
            let alike = source.rules.indices.lazy.filter {
                let text = source.rules[$0].path.description
                return text == start || text.hasPrefix("\(start)/")
            }
            forms = Array(alike.prefix(limit))
        }
        let near = forms.compactMap { form in
            var reference = rewriter.index.reference(source: number, source.rules[form].place)
            reference.difference = source.difference(of: explainer.path, from: [source.rules[form]])
            return reference.difference == nil ? nil : reference
        }
        var seen: Set<Int> = []
        return Array(
            (explainer.nearestPassedOver + near).filter { seen.insert($0.ruleIndex).inserted }
                .prefix(Self.nearRuleLimit)
        )
    }
}

extension CompiledSource {
    /// The first difference between a path and a rule, quoting the rule's segments as they are written, under the prefix under which most
    /// segments fit; nil if the path fits.
    func difference(of path: String, from forms: [CompiledRule]) -> String? {
        let segments = path.split(separator: "/").map(String.init)
        func fittingCount(_ rule: CompiledRule) -> Int {
            let count = rule.path.segments.prefix { $0.kind != .catchAll }.count
            return (0..<min(count, segments.count)).count {
                rule.path.segment($0, fits: segments[$0], ignoresCase: options.ignoresCase)
            }
        }
        // Of equally near forms, the first is taken.
        guard let rule = forms.max(by: { fittingCount($0) < fittingCount($1) }),
            !rule.path.matches(path, ignoresCase: options.ignoresCase)
        else { return nil }
        let isCase = rule.path.matches(path, ignoresCase: true)
        let hint = isCase ? "; 'ignoresCase' would accept the path" : ""
        var wanted = (options.prefixes[rule.place.prefix] + rule.external.path).utf8
            .split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        if let written = rule.external.textAndRest { wanted[wanted.count - 2] = written }
        for (index, part) in rule.path.segments.enumerated() {
            let expected = wanted[index]
            if part.kind == .catchAll {
                let rest = wanted[(index + 1)...].joined(separator: "/")
                if index >= segments.count, !part.isOptional {
                    return "the path ends before '\(expected)'"
                }
                return rest.isEmpty ? nil : "no '\(rest)' follows what '\(expected)' takes\(hint)"
            }
            guard index < segments.count else { return "the path ends before '\(expected)'" }
            let found = segments[index]
            if rule.path.segment(index, fits: found, ignoresCase: options.ignoresCase) { continue }
            return "segment \(index + 1) is '\(found)', not '\(expected)'\(hint)"
        }
        guard segments.count > wanted.count else { return nil }
        return "the path continues with '\(segments[wanted.count])'"
    }
}
