import PathMatching

/// Finds the rule of a file that decides about a link, by the beginnings of the rules' paths.
///
/// The matcher asks one rule after the other; to compare thousands of links with thousands of rules, this asks only those
/// whose paths begin as the link's does. Both give the same answer. Each rule is kept once, however many apps it is for.
struct RuleFinder {
    private let entries: [[CompiledRule]]

    /// The rules by the literal beginning of their paths, or as much of it as ``longest``.
    private var places: [[UInt32]: [AssociationAudit.RulePlace]] = [:]
    private static let longest = 64

    /// What a link costs before the first rule is asked, and a rule apart from its patterns.
    private static let costOfLink = 128
    private static let costOfRule = 16

    /// Prepares the rules of a file, entry after entry.
    init(_ entries: [[CompiledRule]]) {
        self.entries = entries
        for (entry, rules) in entries.enumerated() {
            for (number, rule) in rules.enumerated() {
                places[Array(rule.head.prefix(Self.longest)), default: []].append(
                    AssociationAudit.RulePlace(entry: entry, rule: number)
                )
            }
        }
    }

    /// For each list of entries the first rule, one entry after the other, that matches a link.
    ///
    /// - Parameters:
    ///   - lists: The entries that are for an app, for each of some apps.
    ///   - link: The link.
    ///   - budget: How many steps may be taken; each is taken off.
    /// - Returns: The places of the rules; nil where none matches.
    func deciders(
        in lists: [[Int]],
        about link: AssociationLink,
        budget: inout Int
    ) -> [AssociationAudit.RulePlace?] {
        let candidates = candidates(for: link, budget: &budget)
        // An entry that is in several lists is asked once.
        var firstMatches: [Int: Int?] = [:]
        return lists.map { list in
            for entry in list {
                budget -= 1
                let first =
                    firstMatches[entry]
                    ?? candidates[entry]?.first { number in
                        let rule = entries[entry][number]
                        budget -= Self.costOfRule + rule.weight
                        return rule.matches(link)
                    }
                firstMatches[entry] = .some(first)
                if let first { return AssociationAudit.RulePlace(entry: entry, rule: first) }
            }
            return nil
        }
    }

    /// The rules of each entry, in their order, whose paths begin as a link's does.
    private func candidates(for link: AssociationLink, budget: inout Int) -> [Int: [Int]] {
        budget -= Self.costOfLink
        let path = link.reading(isEncoded: true, ignoresCase: true).path ?? []
        var candidates: [Int: [Int]] = [:]
        for length in 0...min(Self.longest, path.count) {
            for place in places[Array(path.prefix(length))] ?? [] {
                candidates[place.entry, default: []].append(place.rule)
                budget -= 1
            }
        }
        return candidates.mapValues { $0.sorted() }
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
