import PathMatching

extension URLRewriter {
    /// The flaws of examples that do not become the expected links, in order.
    func exampleFlaws() -> [RewriteRuleError] {
        var flaws: [RewriteRuleError] = []
        for (number, source) in sources.enumerated() {
            for (ruleNumber, rule) in source.rules.enumerated() {
                let examples = rule.notes.examples.inOrder { $0.key < $1.key }
                for (example, expected) in examples {
                    guard let text = flaw(ofExample: example, expected, at: (number, ruleNumber))
                    else { continue }
                    let flaw = RuleFlaw(
                        "failing-example",
                        text.after("the example '\(example)' "),
                        at: .root.key("examples").key(example)
                    )
                    flaws.append(source.error(flaw, source: number, rule: ruleNumber))
                }
            }
        }
        return flaws
    }

    /// The flaw of an example of a rule, as the end of a sentence that begins with it, and the way out; nil if there is none.
    private func flaw(
        ofExample example: String,
        _ expected: String?,
        at place: (source: Int, rule: Int)
    ) -> ErrorText? {
        guard let link = sources[place.source].wholeLink(example) else {
            return ErrorText(
                "is only a path, but the domain has no host without a wildcard",
                "write the whole link"
            )
        }
        let expectedLink = expected.flatMap { try? DeepLink($0) }
        if let expected, expectedLink == nil {
            return ErrorText(
                "leads to '\(expected)', which is not an internal link",
                "write a path such as '/items/detail?id=1', or null if the link must be refused"
            )
        }
        let obstacle: String
        do throws(RewriteError) {
            let actual = try details(of: link)
            if actual.link == expectedLink { return nil }
            let isOwn = actual.sourceIndex == place.source && actual.ruleIndex == place.rule
            let winner = actual.pattern.map { " by the rule '\($0)'" } ?? " without a rule"
            let result = "'\(actual.link.string)'\(isOwn ? "" : winner)"
            if let expected {
                let isOther = !isOwn && actual.unwrappedURL == nil
                let difference = difference(of: link, fromRule: place) ?? "that rule is tried first"
                obstacle =
                    "becomes \(result), not '\(expected)'\(isOther ? " (\(difference))" : "")"
            } else {
                obstacle = "must be refused, but becomes \(result)"
            }
        } catch {
            // No rule refuses a text without a scheme, so it tests nothing.
            if error.reason == .missingScheme, error.wrappers == 0 {
                let path = withBytes(of: example) { String($0[$0.trimmed]) }
                return ErrorText(
                    "is neither a path nor a whole link",
                    "write '/\(path.trimmingPrefix("/"))' if it is a path, or the whole link with its scheme"
                )
            }
            let difference =
                error.reason == .noRule ? difference(of: link, fromRule: place) : nil
            if expected != nil {
                guard let difference else { return error.text.after("is refused: ") }
                obstacle = "is refused (\(difference))"
            } else {
                guard case .refuse(let rule) = sources[place.source].rules[place.rule],
                    error.reason != .refusedByRule(rule.pattern)
                        || error.source != index.sources[place.source].name
                else { return nil }
                obstacle =
                    "is refused, but not by this rule"
                    + (difference.map { " (\($0))" } ?? ": \(error.text.obstacle)")
            }
        }
        return ErrorText(obstacle, "correct the rule or the example")
    }
}

extension RewriteSource {
    /// The whole link of an example: the example itself or, if it is only a path, a link to the first plain host or scheme; nil if the
    /// source has none.
    package func wholeLink(_ example: String) -> String? {
        guard let first = example.utf8.first, [0x2F, 0x3F, 0x23].contains(first) else {
            return example
        }
        switch self {
        case .domain(let domain):
            return domain.hosts.first { !$0.isHostPattern }.map { "https://\($0)\(example)" }
        case .scheme(let scheme): return scheme.names.first.map { "\($0):\(example)" }
        }
    }
}
