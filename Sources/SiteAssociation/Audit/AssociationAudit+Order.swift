extension AssociationAudit {
    /// Looks for rules that an earlier one leaves nothing for.
    ///
    /// Only single earlier rules are compared with a rule; what several of them leave together is not asked.
    mutating func checkOrder() {
        var index = HeadIndex<RulePlace>()
        var budget = Self.comparisonBudget
        let apps = entries.map { Set($0.model.appIDs) }
        for (entryIndex, entry) in entries.enumerated() {
            for (ruleIndex, rule) in entry.rules.enumerated() {
                let place = RulePlace(entry: entryIndex, rule: ruleIndex)
                let head = rule.head
                for candidate in index.candidates(for: head).joined() {
                    guard budget > 0 else {
                        reportIncomplete(at: place)
                        return
                    }
                    let other = entries[candidate.entry]
                    budget -= 1
                    if candidate.entry != entryIndex {
                        budget -= apps[entryIndex].count
                        guard apps[candidate.entry].isSuperset(of: apps[entryIndex]) else {
                            continue
                        }
                    }
                    let cover = other.rules[candidate.rule]
                    // Entries of both forms for one app say the same twice, for old and for new systems.
                    let isOtherForm = cover.rule.isLegacy != rule.rule.isLegacy
                    guard !isOtherForm || cover.rule.isExclusion != rule.rule.isExclusion else {
                        continue
                    }
                    let inclusion = RuleInclusion(cover, covers: rule)
                    budget -= inclusion.cost
                    if inclusion.holds {
                        report(place, coveredBy: candidate)
                        break
                    }
                }
                index.insert(place, head: head)
            }
        }
    }

    /// How many steps all comparisons may take together.
    private static let comparisonBudget = 1 << 20

    /// Which rule of which entry.
    struct RulePlace {
        let entry: Int
        let rule: Int
    }

    /// The rule at a place.
    func rule(at place: RulePlace) -> RuleView {
        let entry = entries[place.entry]
        return RuleView(entry.model.rules[place.rule], entry.rules[place.rule])
    }

    private mutating func report(_ place: RulePlace, coveredBy earlier: RulePlace) {
        let view = rule(at: place)
        let cover = rule(at: earlier)
        let isSame = RuleInclusion(view.compiled, covers: cover.compiled).holds
        let witness = witness(place)
        if view.model.isExclusion != cover.model.isExclusion {
            let verb = view.model.isExclusion ? "excludes nothing" : "opens nothing"
            error(
                .deadRule,
                at: view.place,
                "The rule \(verb), as the earlier rule \(Self.short(cover.model.source)) at \(cover.place.path ?? "") takes every link that it matches; move it before that rule.",
                witness: witness
            )
        } else if isSame {
            warning(
                .duplicateRule,
                at: view.place,
                "The rule says the same as the earlier rule \(Self.short(cover.model.source)) at \(cover.place.path ?? ""); remove one of them.",
                witness: witness
            )
        } else {
            warning(
                .deadRule,
                at: view.place,
                "The rule changes nothing, as the earlier rule \(Self.short(cover.model.source)) at \(cover.place.path ?? "") takes every link that it matches; remove it.",
                witness: witness
            )
        }
    }

    /// A link that the rule matches and that another one before it takes.
    private func witness(_ place: RulePlace) -> String? {
        let entry = entries[place.entry]
        guard
            let link = link(LinkSample(), for: entry.rules[place.rule]),
            let appID = entry.model.appIDs.first,
            let match = association.answer(for: link, appID: appID).match,
            (match.entryIndex, match.ruleIndex) < (place.entry, place.rule)
        else { return nil }
        return link
    }

    private mutating func reportIncomplete(at place: RulePlace) {
        let view = rule(at: place)
        note(
            .incompleteAudit,
            at: view.place,
            "From here on rules were not compared with earlier ones, as there are too many; join rules with wildcards or substitution variables."
        )
    }
}
