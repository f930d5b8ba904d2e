import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Whether a rule or its source allows a finding.
    func allows(_ code: LinkFinding.Code, in place: RuleNumber) -> Bool {
        let source = sources[place.source]
        return (source.options.allow + source.rules[place.number].notes.allow)
            .contains(code.rawValue)
    }

    /// The errors about examples of a rule that become another link than they say, for a reason that a finding with that code tells in
    /// their place; none if that finding is allowed.
    func failingExamples(
        of rule: CheckedRule,
        in source: Int,
        _ code: LinkFinding.Code,
        isReason: (_ made: DeepLink, _ expected: DeepLink) -> Bool
    ) -> [Int] {
        guard !allows(code, in: (source, rule.number)) else { return [] }
        let own = path(source, rule: rule.number)
        return findings.indices.filter { index in
            guard findings[index].placeOfRule == own, let example = findings[index].example,
                let url = sources[source].wholeLink(example),
                let expected = rule.rule.notes.linksByExample[example].flatMap({ try? DeepLink($0) }
                ),
                let made = try? rewriter.details(of: url), made.sourceIndex == source,
                made.ruleIndex == rule.number, made.link != expected
            else { return false }
            return isReason(made.link, expected)
        }
    }

    mutating func checkExamples(in source: Int) {
        for (number, rule) in sources[source].rules.enumerated()
        where !(flawedRules[source]?.contains(number) ?? false) {
            // What it refuses, it says itself.
            if case .refuse = rule { continue }
            let place = path(source, rule: number)
            if rule.notes.examples.isEmpty {
                let message =
                    "'\(rule.pattern)' has no example; add one under 'examples', and it is tried whenever the rules are read."
                add(.noExample, at: place, message)
            } else if let (example, winner) = exampleOfOther(than: number, in: source) {
                let message =
                    "'\(rule.pattern)' has no example that it takes itself: '\(example)' \(winner.map { "is a link of the rule '\($0)'" } ?? "passes through without a rule"); add one."
                add(.exampleOfOtherRule, at: place.key("examples").key(example), message)
            }
        }
    }

    /// The rules that take a link, the outermost of its wrappers first.
    func rulesTaking(_ url: String) -> [RuleNumber] {
        rewriter.explain(url).steps.filter { $0.label == "rule" }.compactMap(\.rule)
            .map { ($0.sourceIndex, $0.ruleIndex) }
    }

    /// The first example of a rule, and the pattern of the rule that takes it, if one does.
    ///
    /// It is nil if the rule itself takes one of its examples, if all of them are to be refused, or if another finding says the same.
    private func exampleOfOther(
        than number: Int,
        in source: Int
    ) -> (example: String, winner: String?)? {
        var first: (String, String?)?
        let examples = sources[source].rules[number].notes.linksByExample
        for (example, link) in examples.sorted(by: { $0.key < $1.key }) {
            guard let url = sources[source].wholeLink(example),
                let made = try? rewriter.details(of: url), made.link == (try? DeepLink(link)),
                made.sourceIndex != source || made.ruleIndex != number
            else { return nil }
            let rules = rulesTaking(url)
            guard !rules.contains(where: { $0 == (source, number) }) else { return nil }
            first =
                first ?? (example, rules.first.map { sources[$0.source].rules[$0.number].pattern })
        }
        let never = [LinkFinding.Code.deadRule, .hiddenByQuery, .conflict]
        let place = externalPath(source, number)
        return findings.contains { $0.path == place && never.contains($0.code) } ? nil : first
    }
}

extension LinkFinding {
    /// The example that it is about.
    var example: String? {
        guard path.steps.dropLast().last == .key("examples"),
            case .key(let example) = path.steps.last
        else { return nil }
        return example
    }
}
