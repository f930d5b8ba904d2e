import DeepLinks
import PathMatching

/// The rules for one app, found by the beginnings of their paths.
///
/// The matcher asks one rule after the other; to compare thousands of links with thousands of rules, this asks only those
/// whose paths begin as the link's does. Both give the same answer.
struct AppRules {
    private let rules: [Rule]

    /// A rule of the file.
    private struct Rule {
        let place: AssociationAudit.RulePlace
        let compiled: CompiledRule
        /// What comparing it with a link costs at most.
        let cost: Int
    }

    /// The rules that are compared with links as they are written, and those for decoded links.
    private var written = HeadIndex()
    private var decoded: HeadIndex?

    /// What a link costs before the first rule is asked, and a rule apart from its patterns.
    private static let costOfLink = 128
    private static let costOfRule = 16

    /// Creates the rules of an app, entry after entry.
    init(_ entries: [(number: Int, rules: [CompiledRule])]) {
        rules = entries.flatMap { entry in
            entry.rules.enumerated().map { number, rule in
                Rule(
                    place: AssociationAudit.RulePlace(entry: entry.number, rule: number),
                    compiled: rule,
                    cost: Self.costOfRule + rule.weight
                )
            }
        }
        for (number, rule) in rules.enumerated() {
            let place = AssociationAudit.RulePlace(entry: 0, rule: number)
            if rule.compiled.rule.isPercentEncoded {
                written.insert(place, head: rule.compiled.head)
            } else {
                decoded = decoded ?? HeadIndex()
                decoded?.insert(place, head: rule.compiled.head)
            }
        }
    }

    /// The rule that decides about a link, or nil if none does.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - budget: How many steps may be taken; each is taken off.
    /// - Returns: The place and the rule.
    func first(
        for link: AssociationLink,
        budget: inout Int
    ) -> (place: AssociationAudit.RulePlace, rule: CompiledRule)? {
        budget -= Self.costOfLink
        var lists = candidates(for: link, in: written, isEncoded: true)
        if let decoded { lists += candidates(for: link, in: decoded, isEncoded: false) }
        // Each list is in the order of the file. Most often one of the first rules decides, so they are not joined and
        // sorted, but the first of what remains is looked for.
        while true {
            var next: (list: Int, number: Int)?
            for (list, places) in lists.enumerated() {
                guard let number = places.first?.rule, number < next?.number ?? Int.max else {
                    continue
                }
                next = (list, number)
            }
            guard let next else { return nil }
            lists[next.list].removeFirst()
            let rule = rules[next.number]
            budget -= lists.count + rule.cost
            if rule.compiled.matches(link) { return (rule.place, rule.compiled) }
        }
    }

    /// The rules of an index whose paths can begin as the link's does, in lists.
    private func candidates(
        for link: AssociationLink,
        in index: HeadIndex,
        isEncoded: Bool
    ) -> [ArraySlice<AssociationAudit.RulePlace>] {
        let path = link.path(isEncoded: isEncoded, ignoresCase: false) ?? []
        let folded = path.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
        return index.candidates(for: folded).map { $0[...] }
    }
}
