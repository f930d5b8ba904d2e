import PathMatching

/// The place of a rule: its entry, and its number in that entry.
struct RulePlace: Hashable {
    let entry: Int
    let rule: Int
}

/// What a file decides about one link for each of its apps.
///
/// An audit compares thousands of links with thousands of rules. So it only tries rules whose path begins like the link's.
struct LinkDecisions {
    private let link: AssociationLink
    private let entries: [AssociationMatcher.Entry]

    /// The rules of each entry whose path begins like the link's, a list for each length of the beginning.
    private let fitting: [[Int: [Int]]]

    /// The first matching rule of each entry that was tried.
    private var firstMatches: [Int: Int?] = [:]

    /// The steps taken so far, counted in parts of patterns.
    private(set) var cost: Int

    /// The cost of reading the link.
    private static let costOfLink = 64

    /// The cost of trying a rule, apart from its patterns.
    private static let costOfRule = 16

    /// How many units of a path's beginning are compared.
    private static let longestHead = 64

    init(_ link: AssociationLink, _ matcher: AssociationMatcher) {
        self.link = link
        entries = matcher.entries
        let reading = link.reading(isEncoded: true, ignoresCase: true)
        let path = reading.texts(of: .path)[0].units ?? []
        let lengths = matcher.headLengths.prefix { $0 <= path.count }
        fitting = lengths.compactMap { matcher.heads[Array(path.prefix($0))] }
        cost = Self.costOfLink + lengths.count
    }

    /// The rules of each entry by the literal beginning of their path patterns.
    static func heads(of entries: [AssociationMatcher.Entry]) -> [[UInt32]: [Int: [Int]]] {
        var heads: [[UInt32]: [Int: [Int]]] = [:]
        for (entry, rules) in entries.map(\.rules).enumerated() {
            for (number, rule) in rules.enumerated() {
                let head = Array(rule.head.prefix(longestHead))
                heads[head, default: [:]][entry, default: []].append(number)
            }
        }
        return heads
    }

    /// The first matching rule in the entries for an app; nil if none matches.
    mutating func decider(in entries: [Int]) -> RulePlace? {
        for entry in entries {
            cost += 1
            // An entry for several apps is tried once.
            let first = firstMatches[entry] ?? firstMatch(of: entry)
            firstMatches[entry] = .some(first)
            if let first { return RulePlace(entry: entry, rule: first) }
        }
        return nil
    }

    private mutating func firstMatch(of entry: Int) -> Int? {
        let lists = fitting.compactMap { $0[entry] }
        let candidates = lists.count == 1 ? lists[0] : lists.joined().sorted()
        cost += candidates.count
        return candidates.first { number in
            let rule = entries[entry].rules[number]
            cost += Self.costOfRule + rule.weight * (1 + link.path.count / 64)
            return rule.matches(link)
        }
    }
}

extension CompiledRule {
    /// The units that begin every path that the rule matches, with ASCII letters in lower case.
    ///
    /// It is empty for a rule that compares decoded links, as the lookup uses the link as it is written.
    fileprivate var head: [UInt32] {
        // The last glob is the parent's if there is one, and its head is the shorter one.
        guard rule.isPercentEncoded, let path = self[.path], !path.isUniversal,
            let glob = path.globs.last
        else { return [] }
        return glob.head.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }
}
