import DeepLinks
import PathMatching

/// The rules of one source by their paths, to find those that leave others no links.
///
/// It has the shape of the trie that matching uses, and its rules of precedence; but what is looked up in it are patterns.
struct RuleTrie {
    /// What stands after the same segments.
    final class Node {
        /// The literal segments, in lower case if case does not count.
        fileprivate(set) var literals: [[UInt8]: Node] = [:]
        /// The segments with constraints or with text around captures.
        fileprivate(set) var programs: [(language: SegmentLanguage, node: Node)] = []
        fileprivate(set) var plain: Node?
        fileprivate(set) var catchAll: Node?
        /// The numbers of the rules that end here, in the order in which they are tried.
        fileprivate(set) var rules: [Int] = []
        /// Where each program stands.
        fileprivate var programPlaces: [MixedSegment?: Int] = [:]
    }

    let root = Node()
    let ignoresCase: Bool

    /// The segments' languages, each made once.
    private let languages: SegmentLanguages

    /// The rules, each under each of its prefixes.
    let rules: [CheckedRule]

    /// How many steps the searches may still take.
    private(set) var budget: Int

    /// How many steps one search may take.
    private static let searchLimit = 2_000

    /// Whether a search was given up.
    private(set) var gaveUp = false

    /// Creates the trie of some rules, which conflict with none of each other.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - ignoresCase: Whether literal text matches in either ASCII case.
    ///   - budget: How many steps all searches may take.
    init(_ rules: [CheckedRule], ignoresCase: Bool, budget: Int) {
        self.rules = rules
        self.ignoresCase = ignoresCase
        self.budget = budget
        languages = SegmentLanguages(ignoresCase: ignoresCase)
        var ends: [Node] = []
        for (number, rule) in rules.enumerated() {
            let node = insert(rule.path)
            if node.rules.isEmpty { ends.append(node) }
            node.rules.append(number)
        }
        for node in ends where node.rules.count > 1 {
            let ranks = node.rules.map { rules[$0].external.rank }
            // The sort is stable: of equal rules the first declared comes first.
            node.rules = zip(node.rules, ranks)
                .sorted { $1.1.lexicographicallyPrecedes($0.1) }
                .map(\.0)
        }
    }

    private func insert(_ path: PathPattern) -> Node {
        var node = root
        for segment in path.segments {
            node = child(of: node, segment, of: path)
        }
        return node
    }

    private func child(of node: Node, _ segment: PatternSegment, of path: PathPattern) -> Node {
        switch segment.kind {
        case .literal:
            let text = folded(path.text[segment.text])
            if let child = node.literals[text] { return child }
            let child = Node()
            node.literals[text] = child
            return child
        case .mixed:
            let language = languages.language(of: segment, in: path)
            if let place = node.programPlaces[language.segment] {
                return node.programs[place].node
            }
            node.programPlaces[language.segment] = node.programs.count
            let child = Node()
            node.programs.append((language, child))
            return child
        case .plain:
            let child = node.plain ?? Node()
            node.plain = child
            return child
        case .catchAll:
            let child = node.catchAll ?? Node()
            node.catchAll = child
            return child
        }
    }

    /// The texts of a segment that is no catch-all.
    fileprivate func language(of segment: PatternSegment, in path: PathPattern) -> SegmentLanguage {
        languages.language(of: segment, in: path)
    }

    /// Whether one segment takes all texts of another.
    fileprivate func includes(_ language: SegmentLanguage, _ other: SegmentLanguage) -> Bool {
        languages.includes(language, other)
    }

    /// A literal segment as it is compared.
    func folded(_ text: some Sequence<UInt8>) -> [UInt8] {
        ignoresCase ? text.map(ByteSet.lowercased) : Array(text)
    }
}

/// The languages of segments, and which take all texts of which: in many rules the same few stand again and again.
private final class SegmentLanguages {
    private struct Pair: Hashable {
        let segment: MixedSegment?
        let other: MixedSegment?
    }

    private let ignoresCase: Bool
    private var languages: [[UInt8]: SegmentLanguage] = [:]
    private var answers: [Pair: Bool] = [:]

    init(ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
    }

    func language(of segment: PatternSegment, in path: PathPattern) -> SegmentLanguage {
        let text = Array(path.text[segment.text])
        if let known = languages[text] { return known }
        let language = SegmentLanguage(segment, of: path, ignoresCase: ignoresCase)
        languages[text] = language
        return language
    }

    func includes(_ language: SegmentLanguage, _ other: SegmentLanguage) -> Bool {
        let pair = Pair(segment: language.segment, other: other.segment)
        if let known = answers[pair] { return known }
        let answer = language.contains(other)
        answers[pair] = answer
        return answer
    }
}

// MARK: - Rules that leave nothing

extension RuleTrie {
    /// Which rules are tried before another one and together take all of its links.
    ///
    /// Only what is certain counts: where the answer would take too much work, there are none.
    ///
    /// - Parameter number: The number of the rule in ``rules``.
    /// - Returns: The numbers of the rules; empty if some link is left.
    mutating func rulesBefore(_ number: Int) -> [Int] {
        var search = CoverSearch(
            trie: self,
            rule: rules[number],
            number: number,
            steps: min(Self.searchLimit, budget)
        )
        let before = search.cover(from: 0, own: root, before: [])
        budget -= search.usedSteps
        if search.isExhausted { gaveUp = true }
        return search.isExhausted ? [] : before ?? []
    }
}

/// Looks for rules that take all links of one rule before it.
///
/// It follows the rule's pattern from the left, segment by segment, together with the patterns that are tried before it. Those
/// go on whose segment takes all texts that the rule's has; where these are few, each may be taken by another pattern.
private struct CoverSearch {
    let trie: RuleTrie
    let rule: CheckedRule
    let number: Int
    private let steps: Int
    private(set) var usedSteps = 0

    /// How many steps the comparison of two segments is worth.
    private static let comparison = 16

    init(trie: RuleTrie, rule: CheckedRule, number: Int, steps: Int) {
        self.trie = trie
        self.rule = rule
        self.number = number
        self.steps = steps
    }

    var isExhausted: Bool { usedSteps >= steps }

    /// The rules that take what follows the segments so far.
    ///
    /// - Parameters:
    ///   - index: The number of the next segment.
    ///   - own: Where the rule's own pattern is; nil if all patterns are tried before it.
    ///   - before: Where the patterns are that are tried before it.
    /// - Returns: The rules, or nil if some links are left.
    mutating func cover(from index: Int, own: RuleTrie.Node?, before: [RuleTrie.Node]) -> [Int]? {
        usedSteps += 1 + before.count
        guard !isExhausted else { return nil }
        let segments = rule.path.segments
        guard index < segments.count else { return coverAtEnd(own: own, before: before) }
        let segment = segments[index]
        if segment.kind == .catchAll { return coverRest(own: own, before: before) }
        // A catch-all takes whatever follows.
        for node in before {
            if let catchAll = node.catchAll, let found = coverAtEnd(own: nil, before: [catchAll]) {
                return found
            }
        }
        switch segment.kind {
        case .literal:
            let text = trie.folded(rule.path.text[segment.text])
            return cover(
                from: index + 1,
                own: own?.literals[text],
                before: before.flatMap { children(of: $0, taking: text) }
            )
        case .plain, .catchAll:
            return cover(from: index + 1, own: own?.plain, before: before.compactMap(\.plain))
        case .mixed:
            return coverProgram(segment, at: index, own: own, before: before)
        }
    }

    private mutating func coverProgram(
        _ segment: PatternSegment,
        at index: Int,
        own: RuleTrie.Node?,
        before: [RuleTrie.Node]
    ) -> [Int]? {
        let language = trie.language(of: segment, in: rule.path)
        let earlier = own.map { earlierPrograms(in: $0, than: language) } ?? []
        let next = own?.programs.first { $0.language.segment == language.segment }?.node
        if let texts = language.finiteTexts {
            var found: [Int] = []
            for text in texts.map(trie.folded) {
                var nodes = before.flatMap { children(of: $0, taking: text) }
                if let literal = own?.literals[text] { nodes.append(literal) }
                nodes += matching(earlier, cost: 1) { $0.contains(text) }
                guard let rules = cover(from: index + 1, own: next, before: nodes) else {
                    return nil
                }
                found += rules.filter { !found.contains($0) }
            }
            return found
        }
        var nodes = before.compactMap(\.plain)
        for node in before {
            nodes += matching(node.programs, cost: Self.comparison) { [trie] in
                trie.includes($0, language)
            }
        }
        nodes += matching(earlier, cost: Self.comparison) { [trie] in
            trie.includes($0, language)
        }
        return cover(from: index + 1, own: next, before: nodes)
    }

    private mutating func earlierPrograms(
        in node: RuleTrie.Node,
        than language: SegmentLanguage
    ) -> [(language: SegmentLanguage, node: RuleTrie.Node)] {
        usedSteps += node.programs.count
        guard !isExhausted else { return [] }
        return node.programs.filter {
            $0.language.segment != language.segment && $0.language.precedes(language)
        }
    }

    /// The nodes behind those programs that the condition is true for.
    private mutating func matching(
        _ programs: [(language: SegmentLanguage, node: RuleTrie.Node)],
        cost: Int,
        where condition: (SegmentLanguage) -> Bool
    ) -> [RuleTrie.Node] {
        usedSteps += cost * programs.count
        guard !isExhausted else { return [] }
        return programs.filter { condition($0.language) }.map(\.node)
    }

    /// The nodes behind all segments that take a text.
    private mutating func children(
        of node: RuleTrie.Node,
        taking text: [UInt8]
    ) -> [RuleTrie.Node] {
        [node.literals[text], node.plain].compactMap(\.self)
            + matching(node.programs, cost: 1) { $0.contains(text) }
    }

    /// The rules that take all of one segment or more.
    private mutating func coverRest(own: RuleTrie.Node?, before: [RuleTrie.Node]) -> [Int]? {
        usedSteps += 1 + before.count
        guard !isExhausted else { return nil }
        let catchAlls = before.compactMap(\.catchAll)
        if let found = coverAtEnd(own: own?.catchAll, before: catchAlls) { return found }
        let nodes = (before + [own].compactMap(\.self)).compactMap(\.plain)
        guard !nodes.isEmpty, let one = coverAtEnd(own: nil, before: nodes),
            let more = coverRest(own: nil, before: nodes)
        else { return nil }
        return one + more.filter { !one.contains($0) }
    }

    /// A rule that ends here, is tried before this one, and asks no more of the query.
    private func coverAtEnd(own: RuleTrie.Node?, before: [RuleTrie.Node]) -> [Int]? {
        for node in before {
            if let found = node.rules.first(where: { rule.impliesQuery(of: trie.rules[$0]) }) {
                return [found]
            }
        }
        let earlier = own?.rules.prefix { $0 != number } ?? []
        return earlier.first { rule.impliesQuery(of: trie.rules[$0]) }.map { [$0] }
    }
}
