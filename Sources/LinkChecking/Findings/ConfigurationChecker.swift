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

    /// The paths that are advised for templates that lead to no registered path, by the place of the template, and what is said if an
    /// example has that path, so that no other need be registered.
    var advisedPaths: [JSONPath: (path: String, message: String)] = [:]

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

    /// Whether a flaw is only that a template uses the capture of a host that has a flaw itself: the first unknown one, which the flaw is
    /// about.
    private func isOfHost(_ flaw: RewriteRuleError, among flaws: [RewriteRuleError]) -> Bool {
        guard flaw.reason.code == "unknown-capture", let source = flaw.sourceIndex,
            let rule = flaw.ruleIndex.map({ sources[source].rules[$0] }),
            let used = rule.template.flatMap({ try? TemplateText($0) })?.captures,
            let domain = sources[source].domain,
            flaws.contains(where: {
                ["malformed-host", "malformed-any-host"].contains($0.reason.code)
                    && $0.sourceIndex == source
            })
        else { return false }
        let hosts = (domain.hosts + [domain.anyHostAs].compactMap(\.self)).joined(separator: " ")
        let known = sources[source].captures + Self.captures(in: rule.pattern)
        let unknown = used.first { !known.contains($0) }
        return hosts.matches(of: /[{<:]([\w\-]+)/).contains { String($0.1) == unknown }
    }

    mutating func check() {
        let rulesBySource = sources.indices.map(checkedRules)
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
        blameTemplates()
        for source in sources.indices { acknowledge(in: source) }
        nameRules()
    }

    /// Adds to each finding about a rule what people call the rule.
    private mutating func nameRules() {
        var names: [JSONPath: String] = [:]
        for (source, rules) in sources.map(\.rules).enumerated() {
            for (number, rule) in rules.enumerated() {
                names[path(source, rule: number)] = rule.notes.name
            }
        }
        guard !names.isEmpty else { return }
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
                let own = place.key("allow").index(number)
                guard !codes[..<number].contains(code) else {
                    add(.needlessAllow, at: own, "'\(code)' is listed twice; remove one.")
                    continue
                }
                let isKnown = known.contains(code)
                let count = findings.count
                findings.removeAll {
                    $0.code.rawValue == code && $0.path.steps.starts(with: place.steps) && isKnown
                }
                // Rules with a flaw are not checked further, so the finding may come once it is mended.
                guard findings.count == count, !isKnown || flawedRules[source] == nil else {
                    continue
                }
                // The only code of an error that looks like one of another finding.
                let meant = code == "unknown-capture" ? nil : nearest(to: code, in: known)
                let obstacle =
                    isKnown
                    ? "there is no such finding; remove it"
                    : "no finding that can be allowed has this code; \(meant.map { "write '\($0)'" } ?? "remove it")"
                add(.needlessAllow, at: own, "'\(code)' is allowed here, but \(obstacle).")
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
        let isForAnyHost = sources[source].domain?.anyHostAs != nil
        let message =
            "\(sources[source].name) has no rules and refuses what fits none, so it opens no link; add one\(isForAnyHost ? "" : ", let unmatched links pass through"), or allow 'no-rules' if that is intended."
        add(.noRules, at: path(source), message)
    }

    /// Adds a finding.
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
        let keyed = findings.map { (finding: $0, key: $0.sortKey) }
        // The sort is stable.
        return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.finding)
    }

    /// The rules of a source that have no flaw, in the order of declaration.
    private func checkedRules(of source: Int) -> [CheckedRule] {
        let flawed = flawedRules[source] ?? []
        let rules = Dictionary(grouping: compiled[source].rules, by: \.place.rule)
        return rules.filter { !flawed.contains($0.key) }.sorted { $0.key < $1.key }
            .map { CheckedRule(rule: sources[source].rules[$0.key], compiled: $0.value) }
    }

    // MARK: - Examples

    /// Puts the finding about a template in place of the errors that examples become another link than they say because of it.
    private mutating func blameTemplates() {
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

    private mutating func checkExamples(in source: Int) {
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
    fileprivate var placeOfRule: JSONPath { JSONPath(Array(path.steps.prefix(4))) }

    /// The example that it is about.
    var example: String? {
        guard path.steps.dropLast().last == .key("examples"),
            case .key(let example) = path.steps.last
        else { return nil }
        return example
    }
}
