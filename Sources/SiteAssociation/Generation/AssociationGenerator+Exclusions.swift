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
        for (segment, other) in zip(own.segments, others.segments) {
            guard segment.kind == other.kind else { return segment.kind < other.kind }
            switch segment.kind {
            case .literal, .plain: continue
            case .mixed where own.text[segment.text] == others.text[other.text]: continue
            case .mixed, .catchAll: return nil
            }
        }
        let required = items.count(where: \.isRequired)
        let asked = refused.rule.items.count(where: \.isRequired)
        guard own.segments.count == others.segments.count, required != asked else { return nil }
        return required > asked
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

    /// How many sample links are tried against the claims.
    private static let limit = 256

    init(_ rule: DeepLinks.CompiledRule, of source: Int, _ options: SourceOptions) {
        self.rule = rule
        shape = PathShape(rule.path)
        self.source = source
        self.options = options
    }

    /// Sample links that the app refuses by this rule: some of each kind, and some that also meet the claims.
    func links(
        of domain: Domain,
        _ rewriter: URLRewriter,
        for claims: [ClaimedPaths]
    )
        -> [AssociationLink]
    {
        var tails = SampleLinks(rule.path, rule.items).tails(8, of: options)
        for claim in claims where tails.count < Self.limit && !claim.differsAtStart(from: self) {
            let more = (claim.items ?? []).filter { item in
                item.isRequired && !rule.items.contains { $0.name == item.name }
            }
            let paths = claim.path.common(with: rule.path) + rule.path.common(with: claim.path)
            for path in paths {
                tails += SampleLinks(path, rule.items + more).tails(4, of: options)
            }
        }
        let host = rewriter.sampleHost(of: domain) ?? LinkSample.exampleHost
        return tails.uniqued().compactMap { tail in
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
        guard !options.fragmentPaths,
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
                    isExclusion: true,
                    isCaseSensitive: !options.ignoresCase
                ),
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
        guard form == .components, !refusals.isEmpty else { return }
        var compiler = self.compiler
        let claims = rules.map { CompiledRule($0.content, compiler: &compiler) }
        // For each sample link of a refusing rule, the claims that match it.
        let paths = rules.flatMap(\.paths)
        let takers = refusals.map { refused in
            refused.links(of: domains[refused.source], rewriter, for: paths).map { link in
                claims.indices.filter { claims[$0].matches(link) }
            }
        }
        var first: Set<Int> = []
        var excluded: [Int] = []
        var exclusions: [GeneratedRule] = []
        for (number, refused) in refusals.enumerated() {
            let preceding = first.union(
                rules.indices.filter { claim in
                    rules[claim].paths.contains { $0.mustPrecede(refused) }
                }
            )
            let own = refused.exclusions(&variables)
            let haveEffect = (excluded + [number]).allSatisfy { refusal in
                takers[refusal].contains { !$0.isEmpty && preceding.isDisjoint(with: $0) }
            }
            guard !own.isEmpty, haveEffect else { continue }
            first = preceding
            excluded.append(number)
            exclusions += own
        }
        for claim in rules.indices {
            let names = refusals.indices.filter { number in
                takers[number].contains { $0.contains(claim) }
                    && (first.contains(claim) || !excluded.contains(number))
            }.map { "'\(refusals[$0].rule.name(refusals[$0].options))'" }
            guard let name = names.first else { continue }
            let more = names.count == 1 ? "is" : "and \(names.count - 1) more are"
            rules[claim].notes.append("\(name) \(more) refused")
        }
        guard !exclusions.isEmpty else { return }
        rules =
            rules.indices.filter(first.contains).map { rules[$0] } + exclusions
            + rules.indices.filter { !first.contains($0) }.map { rules[$0] }.filter { claim in
                // An exclusion with the same pattern leaves no links for the claim.
                var excluded = claim.content
                excluded.isExclusion = true
                return !exclusions.contains { $0.content == excluded }
            }
    }
}
