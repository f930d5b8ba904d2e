import DeepLinks
import PathMatching

/// Checks a configuration for everything that its author should know.
struct ConfigurationChecker {
    /// The number of a rule's source, and that of the rule in it.
    typealias RuleNumber = (source: Int, number: Int)

    let configuration: LinkConfiguration
    let sources: [RewriteSource]

    /// The rewriter of all parts that have no flaw.
    let rewriter: URLRewriter

    /// The sources as the rewriter compiles them.
    var compiled: [CompiledSource] { rewriter.index.sources }

    /// The numbers of the rules that have a flaw, by source; none if the source itself has one.
    private(set) var flawedRules: [Int: Set<Int>] = [:]

    var findings: [LinkFinding] = []

    init(_ configuration: LinkConfiguration) {
        self.configuration = configuration
        var flaws: [RewriteRuleError] = []
        rewriter = URLRewriter(
            passingOverFlaws: &flaws,
            limits: configuration.limits,
            sources: configuration.sources
        )
        sources = rewriter.sources
        for flaw in flaws {
            let code = LinkFinding.Code(rawValue: flaw.reason.code)
            if !isOfHost(flaw, among: flaws) {
                let other = flaw.sourceIndex.flatMap { source in
                    flaw.flaw.otherRule.map { externalPath(source, $0) }
                }
                add(code, at: configuration.path(of: flaw), flaw.description, other: other)
            }
            if let source = flaw.sourceIndex, code != .failingExample {
                flawedRules[source, default: []].formUnion(flaw.ruleIndex.map { [$0] } ?? [])
            }
        }
    }

    /// Whether a flaw is only that a template uses an unknown capture, beside a host that has a flaw and may be meant to capture it.
    private func isOfHost(_ flaw: RewriteRuleError, among flaws: [RewriteRuleError]) -> Bool {
        guard flaw.reason.code == "unknown-capture", let source = flaw.sourceIndex,
            let domain = sources[source].domain
        else { return false }
        let hosts = domain.hosts + [domain.anyHostAs].compactMap(\.self)
        return hosts.contains { $0.contains { "{<:".contains($0) } }
            && flaws.contains {
                ["malformed-host", "malformed-any-host"].contains($0.reason.code)
                    && $0.sourceIndex == source
            }
    }

    mutating func check() {
        // The rules that have no flaw, in the order of declaration.
        let rulesBySource = sources.indices.map { source in
            let rules = Dictionary(grouping: compiled[source].rules, by: \.place.rule)
            return rules.filter { !(flawedRules[source]?.contains($0.key) ?? false) }
                .sorted { $0.key < $1.key }
                .map { CheckedRule(rule: sources[source].rules[$0.key], compiled: $0.value) }
        }
        for (index, all) in rulesBySource.enumerated() {
            let rules = all.filter { !$0.compiled[0].refuses }
            checkHosts(of: index)
            checkRules(of: index)
            checkOrder(of: rules, among: all, in: index)
            checkCaptures(of: rules, in: index)
            checkExamples(in: index)
            for rule in rules {
                checkAddresses(of: rule, in: index)
                checkSecrets(of: rule, in: index)
                checkCatchAll(of: rule, in: index)
            }
        }
        checkPaths(of: rulesBySource)
        for source in sources.indices { checkTexts(in: source) }
        for source in sources.indices { acknowledge(in: source) }
        // Each finding about a rule says what people call the rule.
        var names: [JSONPath: String] = [:]
        for (source, rules) in sources.map(\.rules).enumerated() {
            for (number, rule) in rules.enumerated() {
                names[path(source, rule: number)] = rule.notes.name
            }
        }
        findings = findings.map { names[$0.placeOfRule].map($0.about) ?? $0 }
    }

    /// Removes the findings that a source or a rule acknowledges; flaws that keep a rewriter from being made cannot be acknowledged.
    private mutating func acknowledge(in source: Int) {
        let known = LinkFinding.Code.all.map(\.rawValue).filter {
            !LinkFinding.codesOfFlaws.contains($0)
        }
        let ofRules = sources[source].rules.enumerated().map {
            (codes: $1.notes.allow, place: path(source, rule: $0))
        }
        for (codes, place) in [(sources[source].options.allow, path(source))] + ofRules {
            for (number, code) in codes.enumerated()
            where !LinkFinding.codesWithFile.contains(code) {
                let (count, isKnown) = (findings.count, known.contains(code))
                findings.removeAll {
                    $0.code.rawValue == code && $0.path.steps.starts(with: place.steps) && isKnown
                }
                // Rules with a flaw are not checked further, so the finding may come once it is mended.
                guard findings.count == count, !isKnown || flawedRules[source] == nil else {
                    continue
                }
                let message =
                    "'\(code)' is allowed here, but there is no such finding that can be allowed; correct it, or remove it."
                add(.needlessAllow, at: place.key("allow").index(number), message)
            }
        }
    }

    /// Notes that a domain takes any host: its links lead to servers that nobody has checked.
    private mutating func checkHosts(of source: Int) {
        guard let name = sources[source].domain?.anyHostAs else { return }
        let message =
            "Links to any host reach the app, with the host as '\(name)'; show it to the user before anything is sent to it, and allow 'any-host' if that is intended."
        add(.anyHost, at: path(source).key("anyHostAs"), message)
    }

    /// Finds a source that opens no link, because it has no rules and refuses what fits none.
    private mutating func checkRules(of source: Int) {
        guard sources[source].rules.isEmpty, flawedRules[source] == nil,
            sources[source].options.unmatched == .reject
        else { return }
        let message =
            "\(sources[source].name) has no rules and refuses what fits none, so it opens no link; add one, or allow 'no-rules' if that is intended."
        add(.noRules, at: path(source), message)
    }

    mutating func add(
        _ code: LinkFinding.Code,
        _ severity: LinkFinding.Severity? = nil,
        at path: JSONPath,
        _ message: String,
        other: JSONPath? = nil
    ) {
        findings.append(LinkFinding(code, severity, at: path, message, other: other))
    }

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

    /// The findings in the order of their places: a source's own members, then its rules; at one place, the worst first.
    var sortedFindings: [LinkFinding] {
        // The sort is stable.
        findings.sorted { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
    }
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
        // What makes an example fail stands before it.
        return key + [-severity.rank, example == nil ? 0 : 1]
    }

    /// The place of the rule that it is about, such as `domains[0].rules[3]`, which has four steps.
    var placeOfRule: JSONPath { JSONPath(Array(path.steps.prefix(4))) }
}

/// A rule as the checks see it.
struct CheckedRule {
    let rule: RewriteRule

    /// The rule under each of its source's prefixes, at least one.
    let compiled: [CompiledRule]

    var number: Int { compiled[0].place.rule }

    var external: ExternalPattern { compiled[0].external }

    /// The path's pattern under each of the source's prefixes.
    var paths: [PathPattern] { compiled.map(\.path) }

    /// Its external side as it was written.
    var text: String { rule.pattern }

    /// Its internal side as it was written; nil if it has none.
    var template: String? { rule.template }

    /// Its internal side in pieces.
    var pieces: TemplateText? { compiled[0].template }

    /// The captures of the path, without those of a prefix.
    var ownCaptures: [String] {
        names(of: (try? external.pathPattern(under: ""))?.captureNames ?? [])
    }

    /// The captures of the path under the first prefix.
    var pathCaptures: [String] { names(of: paths[0].captureNames) }

    /// The captures without the rest of one behind text, which has no name of its own.
    private func names(of captures: [String]) -> [String] {
        external.textAndRest == nil ? captures : captures.dropLast()
    }
}
