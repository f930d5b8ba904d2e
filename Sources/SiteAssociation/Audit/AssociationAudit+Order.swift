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
            for ruleNumber in entry.rules.indices {
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
    /// Reports dead rules: of those that the same earlier rules make dead only the worst, with their number.
    mutating func checkOrder() {
        let (dead, end) = association.matcher.deadRules(&effort)
        if let end {
            let message =
                "Rules from here on were not compared with earlier ones, as there are too many; combine rules with wildcards or substitution variables."
            add(.notCompared, at: rule(at: end).rule.place, message)
        }
        let groups = Dictionary(grouping: dead, by: \.winners)
        for winners in dead.map(\.winners).uniqued() {
            report((groups[winners] ?? []).map { rule(at: $0.place) }, takenBy: winners.map(rule))
        }
    }

    /// Reports one of some rules all of whose links the same earlier rules take: one of the other kind, if there is one.
    private mutating func report(_ rules: [RuleMatcher], takenBy winners: [RuleMatcher]) {
        func opposite(to rule: RuleMatcher) -> RuleMatcher? {
            winners.first { $0.rule.isExclusion != rule.rule.isExclusion }
        }
        let rule = rules.first { opposite(to: $0) != nil } ?? rules[0]
        let winner = opposite(to: rule) ?? winners[0]
        let isCopy = winner.rule.isExclusion == rule.rule.isExclusion
        let verb = isCopy ? "changes" : rule.rule.isExclusion ? "excludes" : "opens"
        let others =
            winners.count == 1 ? " takes" : ", with \(winners.count - 1) more, take"
        let way =
            switch (isCopy, rule.rule.isExclusion) {
            case (true, _): "remove it"
            case (_, true): "move it before that rule"
            case (_, false): "move it before that rule, or make that rule narrower"
            }
        let more =
            rules.count == 1
            ? "" : " The same applies to \(count(rules.count - 1, "more rule"))."
        let message =
            "The rule \(verb) nothing, as the earlier rule \(short(winner.rule.source)) at \(winner.rule.place.path ?? "")\(others) every link that it matches; \(way).\(more)"
        // If the earlier rule is to leave these links to the app, the order is the only mistake.
        removeExcess(at: winner.rule.place) { witness in
            guard let link = try? AssociationLink(witness) else { return false }
            return rules.contains { $0.rule.isExclusion && $0.matches(link) }
        }
        let finding = AssociationFinding(
            .deadRule,
            isCopy ? .warning : .error,
            at: rule.rule.place,
            message,
            // The plainest sample link, which an earlier rule takes like all others.
            witness: link(LinkSample(), for: rule),
            // Entries for several apps often have the same rules.
            group: "\(verb): \(rule.rule.source), \(winner.rule.source)"
        )
        // Of very many earlier rules, only a few are looked at.
        let causes = ([rule, winner] + winners.prefix(8)).map(\.rule.place)
        add(finding, orDoubtIn: winner.rule.place) { causes.contains(where: $0.isIn) }
    }
}
