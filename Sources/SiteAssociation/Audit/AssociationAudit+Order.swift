import LinkChecking
import PathMatching

extension AssociationMatcher {
    /// The rules that earlier ones leave no links for, each with the earlier rules that take its links; and the rule after which
    /// none was looked at, as there are too many.
    ///
    /// Sample links of each rule are tried. If earlier rules take all of them, for every app, the rule is dead.
    func deadRules(
        _ effort: inout Int
    ) -> (dead: [(place: RulePlace, winners: [RulePlace])], end: RulePlace?) {
        let samples = LinkSample.all(items: itemNames)
        var dead: [(place: RulePlace, winners: [RulePlace])] = []
        for (entryNumber, entry) in entries.enumerated() {
            // Many apps may have the same entries, and one app many entries.
            let own = entry.model.appIDs.compactMap { entryIndices[$0] }.uniqued()
            // The winners over dead rules: another rule with the same content has the same.
            var known: [AssociationRule: [RulePlace]] = [:]
            for ruleNumber in entry.rules.indices where !own.isEmpty {
                let place = RulePlace(entry: entryNumber, rule: ruleNumber)
                let content = rule(at: place).rule.content
                if let winners = known[content] ?? winners(over: place, own, samples, &effort) {
                    known[content] = winners
                    dead.append((place, winners))
                }
                // The last rule may have been compared only in part.
                if effort <= 0 { return (dead, place) }
            }
        }
        return (dead, nil)
    }

    /// The earlier rules that take all sample links of a rule, in the order of the links; nil if it has links of its own.
    private func winners(
        over place: RulePlace,
        _ lists: [[Int]],
        _ samples: [LinkSample],
        _ effort: inout Int
    ) -> [RulePlace]? {
        let rule = rule(at: place)
        var winners: [RulePlace] = []
        func isCopy() -> Bool {
            winners.count == 1 && rule.hasPatterns(of: self.rule(at: winners[0]))
        }
        for samples in [samples, LinkSample.further(for: rule)] {
            // Rules with the same patterns take the same links.
            if isCopy() { break }
            for sample in samples {
                effort -= rule.effort
                // Links that were not tried may be the rule's own.
                guard effort > 0 else { return nil }
                guard let tail = sample.tail(for: rule),
                    var question = question(about: "https://\(LinkSample.exampleHost)\(tail)")
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
        // Of two variables' values, not all pairs were tried.
        return winners.isEmpty || rule.lists.count > 1 && !isCopy() ? nil : winners
    }

    /// The names of up to 16 query items in the file's rules that need no escapes, and one more name.
    private var itemNames: [String] {
        let names = entries.flatMap(\.rules).flatMap(\.patterns).compactMap(\.part.itemName)
            .filter { $0.utf8.allSatisfy(ByteSet.unreserved.contains) }
        return names.uniqued().prefix(16) + ["more"]
    }
}

extension AssociationAudit {
    /// Reports dead rules: of those that one earlier rule makes dead only the first, with their number.
    mutating func checkOrder() {
        let (dead, end) = association.matcher.deadRules(&effort)
        if let end {
            let message =
                "Rules from here on were not compared with earlier ones, as there are too many; combine rules with wildcards or substitution variables."
            add(.notCompared, at: rule(at: end).rule.place, message)
        }
        let groups = Dictionary(grouping: dead, by: \.winners)
        var followers: [Int: Int] = [:]
        var answered: Set<Int> = []
        for winners in dead.map(\.winners).uniqued() {
            let places = (groups[winners] ?? []).map(\.place)
            // One earlier rule that takes the links of both kinds is the mistake itself, if it can move behind them: no rule
            // between them has links of its own, and none takes all of its links.
            let earlier = winners[0]
            let end = RulePlace(entry: earlier.entry, rule: earlier.rule + places.count)
            let isMistake =
                winners.count == 1 && places.last == end
                && !places.contains { rule(at: $0).hasPatterns(of: rule(at: earlier)) }
            let kinds = Dictionary(grouping: places) { rule(at: $0).rule.isExclusion }
            for places in isMistake ? [places] : [kinds[true], kinds[false]].compactMap(\.self) {
                if let reported = report(places, takenBy: winners) {
                    followers[reported, default: 0] += places.count
                } else if let excess = excess(of: winners, endedBy: places) {
                    answered.insert(excess)
                }
            }
        }
        for (finding, count) in followers {
            findings[finding].message +=
                " Because of it, \(count) later rule\(count == 1 ? " changes" : "s change") nothing."
        }
        answered.subtract(followers.keys)
        for index in answered.sorted(by: >) { findings.remove(at: index) }
    }

    /// The finding that a rule claims too much, if one of the exclusions that it makes dead is for these links.
    private func excess(of winners: [RulePlace], endedBy exclusions: [RulePlace]) -> Int? {
        let index = findings.firstIndex {
            winners.count == 1 && $0.code == .claimsTooMuch
                && $0.place == rule(at: winners[0]).rule.place
        }
        guard let index, let witness = findings[index].witness,
            let link = try? AssociationLink(witness)
        else { return nil }
        let isExcluded = exclusions.map(rule).contains { $0.rule.isExclusion && $0.matches(link) }
        return isExcluded ? index : nil
    }

    func rule(at place: RulePlace) -> RuleMatcher { association.matcher.rule(at: place) }

    /// Reports dead rules, unless they are only what follows from a finding, whose index is returned.
    private mutating func report(_ places: [RulePlace], takenBy winners: [RulePlace]) -> Int? {
        let rule = rule(at: places[0])
        let covers = winners.map(self.rule)
        let opposite = covers.first { $0.rule.isExclusion != rule.rule.isExclusion }
        let cover = opposite ?? covers[0]
        let place = cover.rule.place
        let (others, takes) =
            covers.count == 1 ? ("", "takes") : (", with \(covers.count - 1) more,", "take")
        let earlier =
            "the earlier rule \(short(cover.rule.source)) at \(place.path ?? "")\(others)"
        let isMixed = places.contains {
            self.rule(at: $0).rule.isExclusion != rule.rule.isExclusion
        }
        let isCopy = opposite == nil && !isMixed
        let verb =
            isMixed || isCopy ? "changes" : rule.rule.isExclusion ? "excludes" : "opens"
        let severity: Severity = isCopy ? .warning : .error
        let count = places.count - 1
        // The earlier rule may have been reported, as it claims or excludes too much: that is the cause.
        if covers.count == 1,
            let cause = findings.firstIndex(where: {
                $0.place == place && Self.causes.contains($0.code)
                    && $0.severity >= severity
            })
        {
            return cause
        }
        let more = "\(count) more rule\(count == 1 ? "" : "s")"
        let rest =
            isMixed
            ? "that it and \(more) match; move the earlier rule behind them."
            : "that it matches; \(isCopy ? "remove it" : "move it before that rule")."
                + (count == 0 ? "" : " The same applies to \(more).")
        let message = "The rule \(verb) nothing, as \(earlier) \(takes) every link \(rest)"
        // The plainest sample link, which an earlier rule takes like all others.
        let witness = link(LinkSample(), for: rule)
        add(.deadRule, severity, at: rule.rule.place, message, witness: witness)
        return nil
    }

    private static let causes: Set<Code> = [
        .handledButExcluded, .claimsTooMuch, .claimedNotHandled,
    ]
}
