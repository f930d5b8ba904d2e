import DeepLinks
import LinkChecking
import PathMatching

extension AssociationCoverage {
    /// Looks for links that a rule of the file claims but that are not handled, and reports handled links that no rule claims.
    mutating func compareClaims() {
        var (useless, count): ([RulePlace], Int) = ([], 0)
        for (number, entry) in audit.entries.enumerated() {
            guard let app = appID ?? entry.model.appIDs.first, entry.model.appIDs.contains(app)
            else { continue }
            // A rule with the content of an earlier one never decides.
            var known: Set<AssociationRule> = []
            let places = entry.rules.indices.filter { index in
                let rule = entry.rules[index].rule
                return !rule.isExclusion && known.insert(rule.content).inserted
            }.map { RulePlace(entry: number, rule: $0) }
            // The rules all of whose links the app refuses.
            let own = places.filter { compare(audit.rule(at: $0), $0, app) }
            count += places.count
            guard own.count == places.count, !places.isEmpty, isOfOtherApp(entry.model) else {
                useless += own
                continue
            }
            let apps = entry.model.appIDs.map { "'\(short($0))'" }.joined(separator: ", ")
            let message =
                "The app refuses all tested links of the rules for \(apps), but handles links of other apps' rules; name your app with '--app-id', or remove the entry if it is out of date."
            audit.add(.notCompared, at: entry.model.place, message)
        }
        // What is not shown stands for nothing else.
        let code = AssociationFinding.Code.handledNotClaimed
        if audit.allowed.contains(code.rawValue) {
            reportUnclaimed(asOne: false)
            unclaimed = []
        }
        let misses = takeMisses(of: useless)
        // If the file has nothing for the app, that is one mistake.
        let isOneCause =
            useless.count == count && useful.isEmpty && excluded.isEmpty && unclaimed.count > 1
            && misses.isEmpty && audit.effort > 0
            // Links that pass through are only warnings, and a rule without a use is an error.
            && (count == 0 || unclaimed.contains { $0.severity == .error })
        let meant = doubtful.filter { misses[$0] != nil }
        for place in useless + meant where !isOneCause {
            reportUseless(place, misses[place] ?? [])
        }
        reportUnclaimed(asOne: isOneCause)
    }

    /// Whether rules open links that the app handles, but only in entries of other apps, if no app is given.
    private func isOfOtherApp(_ entry: AssociationEntry) -> Bool {
        let own = Set(entry.appIDs.flatMap { matcher.entryIndices[$0] ?? [] })
        return appID == nil && !useful.isEmpty && !useful.contains { own.contains($0.entry) }
    }

    /// Tries links of a rule, and returns whether the app refuses them all; reports if it refuses some.
    private mutating func compare(_ rule: RuleMatcher, _ place: RulePlace, _ app: String) -> Bool {
        var tails: [String] = []
        let own = matcher.entryIndices[app].map { [$0] } ?? []
        var isInCapitals = false
        for sample in LinkSample.varied where refused[place] == nil || !useful.contains(place) {
            audit.effort -= rule.effort
            guard audit.effort > 0 else { return false }
            // Most rules have fewer links than there are samples.
            guard let tail = sample.tail(for: rule, besides: tails) else { continue }
            tails.append(tail)
            audit.effort -= Self.effortOfLink * targets.count
            let links = targets.map { $0.origin + tail }
            if links.contains(where: handles) {
                useful.insert(place)
            } else if let link = links.first, refused[place] == nil,
                decision(about: link, in: own)?.place == place
            {
                _ = note(link, claimedAt: place)
                let ignoreCase = targets.allSatisfy { $0.domain.options.ignoresCase }
                isInCapitals = sample.isInCapitals && !ignoreCase
            }
        }
        guard let witness = refused[place] else { return false }
        let isUseful = useful.contains(place) || sharesLinks(rule, like: tails)
        // No rewrite rule may ask for its items, so they may be misspelt. A rule with a wildcard has other uses.
        let isPlain = rule.rule.path.map { !$0.contains { "*?$".contains($0) } } ?? false
        if isUseful, !useful.contains(place), isPlain, !rule.items.isEmpty {
            doubtful.append(place)
        }
        // A rule is only called useless after all links were tried.
        guard isUseful else { return audit.effort > 0 }
        let links =
            isUnclaimed(witness)
            ? "links that have 'claims: false' in the rules"
            : "links that the app refuses, so they open an app that cannot show them"
        // An exclusion may ignore case, too.
        let way =
            isInCapitals
            ? "set \"caseSensitive\" to true" : "claim fewer links, or exclude them before it"
        let message = "The rule also claims \(links); \(way)."
        // Often, many rules ignore case, with one cause.
        add(.claimsTooMuch, place, message, witness, group: isInCapitals ? message : nil)
        return false
    }

    /// Whether the app would handle a link, but leaves it to the browser.
    private func isUnclaimed(_ link: String) -> Bool {
        (try? rewriter.rewrite(link)) == nil && (try? whole.rewrite(link)) != nil
    }

    /// Takes the links that no rule claims and that a useless rule may be meant for, as it begins like them or has their first segment, or
    /// another rule with their path.
    private mutating func takeMisses(of useless: [RulePlace]) -> [RulePlace: [Missed]] {
        var misses: [RulePlace: [Missed]] = [:]
        let places = useless + doubtful
        let words = places.map { place in
            Set(audit.rule(at: place).rule.path?.asciiLowercased.split(separator: "/") ?? [])
        }
        // Most links have another beginning, which is soon found.
        let effort = 1 + places.reduce(0) { $0 + audit.rule(at: $1).effort } / 16
        unclaimed = unclaimed.filter { missed in
            audit.effort -= effort
            guard audit.effort > 0, let link = missed.parts else { return true }
            let first = link.foldedPath.dropFirst().prefix { $0 != UInt8(ascii: "/") }
            let word = String(decoding: first, as: UTF8.self)
            let near = places.indices.map { number in
                let nearness = audit.rule(at: places[number]).nearness(to: link)
                let length = words[number].contains(word[...]) ? first.count : 0
                let isMeant = number < useless.count || nearness > .max / 2
                return (number, isMeant ? max(length, nearness) : 0, nearness)
            }.max { ($0.1, $0.2) < ($1.1, $1.2) }
            // A few letters may be the same by chance, so at least three are, or all that the rule has.
            guard let (number, nearness, _) = near, nearness > 0,
                nearness >= min(3, audit.rule(at: places[number]).headLength)
            else { return true }
            misses[places[number], default: []].append(missed)
            return false
        }
        return misses
    }

    /// Reports a rule all of whose links the app refuses, with the links that it may be meant for.
    private mutating func reportUseless(_ place: RulePlace, _ missed: [Missed]) {
        let rule = audit.rule(at: place)
        let witness = refused[place] ?? ""
        if let first = missed.first, let link = first.parts {
            let more = missed.count == 1 ? "handles" : "and \(missed.count - 1) more handle"
            audit.removeExcess(at: rule.rule.place) { _ in true }
            let cause = rule.mismatches(link).map(\.description).joined(separator: "; ")
            let message =
                "No rule claims links that \(first.handler) \(more): for this rule, \(cause); correct it if it is meant for them, or add a component."
            return add(.handledNotClaimed, place, message, first.link)
        }
        let message =
            isUnclaimed(witness)
            ? "All tested links of the rule have 'claims: false' in the rules; remove the rule, or exclude its links."
            : "The app refuses all tested links of the rule, so they open an app that cannot show them; remove the rule, exclude its links, or add a rewrite rule."
        add(.claimedNotHandled, place, message, witness)
    }

    /// Whether the app handles a link that a rule of the file matches: links of the rewrite rules are tried, with texts of the rule.
    private mutating func sharesLinks(_ rule: RuleMatcher, like tails: [String]) -> Bool {
        // The path may be in the fragment.
        let others = tails.flatMap { $0.split(separator: "#").map(String.init) }
        let ownItems = (tails.first ?? "").prefix { $0 != "#" }
            .split(separator: "?", maxSplits: 1).dropFirst().joined().split(separator: "&")
        for ((domain, origin), patterns) in zip(targets, patterns) {
            for (path, items, beginning) in patterns where rule.mayBegin(with: beginning) {
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

extension PathPattern {
    /// The text before the first capture, in lower case.
    var beginning: [UInt8] { Array(description.prefix { $0 != "{" }.lowercased().utf8) }
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
