import LinkChecking
import PathMatching

extension AssociationAudit {
    /// Looks for rules that earlier ones leave no links for.
    ///
    /// Sample links of each rule are tried. If earlier rules take all of them, for every app, the rule is dead. Of the rules that
    /// one earlier rule makes dead, only the first is reported, with their number.
    mutating func checkOrder() {
        let samples = LinkSample.all(items: itemNames)
        let lists = association.matcher.entryIndices
        var dead: [(place: RulePlace, cause: Cause)] = []
        search: for (entryNumber, entry) in entries.enumerated() {
            // Many apps may have the same entries, and one app many entries.
            let own = entry.model.appIDs.compactMap { lists[$0] }.uniqued()
            // The winners over dead rules: another rule with the same content has the same.
            var known: [AssociationRule: [RulePlace]] = [:]
            for ruleNumber in entry.rules.indices where !own.isEmpty {
                let place = RulePlace(entry: entryNumber, rule: ruleNumber)
                let content = rule(at: place).rule.content
                if let winners = known[content] ?? winners(over: place, own, samples) {
                    known[content] = winners
                    let isExclusion = rule(at: place).rule.isExclusion
                    dead.append((place, Cause(winners: winners, isExclusion: isExclusion)))
                }
                // The last rule may have been compared only in part.
                if effort <= 0 {
                    add(
                        .notCompared,
                        at: rule(at: place).rule.place,
                        "Rules from here on were not compared with earlier ones, as there are too many; combine rules with wildcards or substitution variables."
                    )
                    break search
                }
            }
        }
        let groups = Dictionary(grouping: dead, by: \.cause)
        var followers: [Int: Int] = [:]
        for cause in dead.map(\.cause).uniqued() {
            let places = (groups[cause] ?? []).map(\.place)
            if let reported = report(places, takenBy: cause.winners) {
                followers[reported, default: 0] += places.count
            }
        }
        for (finding, count) in followers {
            findings[finding].message +=
                " Because of it, \(count) later rule\(count == 1 ? " changes" : "s change") nothing."
        }
    }

    /// Why rules are dead: the earlier rules that take their links, and whether they are exclusions.
    private struct Cause: Hashable {
        let winners: [RulePlace]
        let isExclusion: Bool
    }

    func rule(at place: RulePlace) -> RuleMatcher { association.matcher.rule(at: place) }

    /// The earlier rules that take all sample links of a rule, in the order of the links; nil if it has links of its own.
    private mutating func winners(
        over place: RulePlace,
        _ lists: [[Int]],
        _ samples: [LinkSample]
    ) -> [RulePlace]? {
        let rule = rule(at: place)
        var winners: [RulePlace] = []
        for samples in [samples, LinkSample.further(for: rule)] {
            // Rules with the same patterns take the same links.
            if winners.count == 1, rule.hasPatterns(of: self.rule(at: winners[0])) { break }
            for sample in samples {
                effort -= rule.effort
                // Links that were not tried may be the rule's own.
                guard effort > 0 else { return nil }
                guard let link = link(sample, for: rule),
                    var question = association.matcher.question(about: link)
                else { continue }
                defer { effort -= question.effort }
                for list in lists {
                    guard let winner = question.decider(in: list), winner != place,
                        // An entry in the old form may repeat rules, for old and for new systems.
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

    /// Reports dead rules, unless they are only what follows from a finding, whose index is returned.
    private mutating func report(_ places: [RulePlace], takenBy winners: [RulePlace]) -> Int? {
        let rule = rule(at: places[0])
        let covers = winners.map(self.rule)
        let opposite = covers.first { $0.rule.isExclusion != rule.rule.isExclusion }
        let cover = opposite ?? covers[0]
        let others = covers.count == 1 ? "" : ", with \(covers.count - 1) more,"
        let takes = covers.count == 1 ? "takes" : "take"
        let earlier =
            "the earlier rule \(short(cover.rule.source)) at \(cover.rule.place.path ?? "")\(others)"
        let verb = opposite == nil ? "changes" : rule.rule.isExclusion ? "excludes" : "opens"
        let remedy = opposite == nil ? "remove it" : "move it before that rule"
        let severity: AssociationFinding.Severity = opposite == nil ? .warning : .error
        let count = places.count - 1
        // The earlier rule may have been reported, as it claims or excludes too much: that is the cause.
        if covers.count == 1,
            let cause = findings.firstIndex(where: {
                $0.place == cover.rule.place && Self.causes.contains($0.code)
                    && $0.severity >= severity
            })
        {
            return cause
        }
        let more =
            count == 0 ? "" : " The same applies to \(count) more rule\(count == 1 ? "" : "s")."
        add(
            .deadRule,
            severity,
            at: rule.rule.place,
            "The rule \(verb) nothing, as \(earlier) \(takes) every link that it matches; \(remedy).\(more)",
            witness: witness(places[0])
        )
        return nil
    }

    private static let causes: Set<AssociationFinding.Code> = [
        .handledButExcluded, .claimsTooMuch, .claimedNotHandled,
    ]

    /// A link that the rule matches but an earlier one takes.
    private func witness(_ place: RulePlace) -> String? {
        guard let link = link(LinkSample(), for: rule(at: place)),
            let appID = entries[place.entry].model.appIDs.first,
            let match = association.answer(for: link, appID: appID).match,
            (match.entryIndex, match.ruleIndex) < (place.entry, place.rule)
        else { return nil }
        return link
    }
}
