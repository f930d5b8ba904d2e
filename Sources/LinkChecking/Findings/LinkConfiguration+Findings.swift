public import DeepLinks
import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension LinkConfiguration {
    /// What is wrong with the configuration, and what could be better.
    ///
    /// An error is what no rewriter can be made with, or what makes a rule useless. `URLRewriter(configuration:)` stops at the
    /// first of those; here all are found, together with rules that never win, captures that nobody uses, and ways in which
    /// a link could harm the app. Where the configuration has `paths`, templates that lead to none of them are errors too.
    ///
    /// ```swift
    /// let errors = configuration.findings().filter { $0.severity == .error }
    /// ```
    ///
    /// - Returns: The findings in the order of their places in the configuration; none if all is well.
    /// - Complexity: About O(*n* log *n*) in the number of rules. Rules are not compared one by one; where thousands are so much
    ///   alike that it would come to that, the comparison is given up, and a finding says so.
    public func findings() -> [LinkFinding] {
        var checker = ConfigurationChecker(self)
        checker.check()
        return checker.sortedFindings
    }
}

extension LinkConfiguration {
    /// What is wrong with a configuration's text, and what could be better, with lines and columns.
    ///
    /// Where the text is no configuration, the only finding is the first obstacle to reading it.
    ///
    /// - Parameter data: The JSON text in UTF-8.
    /// - Returns: The findings, as ``findings()`` has them.
    public static func findings(in data: Data) -> [LinkFinding] {
        do throws(LinkConfigurationError) {
            return LinkFinding.located(try LinkConfiguration(checking: data).findings(), in: data)
        } catch {
            return [LinkFinding(error)]
        }
    }
}

/// Looks through a configuration for what its author should know.
struct ConfigurationChecker {
    let configuration: LinkConfiguration
    let sources: [RewriteSource]

    /// The rewriter of the rules that have no flaw.
    let rewriter: URLRewriter

    /// The numbers of the rules that have a flaw, by source.
    private(set) var flawedRules: [Int: Set<Int>] = [:]

    private(set) var findings: [LinkFinding] = []

    /// How many steps may still be taken to compare rules: fewer than a second's worth for 10 000 rules.
    var budget: Int

    init(_ configuration: LinkConfiguration) {
        self.configuration = configuration
        sources = configuration.sources
        budget =
            100_000
            + sources.reduce(0) { $0 + 64 * $1.rules.count * $1.options.prefixes.count }
        var flaws: [RewriteRuleError] = []
        rewriter = URLRewriter(
            passingOverFlaws: &flaws,
            limits: configuration.limits,
            sources: sources
        )
        for flaw in flaws {
            add(
                LinkFinding.Code(flaw.reason),
                .error,
                at: configuration.path(of: flaw),
                flaw.description
            )
            if case .example = flaw.reason { continue }
            if let rule = flaw.ruleIndex { flawedRules[flaw.sourceIndex, default: []].insert(rule) }
        }
    }

    mutating func check() {
        let rulesBySource = sources.indices.map(checkedRules)
        for (index, rules) in rulesBySource.enumerated() {
            checkOrder(of: rules, in: index)
            checkCaptures(of: rules, in: index)
            checkExamples(in: index)
            checkNames(of: rules, in: index)
            checkSpelling(of: rules, in: index)
        }
        for (number, path) in (configuration.paths ?? []).enumerated() {
            checkSpelling(of: path, at: .root.key("paths").index(number))
        }
        checkPaths(of: rulesBySource)
    }

    /// Adds a finding.
    mutating func add(
        _ code: LinkFinding.Code,
        _ severity: LinkFinding.Severity,
        at path: JSONPath,
        _ message: String
    ) {
        findings.append(LinkFinding(code, severity, at: path, message))
    }

    /// The place of a source or of one of its rules.
    func path(_ source: Int, rule: Int? = nil) -> JSONPath {
        configuration.path(source: source, rule: rule)
    }

    /// The place of a rule's external side.
    func externalPath(_ source: Int, _ rule: Int) -> JSONPath {
        var key = "from"
        if case .unwrap = sources[source].rules[rule] { key = "unwrap" }
        if case .refuse = sources[source].rules[rule] { key = "refuse" }
        return path(source, rule: rule).key(key)
    }

    /// The findings in the order of their places: of the same source by its own members and then by rule, the worst first.
    var sortedFindings: [LinkFinding] {
        let keyed = findings.map { (finding: $0, key: $0.sortKey) }
        // The sort is stable.
        return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.finding)
    }

    /// The rules of a source that have no flaw, each under each of its prefixes.
    private func checkedRules(of source: Int) -> [CheckedRule] {
        let flawed = flawedRules[source] ?? []
        var checked: [CheckedRule] = []
        for (number, rule) in sources[source].rules.enumerated() where !flawed.contains(number) {
            guard let external = try? ExternalPattern(rule.pattern) else { continue }
            var template: String?
            if case .rewrite(let rewrite) = rule { template = rewrite.template }
            let pieces = template.flatMap { try? TemplateText($0) }
            let plain = try? external.pathPattern(under: "")
            for prefix in sources[source].options.prefixes {
                guard let path = prefix.isEmpty ? plain : try? external.pathPattern(under: prefix)
                else { continue }
                checked.append(
                    CheckedRule(
                        number: number,
                        text: rule.pattern,
                        template: template,
                        pieces: pieces,
                        path: path,
                        ownCaptures: plain?.captureNames ?? [],
                        external: external
                    )
                )
            }
        }
        return checked
    }

    // MARK: - Examples

    private mutating func checkExamples(in source: Int) {
        for (number, rule) in sources[source].rules.enumerated()
        where rule.examples.isEmpty && !(flawedRules[source]?.contains(number) ?? false) {
            add(
                .noExample,
                .advice,
                at: path(source, rule: number),
                "'\(rule.pattern)' has no example; add one under 'examples', and it is tried whenever the rules are read."
            )
        }
    }
}

extension LinkFinding {
    /// What findings are ordered by: the document's member, then the indices on the way, then how bad it is.
    fileprivate var sortKey: [Int] {
        var key: [Int] = []
        for step in steps {
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
        // What is said of a rule as a whole comes with what is said of its sides.
        while key.count < 4 { key.append(-1) }
        let rank = Severity.allCases.firstIndex(of: severity) ?? 0
        return key + [-rank]
    }
}
