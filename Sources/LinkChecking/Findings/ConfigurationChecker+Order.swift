import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Finds rules that never win, rules whose order decides, and paths that a capture swallows.
    mutating func checkOrder(of rules: [CheckedRule], in source: Int) {
        let order = RuleOrder(
            rules,
            of: rewriter.index.sources[source],
            flawedRules[source] ?? [],
            ignoresCase: sources[source].options.ignoresCase
        )
        for rule in rules { checkLife(of: rule, order) }
        checkOverlaps(order, source)
        checkSwallowedPaths(of: rules, order)
    }

    // MARK: - Rules that never win

    private mutating func checkLife(of rule: CheckedRule, _ order: RuleOrder) {
        if let limit = limit(below: rule) {
            let message =
                "'\(rule.text)' takes no link, as each has more than \(limit); raise the limit, or remove this rule."
            return add(.deadRule, at: rule.externalPlace, message)
        }
        // Only some texts of a capture are tried.
        guard let winners = order.winners(over: rule), !takesAnExample(rule) else { return }
        let all = sources[rule.source].rules
        // If the others do the same, nothing is lost.
        let isHarmless = winners.allSatisfy { winner in
            switch (rule.rule, all[winner]) {
            case (.rewrite(let own), .rewrite(let other)): own.template == other.template
            case (.refuse, .refuse): true
            case (.rewrite, _), (.refuse, _), (.unwrap, _): false
            }
        }
        let both = Set([rule.number, winners[0]])
        let isByQuery =
            winners.count == 1
            && order.groups.contains { both.isSubset(of: $0.map(\.place.rule)) }
        let more = winners.count > 3 ? ["\(winners.count - 3) more"] : []
        let names = (winners.prefix(3).map { "'\(all[$0].pattern)'" } + more).listed()
        let verb =
            winners.count == 1 ? "is tried first and takes" : "are tried first and together take"
        let obstacle =
            isByQuery
            ? "has the same path, is tried first and requires no more of the query and the fragment"
            : "\(verb) all of its links"
        add(
            cause: isByQuery ? .hiddenByQuery : .deadRule,
            isHarmless ? .warning : .error,
            at: rule.externalPlace,
            "'\(rule.text)' never wins, as \(names) \(obstacle)",
            isByQuery
                ? "put this rule before it, or require another item in this rule"
                : "remove this rule, or constrain the others",
            standingFor: failingExamples(of: rule, by: winners) { _, _ in true },
            allowed: allowed(rule.source, rule: rule.number),
            other: externalPath(rule.source, winners[0])
        )
    }

    /// The limit that refuses all links of a rule; if the rule has an example, this is told already, or meant.
    private func limit(below rule: CheckedRule) -> String? {
        guard rule.rule.notes.examples.isEmpty, let first = rule.compiled.first, !first.refuses
        else { return nil }
        let limits = rewriter.limits
        let segments = rule.compiled.map { $0.path.segments.count { !$0.isOptional } }.min() ?? 0
        if segments > limits.segments { return count(limits.segments, "segment") }
        let items = first.conditions.count { $0.isRequired && $0.subject != .fragment }
        return items > limits.queryItems ? count(limits.queryItems, "item") : nil
    }

    // MARK: - Order of declaration

    /// How many rules with the same path are compared with each other.
    private static let overlapLimit = 32

    /// Finds pairs of rules where some links fit only the one, some only the other, and some both.
    private mutating func checkOverlaps(_ order: RuleOrder, _ source: Int) {
        var reported: Set<[Int]> = []
        for group in order.groups {
            for (number, rule) in group.prefix(Self.overlapLimit).enumerated() {
                for first in group[..<number]
                where first.conditions.rank == rule.conditions.rank
                    && order.overlaps(first, rule)
                    && reported.insert([first.place.rule, rule.place.rule]).inserted
                {
                    let texts = [rule, first].map { sources[source].rules[$0.place.rule].pattern }
                    let message =
                        "A link that fits both '\(texts[0])' and '\(texts[1])' goes to the second one only because it is declared first; require another item in one of them if that is not intended."
                    let places = [rule, first].map { externalPath(source, $0.place.rule) }
                    add(.queryOverlap, at: places[0], message, other: places[1])
                }
            }
        }
    }

    // MARK: - Swallowed paths

    /// Finds captures that take a path that has rules below it, even refusing ones, and no rule of its own.
    private mutating func checkSwallowedPaths(of rules: [CheckedRule], _ order: RuleOrder) {
        let rulesByNumber = Dictionary(uniqueKeysWithValues: rules.map { ($0.number, $0) })
        var swallowed: [Int: [(parent: String, below: CheckedRule)]] = [:]
        var seen = PathTrie<Int>(ignoresCase: order.ignoresCase)
        var told: Set<String> = []
        for (below, form) in rules.flatMap({ rule in rule.compiled.map { (rule, $0) } }) {
            let path = form.path
            // Only a path such as '/items/{id}' counts, not one such as '/items/new', nor a catch-all that takes its parent itself.
            let segments = path.segments
            guard segments.count > 1, let last = segments.last, last.kind != .literal,
                !last.isOptional,
                segments[segments.count - 2].kind == .literal
            else { continue }
            let texts = segments.dropLast().map { segment in
                "/" + String(decoding: path.text[segment.text], as: UTF8.self)
            }
            guard let pattern = try? PathPattern(texts.joined()),
                seen.insertIfAbsent(0, at: pattern) == nil,
                let tail = SampleLinks(pattern).tails(1).first,
                let winner = order.winner(of: tail).flatMap({ rulesByNumber[$0] }),
                let taker = winner.compiled.first(where: {
                    let other = $0.path
                    // Where only one has a literal or words, the other takes what their rules leave on purpose; so does a catch-all, and a
                    // list takes only what it names.
                    return other.segments.count == segments.count - 1
                        && [.mixed, .plain].contains(other.segments[segments.count - 2].kind)
                        && other.pieces(of: other.segments[segments.count - 2])
                            .contains { $0.capture?.words.isEmpty != false }
                        && zip(other.segments, segments.dropLast(2)).allSatisfy {
                            ($0.kind == .literal) == ($1.kind == .literal)
                                && other.hasText(in: $0) == path.hasText(in: $1)
                        } && other.matches(tail, ignoresCase: order.ignoresCase)
                })
            else { continue }
            // Rules are written without their prefix.
            let own = form.external.path.split(separator: "/").count
            let isOwn = own > 1 && taker.place.prefix == form.place.prefix
            let parent = texts.suffix(isOwn ? own - 1 : texts.count).joined()
            // An example says that it is meant.
            let isMeant = winner.rule.notes.examples.keys.contains {
                $0.hasSuffix(parent) || $0.hasSuffix(parent + "/")
            }
            guard !isMeant, told.insert("\(winner.number)\(parent)").inserted else { continue }
            swallowed[winner.number, default: []].append((parent, below))
        }
        for (number, paths) in swallowed {
            guard let rule = rulesByNumber[number], !rule.compiled[0].refuses else { continue }
            let more = paths.count == 1 ? "" : " (and \(paths.count - 1) more like it)"
            // A name at the root, such as '/{user}', is seldom constrained, as it takes what no other rule does.
            let severity: LinkFinding.Severity? = rule.paths[0].segments.count == 1 ? .note : nil
            let (parent, below) = paths.first { !$0.below.compiled[0].refuses } ?? paths[0]
            let way = below.compiled[0].refuses ? "refuse" : "add a rule for"
            let message =
                "'\(rule.text)' takes '\(parent)' too\(more), though '\(below.text)' is below it; constrain the capture, or \(way) '\(parent)'."
            add(.swallowedPath, severity, at: rule.externalPlace, message)
        }
    }
}

extension PathPattern {
    /// Whether a segment has literal text or the words of a list.
    fileprivate func hasText(in segment: PatternSegment) -> Bool {
        pieces(of: segment).contains { $0.capture?.words.isEmpty != true }
    }
}

/// Finds which rule of a source takes a link.
private struct RuleOrder {
    private let trie: PathTrie<Int>

    /// The rules with the same path, in the order in which they are tried; rules with a flaw are left out.
    let groups: [[CompiledRule]]

    let ignoresCase: Bool

    private let depth: Int

    /// Queries with items that rules ask for, and with values that few of the rules take.
    private let oddQueries: [String]

    /// How many links of a rule are tried; a rule with more links is not called dead.
    private static let limit = 768

    init(
        _ rules: [CheckedRule],
        of source: CompiledSource,
        _ flawed: Set<Int>,
        ignoresCase: Bool
    ) {
        trie = source.trie
        self.ignoresCase = ignoresCase
        groups = source.groups.map { $0.filter { !flawed.contains($0.place.rule) } }
        depth = 1 + (rules.flatMap(\.paths).map(\.segments.count).max() ?? 0)
        let names = Set(rules.flatMap { $0.compiled[0].conditions.compactMap(\.name) }).sorted()
            .prefix(8)
        oddQueries = names.flatMap { name in
            [nil, "", "~ x!"].map { QueryText.text(ofItem: name, $0) }
        }
    }

    /// The rule that takes a link with this path and query.
    func winner(of tail: String) -> Int? {
        guard let link = try? DeepLink(tail) else { return nil }
        var winner: Int?
        withBytes(of: link.path) { path in
            _ = trie.firstMatch(canonical: path) { group, _ in
                winner =
                    groups[group].first { $0.captures(in: link.queryItems, link.fragment) != nil }?
                    .place.rule
                return winner != nil
            }
        }
        return winner
    }

    /// The rules that take all links of a rule, under each of its prefixes; nil if it has links of its own.
    func winners(over rule: CheckedRule) -> [Int]? {
        var winners: [Int] = []
        for compiled in rule.compiled {
            let (path, items) = (compiled.path, compiled.items)
            let links = SampleLinks(path, items, depth: depth, more: ["@~!", "!x@"])
            guard links.hasAll(in: Self.limit) else { return nil }
            for tail in links.tails(Self.limit) {
                guard let winner = winner(of: tail), winner != rule.number else { return nil }
                if !winners.contains(winner) { winners.append(winner) }
                // The others may not take a link with an item or a fragment that this rule does not ask for.
                let odd =
                    oddQueries.map(tail.adding) + (tail.contains("#") ? [] : [tail + "#~%20x!"])
                if odd.contains(where: { self.winner(of: $0) == rule.number }) { return nil }
            }
        }
        return winners.isEmpty ? nil : winners
    }

    /// Whether the first of two rules of a group takes links that fit both, and each has links that fit only it.
    func overlaps(_ first: CompiledRule, _ second: CompiledRule) -> Bool {
        let links = [first, second].map { SampleLinks(first.path, $0.conditions).tails(16) }
        // A capture of one may have to have the value that the other asks for.
        let near = zip([second, first], links).map { rule, links in
            SampleLinks(first.path, rule.conditions, like: links).tails(16)
        }
        let both = SampleLinks(first.path, first.conditions + second.conditions).tails(16)
        let fits = (links + near + [both]).joined().compactMap { tail -> [Bool]? in
            guard let link = try? DeepLink(tail) else { return nil }
            let fits = [first, second].map {
                $0.captures(in: link.queryItems, link.fragment) != nil
            }
            // Another rule may take the links that fit both.
            let isTaken = fits == [true, true] && winner(of: tail) != first.place.rule
            return isTaken ? nil : fits
        }
        return [[true, true], [true, false], [false, true]].allSatisfy(fits.contains)
    }
}
