import DeepLinks
import LinkChecking

/// Answers what an association file says about links.
///
/// What Apple's documents leave open is decided as Apple's own tool answers, whose answers the tests have on record.
struct AssociationMatcher: Sendable {
    /// The entries with their compiled rules, in the order of the file.
    let entries: [Entry]

    /// The rules of each entry by the literal beginning of their path patterns.
    let heads: [[UInt32]: [Int: [Int]]]

    /// The lengths of these beginnings, the shortest first.
    let headLengths: [Int]

    /// The apps, each once, in the order of the file.
    let appIDs: [String]

    /// The indices of the entries for each app.
    let entryIndices: [String: [Int]]

    /// An entry and its compiled rules.
    struct Entry: Sendable {
        let model: AssociationEntry
        let rules: [CompiledRule]
    }

    /// Compiles the rules of an association file.
    init(entries: [AssociationEntry], variables: [String: [String]]) {
        var compiler = GlobCompiler(variables: variables)
        let compiled = entries.map { entry in
            Entry(
                model: entry,
                rules: entry.rules.map { CompiledRule($0, compiler: &compiler) }
            )
        }
        var entryIndices: [String: [Int]] = [:]
        for (index, entry) in entries.enumerated() {
            for appID in entry.appIDs { entryIndices[appID, default: []].append(index) }
        }
        self.entries = compiled
        heads = LinkDecisions.heads(of: compiled)
        headLengths = Set(heads.keys.map(\.count)).sorted()
        appIDs = entries.flatMap(\.appIDs).uniqued()
        self.entryIndices = entryIndices
    }

    /// The cost of all patterns together.
    var weight: Int {
        entries.reduce(0) { $0 + $1.rules.reduce(0) { $0 + $1.weight } }
    }

    /// The file's answer about a link, as from ``AppSiteAssociation/answer(for:domain:appID:)``.
    ///
    /// If several entries are for one app, their rules are tried one entry after the other.
    func answer(
        for url: String,
        domain: String? = nil,
        appID: String? = nil
    ) -> AssociationAnswer {
        let answers = answers(for: url, domain: domain, appID: appID).map(\.answer)
        return answers.first(where: \.isMatched) ?? answers.first(where: \.isBlocked) ?? .notMatched
    }

    /// The file's answer about a link for each of its apps, as from ``AppSiteAssociation/answers(for:domain:)``.
    ///
    /// Apple does not document which of several installed apps opens a link that is matched for all of them.
    func answers(for url: String, domain: String? = nil) -> [AppAssociationAnswer] {
        answers(for: url, domain: domain, appID: nil)
    }

    /// How the answer about a link was found, as from ``AppSiteAssociation/explanation(for:domain:appID:)``.
    func explanation(
        for url: String,
        domain: String? = nil,
        appID: String? = nil
    ) -> AssociationExplanation {
        let appIDs = appID.map { [$0] } ?? appIDs
        let link: AssociationLink
        do throws(AssociationObstacle) {
            link = try AssociationLink(url, domain: domain)
        } catch {
            let apps = appIDs.map {
                AssociationExplanation.App(appID: $0, answer: .notMatched, entries: [])
            }
            return AssociationExplanation(url: url, obstacle: error, apps: apps)
        }
        // An entry for several apps is tried once, and its steps are stored once.
        var known: [Int: [AssociationExplanation.Step]] = [:]
        let apps = appIDs.map { appID in
            var entries: [[AssociationExplanation.Step]] = []
            var answer = AssociationAnswer.notMatched
            for entryIndex in entryIndices[appID] ?? [] {
                let steps = known[entryIndex] ?? steps(of: entryIndex, for: link)
                known[entryIndex] = steps
                entries.append(steps)
                if let last = steps.last, last.mismatches.isEmpty {
                    answer = self.answer(
                        appID,
                        RulePlace(entry: entryIndex, rule: steps.count - 1)
                    )
                    break
                }
            }
            return AssociationExplanation.App(appID: appID, answer: answer, entries: entries)
        }
        return AssociationExplanation(url: url, obstacle: nil, apps: apps)
    }
}

extension AssociationMatcher {
    private func answers(for url: String, domain: String?, appID: String?) -> [AppAssociationAnswer]
    {
        var decisions = decisions(about: url, domain: domain)
        return (appID.map { [$0] } ?? appIDs).map { appID in
            let place = decisions?.decider(in: entryIndices[appID] ?? [])
            return AppAssociationAnswer(
                appID: appID,
                answer: place.map { answer(appID, $0) } ?? .notMatched
            )
        }
    }

    /// The file's decisions about a link; nil if no rule can match it.
    func decisions(about url: String, domain: String? = nil) -> LinkDecisions? {
        (try? AssociationLink(url, domain: domain)).map {
            LinkDecisions($0, self)
        }
    }

    /// The rules of an entry up to the first one that matches.
    private func steps(
        of entryIndex: Int,
        for link: AssociationLink
    ) -> [AssociationExplanation.Step] {
        var steps: [AssociationExplanation.Step] = []
        for rule in entries[entryIndex].rules {
            let mismatches = rule.mismatches(link)
            steps.append(AssociationExplanation.Step(rule: rule.rule, mismatches: mismatches))
            if mismatches.isEmpty { break }
        }
        return steps
    }

    private func answer(_ appID: String, _ place: RulePlace) -> AssociationAnswer {
        let rule = entries[place.entry].rules[place.rule].rule
        let match = AssociationMatch(
            appID: appID,
            entryIndex: place.entry,
            ruleIndex: place.rule,
            rule: rule
        )
        return rule.isExclusion ? .blocked(match) : .matched(match)
    }
}
