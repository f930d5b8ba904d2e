import DeepLinks
import LinkChecking
import PathMatching

/// Makes the rules of an association file from rewrite rules.
///
/// Each rewrite rule becomes a component for each prefix, whose pattern matches all of its links. As `*` matches any character,
/// even a slash, a pattern may match links that the rule does not. Only rules that refuse links become exclusions, see
/// ``addExclusions(for:_:_:)``: any other exclusion that is right for today's rules could also block links that the site adds tomorrow.
///
/// Without exclusions, the order does not change what is claimed. Rules with the same component share it. Components with more
/// literal text come first, as a wider one before them would leave no links for them.
struct AssociationGenerator {
    /// The domains whose links are claimed.
    let domains: [Domain]

    var variables = VariableTable()
    var rules: [GeneratedRule] = []
    private var numbers: [AssociationRule: Int] = [:]

    /// Makes the rules for the links that a configuration handles on a host, or on all hosts without one.
    init(_ configuration: LinkConfiguration, host: String?) throws(SiteAssociationError) {
        let rewriter = try configuration.rewriters().claimed
        domains = try AppSiteAssociation.domains(of: configuration.claimed, host: host)
        var refusals: [RefusedLinks] = []
        for domain in domains {
            let options = domain.options
            for rule in rewriter.rules(of: domain) {
                if rule.refuses {
                    refusals.append(RefusedLinks(rule: rule, options: options))
                } else {
                    add(rule.path, rule.conditions, options, rule.name(options))
                }
            }
            if options.unmatched == .passThrough { addPassing(configuration.paths, options) }
        }
        sortByWidth()
        addExclusions(for: refusals, rewriter, configuration.paths.map(RegisteredPaths.init))
        if rules.isEmpty {
            // Some systems may read an empty list of rules as one that claims everything.
            let nothing = AssociationRule(path: "*", isExclusion: true)
            add(GeneratedRule(content: nothing, reason: "No rule claims a link"))
        }
        // A rule for every link makes all other claims after the last exclusion redundant.
        if let all = rules.first(where: { $0.content == Self.everyLink }) {
            let last = rules.lastIndex(where: \.content.isExclusion) ?? -1
            rules = rules[...last] + [all]
        }
    }

    /// The rule that claims every link.
    private static let everyLink = AssociationRule(path: "*")

    /// The definitions of the variables that the rules use.
    var usedVariables: [String: [String]] {
        let patterns = rules.flatMap(\.content.patterns).map(\.text)
        return variables.definitions.filter { name, _ in
            patterns.contains { $0.contains("$(\(name))") }
        }
    }

    // MARK: Claims

    /// Adds the claims on links that no rule matches: those to registered paths, or all of them if these are not known.
    private mutating func addPassing(_ paths: [String]?, _ options: SourceOptions) {
        // Links that pass through keep their case, and registered paths are case-sensitive.
        var exact = options
        exact.ignoresCase = false
        for path in paths ?? [] {
            guard let pattern = try? PathPattern(path) else { continue }
            add(pattern, [], exact, "the registered path \(path)")
        }
        guard paths == nil, let any = try? PathPattern("/{*any?}") else { return }
        let reason = "Links that fit no rule pass through"
        add(GeneratedRule(content: Self.everyLink, reason: reason, paths: [(any, [])]))
    }

    private mutating func add(
        _ path: PathPattern,
        _ conditions: [ItemCondition],
        _ options: SourceOptions,
        _ name: String
    ) {
        let items = conditions.filter { $0.canRefuse(false) }
        let texts = PathShape(path).patterns(&variables)
        var rule = GeneratedRule(names: [name], paths: [(path, items)])
        rule.content.isCaseSensitive = !options.ignoresCase
        rule.content.ask(items, &variables)
        // Where links can have their path in the fragment, a claim on the path itself needs an empty fragment.
        if options.fragment == .path { rule.content.fragment = "" }
        add(rule, at: texts)
        switch options.fragment {
        case .keep: break
        case .path:
            rule.content.query = nil
            for fragment in fragments(forPaths: texts, conditions) {
                rule.content.fragment = fragment
                add(rule)
            }
        case .query where rule.content.query == nil: break
        case .query:
            // The items may stand in the fragment, in any order and among others.
            rule.content.query = nil
            rule.content.fragment = "?*"
            add(rule, at: texts)
        }
    }

    private mutating func add(_ rule: GeneratedRule, at paths: [String]) {
        for path in paths {
            var rule = rule
            rule.content.path = path
            add(rule)
        }
    }

    /// The fragments of a rule's links that have their path in the fragment, where its leading slash is optional.
    private func fragments(forPaths paths: [String], _ conditions: [ItemCondition]) -> [String] {
        // A `*` after the root would match every other path, so the patterns ask for the names of items.
        let required = conditions.first(where: \.isRequired)
        let roots = (required.map { [$0] } ?? conditions).map {
            "/?" + AssociationRule.queryPattern(with: $0.name ?? "")
        }
        let texts = paths.flatMap { text in
            text == "/" ? roots : [text.hasSuffix("*") ? text : text + "*"]
        }
        return (paths.contains("/") && required == nil ? ["/"] : [])
            + texts.flatMap { [$0, String($0.dropFirst())] }
    }

    private mutating func add(_ rule: GeneratedRule) {
        var rule = rule
        rule.content = rule.content.withoutNeedlessCase
        guard let number = numbers[rule.content] else {
            numbers[rule.content] = rules.count
            rules.append(rule)
            return
        }
        rules[number].names += rule.names.filter { !rules[number].names.contains($0) }
        rules[number].paths += rule.paths
    }

    /// Puts rules with more literal text first, and among equal ones those that ask for more of the query or count case.
    ///
    /// A pattern for an item that may be empty asks for nothing, as a missing item counts as empty.
    /// A pattern that matches everything that another one matches has no literal where the other has a wildcard.
    private mutating func sortByWidth() {
        var compiler = GlobCompiler(variables: variables.definitions)
        let keyed = rules.map { rule in
            let compiled = RuleMatcher(rule.content, compiler: &compiler)
            func narrowness(_ patterns: [RuleMatcher.Pattern?]) -> Int {
                patterns.reduce(0) { $0 + ($1?.globs[0].narrowness ?? 0) }
            }
            let items = compiled.items.filter { !$0.globs[0].matches([]) }
            return (
                rule,
                [
                    narrowness([compiled[.path], compiled[.fragment]]), items.count,
                    narrowness(items + [compiled[.query]]), compiled.patterns.count,
                    rule.content.isCaseSensitive ? 1 : 0,
                ]
            )
        }
        // The sort is stable.
        rules = keyed.sorted { $1.1.lexicographicallyPrecedes($0.1) }.map(\.0)
    }
}

extension CompiledRule {
    /// The rule's pattern after its prefix.
    func name(_ options: SourceOptions) -> String { options.prefixes[place.prefix] + pattern }
}

extension AssociationRule {
    /// The same rule, but counting case if it has no letters: case then makes no difference.
    var withoutNeedlessCase: AssociationRule {
        var rule = self
        rule.isCaseSensitive =
            isCaseSensitive
            || !patterns.contains { $0.text.utf8.contains(where: ByteSet.letters.contains) }
        return rule
    }
}
