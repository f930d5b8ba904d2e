import PathMatching

/// Which rule of which entry.
struct RulePlace: Hashable {
    let entry: Int
    let rule: Int
}

/// What a file decides about one link, for one app after the other.
///
/// An audit asks thousands of rules about thousands of links. So only those rules are asked whose paths begin as the link's does.
struct LinkDecisions {
    private let link: AssociationLink
    private let entries: [AssociationMatcher.Entry]

    /// The rules of each entry whose paths begin as the link's does, a list for each length of the beginning.
    private let fitting: [[Int: [Int]]]

    /// The first rule that matches, of each entry that was asked.
    private var firstMatches: [Int: Int?] = [:]

    /// How many steps were taken, counted in parts of patterns.
    private(set) var cost = 128

    /// What asking a rule costs apart from its patterns.
    private static let costOfRule = 16

    /// How much of a path's beginning is looked at.
    private static let longestHead = 64

    init(_ link: AssociationLink, _ matcher: AssociationMatcher) {
        self.link = link
        entries = matcher.entries
        let reading = link.reading(isEncoded: true, ignoresCase: true)
        let path = reading.texts(of: .path)[0].units ?? []
        fitting = (0...min(Self.longestHead, path.count)).compactMap {
            matcher.heads[Array(path.prefix($0))]
        }
    }

    /// The rules of each entry by the literal beginning of their paths.
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

    /// The first rule that matches in the entries for an app; nil if none does.
    mutating func decider(in entries: [Int]) -> RulePlace? {
        for entry in entries {
            cost += 1
            // An entry for several apps is asked once.
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
    /// The units with which every path begins that the rule matches, ASCII letters in small.
    ///
    /// A rule for decoded links has none, as links are looked up as they are written.
    fileprivate var head: [UInt32] {
        // The last glob is the parent's where there is one, whose head is the shorter.
        guard rule.isPercentEncoded, let path = self[.path], !path.isUniversal,
            let glob = path.globs.last
        else { return [] }
        return glob.head.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }
}
