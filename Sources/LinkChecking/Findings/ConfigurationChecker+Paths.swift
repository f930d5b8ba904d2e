import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// How many findings get a hint, for which their path is compared with all registered ones.
    private static let hintLimit = 20

    /// Finds templates and examples that lead to no registered path, if the paths are known.
    ///
    /// A template leads to one if a sample link of its rule does.
    mutating func checkPaths(of rulesBySource: [[CheckedRule]]) {
        guard let paths = configuration.paths else { return }
        let places = paths.indices.map { JSONPath.root.key("paths").index($0) }
        for flaw in RegisteredPaths(paths).flaws {
            add(.malformedRegisteredPath, at: places[flaw.index], flaw.message)
        }
        for (path, place) in zip(paths, places) {
            checkText(path, at: place, severity: .error)
        }
        let registered = RegisteredPaths(paths.map(Self.meant))
        var hints = Self.hintLimit
        for (source, rules) in rulesBySource.enumerated() {
            let samples = rewriter.samples(ofSource: source, registered)
            for rule in rules {
                let own = path(source, rule: rule.number)
                let (subject, missing, place): (String, String, JSONPath)
                let made =
                    samples[rule.number]?.link
                    ?? rule.pieces?.fixedPath.flatMap { try? DeepLink($0) }
                if let template = rule.template, let made, registered.pattern(for: made) == nil {
                    missing = String(template.prefix { !"?#".contains($0) })
                    (subject, place) = ("'\(rule.text)'", own.key("to"))
                } else if let (example, path) = strayExample(of: rule, in: source, registered) {
                    missing = path
                    place = own.key("examples").key(example)
                    subject = "The example '\(example)'"
                } else {
                    continue
                }
                let nearest = hints > 0 ? registered.nearest(to: missing) : nil
                hints -= 1
                let wayOut =
                    nearest.map {
                        $0.contains("{")
                            ? "make it fit '\($0)', or add the path"
                            : "did you mean '\($0)'? Or add the path"
                    }
                    ?? "correct it, or add the path"
                let message =
                    "\(subject) leads to '\(missing)', which is not in 'paths'; \(wayOut)."
                let effects = failingExamples(of: rule, in: source, .unregisteredPath) {
                    registered.pattern(for: $0) == nil && registered.pattern(for: $1) != nil
                }
                add(.unregisteredPath, at: place, message, replacing: effects)
            }
        }
    }

    /// The first example of a rule that becomes what it says, by this rule or by none, but leads to no registered path; and its path.
    private func strayExample(
        of rule: CheckedRule,
        in source: Int,
        _ paths: RegisteredPaths
    ) -> (example: String, path: String)? {
        for (example, link) in rule.rule.notes.linksByExample.sorted(by: { $0.key < $1.key }) {
            guard let url = sources[source].wholeLink(example),
                let made = try? rewriter.details(of: url), made.link == (try? DeepLink(link)),
                made.ruleIndex == nil
                    || (made.sourceIndex, made.ruleIndex) == (source, rule.number),
                paths.pattern(for: made.link) == nil
            else { continue }
            return (example, made.link.path)
        }
        return nil
    }

    /// A registered path as it is meant; how it is misspelled is told at its own place.
    private static func meant(_ path: String) -> String {
        let seen = String(String.UnicodeScalarView(path.unicodeScalars.filter { !$0.isInvisible }))
        let bare = withBytes(of: seen) { String($0[$0.trimmed]) }
        let text = ForeignText(bare, as: .pattern())?.meant ?? bare
        let path = (text.hasPrefix("/") ? "" : "/") + text
        return (try? PathPattern(path)) == nil ? String(path.prefix { $0 != "?" }) : path
    }
}
