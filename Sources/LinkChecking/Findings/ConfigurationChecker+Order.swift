import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Finds rules that others leave no links, or whose links others take unawares.
    mutating func checkOrder(of rules: [CheckedRule], in source: Int) {
        var trie = RuleTrie(
            rules,
            ignoresCase: sources[source].options.ignoresCase,
            budget: budget
        )
        var place = 0
        while place < rules.count {
            // A rule stands there once for each of its prefixes, and is dead if it is under all of them.
            let end = rules[place...].firstIndex { $0.number != rules[place].number } ?? rules.count
            checkLife(of: place..<end, &trie, source)
            place = end
        }
        checkOverlaps(trie, source)
        checkSwallowedPaths(trie, source)
        budget = max(0, trie.budget)
        if trie.gaveUp {
            add(
                .incompleteCheck,
                .advice,
                at: path(source).key("rules"),
                "Too many rules of \(sources[source].name) are alike to compare them all, so some may never win; let them begin with different literal segments."
            )
        }
    }

    // MARK: - Rules that never win

    private mutating func checkLife(of places: Range<Int>, _ trie: inout RuleTrie, _ source: Int) {
        let rule = trie.rules[places.lowerBound]
        var winners: [Int] = []
        for place in places {
            let before = trie.rulesBefore(place)
            guard !before.isEmpty else { return }
            for winner in before where !winners.contains(winner) { winners.append(winner) }
        }
        var numbers: [Int] = []
        for winner in winners where !numbers.contains(trie.rules[winner].number) {
            numbers.append(trie.rules[winner].number)
        }
        // Where the others do the same, nothing is lost.
        let isHarmless = winners.allSatisfy {
            rule.template != nil && trie.rules[$0].template == rule.template
        }
        let isByQuery = zip(places, winners).allSatisfy { place, winner in
            winners.count <= places.count
                && trie.rules[place].path.isSame(
                    as: trie.rules[winner].path,
                    ignoresCase: trie.ignoresCase
                )
        }
        let names = numbers.map { sources[source].rules[$0].pattern }
        add(
            isByQuery ? .hiddenByQuery : .deadRule,
            isHarmless ? .warning : .error,
            at: externalPath(source, rule.number),
            isByQuery
                ? "'\(rule.text)' never wins, as \(Self.list(names)) has the same path, is tried first and asks no more of the query; put this rule before it, or let it ask for another item."
                : "'\(rule.text)' never wins, as \(Self.list(names)) \(names.count == 1 ? "is" : "are") tried first and \(names.count == 1 ? "takes" : "together take") all of its links; remove this rule, or constrain the others."
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

    private mutating func checkOverlaps(_ trie: RuleTrie, _ source: Int) {
        var reported: Set<[Int]> = []
        trie.forEachNode { node in
            let group = node.rules.prefix(Self.overlapLimit).map { trie.rules[$0] }
            for (index, first) in group.enumerated() {
                for second in group[(index + 1)...]
                where first.number != second.number
                    && first.external.rank == second.external.rank
                    && first.canShareQuery(with: second) && !second.impliesQuery(of: first)
                    && !first.impliesQuery(of: second)
                    && reported.insert([first.number, second.number]).inserted
                {
                    add(
                        .queryOverlap,
                        .advice,
                        at: externalPath(source, second.number),
                        "A link that fits both '\(second.text)' and '\(first.text)' is taken by the latter, only since it is declared first; let one of them ask for an item more if that is not meant."
                    )
                }
            }
        }
    }

    // MARK: - Swallowed paths

    /// Finds captures that take a path with rules below it and none of its own.
    private mutating func checkSwallowedPaths(_ trie: RuleTrie, _ source: Int) {
        var swallowed: [Int: [(text: [UInt8], below: Int)]] = [:]
        trie.forEachNode { node in
            let ends = node.programs.filter { !$0.node.rules.isEmpty }
            let plain = node.plain?.rules.first
            guard !ends.isEmpty || plain != nil else { return }
            for (text, child) in node.literals where child.rules.isEmpty {
                // Below is a rule such as '/items/{id}', and not only '/items/new'.
                let below =
                    child.plain?.rules.first
                    ?? child.programs.lazy.compactMap(\.node.rules.first).first
                guard let below else { continue }
                let rule = ends.first { $0.language.contains(text) }?.node.rules.first ?? plain
                if let rule { swallowed[rule, default: []].append((text, below)) }
            }
        }
        var reported: Set<Int> = []
        for (rule, paths) in swallowed.sorted(by: { $0.key < $1.key }) {
            let rule = trie.rules[rule]
            guard reported.insert(rule.number).inserted,
                let first = paths.min(by: { $0.below < $1.below }),
                let capture = rule.path.captureNames.last
            else { continue }
            let below = trie.rules[first.below]
            let path = below.path.text(ofFirst: rule.path.segments.count)
            let more = paths.count == 1 ? "" : " (and \(paths.count - 1) more of its kind)"
            add(
                .swallowedPath,
                .warning,
                at: externalPath(source, rule.number),
                "'\(rule.text)' takes '\(path)' too\(more), with '\(String(decoding: first.text, as: UTF8.self))' as its '\(capture)', though '\(below.text)' stands below it; constrain the capture, or add a rule for '\(path)'."
            )
        }
    }
}

extension RuleTrie {
    /// Calls `body` with each node.
    fileprivate func forEachNode(_ body: (Node) -> Void) {
        var open = [root]
        while let node = open.popLast() {
            body(node)
            open += node.literals.values
            open += node.programs.map(\.node)
            open += [node.plain, node.catchAll].compactMap(\.self)
        }
    }
}

extension PathPattern {
    /// Whether both match the same paths, as far as their segments are written alike.
    fileprivate func isSame(as other: PathPattern, ignoresCase: Bool) -> Bool {
        var trie = PathTrie<Int>(ignoresCase: ignoresCase)
        trie[self] = 0
        return trie[other] != nil
    }

    /// The first segments as they are written.
    fileprivate func text(ofFirst count: Int) -> String {
        segments.prefix(count).map { "/" + String(decoding: text[$0.text], as: UTF8.self) }.joined()
    }
}
