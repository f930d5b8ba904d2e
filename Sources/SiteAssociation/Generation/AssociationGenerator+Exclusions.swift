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

    let options: SourceOptions

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

    /// Whether patterns can match its links and no others with as many segments.
    private var hasPatterns: Bool {
        func isPlain(_ text: some Sequence<UInt8>) -> Bool {
            text.allSatisfy(ByteSet.unreserved.contains)
        }
        let segments = PathShape(rule.path).segments
        let isPath = segments.joined().allSatisfy { piece in
            switch piece {
            case .text(let text): GlobPiece.escaped(text).utf8.elementsEqual(text)
            case .capture(let capture):
                switch capture.constraint.form {
                case .any, .groups: true
                case .words: !options.ignoresCase && isPlain(capture.words.joined())
                // A pattern checks only the first character.
                case .bytes: false
                }
            }
        }
        // What a segment with several captures matches is uncertain.
        let isSplit = segments.contains { $0.count { $0.capture != nil } > 1 }
        return isPath && !isSplit
            && rule.items.allSatisfy { item in
                let isNamed = item.subject != .unnamedItem && isPlain((item.name ?? "").utf8)
                return switch item.kind {
                case .capture(let value): isNamed && item.isRequired && value.takesAll
                case .equals(nil): false
                case .equals(let text?):
                    isNamed && !options.ignoresCase && !text.isEmpty && isPlain(text.utf8)
                }
            }
    }

    /// The exclusions to try for its links, which may match longer paths too; none if no pattern is certain to match no others.
    func exclusions(_ variables: inout VariableTable) -> [GeneratedRule] {
        let query = QueryClaim(rule.items, variables: &variables)
        // An item in the fragment takes precedence over one of the same name in the query.
        guard hasPatterns,
            options.fragment == .keep || options.fragment == .query && query.pattern == nil
        else { return [] }
        return PathShape(rule.path).patterns(&variables).map { text in
            GeneratedRule(
                content: AssociationRule(
                    path: text,
                    query: query.pattern,
                    fragment: query.fragment,
                    isExclusion: true,
                    isCaseSensitive: !options.ignoresCase
                ).withoutNeedlessCase,
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
    /// asked about, and of each link that it matches though the app handles it, a claim comes first. Then come the exclusions, then
    /// the claims that they narrow. An exclusion is left out if the claims before would leave it or another one without effect.
    mutating func addExclusions(
        for refusals: [RefusedPaths],
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
        let deep = Array(repeating: "x", count: depth).joined(separator: "/")
        // The claims that come first, and the exclusions, each with the claims that match one of its links that the app refuses.
        var first: Set<Int> = []
        var kept: [(rule: GeneratedRule, takers: [[Int]])] = []
        for (refused, exclusions) in zip(refusals, exclusions) {
            let samples = (LinkSample.varied + [LinkSample(many: deep)]).map { sample in
                var sample = sample
                sample.moreItems = refused.rule.items.compactMap(\.name)
                return sample
            }
            for exclusion in exclusions {
                let compiled = RuleMatcher(exclusion.content, compiler: &compiler)
                let related = claimed.filter { compiled.mayBegin(like: $0.path) }
                let tails = refused.tails(for: related, limit: limit)
                var (preceding, refusedTakers) = (first, [[Int]]())
                for tail in (tails + samples.compactMap { $0.tail(for: compiled) }).uniqued() {
                    guard let link = try? AssociationLink("https://\(hosts[0])\(tail)"),
                        compiled.matches(link)
                    else { continue }
                    let takers = claims.indices.filter { claims[$0].matches(link) }
                    guard let taker = takers.first else { continue }
                    if !hosts.contains(where: { rewriter.handles("https://\($0)\(tail)", paths) }) {
                        refusedTakers.append(takers)
                    } else if preceding.isDisjoint(with: takers) {
                        // A claim that is for such links alone comes first, if there is one.
                        preceding.insert(taker)
                    }
                }
                let tried = kept + [(exclusion, refusedTakers)]
                guard tried.allSatisfy({ $0.takers.contains(where: preceding.isDisjoint) }) else {
                    continue
                }
                (first, kept) = (preceding, tried)
            }
        }
        guard !kept.isEmpty else { return }
        let start = rules.indices.filter(first.contains).map { rules[$0] }
        var rest = rules.indices.filter { !first.contains($0) }
        // Of the claims behind exclusions, and of these, those stay that decide about a link.
        let dead = dead(start + kept.map(\.rule) + rest.map { rules[$0] }).map { $0 - start.count }
        rest = rest.enumerated().filter { !dead.contains(kept.count + $0.offset) }.map(\.element)
        kept = kept.enumerated().filter { number, exclusion in
            !dead.contains(number) && exclusion.takers.joined().contains(where: rest.contains)
        }.map(\.element)
        rules = start + kept.map(\.rule) + rest.map { rules[$0] }
    }

    /// The numbers of the rules whose links earlier ones take.
    private func dead(_ rules: [GeneratedRule]) -> [Int] {
        let entry = AssociationEntry(
            appIDs: [AppIdentifier.example],
            rules: rules.map(\.content),
            format: .components,
            node: JSONNode(.object([:]))
        )
        let matcher = AssociationMatcher(entries: [entry], variables: variables.definitions)
        var effort = AssociationAudit.wholeEffort
        return matcher.deadRules(&effort).dead.map(\.place.rule)
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
