import DeepLinks
import LinkChecking
import PathMatching

extension AssociationCoverage {
    /// The paths that a domain handles, with their items: those of its rules, and those that pass through.
    func handledPaths(of domain: Domain) -> [(path: PathPattern, items: [ItemCondition])] {
        var patterns = rewriter.rules(of: domain).filter { !$0.refuses }
            .map { (path: $0.path, items: $0.conditions) }
        if domain.options.unmatched == .passThrough {
            let texts = paths == nil ? ["/{*any}"] : pathTexts
            patterns += texts.compactMap { try? PathPattern($0) }.map { ($0, []) }
        }
        return patterns
    }

    /// Looks for links that a rule of the file claims but that are not handled.
    mutating func compareClaims() {
        for (entryNumber, entry) in audit.entries.enumerated() {
            guard let app = appID ?? entry.model.appIDs.first, entry.model.appIDs.contains(app)
            else { continue }
            // A rule with the content of an earlier one never decides.
            var known: Set<AssociationRule> = []
            for (number, rule) in entry.rules.enumerated()
            where !rule.rule.isExclusion && known.insert(rule.rule.content).inserted {
                compare(rule, RulePlace(entry: entryNumber, rule: number), app)
            }
            if useless.count == known.count, known.count > 0, isOfOtherApp(entry.model) {
                let apps = entry.model.appIDs.map { "'\(short($0))'" }.joined(separator: ", ")
                let message =
                    "The app refuses all tested links of the rules for \(apps), but handles links of other apps' rules; name your app with '--app-id', or remove the entry if it is out of date."
                audit.add(.notCompared, at: entry.model.place, message)
            } else {
                for (place, message, witness) in useless {
                    add(.claimedNotHandled, place, message, witness)
                }
            }
            useless = []
        }
    }

    /// Whether rules open links that the app handles, but only in entries of other apps, if no app is given.
    private func isOfOtherApp(_ entry: AssociationEntry) -> Bool {
        let own = Set(entry.appIDs.flatMap { matcher.entryIndices[$0] ?? [] })
        return appID == nil && !useful.isEmpty && !useful.contains { own.contains($0.entry) }
    }

    /// Notes that a rule claims a link that the app refuses, unless the narrowest possible file claims it too.
    mutating func note(_ link: String, claimedAt place: RulePlace) {
        if refused[place] == nil, isClaimedAnyway(link, as: place) == false {
            refused[place] = link
        }
    }

    /// Whether the narrowest possible file in the form of a rule claims a link; nil if it cannot be asked.
    mutating func isClaimedAnyway(_ link: String, as place: RulePlace) -> Bool? {
        let form = audit.entries[place.entry].model.format ?? .components
        guard let matcher = generated?[form], var question = matcher.question(about: link) else {
            return nil
        }
        let decider = question.decider(in: matcher.entryIndices[AppIdentifier.example] ?? [])
        audit.effort -= question.effort
        return decider.map { !matcher.rule(at: $0).rule.isExclusion } ?? false
    }

    private mutating func compare(_ rule: RuleMatcher, _ place: RulePlace, _ app: String) {
        var tails: [String] = []
        var texts: Set<String> = []
        let own = matcher.entryIndices[app].map { [$0] } ?? []
        for sample in LinkSample.varied where refused[place] == nil || !useful.contains(place) {
            audit.effort -= rule.effort
            guard audit.effort > 0 else { return }
            // Most rules have fewer links than there are samples.
            guard let tail = sample.text(for: rule), texts.insert(tail).inserted,
                LinkSample.confirms(tail, for: rule)
            else { continue }
            tails.append(tail)
            audit.effort -= Self.effortOfLink * targets.count
            let links = targets.map { $0.origin + tail }
            if links.contains(where: handles) {
                useful.insert(place)
            } else if let link = links.first, decision(about: link, in: own)?.place == place {
                note(link, claimedAt: place)
            }
        }
        guard let witness = refused[place] else { return }
        let isUseful = useful.contains(place) || sharesLinks(rule, like: tails)
        // A rule is only called useless after all links were tried.
        guard isUseful || audit.effort > 0 else { return }
        if !isUseful, reportNearMiss(of: rule, place, witness) { return }
        let isUnclaimed =
            (try? rewriter.rewrite(witness)) == nil && (try? whole.rewrite(witness)) != nil
        if isUseful {
            let links =
                isUnclaimed
                ? "links that have 'claims: false' in the rules"
                : "links that the app refuses, so they open an app that cannot show them"
            let message =
                "The rule also claims \(links); claim fewer links, or exclude them before it."
            add(.claimsTooMuch, place, message, witness)
        } else if isUnclaimed {
            let message =
                "All tested links of the rule have 'claims: false' in the rules; remove the rule, or exclude its links."
            add(.claimedNotHandled, place, message, witness)
        } else {
            let message =
                "The app refuses all tested links of the rule, so they open an app that cannot show them; remove the rule, exclude its links, or add a rewrite rule."
            useless.append((place, message, witness))
        }
    }

    /// Reports a rule that would claim handled links if it were written a little differently: the one cause of two differences.
    private mutating func reportNearMiss(
        of rule: RuleMatcher,
        _ place: RulePlace,
        _ witness: String
    ) -> Bool {
        for (content, cause) in rule.rule.meanings {
            var compiler = GlobCompiler(variables: audit.association.substitutionVariables)
            let other = RuleMatcher(content, compiler: &compiler)
            func isMissed(_ rule: Unclaimed) -> Bool { rule.parts.map(other.matches) ?? false }
            // Most links have another beginning, which is soon found.
            audit.effort -= 1 + unclaimed.count * other.effort / 16
            let missed = unclaimed.filter(isMissed)
            guard let first = missed.first else { continue }
            unclaimed.removeAll(where: isMissed)
            let more = missed.count == 1 ? "handles" : "and \(missed.count - 1) more handle"
            let message =
                "The rule misses links that \(first.handler) \(more), such as '\(first.link)', as \(cause)."
            add(.claimedNotHandled, place, message, witness)
            return true
        }
        return false
    }

    /// Whether the app handles a link that a rule of the file matches: links of the rewrite rules are tried, with texts of the rule.
    private mutating func sharesLinks(_ rule: RuleMatcher, like tails: [String]) -> Bool {
        // The path may be in the fragment.
        let others = tails.flatMap { $0.split(separator: "#").map(String.init) }
        let ownItems = (tails.first ?? "").prefix { $0 != "#" }
            .split(separator: "?", maxSplits: 1).dropFirst().joined().split(separator: "&")
        for ((domain, origin), patterns) in zip(targets, patterns) {
            for (path, items) in patterns where rule.mayBegin(like: path) {
                let names = items.compactMap(\.name).map { "\($0)=" }
                let more = ownItems.filter { item in !names.contains { item.hasPrefix($0) } }
                let links = SampleLinks(path, items, like: others).tails(8).map {
                    $0.adding(query: more.joined(separator: "&"))
                }
                for tail in links.flatMap(domain.options.spellings) {
                    guard audit.effort > 0 else { return false }
                    audit.effort -= rule.effort
                    guard let link = try? AssociationLink(origin + tail), rule.matches(link) else {
                        continue
                    }
                    audit.effort -= Self.effortOfLink
                    if handles(origin + tail) { return true }
                }
            }
        }
        return false
    }
}

extension AssociationRule {
    /// What a rule may be meant as, each with what is wrong with it: another case, `*` in place of `.*`, a query in place of a `?`, or
    /// what is below a path that ends in a slash.
    fileprivate var meanings: [(rule: AssociationRule, cause: String)] {
        var meanings: [(rule: AssociationRule, cause: String)] = []
        let path = path ?? ""
        var meant = self
        meant.isCaseSensitive = false
        meant.path = self.path?.replacing(".*", with: "*")
        let dot = "its '.*' asks for a point; write '*'"
        meanings.append(
            (meant, path.contains(".*") ? dot : "its case differs; write it in theirs")
        )
        meant = self
        if path.hasSuffix("/"), path.utf8.count > 1 {
            meant.path = path + "?*"
            meanings.append((meant, "nothing may follow its last '/'; write '\(short(path))?*'"))
        } else if query == nil, let end = path.firstIndex(of: "?"), !path[..<end].hasSuffix("/") {
            meant.path = String(path[..<end])
            meant.query = .whole("?*")
            meanings.append((meant, "its '?' matches any character of a path, not a query"))
        }
        return meanings
    }
}

extension RuleMatcher {
    /// Whether paths of a pattern can begin with the text before the first wildcard of the rule's path.
    func mayBegin(like path: PathPattern) -> Bool {
        guard let own = rule.path, own.hasPrefix("/"), rule.isPercentEncoded else { return true }
        let text = own.prefix { !"*?$".contains($0) }.lowercased()
        let other = path.description.prefix { $0 != "{" }.lowercased()
        return text.hasPrefix(other) || other.hasPrefix(text)
    }
}

extension SourceOptions {
    /// What may follow the host for a path and its query: the same, or with the path or the items in the fragment.
    func spellings(of tail: String) -> [String] {
        switch fragment {
        case .keep: [tail]
        // The leading slash of the fragment's path is optional.
        case .path: ["/#\(tail)", "/#\(tail.dropFirst())", tail]
        case .query: [tail.replacing("?", with: "#", maxReplacements: 1), tail]
        }
    }
}
