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
            for (rule, compiled) in rules.enumerated() {
                let isEncoded = compiled.rule.isPercentEncoded
                let head = [Self.mark(isEncoded)] + compiled.head
                places[Array(head.prefix(Self.longest)), default: []].append(
                    AssociationAudit.RulePlace(entry: entry, rule: rule)
                )
            }
        }
    }

    /// Rules that are compared with links as they are written, and those for decoded links, have heads of their own.
    private static func mark(_ isEncoded: Bool) -> UInt32 { isEncoded ? 1 : 0 }

    /// One link, and for each entry the first of its rules that matches.
    struct Search {
        fileprivate let link: AssociationLink
        fileprivate let candidates: [Int: [Int]]
        fileprivate var found: [Int: Int?] = [:]
    }

    /// Begins to look for the rules that decide about a link.
    func search(for link: AssociationLink, budget: inout Int) -> Search {
        var candidates: [Int: [Int]] = [:]
        for isEncoded in [true, false] {
            let path = link.path(isEncoded: isEncoded, ignoresCase: true) ?? []
            var head = [Self.mark(isEncoded)]
            for unit in [nil] + path.prefix(Self.longest - 1).map(Optional.some) {
                if let unit { head.append(unit) }
                for place in places[head] ?? [] {
                    candidates[place.entry, default: []].append(place.rule)
                    budget -= 1
                }
            }
        }
        budget -= Self.costOfLink
        return Search(link: link, candidates: candidates.mapValues { $0.sorted() })
    }

    /// The first rule of some entries, one after the other, that matches the link.
    ///
    /// - Parameters:
    ///   - list: The entries that are for an app.
    ///   - search: The link.
    ///   - budget: How many steps may be taken; each is taken off.
    /// - Returns: The place and the rule; nil if none matches.
    func first(
        in list: [Int],
        _ search: inout Search,
        budget: inout Int
    ) -> (place: AssociationAudit.RulePlace, rule: CompiledRule)? {
        for entry in list {
            budget -= 1
            guard let rules = search.candidates[entry] else { continue }
            let known = search.found[entry]
            let found =
                known
                ?? rules.first { number in
                    let rule = entries[entry][number]
                    budget -= Self.costOfRule + rule.weight
                    return rule.matches(search.link)
                }
            search.found[entry] = .some(found)
            if let found {
                return (
                    AssociationAudit.RulePlace(entry: entry, rule: found), entries[entry][found]
                )
            }
        }
        return nil
    }
}

extension CompiledRule {
    /// The units with which every path begins that the rule matches, ASCII letters in small.
    fileprivate var head: [UInt32] {
        // The last glob is the parent's where there is one, whose head is the shorter.
        guard let path, let glob = path.last, !path.contains(where: \.coversEveryPath) else {
            return []
        }
        return glob.head.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }
}
