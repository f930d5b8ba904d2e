import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Finds rules that others leave no links, or whose links others take unawares.
    mutating func checkOrder(of rules: [CheckedRule], in source: Int) {
        let order = RuleOrder(
            rules,
            of: sources[source],
            flawed: flawedRules[source] ?? [],
            limits: configuration.limits
        )
        for rule in rules { checkLife(of: rule, order, source) }
        checkOverlaps(of: rules, source)
        checkSwallowedPaths(of: rules, order, source)
    }

    // MARK: - Rules that never win

    private mutating func checkLife(of rule: CheckedRule, _ order: RuleOrder, _ source: Int) {
        guard let winners = order.winners(over: rule) else { return }
        let all = sources[source].rules
        // Where the others do the same, nothing is lost.
        let isHarmless = winners.allSatisfy {
            rule.template != nil && all[$0].template == rule.template
        }
        let isByQuery = winners.count == 1 && order.hasSamePath(rule.number, winners[0])
        let names = winners.map { all[$0].pattern }
        add(
            isByQuery ? .hiddenByQuery : .deadRule,
            isHarmless ? .warning : .error,
            at: externalPath(source, rule.number),
            isByQuery
                ? "'\(rule.text)' never wins, as \(Self.list(names)) has the same path, is tried first and asks no more of the query; put this rule before it, or let it ask for another item."
                : "'\(rule.text)' never wins, as \(Self.list(names)) \(names.count == 1 ? "is" : "are") tried first and \(names.count == 1 ? "takes" : "together take") all of its links; remove this rule, or constrain the others.",
            other: externalPath(source, winners[0])
        )
    }

    /// Names in a sentence; of many, the first.
    static func list(_ names: [String]) -> String {
        let shown = names.prefix(3).map { "'\($0)'" }
        if names.count > shown.count {
            return shown.joined(separator: ", ") + " and \(names.count - shown.count) more"
        }
        guard let last = shown.last, shown.count > 1 else { return shown.joined() }
        return shown.dropLast().joined(separator: ", ") + " and \(last)"
    }

    // MARK: - Order of declaration

    /// How many rules with the same path are compared with each other.
    private static let overlapLimit = 32

    private mutating func checkOverlaps(of rules: [CheckedRule], _ source: Int) {
        var places = PathTrie<Int>(ignoresCase: sources[source].options.ignoresCase)
        var groups: [[CheckedRule]] = []
        var reported: Set<[Int]> = []
        for (rule, path) in rules.flatMap({ rule in rule.paths.map { (rule, $0) } })
        where !rule.items.isEmpty {
            guard let place = places[path] else {
                places[path] = groups.count
                groups.append([rule])
                continue
            }
            if groups[place].count < Self.overlapLimit { groups[place].append(rule) }
            for first in groups[place]
            where first.number < rule.number
                && first.external.conditions.rank == rule.external.conditions.rank
                && first.canShareQuery(with: rule) && !rule.impliesQuery(of: first)
                && !first.impliesQuery(of: rule)
                && reported.insert([first.number, rule.number]).inserted
            {
                add(
                    .queryOverlap,
                    at: externalPath(source, rule.number),
                    "A link that fits both '\(rule.text)' and '\(first.text)' is taken by the latter, only since it is declared first; let one of them ask for an item more if that is not meant.",
                    other: externalPath(source, first.number)
                )
            }
        }
    }

    // MARK: - Swallowed paths

    /// Finds captures that take a path with rules below it and none of its own.
    private mutating func checkSwallowedPaths(
        of rules: [CheckedRule],
        _ order: RuleOrder,
        _ source: Int
    ) {
        var swallowed: [Int: [(parent: String, below: CheckedRule)]] = [:]
        var seen: Set<String> = []
        for (below, path) in rules.flatMap({ rule in rule.paths.map { (rule, $0) } }) {
            // Such as '/items/{id}', and not only '/items/new'.
            let segments = path.segments
            guard segments.count > 1, [.mixed, .plain].contains(segments[segments.count - 1].kind),
                segments[segments.count - 2].kind == .literal
            else { continue }
            let parent = path.text(ofFirst: segments.count - 1)
            guard seen.insert(parent).inserted, let pattern = try? PathPattern(parent),
                let tail = SampleLinks(pattern).tails(1).first,
                let winner = order.winner(of: tail),
                let taking = rules.first(where: { $0.number == winner })?.paths.first(where: {
                    $0.segments.count == segments.count - 1
                        && $0.text(ofFirst: segments.count - 2)
                            == path.text(ofFirst: segments.count - 2)
                }),
                taking.segments.last?.kind != .literal
            else { continue }
            swallowed[winner, default: []].append((parent, below))
        }
        for (number, paths) in swallowed.sorted(by: { $0.key < $1.key }) {
            guard let rule = rules.first(where: { $0.number == number }),
                let capture = rule.paths[0].captureNames.last,
                let text = paths[0].parent.split(separator: "/").last
            else { continue }
            let more = paths.count == 1 ? "" : " (and \(paths.count - 1) more of its kind)"
            add(
                .swallowedPath,
                at: externalPath(source, number),
                "'\(rule.text)' takes '\(paths[0].parent)' too\(more), with '\(text)' as its '\(capture)', though '\(paths[0].below.text)' stands below it; constrain the capture, or add a rule for '\(paths[0].parent)'."
            )
        }
    }
}

/// Which rule of a source takes a link.
private struct RuleOrder {
    /// The source alone; its rules only tell their numbers, so that no template and no wrapped link is in the way.
    private let rewriter: URLRewriter
    private let origins: [String]
    private let ignoresCase: Bool
    private let depth: Int
    private let paths: [Int: PathPattern]

    /// How many links of a rule are tried; where there are more, no rule is called dead.
    private static let limit = 512

    init(
        _ rules: [CheckedRule],
        of source: RewriteSource,
        flawed: Set<Int>,
        limits: Limits
    ) {
        // A rule with a flaw keeps its number and takes nothing.
        let marks = source.rules.enumerated().map { number, rule in
            RewriteRule.rewrite(Rewrite(flawed.contains(number) ? "" : rule.pattern, to: "/"))
        }
        var flaws: [RewriteRuleError] = []
        rewriter = URLRewriter(
            passingOverFlaws: &flaws,
            limits: limits,
            sources: [source.withRules(marks)]
        )
        origins = source.sampleOrigins
        ignoresCase = source.options.ignoresCase
        depth = 1 + (rules.flatMap(\.paths).map(\.segments.count).max() ?? 0)
        paths = Dictionary(uniqueKeysWithValues: rules.map { ($0.number, $0.paths[0]) })
    }

    /// The rule that takes a link with this path and query.
    func winner(of tail: String) -> Int? {
        origins.lazy.compactMap { try? rewriter.details(of: $0 + tail).ruleIndex }.first
    }

    /// The rules that take all links of a rule, under each of its prefixes; nil if it has links of its own.
    func winners(over rule: CheckedRule) -> [Int]? {
        var winners: [Int] = []
        for path in rule.paths {
            let links = SampleLinks(path, rule.items, depth: depth)
            guard links.hasAll(in: Self.limit) else { return nil }
            for tail in links.tails(Self.limit) {
                guard let winner = winner(of: tail), winner != rule.number else { return nil }
                if !winners.contains(winner) { winners.append(winner) }
            }
        }
        return winners.isEmpty ? nil : winners
    }

    /// Whether two rules have the same path, as far as their segments are written alike.
    func hasSamePath(_ first: Int, _ second: Int) -> Bool {
        guard let first = paths[first], let second = paths[second] else { return false }
        var trie = PathTrie<Int>(ignoresCase: ignoresCase)
        trie[first] = 0
        return trie[second] != nil
    }
}

extension RewriteSource {
    /// The source with other rules, and with no link that passes without one.
    fileprivate func withRules(_ rules: [RewriteRule]) -> RewriteSource {
        switch self {
        case .domain(var domain):
            domain.rules = rules
            domain.options.unmatched = .reject
            return .domain(domain)
        case .scheme(var scheme):
            scheme.rules = rules
            scheme.options.unmatched = .reject
            return .scheme(scheme)
        }
    }
}

extension PathPattern {
    /// The first segments as they are written.
    fileprivate func text(ofFirst count: Int) -> String {
        segments.prefix(count).map { "/" + String(decoding: text[$0.text], as: UTF8.self) }.joined()
    }
}
