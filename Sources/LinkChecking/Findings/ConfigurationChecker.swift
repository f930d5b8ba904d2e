import DeepLinks
import PathMatching

/// Checks a configuration for everything that its author should know.
struct ConfigurationChecker {
    let configuration: LinkConfiguration

    /// The rewriter of all parts that have no flaw.
    let rewriter: URLRewriter

    var sources: [RewriteSource] { rewriter.sources }

    /// The numbers of the rules that have a flaw, by source; none if the source itself has one.
    private(set) var flawedRules: [Int: Set<Int>] = [:]

    /// The codes of what keeps a rewriter from being made, which cannot be acknowledged.
    private let flawCodes: Set<String>

    /// The findings, by the place of the rule or the other part that they are about.
    private(set) var findings: [JSONPath: [LinkFinding]] = [:]

    /// The names that templates use and nothing captures, by the place of the finding.
    private(set) var unknownCaptures: [JSONPath: String] = [:]

    /// The parts with a finding that stands for others.
    private var causes: Set<JSONPath> = []

    init(_ configuration: LinkConfiguration) {
        self.configuration = configuration
        var flaws: [RewriteRuleError] = []
        rewriter = URLRewriter(
            passingOverFlaws: &flaws,
            limits: configuration.limits,
            sources: configuration.sources
        )
        flawCodes = Set(flaws.map(\.reason.code))
        let flawedSources = Set(flaws.filter { $0.ruleIndex == nil }.map(\.sourceIndex))
        for flaw in flaws {
            let code = LinkFinding.Code(rawValue: flaw.reason.code)
            if let source = flaw.sourceIndex, code != .failingExample {
                flawedRules[source, default: []].formUnion(flaw.ruleIndex.map { [$0] } ?? [])
            }
            // The host that has a flaw may be meant to capture it.
            if code.rawValue == "unknown-capture", flawedSources.contains(flaw.sourceIndex) {
                continue
            }
            let other = flaw.sourceIndex.flatMap { source in
                flaw.flaw.otherRule.map { externalPath(source, $0) }
            }
            let path = configuration.path(of: flaw)
            unknownCaptures[path] = flaw.flaw.capture
            // If templates of one source lack the same capture, with the same way out, it is told once.
            let group = flaw.flaw.capture.map { _ in "\(flaw.source): \(flaw.flaw.text)" }
            add(code, at: path, flaw.description, other: other, group: group)
        }
    }

    mutating func check() {
        let rulesBySource = sources.indices.map(rules)
        for (source, rules) in rulesBySource.enumerated() {
            checkSource(source)
            checkOrder(of: rules, in: source)
            let (captures, origins) = (sources[source].captures, sources[source].sampleOrigins)
            for rule in rules where !rule.compiled[0].refuses {
                checkTemplate(of: rule, besides: captures, origins)
                checkExamples(of: rule)
            }
        }
        // These explain other findings, so they come last.
        checkPaths(of: rulesBySource)
        for source in sources.indices { checkTexts(in: source) }
        for source in sources.indices { acknowledge(in: source) }
        for (source, rules) in sources.map(\.rules).enumerated() {
            for (number, rule) in rules.enumerated() {
                guard let name = rule.notes.name else { continue }
                let place = path(source, rule: number)
                findings[place] = findings[place]?.map { $0.about(name) }
            }
        }
    }

    /// The rules of a source that have no flaw, in the order of declaration.
    private func rules(of source: Int) -> [CheckedRule] {
        let rules = Dictionary(grouping: rewriter.index.sources[source].rules, by: \.place.rule)
        return rules.filter { !(flawedRules[source]?.contains($0.key) ?? false) }
            .sorted { $0.key < $1.key }
            .map { number, compiled in
                CheckedRule(
                    source: source,
                    rule: sources[source].rules[number],
                    compiled: compiled,
                    place: path(source, rule: number),
                    externalPlace: externalPath(source, number)
                )
            }
    }

    // MARK: - Places and findings

    /// The place of a source or of one of its rules.
    func path(_ source: Int, rule: Int? = nil) -> JSONPath {
        configuration.path(source: source, rule: rule)
    }

    /// The place of a rule's external side.
    func externalPath(_ source: Int, _ rule: Int) -> JSONPath {
        var key = sources[source].takesWholeLinks ? "wholeLinkAs" : "from"
        if case .unwrap = sources[source].rules[rule] { key = "unwrap" }
        if case .refuse = sources[source].rules[rule] { key = "refuse" }
        return path(source, rule: rule).key(key)
    }

    /// The codes of the findings that a source, or one of its rules, acknowledges.
    func allowed(_ source: Int, rule: Int? = nil) -> [String] {
        sources[source].options.allow + (rule.map { sources[source].rules[$0].notes.allow } ?? [])
    }

    mutating func add(
        _ code: LinkFinding.Code,
        _ severity: LinkFinding.Severity? = nil,
        at path: JSONPath,
        _ message: String,
        other: JSONPath? = nil,
        group: String? = nil
    ) {
        let finding = LinkFinding(
            code,
            severity,
            at: path,
            message,
            other: other,
            group: group
        )
        findings[path.part, default: []].append(finding)
    }

    /// Adds a finding that stands for errors about the same rule, and for unused captures: once it is mended, they are gone or can be told
    /// better.
    ///
    /// It is an error with the code of the first of them. One that is acknowledged stands for itself.
    mutating func add(
        cause code: LinkFinding.Code,
        _ severity: LinkFinding.Severity? = nil,
        at path: JSONPath,
        _ message: String,
        _ remedy: String,
        standingFor errors: [LinkFinding],
        allowed: [String] = [],
        other: JSONPath? = nil,
        group: String? = nil
    ) {
        let isAllowed = allowed.contains(code.rawValue)
        let effects = isAllowed ? [] : errors
        if !isAllowed { causes.insert(path.part) }
        if !isAllowed { findings[path.part]?.removeAll { $0.code == .unusedCapture } }
        for effect in effects { findings[effect.path.part]?.removeAll { $0 == effect } }
        let isError = !effects.isEmpty || (severity ?? code.severity) == .error
        let more = isError ? "" : ", or allow '\(code)' if that is meant"
        let effect = effects.first?.code == .failingExample ? ", and an example fails" : ""
        add(
            effects.first?.code ?? code,
            effects.isEmpty ? severity : .error,
            at: path,
            "\(message)\(effect); \(remedy)\(more).",
            other: other,
            group: effects.isEmpty ? group : nil
        )
    }

    /// The errors about a rule or another part, besides those about the order of rules.
    func errors(about part: JSONPath) -> [LinkFinding] {
        findings[part, default: []].filter {
            $0.severity == .error && ![.deadRule, .hiddenByQuery].contains($0.code)
        }
    }

    /// The errors about examples of which the rule, or one of others, makes a link that explains why it is not the given one.
    func failingExamples(
        of rule: CheckedRule,
        by others: [Int]? = nil,
        _ isExplained: (_ made: DeepLink, _ given: DeepLink) -> Bool
    ) -> [LinkFinding] {
        errors(about: rule.place).filter { finding in
            guard case .key(let example) = finding.path.steps.last,
                let given = rule.rule.notes.linksByExample[example].flatMap({ try? DeepLink($0) }),
                let url = sources[rule.source].wholeLink(example),
                let made = try? rewriter.details(of: url), let maker = made.ruleIndex
            else { return false }
            return made.sourceIndex == rule.source && (others ?? [rule.number]).contains(maker)
                && isExplained(made.link, given)
        }
    }

    /// Removes the findings that a source or a rule acknowledges.
    private mutating func acknowledge(in source: Int) {
        let (place, codes) = (path(source), allowed(source))
        let parts =
            codes.isEmpty ? [] : findings.keys.filter { $0.steps.starts(with: place.steps) }
        var allowances = [(parts: parts, place: place, codes: codes)]
        for (number, rule) in sources[source].rules.enumerated() {
            let place = path(source, rule: number)
            allowances.append(([place], place, rule.notes.allow))
        }
        for (parts, place, codes) in allowances {
            for (number, code) in codes.enumerated()
            where !LinkFinding.codesWithFile.contains(code) {
                let isFlaw = flawCodes.contains(code)
                let allowed = parts.filter { part in
                    !isFlaw && findings[part]?.contains { $0.code.rawValue == code } ?? false
                }
                for part in allowed { findings[part]?.removeAll { $0.code.rawValue == code } }
                guard allowed.isEmpty else { continue }
                // Once a flaw, a cause or a path is mended, the finding may come.
                let mayCome =
                    flawedRules[source] != nil
                    || causes.contains { $0.steps.starts(with: place.steps) }
                    || code == LinkFinding.Code.unregisteredPath.rawValue
                        && findings.keys.contains { $0.steps.first == .key("paths") }
                guard isFlaw || !mayCome else { continue }
                let message =
                    "'\(code)' is allowed here, but there is no such finding that can be allowed; correct it, or remove it."
                add(.needlessAllow, at: place.key("allow").index(number), message)
            }
        }
    }

    /// The findings in the order of their places: a source's own members, then its rules; at one place, the worst first.
    var sortedFindings: [LinkFinding] {
        // The sort is stable, and findings at one place are about one part.
        findings.values.flatMap(\.self).map { (key: $0.sortKey, finding: $0) }
            .sorted {
                $0.key == $1.key
                    ? $0.finding.place < $1.finding.place : $0.key.lexicographicallyPrecedes($1.key)
            }
            .map(\.finding)
    }
}

extension JSONPath {
    /// The place of the rule or of another part of a source that this is in, such as `domains[0].rules[3]`.
    var part: JSONPath { JSONPath(Array(steps.prefix(4))) }
}

extension LinkFinding {
    /// The sort key: the document's member, the indices on the way to the place, then the severity.
    fileprivate var sortKey: [Int] {
        var key: [Int] = []
        for step in path.steps {
            switch step {
            case .index(let index): key.append(index)
            case .key("domains"): key.append(0)
            case .key("schemes"): key.append(1)
            case .key("paths"): key.append(2)
            // A source's own members stand before its rules.
            case .key("rules"): key.append(.max)
            case .key: break
            }
        }
        // Findings about a whole rule are sorted among those about its sides.
        while key.count < 4 { key.append(-1) }
        return key + [-severity.rank]
    }
}

/// A rule without a flaw, as the checks see it.
struct CheckedRule {
    /// The number of its source.
    let source: Int
    let rule: RewriteRule

    /// The rule under each of its source's prefixes, at least one.
    let compiled: [CompiledRule]

    /// Its place in the configuration, and that of its external side.
    let place: JSONPath
    let externalPlace: JSONPath

    var number: Int { compiled[0].place.rule }

    /// Its external side as it was written.
    var text: String { rule.pattern }

    /// The path's pattern under each of the source's prefixes.
    var paths: [PathPattern] { compiled.map(\.path) }
}
