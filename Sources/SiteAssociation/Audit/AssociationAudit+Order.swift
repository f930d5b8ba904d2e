import LinkChecking
import PathMatching

extension AssociationAudit {
    /// Looks for rules that earlier ones leave no links for.
    ///
    /// Sample links of each rule are tried. If earlier rules take all of them, for every app, the rule is dead.
    mutating func checkOrder() {
        var budget = Self.comparisonBudget
        let samples = LinkSample.all(items: itemNames)
        let lists = association.matcher.entryIndices
        for (entryNumber, entry) in entries.enumerated() {
            let all = entry.model.appIDs.compactMap { lists[$0] }
            // Many apps may have the same entries, and one app many entries.
            let own = all.count == 1 ? all : all.uniqued()
            for ruleNumber in entry.rules.indices where !own.isEmpty {
                let place = RulePlace(entry: entryNumber, rule: ruleNumber)
                if let winners = winners(over: place, own, samples, &budget) {
                    report(place, coveredBy: winners)
                    continue
                }
                if limitsNothing(place, own, &budget) {
                    add(
                        .needlessExclusion,
                        at: rule(at: place).rule.place,
                        "No later rule claims a link that this exclusion matches, so it changes nothing; remove it, or move it before the rules that it limits."
                    )
                }
                if budget <= 0 {
                    // The last rule may have been compared only in part.
                    add(
                        .incompleteAudit,
                        at: rule(at: place).rule.place,
                        "Rules from here on were not compared with earlier ones, as there are too many; combine rules with wildcards or substitution variables."
                    )
                    return
                }
            }
        }
    }

    /// How many steps all comparisons together may take, counted in parts of patterns.
    private static let comparisonBudget = 1 << 22

    /// The rule at a place.
    func rule(at place: RulePlace) -> CompiledRule {
        entries[place.entry].rules[place.rule]
    }

    /// The earlier rules that take all sample links of a rule, in the order of the links; nil if it has links of its own.
    ///
    /// - Parameters:
    ///   - place: The rule.
    ///   - lists: The entries of each of its apps.
    ///   - samples: The samples to try.
    ///   - budget: How many steps may be taken.
    /// - Returns: The rules, or nil.
    private func winners(
        over place: RulePlace,
        _ lists: [[Int]],
        _ samples: [LinkSample],
        _ budget: inout Int
    ) -> [RulePlace]? {
        let rule = rule(at: place)
        var winners: [RulePlace] = []
        for samples in [samples, LinkSample.further(for: rule)] {
            // Rules with the same patterns take the same links.
            if winners.count == 1, rule.hasPatterns(of: self.rule(at: winners[0])) { break }
            for sample in samples {
                budget -= rule.costOfSample
                // Links that were not tried may be the rule's own.
                guard budget > 0 else { return nil }
                guard let link = link(sample, for: rule),
                    var decisions = association.matcher.decisions(about: link)
                else { continue }
                defer { budget -= decisions.cost }
                for list in lists {
                    guard let winner = decisions.decider(in: list),
                        (winner.entry, winner.rule) < (place.entry, place.rule),
                        // An app may have an entry of each form with the same rules, for old and for new systems.
                        self.rule(at: winner).rule.isLegacy == rule.rule.isLegacy
                            || self.rule(at: winner).rule.isExclusion != rule.rule.isExclusion
                    else { return nil }
                    if !winners.contains(winner) { winners.append(winner) }
                }
            }
        }
        return winners.isEmpty ? nil : winners
    }

    /// The names of up to 16 query items in the file's rules that need no escapes, and one more name.
    private var itemNames: [String] {
        var names: [String] = []
        for case .queryItem(let name) in entries.lazy.flatMap(\.rules).flatMap(\.patterns)
            .map(\.part)
        where names.count < 16 && !names.contains(name)
            && name.utf8.allSatisfy(ByteSet.unreserved.contains)
        {
            names.append(name)
        }
        return names + ["more"]
    }

    /// Whether a rule is an exclusion that shares no link with a later claim.
    ///
    /// An exclusion of every link, at the end, only says that nothing else is claimed.
    private func limitsNothing(_ place: RulePlace, _ lists: [[Int]], _ budget: inout Int) -> Bool {
        let rule = rule(at: place)
        guard rule.rule.isExclusion, !rule.patterns.allSatisfy(\.isUniversal) else { return false }
        for entry in Set(lists.joined()) where entry >= place.entry {
            let rules = entries[entry].rules
            for other in rules[(entry == place.entry ? place.rule + 1 : 0)...]
            where !other.rule.isExclusion {
                guard budget > 0, !rule.mayMeet(other, &budget) else { return false }
            }
        }
        return true
    }

    private mutating func report(_ place: RulePlace, coveredBy winners: [RulePlace]) {
        let rule = rule(at: place)
        let covers = winners.map(self.rule)
        let opposite = covers.first { $0.rule.isExclusion != rule.rule.isExclusion }
        let cover = opposite ?? covers[0]
        let others = covers.count == 1 ? "" : ", with \(covers.count - 1) more,"
        let takes = covers.count == 1 ? "takes" : "take"
        let earlier =
            "the earlier rule \(Self.short(cover.rule.source)) at \(cover.rule.place.path ?? "")\(others)"
        let witness = witness(place)
        if opposite == nil, covers.count == 1, isSame(rule, cover) {
            let line = cover.rule.place.line.map { " in line \($0)" } ?? ""
            add(
                .duplicateRule,
                at: rule.rule.place,
                "The rule does the same as \(earlier)\(line); remove one of them.",
                witness: witness
            )
            return
        }
        let verb = rule.rule.isExclusion ? "excludes" : "opens"
        add(
            .deadRule,
            opposite == nil ? .warning : nil,
            at: rule.rule.place,
            """
            The rule \(opposite == nil ? "changes" : verb) nothing, as \(earlier) \(takes) every link that it \
            matches; \(opposite == nil ? "remove it" : "move it before that rule").
            """,
            witness: witness
        )
    }

    /// Whether a rule matches all sample links of an earlier one, as that rule does.
    private func isSame(_ rule: CompiledRule, _ earlier: CompiledRule) -> Bool {
        rule.hasPatterns(of: earlier)
            || (LinkSample.all(items: itemNames) + LinkSample.further(for: earlier))
                .compactMap { link($0, for: earlier) }
                .allSatisfy { (try? AssociationLink($0)).map(rule.matches) ?? false }
    }

    /// A link that the rule matches but an earlier one takes.
    private func witness(_ place: RulePlace) -> String? {
        guard
            let link = link(LinkSample(), for: rule(at: place)),
            let appID = entries[place.entry].model.appIDs.first,
            let match = association.answer(for: link, appID: appID).match,
            (match.entryIndex, match.ruleIndex) < (place.entry, place.rule)
        else { return nil }
        return link
    }
}
