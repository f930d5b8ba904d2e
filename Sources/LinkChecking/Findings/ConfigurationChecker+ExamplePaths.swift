import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// How many examples get a hint, for which their links are compared with all paths.
    private static let exampleHintLimit = 20

    /// Finds examples whose links lead to no registered path, although another link of the template may lead to one.
    ///
    /// - Parameters:
    ///   - rulesBySource: All rules, of which the templates are checked already.
    ///   - paths: The registered paths as they are written.
    ///   - meant: What they mean if they are misspelled, which other findings say.
    mutating func checkPathsOfExamples(
        of rulesBySource: [[CheckedRule]],
        among paths: RegisteredPaths,
        _ meant: RegisteredPaths
    ) {
        // The places of templates whose links lead nowhere, which is told.
        var told = Set(findings.filter { $0.code == .unregisteredPath }.map(\.path))
        var hints = Self.exampleHintLimit
        let examples = rulesBySource.enumerated().flatMap { source, rules in
            rules.map { (source, $0, links(ofExamplesOf: $0, in: source)) }
        }
        // The rule whose template it is says it first, then those that wrap its links.
        for isOfOwnRule in [true, false] {
            for (source, rule, all) in examples {
                let links = all.filter { $0.isOfOwnRule == isOfOwnRule }
                let missing = links.filter {
                    paths.pattern(for: $0.link) == nil && meant.pattern(for: $0.link) == nil
                        && !told.contains($0.template)
                }
                guard let (example, link, _, _) = missing.first else { continue }
                told.formUnion(missing.map(\.template))
                let isOne = missing.count == 1
                let obstacle =
                    isOne
                    ? "The example '\(example)' leads to '\(link.path)', which is not in 'paths'"
                    : "\(missing.count) examples lead to paths that are not in 'paths', such as '\(example)' to '\(link.path)'"
                var wayOut = "correct the rule or the example\(isOne ? "" : "s"), or"
                if hints > 0 {
                    hints -= 1
                    let found = links.map(\.link).filter { paths.pattern(for: $0) != nil }
                    if isOfOwnRule,
                        let mend = constraint(for: link, of: rule, in: source, paths, found)
                    {
                        wayOut = "\(mend), and replace the example\(isOne ? "" : "s"), or"
                    } else if let nearest = meant.nearest(to: link.path) {
                        wayOut = "did you mean '\(nearest)'? Or"
                    }
                }
                let place = path(source, rule: rule.number).key("examples").key(example)
                let addition = isOne ? "the path" : "their paths"
                add(.unregisteredPath, at: place, "\(obstacle); \(wayOut) add \(addition).")
            }
        }
    }

    /// The links of a rule's examples that become what they say, by the name of the example, with the template that makes each.
    private func links(
        ofExamplesOf rule: CheckedRule,
        in source: Int
    ) -> [(example: String, link: DeepLink, template: JSONPath, isOfOwnRule: Bool)] {
        let own = path(source, rule: rule.number)
        return rule.rule.notes.linksByExample.sorted { $0.key < $1.key }.compactMap { example in
            guard let url = sources[source].wholeLink(example.key),
                let made = try? rewriter.details(of: url),
                made.link == (try? DeepLink(example.value))
            else { return nil }
            // A link that passes through has no template.
            let template =
                made.ruleIndex.map { path(made.sourceIndex, rule: $0).key("to") }
                ?? own.key("examples")
            let isOfOwnRule = template == own.key("to")
            // Another finding tells of an example that another rule takes, if it is no wrapper's.
            guard isOfOwnRule || made.ruleIndex == nil || made.unwrappedURL != nil else {
                return nil
            }
            return (example.key, made.link, template, isOfOwnRule)
        }
    }

    /// Says which constraint of a registered path a rule's capture needs, so that the rule does not make a link; nil if it is not a
    /// constraint that keeps the link from the path, or if the rule makes links to other paths.
    private func constraint(
        for link: DeepLink,
        of rule: CheckedRule,
        in source: Int,
        _ paths: RegisteredPaths,
        _ found: [DeepLink]
    ) -> String? {
        guard let segments = rule.pieces?.segments else { return nil }
        let texts = link.path.split(separator: "/")
        for (index, pieces) in segments.enumerated() {
            guard pieces.count == 1, case .capture(let name, false, _) = pieces[0],
                let own = rule.text.matches(of: /\{([\w.~\-]+)(\?)?(:[^{}]*)?\}/)
                    .first(where: { $0.1 == name })
            else { continue }
            for pattern in paths.all where pattern.segments.count == segments.count {
                var parts = pattern.description.split(separator: "/")
                guard zip(parts, texts).allSatisfy({ $0.contains("{") || $0 == $1 }),
                    let capture = parts[index].wholeMatch(of: /(\{[\w.~\-]+)(:[^{}]+)\}/),
                    found.allSatisfy({ paths.pattern(for: $0) == pattern })
                else { continue }
                parts[index] = "\(capture.1)}"
                let loose = RegisteredPaths(["/\(parts.joined(separator: "/"))"])
                let mark = own.2 != nil || own.3?.hasSuffix("?") == true ? "?" : ""
                let mended = "{\(name)\(capture.2)\(mark)}"
                let text = Self.withoutNames(rule.text.replacing(own.0, with: mended))
                if loose.pattern(for: link) != nil,
                    !sources[source].rules.contains(where: {
                        Self.withoutNames($0.pattern) == text
                    })
                {
                    return "write '\(mended)' for '\(own.0)', as in '\(pattern)'"
                }
            }
        }
        return nil
    }

    /// A pattern without the names of its captures, which make it no other pattern.
    private static func withoutNames(_ pattern: String) -> String {
        pattern.replacing(/\{(\*?)[\w.~\-]+/) { "{\($0.1)" }
    }
}
