import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Puts the finding about a template in place of the errors that examples become another link than they say because of it.
    mutating func blameTemplates() {
        func byRule(_ codes: LinkFinding.Code...) -> [JSONPath: [Int]] {
            let found = findings.indices.filter { codes.contains(findings[$0].code) }
            return Dictionary(grouping: found) { findings[$0].placeOfRule }
        }
        let failing = byRule(.failingExample)
        let causes = byRule(.unregisteredPath, .joinedSegments)
        guard !failing.isEmpty, !causes.isEmpty else { return }
        let registered = RegisteredPaths(configuration.paths ?? [])
        var told: [Int] = []
        for source in sources.indices {
            for number in sources[source].rules.indices {
                let (rule, place) = ((source, number), path(source, rule: number))
                guard let index = causes[place]?.first else { continue }
                let cause = findings[index]
                guard !allows(cause.code, in: rule) else { continue }
                let isPath = cause.code == .unregisteredPath
                let advised = isPath ? advisedPaths[cause.path] : nil
                let effects = (failing[place] ?? []).filter { example in
                    guard let (made, expected) = links(ofExampleAt: example, of: rule),
                        made.queryItems == expected.queryItems
                    else { return false }
                    guard isPath else { return isMendedBySegments(example, of: rule) }
                    let meant = registered.pattern(for: expected)
                    return meant != nil && meant?.description == advised?.path
                }
                guard let first = effects.first else { continue }
                let message = advised?.message ?? cause.message
                findings[first] = LinkFinding(.failingExample, at: cause.path, message)
                told += effects.dropFirst() + [index]
            }
        }
        for index in told.sorted(by: >) { findings.remove(at: index) }
    }

    /// Whether a rule makes the link of an example that fails, once its template has all segments of the catch-all.
    private func isMendedBySegments(_ flaw: Int, of place: RuleNumber) -> Bool {
        let rule = sources[place.source].rules[place.number]
        guard let template = rule.template,
            let name = rule.pattern.firstMatch(of: /\{\*([\w.~\-]+)/)?.1
        else { return false }
        let mended = template.replacing("{\(name)}", with: "{*\(name)}")
        return isMended(flaw, by: mended, as: .template, of: place)
    }

    /// Whether a rule or its source allows a finding.
    func allows(_ code: LinkFinding.Code, in place: RuleNumber) -> Bool {
        let source = sources[place.source]
        return (source.options.allow + source.rules[place.number].notes.allow)
            .contains(code.rawValue)
    }

    /// What a rule makes of an example that fails, and what the example says; nil if the rule does not take it.
    private func links(
        ofExampleAt index: Int,
        of place: RuleNumber
    ) -> (made: DeepLink, expected: DeepLink)? {
        let source = sources[place.source]
        guard let example = findings[index].example, let url = source.wholeLink(example),
            let link = source.rules[place.number].notes.linksByExample[example],
            let expected = try? DeepLink(link),
            let made = try? rewriter.details(of: url), made.sourceIndex == place.source,
            made.ruleIndex == place.number
        else { return nil }
        return (made.link, expected)
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
