extension URLRewriter {
    /// Tells what becomes of an external link, and why.
    ///
    /// The link is rewritten by the same code as in ``rewrite(_:)-(String)``, which here takes note of each decision. So both
    /// always agree, but this one is slower: it is for tools, tests and the developer's console.
    ///
    /// - Parameter string: The link. ASCII white space around it does not count.
    /// - Returns: Each step, the internal link or the error, and what comes nearest if nothing fits.
    public func explain(_ string: String) -> Explanation {
        var explainer = LinkExplainer(self)
        return explainer.explain(string)
    }
}

/// Explains links, and reads the rules that refused ones are compared with only once.
package struct LinkExplainer {
    private let rewriter: URLRewriter

    /// The rules of the sources where they were needed.
    private var nearRules: [Int: NearRules] = [:]

    /// Prepares to explain the links of a rewriter.
    package init(_ rewriter: URLRewriter) {
        self.rewriter = rewriter
    }

    /// Tells what becomes of an external link, as ``URLRewriter/explain(_:)`` does.
    ///
    /// - Parameter string: The link. ASCII white space around it does not count.
    /// - Returns: Each step, the internal link or the error, and what comes nearest if nothing fits.
    package mutating func explain(_ string: String) -> Explanation {
        let index = rewriter.index
        let recorder = ExplanationRecorder(index, of: string)
        let result: Result<DeepLink, RewriteError>
        do throws(RewriteError) {
            result = .success(
                try rewriter.rewrite(string, trims: true, recorder: recorder).result.link
            )
        } catch {
            result = .failure(error)
        }
        var steps = recorder.steps
        var nearestRules: [Explanation.NearRule] = []
        var nearestSource: String?
        switch result {
        case .success:
            if let template = recorder.template { steps.append(.template(template)) }
        case .failure(let error):
            nearestSource = index.nearestSource(to: error)
            if error.reason == .noRule, let source = recorder.source {
                nearestRules = index.nearestRules(
                    to: String(decoding: recorder.path, as: UTF8.self),
                    among: rules(of: source),
                    source: source,
                    passedOver: recorder.passedOver
                )
            }
        }
        return Explanation(
            input: string,
            steps: steps,
            result: result,
            nearestRules: nearestRules,
            nearestSource: nearestSource
        )
    }

    private mutating func rules(of source: Int) -> NearRules {
        if let rules = nearRules[source] { return rules }
        let rules = NearRules(rewriter.index.descriptions[source])
        nearRules[source] = rules
        return rules
    }
}
