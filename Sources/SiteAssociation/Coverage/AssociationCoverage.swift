import DeepLinks
import LinkChecking
import PathMatching

extension AssociationAudit {
    /// Compares the file with a rewriter's rules.
    mutating func checkCoverage(_ configuration: LinkConfiguration, host: String?, appID: String?) {
        do throws(SiteAssociationError) {
            var coverage = try AssociationCoverage(self, configuration, host: host, appID: appID)
            coverage.compare()
            self = coverage.audit
            checkDefaultCase()
            effort = Self.wholeEffort
        } catch {
            let message =
                "The file cannot be compared with the configuration: \(error.obstacle); \(error.remedy)."
            add(error.code, at: detailsPlace, message)
        }
    }

    /// Where findings that are about no single rule are placed: at `details`, or at `applinks` if there is none.
    var detailsPlace: AssociationPlace {
        let links = document["applinks"]
        return (links?["details"] ?? links)?.place
            ?? AssociationPlace(JSONPath.root.key("applinks"), nil)
    }
}

/// Compares what a file claims with what a rewriter handles, in both directions: the matcher and the rewriter are asked about links.
///
/// The links are the examples of the rules, or links that are made from a rule without examples. What cannot be asked is said.
struct AssociationCoverage {
    private typealias Code = AssociationFinding.Code

    /// The file and the findings.
    var audit: AssociationAudit
    private var matcher: AssociationMatcher { audit.association.matcher }
    private let appID: String?

    /// The rules, where those that are not claimed refuse their links.
    private let rewriter: URLRewriter

    /// All rules as they are.
    private let whole: URLRewriter

    /// A domain that the file is for, with the scheme and host of its sample links.
    private typealias Target = (domain: Domain, origin: String)
    private let targets: [Target]

    /// The paths that the app registers; `nil` if they are not given.
    private let paths: RegisteredPaths?
    private let pathTexts: [String]

    /// A path for each of them.
    private let pathSamples: [String]

    /// The lists of entries to ask: that of the given app, or those of all apps; each list once.
    private let lists: [[Int]]

    /// The effort of asking the rewriter about a link.
    private static let effortOfLink = 4

    /// The rules that claim handled links.
    private var useful: Set<RulePlace> = []

    /// What findings are about that a query item is not required, although handled links do not have it.
    private var optional: Set<[String]> = []

    /// For each rule that claims links which the app refuses, the first one that the generated file does not claim.
    private var refused: [RulePlace: String] = [:]

    /// The rewrite rules whose links no rule claims, with such a link; and those whose links a rule excludes.
    private(set) var unclaimed:
        [(handler: String, severity: AssociationFinding.Severity, link: String)] = []
    private var excluded: [RulePlace: [(handler: String, link: String)]] = [:]

    /// All links of rewrite rules that a rule of the file excludes.
    private var excludedLinks: [RulePlace: [AssociationLink]] = [:]

    /// The unclaimed links by the first segments of their paths, with their numbers; and those of rules that miss them.
    private(set) lazy var unclaimedLinks = Dictionary(
        grouping: unclaimed.enumerated().compactMap { number, unclaimed in
            (try? AssociationLink(unclaimed.link)).map { (number: number, link: $0) }
        },
        by: \.link.firstSegment
    )
    var missed: Set<Int> = []

    /// What the rules of the file may be meant as.
    lazy var nearRules = rulesAsMeant()

    /// The patterns of each domain.
    private lazy var patterns = targets.map { patterns(of: $0.domain) }

    /// The findings about rules of the entry that is compared, all of whose links the app refuses.
    private var useless: [AssociationFinding] = []

    /// The rewrite rules that have no example, and of which no link could be made that they handle.
    private var unasked: [String] = []

    /// For each form of rules in the file, the rules that are generated for the same rewrite rules: as narrow as the form allows;
    /// nil if they are too complex to ask.
    private let generated: [AppSiteAssociation.Form: AssociationMatcher]?

    /// Prepares a comparison, or throws why nothing can be compared.
    init(
        _ audit: AssociationAudit,
        _ configuration: LinkConfiguration,
        host: String?,
        appID: String?
    ) throws(SiteAssociationError) {
        self.audit = audit
        self.appID = appID
        let (whole, rewriter) = try configuration.rewriters()
        self.whole = whole
        self.rewriter = rewriter
        targets = try AppSiteAssociation.domains(of: configuration.claimed, host: host).compactMap {
            domain in
            let hosts = domain.externalHosts.filter { own in host.map(own.isServed) ?? true }
            let own = host.flatMap { rewriter.domain(ofHost: $0)?.1 == domain ? $0 : nil }
            // If other domains take all of its sample hosts, there is nothing to compare.
            return (own ?? rewriter.sampleHost(of: domain, hosts)).map { (domain, "https://\($0)") }
        }
        pathTexts = configuration.paths ?? []
        paths = configuration.paths.map(RegisteredPaths.init)
        pathSamples = paths?.samples ?? []
        let matcher = audit.association.matcher
        lists = (appID.map { [$0] } ?? matcher.appIDs).compactMap { matcher.entryIndices[$0] }
            .uniqued()
        do throws(SiteAssociationError) {
            generated = try Self.generated(configuration, host)
        } catch {
            guard error.code == .tooComplex else { throw error }
            generated = nil
        }
    }

    private static func generated(
        _ configuration: LinkConfiguration,
        _ host: String?
    ) throws(SiteAssociationError) -> [AppSiteAssociation.Form: AssociationMatcher] {
        let file = try AppSiteAssociation(
            ofAnySizeFor: configuration,
            appIDs: [AppIdentifier.example],
            options: AppSiteAssociation.GenerationOptions(host: host)
        )
        // In the old form, a claim is about the path alone, and an exclusion would be too.
        let paths = file.entries.map { entry in
            let rules = entry.rules.filter { rule in
                !rule.isExclusion || rule.query == nil && rule.fragment == nil
            }
            return AssociationEntry(
                appIDs: entry.appIDs,
                rules: rules.map(\.inOldForm),
                format: .paths,
                node: entry.node
            )
        }
        return [
            .components: file.matcher,
            .paths: AssociationMatcher(entries: paths, variables: file.substitutionVariables),
        ]
    }

    // MARK: Links

    /// Whether the app shows a link.
    private func handles(_ link: String) -> Bool { rewriter.handles(link, paths) }

    /// The rule of the file that decides about a link: a rule that opens it in an app, otherwise the first one that excludes it.
    private mutating func decision(
        about link: String,
        in lists: [[Int]]? = nil
    ) -> (place: RulePlace, isMatch: Bool)? {
        guard var question = matcher.question(about: link) else { return nil }
        defer { audit.effort -= question.effort + Self.effortOfLink }
        var decider: RulePlace?
        for list in lists ?? self.lists {
            guard let place = question.decider(in: list) else { continue }
            if !audit.rule(at: place).rule.isExclusion { return (place, true) }
            decider = decider ?? place
        }
        return decider.map { ($0, false) }
    }

    private func links(_ tails: [String], to target: Target) -> [String] {
        tails.flatMap(target.domain.options.spellings).map { target.origin + $0 }
    }

    // MARK: Both ways

    /// Looks for differences in both directions.
    mutating func compare() {
        for target in targets {
            compareRules(of: target)
            compareRefusals(of: target)
            comparePaths(of: target)
        }
        compareClaims()
        reportHandled()
        audit.findings.removeAll { optional.contains($0.subject) }
        audit.corrections.removeAll { optional.contains($0.subject) }
        if audit.effort <= 0 || generated == nil {
            let message =
                "Not all links were compared with all rules, as there are too many; combine rules with wildcards or substitution variables."
            audit.add(.notCompared, at: audit.detailsPlace, message)
        }
        guard let first = unasked.first else { return }
        let more = unasked.count == 1 ? "" : " and \(unasked.count - 1) more"
        let message =
            "No link of \(first)\(more) was compared with the file, as there is no example and no link could be made; write an example."
        audit.add(.notCompared, at: audit.detailsPlace, message)
    }

    /// Asks about links that rewrite rules handle: the examples of a rule show more than invented links, which nobody may ever send.
    private mutating func compareRules(of target: Target) {
        let domain = target.domain
        let rules = rewriter.rules(of: domain).filter { !$0.refuses }
        let compiled = Dictionary(grouping: rules, by: \.place.rule)
        let (hosts, name) = (domain.externalHosts, domain.hosts.first ?? "")
        for (number, rule) in domain.rules.enumerated() {
            guard audit.effort > 0, let own = compiled[number] else { continue }
            var links = domain.examples(of: rule, to: hosts)
            if links.isEmpty {
                let tails = own.flatMap { $0.tails(16, $0.conditions, leadingTo: pathSamples) }
                links = self.links(tails, to: target)
                // A made-up link to a path that the app does not register says nothing, if there is another one.
                let shown = links.filter { link in
                    (try? rewriter.rewrite(link)).flatMap { paths?.pattern(for: $0) } != nil
                }
                if !shown.isEmpty { links = shown }
            }
            let handler = "the rewrite rule '\(rule.pattern)' of '\(name)'"
            let allowed = domain.options.allow + rule.notes.allow
            guard !ask(links, handler, .error, allowed: allowed) else { continue }
            if audit.effort > 0 { unasked.append(handler) }
            // The links still show which rules of the file are for this one.
            for link in links where audit.effort > 0 {
                guard let decision = decision(about: link), decision.isMatch else { continue }
                useful.insert(decision.place)
            }
        }
    }

    /// Looks for links that rewrite rules refuse but that a rule of the file claims.
    private mutating func compareRefusals(of target: Target) {
        let domain = target.domain
        var reported: Set<Int> = []
        for rule in rewriter.rules(of: domain) where rule.refuses && audit.effort > 0 {
            let declared = domain.rules[rule.place.rule]
            let links = links(SampleLinks(rule.path, rule.items).tails(16), to: target).filter {
                !handles($0)
            }
            // The links of a rule with 'claims: false' that no file can exclude.
            var claimed: [(link: String, place: RulePlace)] = []
            for link in links where audit.effort > 0 {
                guard let decision = decision(about: link), decision.isMatch else { continue }
                note(link, claimedAt: decision.place)
                if !declared.notes.claims, isClaimedAnyway(link, as: decision.place) ?? false {
                    claimed.append((link, decision.place))
                }
            }
            let code = AssociationFinding.Code.notExcluded
            guard let (link, place) = claimed.first, claimed.count == links.count,
                !(domain.options.allow + declared.notes.allow).contains(code.rawValue),
                reported.insert(rule.place.rule).inserted
            else { continue }
            let own = audit.rule(at: place).rule
            let message =
                "\(own.source) also claims the links of '\(declared.pattern)', which has 'claims: false', because no exclusion can be for them alone; give them a path that no other rule claims, or remove 'claims'."
            audit.add(code, at: own.place, message, witness: link)
        }
    }

    /// Looks for registered paths that unmatched links can pass to but that open no app.
    private mutating func comparePaths(of target: Target) {
        let domain = target.domain
        guard domain.options.unmatched == .passThrough else { return }
        for path in pathTexts {
            guard let pattern = try? PathPattern(path) else { continue }
            let handler =
                "the registered path '\(path)', to which unmatched links of '\(domain.hosts.first ?? "")' pass,"
            let links = links(SampleLinks(pattern).tails(16), to: target)
            _ = ask(links, handler, .warning, allowed: domain.options.allow)
        }
    }

    /// Asks about links, keeps the first that is handled but opens no app, unless that is allowed, and returns whether one is handled.
    private mutating func ask(
        _ links: [String],
        _ handler: String,
        _ severity: AssociationFinding.Severity,
        allowed: [String]
    ) -> Bool {
        var isAsked = false
        var isKept = false
        for link in links where audit.effort > 0 && handles(link) {
            isAsked = true
            let decision = decision(about: link)
            if let decision, decision.isMatch {
                useful.insert(decision.place)
                noteOptionalItems(of: audit.rule(at: decision.place), link)
                continue
            }
            let code = decision == nil ? Code.handledNotClaimed : .handledButExcluded
            guard !allowed.contains(code.rawValue) else { continue }
            if let place = decision?.place, let link = try? AssociationLink(link) {
                excludedLinks[place, default: []].append(link)
            }
            guard !isKept else { continue }
            isKept = true
            if let place = decision?.place {
                excluded[place, default: []].append((handler, link))
            } else {
                unclaimed.append((handler, severity, link))
            }
        }
        return isAsked
    }

    /// Reports handled links that open no app: one finding for each cause.
    private mutating func reportHandled() {
        let unclaimed = unclaimed.indices.filter { !missed.contains($0) }.map { self.unclaimed[$0] }
        let claimsNothing = lists.joined().allSatisfy { entry in
            audit.entries[entry].rules.allSatisfy(\.rule.isExclusion)
        }
        let isOneCause = claimsNothing && unclaimed.count > 1
        let severity = isOneCause ? unclaimed.map(\.severity).max() : nil
        for (handler, own, link) in unclaimed.prefix(isOneCause ? 1 : .max) {
            let message =
                isOneCause
                ? "The file has no rule that claims links, so those of \(handler) and \(unclaimed.count - 1) more stay in the browser; add components for them."
                : "No rule claims links that \(handler) handles, so they stay in the browser; add a component for them."
            let place = audit.detailsPlace
            audit.add(.handledNotClaimed, severity ?? own, at: place, message, witness: link)
        }
        let order = excluded.keys.sorted { ($0.entry, $0.rule) < ($1.entry, $1.rule) }
        for (place, links) in order.map({ ($0, excluded[$0] ?? []) }) {
            let more = links.count == 1 ? "handles" : "and \(links.count - 1) more handle"
            let rule = audit.rule(at: place).rule
            // A link that no later rule claims needs a component anyway.
            let isEnough = links.allSatisfy { isClaimed($0.link, after: place) }
            let narrow = isEnough ? pathWithoutParent(of: rule, at: place) : nil
            let not = rule.isLegacy ? "NOT " : ""
            let way =
                narrow.map { "as '/*' also matches what is before it; write '\(not)\(short($0))'" }
            let message =
                "The rule excludes links that \(links[0].handler) \(more), so they stay in the browser\(way.map { ", \($0)" } ?? "; put a component for them before it")."
            let edits = audit.edits(.path, of: rule, narrow)
            let witness = links[0].link
            audit.add(.handledButExcluded, at: rule.place, message, witness: witness, edits: edits)
        }
    }

    /// The path with which an exclusion that ends in `/*` excludes no handled link; nil if there is none.
    private func pathWithoutParent(of rule: AssociationRule, at place: RulePlace) -> String? {
        guard let path = rule.path, path.hasSuffix("/*") else { return nil }
        var narrow = rule
        narrow.path = path.dropLast() + "?*"
        var compiler = GlobCompiler(variables: audit.association.substitutionVariables)
        let matcher = RuleMatcher(narrow, compiler: &compiler)
        return excludedLinks[place, default: []].contains(where: matcher.matches)
            ? nil : narrow.path
    }

    /// The paths that a domain handles, with their items: those of its rules, and those that pass through.
    private func patterns(of domain: Domain) -> [(path: PathPattern, items: [ItemCondition])] {
        var patterns = rewriter.rules(of: domain).filter { !$0.refuses }
            .map { (path: $0.path, items: $0.conditions) }
        if domain.options.unmatched == .passThrough {
            let texts = paths == nil ? ["/{*any}"] : pathTexts
            patterns += texts.compactMap { try? PathPattern($0) }.map { ($0, []) }
        }
        return patterns
    }

    /// Looks for links that a rule of the file claims but that are not handled.
    private mutating func compareClaims() {
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
                for finding in useless { audit.add(finding) }
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
    private mutating func note(_ link: String, claimedAt place: RulePlace) {
        guard refused[place] == nil else { return }
        // A rule for decoded links claims every spelling, but people send one.
        let usual =
            !link.contains("%")
            ? link
            : link.replacing(/%[0-9A-Fa-f]{2}/) { escape in
                UInt8(escape.output.dropFirst(), radix: 16)
                    .flatMap { ByteSet.unreserved.contains($0) ? String(Unicode.Scalar($0)) : nil }
                    ?? escape.output.uppercased()
            }
        if isClaimedAnyway(usual, as: place) == false { refused[place] = link }
    }

    /// Whether the narrowest possible file in the form of a rule claims a link; nil if it cannot be asked.
    private mutating func isClaimedAnyway(_ link: String, as place: RulePlace) -> Bool? {
        let form = audit.entries[place.entry].model.format ?? .components
        guard let matcher = generated?[form], var question = matcher.question(about: link) else {
            return nil
        }
        let decider = question.decider(in: matcher.entryIndices[AppIdentifier.example] ?? [])
        audit.effort -= question.effort
        return decider.map { !matcher.rule(at: $0).rule.isExclusion } ?? false
    }

    /// Whether a link still opens the app without the rule that claims it, by a later rule of the entry.
    private mutating func isClaimed(_ link: String, after place: RulePlace) -> Bool {
        guard var question = matcher.question(about: link) else { return false }
        defer { audit.effort -= question.effort }
        return question.next(after: place)?.rule.isExclusion == false
    }

    /// Notes the query items that may be missing in links of a rule, as a handled link does not have them.
    private mutating func noteOptionalItems(of rule: RuleMatcher, _ link: String) {
        let items = rule.items.filter(\.isUniversal)
        guard !items.isEmpty, let link = try? AssociationLink(link) else { return }
        for item in items
        where link.reading(for: rule.rule).texts(of: item.part).allSatisfy(\.source.isEmpty) {
            let place = rule.rule.place(of: item.part)
            optional.insert([AssociationFinding.Code.starMatchesAbsent.rawValue, place.path ?? ""])
        }
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
            if let link = links.first(where: handles) {
                useful.insert(place)
                if sample.omitsEmptyItems { noteOptionalItems(of: rule, link) }
            } else if let link = links.first, decision(about: link, in: own)?.place == place {
                note(link, claimedAt: place)
            }
        }
        guard let witness = refused[place] else { return }
        let isUseful = useful.contains(place) || sharesLinks(rule, like: tails)
        // A rule is only called useless after all links were tried.
        guard isUseful || audit.effort > 0 else { return }
        if !useful.contains(place), reportNearMiss(of: rule, witness, isUseful) { return }
        let isUnclaimed =
            (try? rewriter.rewrite(witness)) == nil && (try? whole.rewrite(witness)) != nil
        let message =
            switch (isUnclaimed, isUseful) {
            case (true, true):
                "The rule also claims links that the rules say are not claimed; exclude them before it, or remove 'claims' from the rule of these links."
            case (true, false):
                "The rule claims links that the rules say are not claimed; remove the rule, or remove 'claims' from the rule of these links."
            case (false, true):
                "The rule also claims links that the app refuses, so they open an app that cannot show them; claim fewer links, or exclude them before it."
            case (false, false) where isClaimed(witness, after: place):
                "The app refuses all tested links of the rule, so they open an app that cannot show them; \(rule.rule.isLegacy ? "write 'NOT' and a space before it" : "write \"exclude\": true"), as a later rule claims them too."
            case (false, false):
                "The app refuses all tested links of the rule, so they open an app that cannot show them; remove the rule, or add a rewrite rule."
            }
        let code = isUseful ? Code.claimsTooMuch : .claimedNotHandled
        let finding = AssociationFinding(code, at: rule.rule.place, message, witness: witness)
        if isUseful || isUnclaimed { audit.add(finding) } else { useless.append(finding) }
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
