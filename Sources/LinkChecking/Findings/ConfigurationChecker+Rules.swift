import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Finds a source that opens no link or takes any host.
    mutating func checkSource(_ source: Int) {
        if let name = sources[source].domain?.anyHostAs {
            let message =
                "Links to any host reach the app, with the host as '\(name)'; show it to the user before anything is sent to it, and allow 'any-host' if that is intended."
            add(.anyHost, at: path(source).key("anyHostAs"), message)
        }
        if sources[source].rules.isEmpty, flawedRules[source] == nil,
            sources[source].options.unmatched == .reject
        {
            let message =
                "\(sources[source].name) has no rules and refuses what fits none, so it opens no link; add one, or allow 'no-rules' if that is intended."
            add(.noRules, at: path(source), message)
        }
    }

    // MARK: - Examples

    /// Finds a rule without an example, or without one that it takes itself.
    mutating func checkExamples(of rule: CheckedRule) {
        let notes = rule.rule.notes
        guard !notes.examples.isEmpty else {
            let message =
                "'\(rule.text)' has no example; add one under 'examples', and it is tried whenever the rules are read."
            let group = LinkFinding.Code.noExample.rawValue
            return add(.noExample, at: rule.place, message, group: group)
        }
        // A rule that never wins, and an example that fails, are told already, and rules with a flaw are missing.
        let told = findings[rule.place, default: []].contains {
            $0.severity == .error || [.deadRule, .hiddenByQuery].contains($0.code)
        }
        guard !told, flawedRules.isEmpty, !takesAnExample(rule) else { return }
        // With flawed limits, examples are not tried.
        let example = notes.linksByExample.keys.sorted().first { example in
            sources[rule.source].wholeLink(example).flatMap { try? rewriter.rewrite($0) } != nil
        }
        guard let example, let url = sources[rule.source].wholeLink(example) else { return }
        let other = rewriter.rulesTaking(url).first.map { sources[$0.source].rules[$0.number] }
        let message =
            "'\(rule.text)' has no example that it takes itself: '\(example)' \(other.map { "is a link of the rule '\($0.pattern)'" } ?? "passes through without a rule"); add one."
        add(.exampleOfOtherRule, at: rule.place.key("examples").key(example), message)
    }

    /// Whether a rule takes one of its examples, or one that is in a wrapper.
    func takesAnExample(_ rule: CheckedRule) -> Bool {
        rule.rule.notes.examples.keys.compactMap(sources[rule.source].wholeLink).contains { url in
            rewriter.rulesTaking(url).contains { $0 == (rule.source, rule.number) }
        }
    }

    // MARK: - Registered paths

    /// How many findings get a hint, for which their path is compared with all registered ones.
    private static let hintLimit = 20

    /// Finds templates and examples that lead to no registered path, if the paths are known.
    ///
    /// A template leads to one if a sample link of its rule does.
    mutating func checkPaths(of rulesBySource: [[CheckedRule]]) {
        guard let paths = configuration.paths else { return }
        let places = paths.indices.map { JSONPath.root.key("paths").index($0) }
        let registered = RegisteredPaths(paths)
        for flaw in registered.flaws {
            add(.malformedRegisteredPath, at: places[flaw.index], flaw.message)
        }
        for (path, place) in zip(paths, places) {
            checkText(path, at: place, severity: .error)
        }
        // Without some of the paths, nothing can be said about others.
        guard !places.contains(where: { findings[$0] != nil }) else { return }
        var hints = Self.hintLimit
        for (source, rules) in rulesBySource.enumerated() {
            let samples = rewriter.samples(ofSource: source, registered)
            for rule in rules {
                let (subject, missing, place): (String, String, JSONPath)
                let made =
                    samples[rule.number]?.link
                    ?? rule.compiled[0].template?.fixedPath.flatMap { try? DeepLink($0) }
                if let template = rule.rule.template, let made, registered.pattern(for: made) == nil
                {
                    missing = String(template.prefix { !"?#".contains($0) })
                    (subject, place) = ("'\(rule.text)'", rule.place.key("to"))
                } else if let (example, path) = strayExample(of: rule, registered) {
                    missing = path
                    place = rule.place.key("examples").key(example)
                    subject = "The example '\(example)'"
                } else {
                    continue
                }
                let nearest = hints > 0 ? registered.nearest(to: missing) : nil
                hints -= 1
                let wayOut =
                    nearest.map {
                        $0.contains("{")
                            ? "make it fit '\($0)', or add" : "did you mean '\($0)'? Or add"
                    } ?? "correct it, or add"
                add(
                    cause: .unregisteredPath,
                    at: place,
                    "\(subject) leads to '\(missing)', which is not in 'paths'",
                    "\(wayOut) the path",
                    standingFor: failingExamples(of: rule) { registered.pattern(for: $1) != nil },
                    allowed: allowed(source, rule: rule.number),
                    group: missing
                )
            }
        }
    }

    /// The first example of a rule that becomes what it says, by this rule or by none, but leads to no registered path; and its path.
    private func strayExample(
        of rule: CheckedRule,
        _ paths: RegisteredPaths
    ) -> (example: String, path: String)? {
        for (example, link) in rule.rule.notes.linksByExample.sorted(by: { $0.key < $1.key }) {
            guard let url = sources[rule.source].wholeLink(example),
                let made = try? rewriter.details(of: url), made.link == (try? DeepLink(link)),
                made.ruleIndex == nil
                    || (made.sourceIndex, made.ruleIndex) == (rule.source, rule.number),
                paths.pattern(for: made.link) == nil
            else { continue }
            return (example, made.link.path)
        }
        return nil
    }
}

extension URLRewriter {
    /// The numbers of the sources and rules that take a link, the outermost of its wrappers first.
    package func rulesTaking(_ url: String) -> [(source: Int, number: Int)] {
        // Only wrappers and refusals need an explanation, which takes longer.
        do throws(RewriteError) {
            let made = try details(of: url)
            if made.unwrappedURL == nil {
                return made.ruleIndex.map { [(made.sourceIndex, $0)] } ?? []
            }
        } catch {
            if error.reason == .noRule, error.wrappers == 0 { return [] }
        }
        return explain(url).steps.filter { $0.label == "rule" }.compactMap(\.rule)
            .map { ($0.sourceIndex, $0.ruleIndex) }
    }
}
