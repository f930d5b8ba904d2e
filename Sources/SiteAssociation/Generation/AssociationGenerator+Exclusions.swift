import DeepLinks
import LinkChecking
import PathMatching

/// Paths that a component claims.
struct ClaimedPaths {
    let path: PathPattern

    /// What the paths' rule asks of the query; nil for paths that pass through without a rule.
    let items: [ItemCondition]?
}

/// A rule that refuses links, under one of its source's prefixes.
struct RefusedPaths {
    let rule: CompiledRule
    let shape: PathShape

    /// The number of the rule's domain.
    let source: Int

    let options: SourceOptions

    /// Whether the app handles the links, and only the site keeps them to itself.
    let isUnclaimed: Bool

    init(_ rule: CompiledRule, of source: Int, _ domain: Domain) {
        self.rule = rule
        shape = PathShape(rule.path)
        self.source = source
        options = domain.options
        isUnclaimed = !domain.rules[rule.place.rule].notes.claims
    }

    /// What follows the host in sample links of the rule, and in links of claims that are like them; whoever asks sorts them.
    func tails(for claims: [ClaimedPaths], limit: Int) -> [String] {
        let own = SampleLinks(rule.path, rule.items).tails(8)
        var tails = own
        for claim in claims where tails.count < limit {
            let items = rule.items + (claim.items ?? []).filter(\.isRequired)
            tails += SampleLinks(claim.path, items, like: own).tails(8)
            tails += SampleLinks(claim.path, claim.items ?? []).tails(16)
        }
        return tails.uniqued().flatMap(options.spellings)
    }

    /// Whether the app refuses a link by this rule, under this prefix.
    func refuses(_ tail: String, of host: String, _ rewriter: URLRewriter) -> Bool {
        let path = String(tail.prefix { $0 != "?" && $0 != "#" })
        guard rule.path.matches(path, ignoresCase: options.ignoresCase) else { return false }
        do throws(RewriteError) {
            _ = try rewriter.details(of: "https://\(host)\(tail)")
            return false
        } catch {
            return error.reason == .refusedByRule(rule.pattern)
        }
    }

    /// The exclusions that match its links and no others with as many segments; empty if the format has no such pattern.
    func exclusions(_ variables: inout VariableTable) -> [GeneratedRule] {
        // What a segment with several captures matches is uncertain.
        guard options.fragment != .path,
            shape.segments.allSatisfy({ $0.count(where: \.isCapture) < 2 }),
            !(options.ignoresCase && shape.hasWords)
        else { return [] }
        let path = shape.patterns(&variables)
        guard path.notes.allSatisfy({ $0.kind == .slashes }) else { return [] }
        let query = QueryClaim(rule.items, variables: &variables)
        guard query.notes.isEmpty, query.isCaseless || !options.ignoresCase,
            // An item in the fragment takes precedence over one of the same name in the query.
            query.pattern == nil || options.fragment == .keep
        else { return [] }
        return path.texts.map { text in
            GeneratedRule(
                content: AssociationRule(
                    path: text,
                    query: query.pattern,
                    fragment: query.fragment,
                    isExclusion: true,
                    isCaseSensitive: !options.ignoresCase
                ).withoutNeedlessCase,
                names: [rule.name(options)],
                reason: isUnclaimed
                    ? "the site keeps these links to itself ('claims: false')" : "refused"
            )
        }
    }
}

extension AssociationGenerator {
    /// Excludes links that rules refuse and wider claims would match.
    ///
    /// An exclusion must not match a link that is handled. So it is tried: sample links of the rules and of the exclusion itself are
    /// asked about, and of each link that it matches though the app handles it, a claim comes first. Then come the exclusions, then
    /// the claims that they narrow. A refusing rule gets no exclusion if the format has no pattern for it, or if the claims before
    /// would leave it or another exclusion without effect. The claims that then match its links say so in a note.
    mutating func addExclusions(
        for refusals: [RefusedPaths],
        _ rewriter: URLRewriter,
        _ paths: RegisteredPaths?
    ) {
        guard !refusals.isEmpty, !rules.isEmpty else { return }
        let exclusions = refusals.map { $0.exclusions(&variables) }
        var compiler = self.compiler
        let claims = rules.map { RuleMatcher($0.content, compiler: &compiler) }
        let claimed = rules.flatMap(\.paths)
        let limit = min(256, max(16, Self.comparisonLimit / (refusals.count * claims.count)))
        let hosts = domains.map { rewriter.sampleHost(of: $0) ?? LinkSample.exampleHost }
        // A wildcard may also match more segments than any refusing rule has.
        let depth = 1 + (refusals.map(\.rule.path.segments.count).max() ?? 0)
        let deep = Array(repeating: "x", count: depth).joined(separator: "/")
        let samples = LinkSample.varied + [LinkSample(many: deep)]
        func takers(of link: AssociationLink) -> [Int] {
            claims.indices.filter { claims[$0].matches(link) }
        }
        // The refused links of each refusing rule, and for each link the claims that match it.
        var links: [[(link: AssociationLink, takers: [Int])]] = []
        var first: Set<Int> = []
        var excluded: [Int] = []
        for (number, refused) in refusals.enumerated() {
            let compiled = exclusions[number].map { RuleMatcher($0.content, compiler: &compiler) }
            let related = claimed.filter { claim in
                compiled.isEmpty || compiled.contains { $0.mayBegin(like: claim.path) }
            }
            let tails = refused.tails(for: related, limit: limit)
            let refusedTails = tails.filter {
                refused.refuses($0, of: hosts[refused.source], rewriter)
            }
            links.append(
                refusedTails.compactMap(Self.link).map { (link: $0, takers: takers(of: $0)) }
            )
            guard !compiled.isEmpty else { continue }
            let own = compiled.flatMap { rule in samples.compactMap { $0.tail(for: rule) } }
            var preceding = first
            for tail in (tails + own).uniqued() {
                guard let link = Self.link(tail), compiled.contains(where: { $0.matches(link) }),
                    hosts.contains(where: { rewriter.handles("https://\($0)\(tail)", paths) })
                else { continue }
                let takers = takers(of: link)
                // A claim that is for such links alone comes first, if there is one.
                guard let taker = takers.first, preceding.isDisjoint(with: takers) else { continue }
                preceding.insert(taker)
            }
            let haveEffect = (excluded + [number]).allSatisfy { refusal in
                links[refusal].contains {
                    !$0.takers.isEmpty && preceding.isDisjoint(with: $0.takers)
                }
            }
            guard haveEffect else { continue }
            first = preceding
            excluded.append(number)
        }
        for claim in rules.indices {
            let taken = refusals.indices.filter { number in
                links[number].contains { $0.takers.contains(claim) }
                    && (first.contains(claim) || !excluded.contains(number))
            }.map { refusals[$0] }
            for (isUnclaimed, fate) in [(false, "refused"), (true, "not claimed")] {
                let own = taken.filter { $0.isUnclaimed == isUnclaimed }
                guard let refused = own.first else { continue }
                let more = own.count == 1 ? "is" : "and \(own.count - 1) more are"
                rules[claim].notes.append("'\(refused.rule.name(refused.options))' \(more) \(fate)")
            }
        }
        // Of a refusal's exclusions, those stay that match a link which nothing before matches and a claim after them does.
        var kept: [(rule: GeneratedRule, compiled: RuleMatcher, takers: Set<Int>)] = []
        for number in excluded {
            let free = links[number].filter { first.isDisjoint(with: $0.takers) }
            for exclusion in exclusions[number] {
                let compiled = RuleMatcher(exclusion.content, compiler: &compiler)
                let takers = free.filter { link, _ in
                    compiled.matches(link) && !kept.contains { $0.compiled.matches(link) }
                }.flatMap(\.takers)
                if !takers.isEmpty { kept.append((exclusion, compiled, Set(takers))) }
            }
        }
        guard !kept.isEmpty else { return }
        // Of the other claims, those stay that match a link which nothing before them matches.
        let before = first.map { claims[$0] } + kept.map(\.compiled)
        let names = claims.flatMap(\.items).map(\.part).uniqued().prefix(16).compactMap { part in
            if case .queryItem(let name) = part { name } else { nil }
        }
        let further = LinkSample.all(items: names + ["more"])
        var budget = Self.comparisonLimit
        let rest = rules.indices.filter { number in
            guard !first.contains(number) else { return false }
            let links = (further + LinkSample.further(for: claims[number])).lazy
                .compactMap { $0.tail(for: claims[number]).flatMap(Self.link) }
            return links.isEmpty
                || links.contains { link in
                    budget -= before.count
                    return budget <= 0 || !before.contains { $0.matches(link) }
                }
        }
        kept = kept.filter { !$0.takers.isDisjoint(with: rest) }
        rules =
            rules.indices.filter(first.contains).map { rules[$0] } + kept.map(\.rule)
            + rest.map { rules[$0] }
    }

    private static func link(_ tail: String) -> AssociationLink? {
        try? AssociationLink("https://\(LinkSample.exampleHost)\(tail)")
    }

    /// How often a sample link of a refusal is compared with a claim, at most, unless there are very many of both.
    private static let comparisonLimit = 1 << 17
}

extension URLRewriter {
    /// Whether the app shows a link: a rule matches it, or it passes through and its path is registered, if the paths are given.
    func handles(_ link: String, _ paths: RegisteredPaths?) -> Bool {
        guard let details = try? details(of: link) else { return false }
        return details.ruleIndex != nil
            || paths.map { $0.pattern(for: details.link) != nil } ?? true
    }
}
