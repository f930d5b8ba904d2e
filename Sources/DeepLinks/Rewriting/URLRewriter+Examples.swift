import PathMatching

extension URLRewriter {
    /// The flaws of examples that do not become the expected links, in order.
    ///
    /// The sources in `flawed` have flaws of their own; nil stands for the limits.
    func exampleFlaws(besides flawed: Set<Int?>) -> [RewriteRuleError] {
        var flaws: [RewriteRuleError] = []
        for (number, source) in sources.enumerated() {
            for (ruleNumber, rule) in source.rules.enumerated() {
                let examples = rule.notes.examples.inOrder { $0.key < $1.key }
                for (example, expected) in examples {
                    let place = (number, ruleNumber)
                    let text = flaw(ofExample: example, expected, at: place, besides: flawed)
                    guard let text else { continue }
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
        at place: (source: Int, rule: Int),
        besides flawed: Set<Int?>
    ) -> ErrorText? {
        /// Whether no flaw of another rule can be the reason for what a link of this source, or of another one, becomes.
        func isCertain(isOwn: Bool) -> Bool {
            flawed.isEmpty || isOwn && flawed.isDisjoint(with: [nil, place.source])
        }
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
        let rule = sources[place.source].rules[place.rule]
        let obstacle: String
        var wayOut = "correct the rule or the example"
        do throws(RewriteError) {
            let actual = try details(of: link)
            if actual.link == expectedLink { return nil }
            let isOwn = actual.sourceIndex == place.source && actual.ruleIndex == place.rule
            let winner = actual.pattern.map { " by the rule '\($0)'" } ?? " without a rule"
            let result = "'\(actual.link.string)'\(isOwn ? "" : winner)"
            // A rule that is missing may be the one that takes the wrapped link, or that refuses this one.
            let isWrapped = actual.unwrappedURL != nil
            let isOfSource = actual.sourceIndex == place.source && !isWrapped
            guard expected != nil && !isWrapped || isCertain(isOwn: isOfSource) else { return nil }
            if let expected {
                let isOther = !isOwn && !isWrapped
                let difference = difference(of: link, fromRule: place) ?? "that rule is tried first"
                obstacle =
                    "becomes \(result), not '\(expected)'\(isOther ? " (\(difference))" : "")"
                // A plus sign is data, unless the option says otherwise of those in a query.
                let spaced = actual.link.string.replacing("%2B", with: "%20")
                let options = sources[place.source].options
                if example.contains("+"), spaced == expectedLink?.string,
                    !rule.pattern.contains(":verbatim")
                {
                    if options.plusIsSpace || !options.hasQuery(of: example, with: "+") {
                        wayOut =
                            "write '%20' for the space in the example, as '+' is a plus outside of a query, or \(wayOut)"
                    } else {
                        wayOut = "set 'plusIsSpace' if '+' is a space there, or \(wayOut)"
                    }
                }
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
            let isOwn = error.wrappers == 0 && error.source == index.sources[place.source].name
            // That an example does not fit its own rule is no other rule's fault.
            guard isOwn && expected != nil && error.reason == .noRule || isCertain(isOwn: isOwn)
            else { return nil }
            let difference =
                error.reason == .noRule ? difference(of: link, fromRule: place) : nil
            if expected != nil {
                guard let difference else { return error.text.after("is refused: ") }
                obstacle = "is refused (\(difference))"
            } else {
                guard case .refuse(let rule) = rule,
                    error.reason != .refusedByRule(rule.pattern)
                        || error.source != index.sources[place.source].name
                else { return nil }
                obstacle =
                    "is refused, but not by this rule"
                    + (difference.map { " (\($0))" } ?? ": \(error.text.obstacle)")
            }
        }
        if expectedLink?.fragment == nil, expected != nil, !rule.pattern.contains("#"),
            let part = sources[place.source].options.partInFragment(of: example, rule.pattern)
        {
            wayOut =
                "set 'fragment' to '\(part)' if the \(part) stands behind the '#', or \(wayOut)"
        }
        return ErrorText(obstacle, wayOut)
    }
}

extension SourceOptions {
    /// Whether a part of an example that is read as a query has the text.
    fileprivate func hasQuery(of example: String, with text: String) -> Bool {
        let read = fragment == .keep ? example.prefix { $0 != "#" } : example[...]
        return read.drop { $0 != "?" && ($0 != "#" || fragment != .query) }.contains(text)
    }

    /// What an example has behind its `#` as it seems, though it is not read there: a path, or the query that a rule's pattern asks for.
    fileprivate func partInFragment(of example: String, _ pattern: String) -> String? {
        guard fragment == .keep, let mark = example.firstIndex(of: "#") else { return nil }
        let text = example[mark...].dropFirst()
        let hasItem = text.split(separator: "&").contains { item in
            let name = item.prefix { $0 != "=" } + "="
            return item.contains("=") && ["?", "&"].contains { pattern.contains($0 + name) }
        }
        // Only where no other path stands before it.
        let isPath = example[..<mark].wholeMatch(of: /([^\/]+:\/\/[^\/]*)?\/?/) != nil
        return text.hasPrefix("/") && isPath ? "path" : hasItem ? "query" : nil
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
