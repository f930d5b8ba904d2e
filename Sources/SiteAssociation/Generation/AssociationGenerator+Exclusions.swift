import DeepLinks
import LinkChecking
import PathMatching

/// The links of a rule that refuses them, under one of its source's prefixes.
struct RefusedLinks {
    let rule: CompiledRule
    let options: SourceOptions

    /// What follows the host in some of them, and in links of claims that are like them; whoever asks sorts them.
    func tails(_ claims: [(path: PathPattern, items: [ItemCondition])], limit: Int) -> [String] {
        let own = SampleLinks(rule.path, rule.items).tails(8)
        var tails = own
        for claim in claims where tails.count < limit {
            let items = rule.items + claim.items.filter(\.isRequired)
            tails += SampleLinks(claim.path, items, like: own).tails(8)
            tails += SampleLinks(claim.path, claim.items).tails(16)
        }
        return tails.uniqued().flatMap(options.spellings)
    }

    private var constraints: [PathConstraint] {
        PathShape(rule.path).segments.joined().compactMap(\.capture?.constraint)
    }

    /// Whether patterns ask for whole texts: of a constraint on characters they check only the first one, and then samples do not show
    /// all that they match besides.
    private var hasPatterns: Bool {
        let isPartial = constraints.contains { if case .bytes = $0.form { true } else { false } }
        return !isPartial
            && rule.items.allSatisfy { item in
                switch item.kind {
                case .capture(let value): item.subject != .unnamedItem && value.takesAll
                case .equals(let text): text != nil
                }
            }
    }

    /// The exclusions to try, which may match other links, too; none if the format has no patterns for the rule.
    func exclusions(_ variables: inout VariableTable) -> [GeneratedRule] {
        // The words of a list count case everywhere, and an exclusion must not match links that are handled.
        let ignoresCase = options.ignoresCase && !constraints.contains(.words)
        var content = AssociationRule(isExclusion: true, isCaseSensitive: !ignoresCase)
        content.ask(rule.items, &variables)
        if case .whole = content.query { return [] }
        // An item in the fragment takes precedence over one of the same name in the query.
        guard hasPatterns,
            options.fragment == .keep || options.fragment == .query && content.query == nil
        else { return [] }
        return PathShape(rule.path).patterns(&variables).map { text in
            content.path = text
            return GeneratedRule(
                content: content.withoutNeedlessCase,
                names: [rule.name(options)],
                reason: "kept in the browser"
            )
        }
    }
}

extension AssociationGenerator {
    /// Excludes links that rules refuse and wider claims would match.
    ///
    /// An exclusion must not match a link that is handled. So it is tried: sample links of the rules and of the exclusion itself are
    /// asked about. It comes after the claims on links that it matches though the app handles them; if no claim on a link that the app
    /// refuses comes after these, it is left out.
    mutating func addExclusions(
        for refusals: [RefusedLinks],
        _ rewriter: URLRewriter,
        _ paths: RegisteredPaths?
    ) {
        guard !refusals.isEmpty, !rules.isEmpty else { return }
        let exclusions = refusals.map { $0.exclusions(&variables) }
        var compiler = GlobCompiler(variables: variables.definitions)
        let claims = rules.map { RuleMatcher($0.content, compiler: &compiler) }
        let claimed = rules.flatMap(\.paths)
        // How many links of each refusal are compared with each claim, which would take long for very many of both.
        let limit = min(256, max(16, (1 << 17) / (refusals.count * claims.count)))
        let hosts = domains.map { rewriter.sampleHost(of: $0) ?? LinkSample.exampleHost }
        // A wildcard may also match more segments than any refusing rule has.
        let depth = 1 + (refusals.map(\.rule.path.segments.count).max() ?? 0)
        let deep = LinkSample(many: Array(repeating: "x", count: depth).joined(separator: "/"))
        // The exclusions before each claim, each with the claims on links that the app refuses.
        var before: [Int: [(rule: GeneratedRule, claims: Set<Int>)]] = [:]
        for (refused, exclusions) in zip(refusals, exclusions) {
            for exclusion in exclusions {
                let compiled = RuleMatcher(exclusion.content, compiler: &compiler)
                let related = claimed.filter { compiled.mayBegin(with: $0.path.beginning) }
                let samples = (LinkSample.varied + [deep]).compactMap { sample in
                    var sample = sample
                    sample.moreItems = refused.rule.items.compactMap(\.name)
                    return sample.tail(for: compiled)
                }
                var (start, narrowed) = (0, Set<Int>())
                for tail in (refused.tails(related, limit: limit) + samples).uniqued() {
                    guard let link = try? AssociationLink("https://\(hosts[0])\(tail)"),
                        compiled.matches(link),
                        let claim = claims.firstIndex(where: { $0.matches(link) })
                    else { continue }
                    if hosts.contains(where: { rewriter.handles("https://\($0)\(tail)", paths) }) {
                        start = max(start, claim + 1)
                    } else {
                        narrowed.insert(claim)
                    }
                }
                narrowed = narrowed.filter { $0 >= start }
                if !narrowed.isEmpty { before[start, default: []].append((exclusion, narrowed)) }
            }
        }
        guard !before.isEmpty else { return }
        var order: [(rule: GeneratedRule, claims: Set<Int>)] = []
        for (number, claim) in rules.enumerated() {
            order += before[number] ?? []
            order.append((claim, [number]))
        }
        // A claim or an exclusion may be left without links of its own, and an exclusion without a claim to narrow.
        let dead = dead(order.map(\.rule))
        let decided = order.indices.filter { !dead.contains($0) }.map { order[$0] }
        let kept = Set(decided.filter { !$0.rule.content.isExclusion }.flatMap(\.claims))
        rules = decided.filter { !$0.claims.isDisjoint(with: kept) }.map(\.rule)
    }

    /// The numbers of the rules whose links earlier ones take.
    private func dead(_ rules: [GeneratedRule]) -> Set<Int> {
        let entry = AssociationEntry(
            appIDs: [AppIdentifier.example],
            rules: rules.map(\.content),
            format: .components,
            node: JSONNode(.object([:]))
        )
        let matcher = AssociationMatcher(entries: [entry], variables: variables.definitions)
        var effort = AssociationAudit.wholeEffort
        return Set(matcher.deadRules(&effort).dead.map(\.place.rule))
    }
}

extension URLRewriter {
    /// Whether the app shows a link: a rule matches it, or it passes through and its path is registered, if the paths are given.
    func handles(_ link: String, _ paths: RegisteredPaths?) -> Bool {
        guard let details = try? details(of: link) else { return false }
        return details.ruleIndex != nil
            || paths.map { $0.pattern(for: details.link) != nil } ?? true
    }
}
