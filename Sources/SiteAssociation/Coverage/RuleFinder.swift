import PathMatching

/// Finds the rule of a file that decides about a link, by the beginnings of the rules' paths.
///
/// The matcher asks one rule after the other; to compare thousands of links with thousands of rules, this asks only those
/// whose paths begin as the link's does. Both give the same answer. Each rule is kept once, however many apps it is for.
struct RuleFinder {
    private let entries: [[CompiledRule]]

    /// The rules of each entry by the literal beginning of their paths, or as much of it as ``longest``.
    private var numbers: [[UInt32]: [Int: [Int]]] = [:]
    private static let longest = 64

    /// What a link costs before the first rule is asked, and a rule apart from its patterns.
    private static let costOfLink = 128
    private static let costOfRule = 16

    /// Prepares the rules of a file, entry after entry.
    init(_ entries: [[CompiledRule]]) {
        self.entries = entries
        for (entry, rules) in entries.enumerated() {
            for (number, rule) in rules.enumerated() {
                let head = Array(rule.head.prefix(Self.longest))
                numbers[head, default: [:]][entry, default: []].append(number)
            }
        }
    }

    /// Whether a condition holds for the rule that decides about a link, for any of some apps.
    ///
    /// - Parameters:
    ///   - lists: The entries that are for an app, for each of the apps.
    ///   - link: The link.
    ///   - budget: How many steps may be taken; each is taken off.
    ///   - condition: Gets for one app after the other the first rule that matches, nil if none does.
    /// - Returns: Whether the condition held; apps behind the first for which it does are not asked.
    func hasDecider(
        in lists: [[Int]],
        about link: AssociationLink,
        budget: inout Int,
        where condition: (AssociationAudit.RulePlace?) -> Bool
    ) -> Bool {
        budget -= Self.costOfLink
        let path = link.reading(isEncoded: true, ignoresCase: true).path ?? []
        let fitting = (0...min(Self.longest, path.count)).compactMap {
            numbers[Array(path.prefix($0))]
        }
        // An entry that is in several lists is asked once.
        var firstMatches: [Int: Int?] = [:]
        return lists.contains { list in
            for entry in list {
                budget -= 1
                let first = firstMatches[entry] ?? firstMatch(of: entry, fitting, link, &budget)
                firstMatches[entry] = .some(first)
                if let first {
                    return condition(AssociationAudit.RulePlace(entry: entry, rule: first))
                }
            }
            return condition(nil)
        }
    }

    /// The first rule of an entry that matches a link, of those whose paths begin as the link's does.
    private func firstMatch(
        of entry: Int,
        _ fitting: [[Int: [Int]]],
        _ link: AssociationLink,
        _ budget: inout Int
    ) -> Int? {
        let lists = fitting.compactMap { $0[entry] }
        let candidates = lists.count == 1 ? lists[0] : lists.joined().sorted()
        budget -= candidates.count
        return candidates.first { number in
            let rule = entries[entry][number]
            budget -= Self.costOfRule + rule.weight
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
