import DeepLinks
import LinkChecking
import PathMatching

/// Paths that a component claims.
struct ClaimedPaths {
    let path: PathPattern

    /// The number of the paths' domain.
    let source: Int

    /// What the paths' rule asks of the query; nil for paths that pass through without a rule.
    let items: [ItemCondition]?
}

extension ClaimedPaths {
    /// Whether links that a refusing rule matches too are handled: all such links, none, or nil if it depends on the link.
    ///
    /// The rule with precedence decides, so the first segment in which they differ does.
    func wins(over refused: RefusedPaths) -> Bool? {
        guard source == refused.source else { return true }
        guard let items else { return false }
        let (own, others) = (path, refused.rule.path)
        let ignoresCase = refused.options.ignoresCase
        let places = zip(
            own.precedence(ignoresCase: ignoresCase),
            others.precedence(ignoresCase: ignoresCase)
        )
        for (number, (place, other)) in places.enumerated() {
            if place != other { return place < other }
            // Two catch-alls that go on may stand for different numbers of segments.
            if own.segments[number].kind == .catchAll, number + 1 < own.segments.count {
                return nil
            }
        }
        let (count, otherCount) = (own.segments.count, others.segments.count)
        if count != otherCount {
            // Links that both match lack the optional segments behind the shorter one.
            let next = count < otherCount ? others.segments[count] : own.segments[otherCount]
            return next.isOptional && count < otherCount
        }
        // Fragments only count if the items do not decide.
        let required = items.count { $0.isRequired && $0.subject != .fragment }
        let asked = refused.rule.items.count { $0.isRequired && $0.subject != .fragment }
        return required == asked ? nil : required > asked
    }

    /// Whether it must be claimed before a refusing rule's exclusion, which could block links of it that are handled.
    ///
    /// An exclusion's wildcards may match slashes that the rule's captures do not, but not in paths that have no more segments
    /// than the rule needs.
    func mustPrecede(_ refused: RefusedPaths) -> Bool {
        guard !differsAtStart(from: refused) else { return false }
        return wins(over: refused) != false
            || refused.shape.takesSlashes
                && (path.segments.contains { $0.kind == .catchAll }
                    || path.segments.count
                        > refused.rule.path.segments.count(where: { !$0.isOptional }))
    }

    /// Whether they share no link, as the texts of one of their leading segments differ.
    fileprivate func differsAtStart(from refused: RefusedPaths) -> Bool {
        for (own, other) in zip(PathShape(path).texts, refused.shape.texts) {
            guard let own, let other else { return false }
            if own.isDisjoint(with: other) { return true }
        }
        return false
    }
}

/// A rule that refuses links, under one of its source's prefixes.
struct RefusedPaths {
    let rule: DeepLinks.CompiledRule
    let shape: PathShape

    /// The number of the rule's domain.
    let source: Int

    let options: SourceOptions

    init(_ rule: DeepLinks.CompiledRule, of source: Int, _ options: SourceOptions) {
        self.rule = rule
        shape = PathShape(rule.path)
        self.source = source
        self.options = options
    }

    /// Sample links that the app refuses by this rule: some of each kind, and up to a limit some that also meet the claims.
    func links(
        of domain: Domain,
        _ rewriter: URLRewriter,
        for claims: [ClaimedPaths],
        limit: Int
    ) -> [AssociationLink] {
        let own = SampleLinks(rule.path, rule.items).tails(8)
        var tails = own
        for claim in claims where tails.count < limit && !claim.differsAtStart(from: self) {
            let items = rule.items + (claim.items ?? []).filter(\.isRequired)
            tails += SampleLinks(claim.path, items, like: own).tails(8)
        }
        // The rule may refuse other links under another prefix.
        tails = tails.filter { tail in
            rule.path.matches(
                String(tail.prefix { $0 != "?" && $0 != "#" }),
                ignoresCase: options.ignoresCase
            )
        }
        let host = rewriter.sampleHost(of: domain) ?? LinkSample.exampleHost
        return tails.uniqued().flatMap(options.spellings).compactMap { tail in
            do throws(RewriteError) {
                _ = try rewriter.details(of: "https://\(host)\(tail)")
            } catch {
                guard error.reason == .refusedByRule(rule.pattern) else { return nil }
                return try? AssociationLink("https://\(LinkSample.exampleHost)\(tail)")
            }
            return nil
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
                reason: "refused"
            )
        }
    }
}

extension AssociationGenerator {
    /// Excludes links that rules refuse and wider claims would match.
    ///
    /// An exclusion must not match a link that is handled. So the claims that may share such a link with an exclusion come first, then
    /// the exclusions, then the claims that they narrow. A refusing rule gets no exclusion if the format has no pattern for it, or if
    /// the claims before would leave it or another exclusion without effect. The claims that then match its links say so in a note.
    mutating func addExclusions(for refusals: [RefusedPaths], _ rewriter: URLRewriter) {
        guard form == .components, !refusals.isEmpty, !rules.isEmpty else { return }
        let exclusions = refusals.map { $0.exclusions(&variables) }
        var compiler = self.compiler
        let claims = rules.map { CompiledRule($0.content, compiler: &compiler) }
        // The sample links of each refusing rule, and for each link the claims that match it.
        let paths = rules.flatMap(\.paths)
        let limit = min(256, max(16, Self.comparisonLimit / (refusals.count * claims.count)))
        let links = refusals.map { refused in
            refused.links(of: domains[refused.source], rewriter, for: paths, limit: limit).map {
                link in
                (link: link, takers: claims.indices.filter { claims[$0].matches(link) })
            }
        }
        var first: Set<Int> = []
        var excluded: [Int] = []
        for (number, refused) in refusals.enumerated() where !exclusions[number].isEmpty {
            let preceding = first.union(
                rules.indices.filter { claim in
                    rules[claim].paths.contains { $0.mustPrecede(refused) }
                }
            )
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
            let names = refusals.indices.filter { number in
                links[number].contains { $0.takers.contains(claim) }
                    && (first.contains(claim) || !excluded.contains(number))
            }.map { "'\(refusals[$0].rule.name(refusals[$0].options))'" }
            guard let name = names.first else { continue }
            let more = names.count == 1 ? "is" : "and \(names.count - 1) more are"
            rules[claim].notes.append("\(name) \(more) refused")
        }
        // Of a refusal's exclusions, those stay that match a link which nothing before matches and a claim after them does.
        var kept: [(rule: GeneratedRule, compiled: CompiledRule, takers: Set<Int>)] = []
        for number in excluded {
            let free = links[number].filter { first.isDisjoint(with: $0.takers) }
            for exclusion in exclusions[number] {
                let compiled = CompiledRule(exclusion.content, compiler: &compiler)
                let takers = free.filter { link, _ in
                    compiled.matches(link) && !kept.contains { $0.compiled.matches(link) }
                }.flatMap(\.takers)
                if !takers.isEmpty { kept.append((exclusion, compiled, Set(takers))) }
            }
        }
        guard !kept.isEmpty else { return }
        first = Self.widened(first, among: claims)
        let rest = rules.indices.filter { claim in
            !first.contains(claim)
                && !kept.contains { $0.rule.content.leavesNothing(to: rules[claim].content) }
        }
        kept = kept.filter { !$0.takers.isDisjoint(with: rest) }
        rules =
            rules.indices.filter(first.contains).map { rules[$0] } + kept.map(\.rule)
            + rest.map { rules[$0] }
    }

    /// Some claims, with all others that claim no other links: after them, these would be without effect.
    private static func widened(_ first: Set<Int>, among claims: [CompiledRule]) -> Set<Int> {
        let names = claims.flatMap(\.items).map(\.part).uniqued().prefix(16).compactMap { part in
            if case .queryItem(let name) = part { name } else { nil }
        }
        let samples = LinkSample.all(items: names + ["more"])
        let wide = first.map { claims[$0] }
        var budget = comparisonLimit
        return first.union(
            claims.indices.filter { number in
                guard !first.contains(number) else { return false }
                let tails = (samples + LinkSample.further(for: claims[number])).lazy.compactMap {
                    $0.tail(for: claims[number])
                }
                return tails.allSatisfy { tail in
                    budget -= wide.count
                    guard budget > 0,
                        let link = try? AssociationLink("https://\(LinkSample.exampleHost)\(tail)")
                    else { return false }
                    return wide.contains { $0.matches(link) }
                }
            }
        )
    }

    /// How often a sample link of a refusal is compared with a claim, at most, unless there are very many of both.
    private static let comparisonLimit = 1 << 17
}
