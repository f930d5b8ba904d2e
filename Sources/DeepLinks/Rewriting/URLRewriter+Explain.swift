import PathMatching

extension URLRewriter {
    /// How many near rules an explanation has.
    private static let nearRuleLimit = 3

    /// Tells what becomes of an external link, and why.
    ///
    /// The link is rewritten by the same code as in ``rewrite(_:)-(String)``, which here takes note of each decision. So both
    /// always agree, but this one is slower: it is for tools, tests and the developer's console.
    ///
    /// - Parameter string: The link. ASCII white space around it does not count.
    /// - Returns: Each step, the internal link or the error, and what comes nearest if nothing fits.
    public func explain(_ string: String) -> Explanation {
        let recorder = ExplanationRecorder(index)
        let result = Result { () throws(RewriteError) in
            try details(of: string, trims: true, recorder: recorder).link
        }
        let error: RewriteError? = if case .failure(let error) = result { error } else { nil }
        return Explanation(
            input: string,
            steps: recorder.steps,
            result: result,
            nearestRules: error?.reason == .noRule ? nearestRules(recorder) : [],
            nearestSource: error.flatMap(nearestSource)
        )
    }

    /// The rules of a source that a path nearly fits, each with the first difference.
    private func nearestRules(_ recorder: ExplanationRecorder) -> [Explanation.RuleReference] {
        guard let number = recorder.source else { return [] }
        let source = index.sources[number]
        return source.nearestRules(to: recorder.path, limit: Self.nearRuleLimit).compactMap {
            rule in
            var reference = index.reference(source: number, rule.place)
            reference.difference = source.difference(
                of: recorder.path,
                from: rule,
                under: reference.prefix
            )
            return reference.difference == nil ? recorder.passedOver(reference) : reference
        }
    }

    /// The host or scheme that is spelled most like an unknown one.
    private func nearestSource(to error: RewriteError) -> String? {
        let name = error.reason.detail
        if error.reason == .unknownHost(name) {
            let hosts = configuration.domains.flatMap(\.hosts)
            // The host above those of a wildcard is not one of them.
            return hosts.first { $0.asciiLowercased == "*.\(name)" } ?? nearest(to: name, in: hosts)
        }
        guard error.reason == .unknownScheme(name) else { return nil }
        let https = configuration.domains.isEmpty ? [] : ["https"]
        return nearest(to: name, in: configuration.schemes.flatMap(\.names) + https)
    }
}
