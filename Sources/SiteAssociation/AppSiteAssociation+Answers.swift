extension AppSiteAssociation {
    /// What the file says about a link: whether it opens an app, and by which rule.
    ///
    /// The first rule that matches decides. Patterns are compared with the link's text; `*` stands for any number of
    /// characters and `?` for one, and a missing part of the link counts as empty. Without an app ID, a link is matched
    /// if it is matched for any app of the file, otherwise blocked if it is blocked for any; the answer names the first
    /// such app. <doc:AssociationFiles> says how questions are decided that Apple leaves open.
    ///
    /// - Parameters:
    ///   - url: The link, as the system would pass it to the app.
    ///   - domain: The host that serves the file, such as `example.com`, or the entitlement's `*.example.com`; `nil` means
    ///     the link's own host.
    ///   - appID: The app, such as `A1B2C3D4E5.com.example.app`; `nil` asks for all apps.
    /// - Returns: The answer, with the rule that decided.
    /// - Complexity: O(*p* · *n*) for patterns of *p* characters together and a link of *n*; there is no backtracking.
    public func answer(
        for url: String,
        domain: String? = nil,
        appID: String? = nil
    ) -> AssociationAnswer {
        let apps = explanation(for: url, domain: domain, appIDs: appID.map { [$0] } ?? []).apps
        let answers = apps.map(\.answer)
        return answers.first(where: \.isMatched) ?? answers.first(where: \.isBlocked) ?? .notMatched
    }

    /// How the answer about a link was found: the rules that were tried, and which part of the link did not match.
    ///
    /// If several entries are for one app, their rules are tried one entry after the other. Apple does not document which of
    /// several installed apps opens a link that is matched for all of them.
    ///
    /// - Parameters:
    ///   - url: The link, as the system would pass it to the app.
    ///   - domain: The host that serves the file; `nil` means the link's own host.
    ///   - appIDs: The apps; without one, all apps of the file.
    /// - Returns: The explanation.
    public func explanation(
        for url: String,
        domain: String? = nil,
        appIDs: [String] = []
    ) -> AssociationExplanation {
        var obstacle: AssociationObstacle?
        var question: AssociationMatcher.Question?
        do throws(AssociationObstacle) {
            let link = try AssociationLink(url, domain: domain)
            question = AssociationMatcher.Question(link: link, entries: matcher.entries)
        } catch {
            obstacle = error
        }
        let apps = (appIDs.isEmpty ? matcher.appIDs : appIDs).map { appID in
            let indices = question == nil ? [] : matcher.entryIndices[appID] ?? []
            let place = question?.decider(in: indices)
            let match = place.map { place in
                AssociationMatch(
                    appID: appID,
                    entryIndex: place.entry,
                    ruleIndex: place.rule,
                    rule: matcher.rule(at: place).rule
                )
            }
            let missed = indices.prefix { $0 != place?.entry }.map { index in
                RulePlace(entry: index, rule: matcher.entries[index].rules.count - 1)
            }
            return AssociationExplanation.App(
                appID: appID,
                answer: match.map { $0.rule.isExclusion ? .blocked($0) : .matched($0) }
                    ?? .notMatched,
                url: url,
                matcher: matcher,
                // Entries without rules do not count.
                tried: missed.filter { $0.rule >= 0 } + [place].compactMap(\.self)
            )
        }
        return AssociationExplanation(url: url, obstacle: obstacle, apps: apps)
    }
}
