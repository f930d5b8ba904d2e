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
/// The links are the examples of the rules, or links that are made from a rule without examples. A link that is handled shows which
/// rule of the file is useful, which one excludes too much, or that none claims it; one that is refused shows what claims too much.
/// What cannot be asked is said.
struct AssociationCoverage {
    /// The file and the findings.
    var audit: AssociationAudit
    var matcher: AssociationMatcher { audit.association.matcher }
    let appID: String?

    /// The rules, where those that are not claimed refuse their links.
    let rewriter: URLRewriter

    /// All rules as they are.
    let whole: URLRewriter

    /// A domain that the file is for, with the scheme and host of its sample links.
    typealias Target = (domain: Domain, origin: String)
    let targets: [Target]

    /// The paths that the app registers; `nil` if they are not given.
    let paths: RegisteredPaths?
    private let pathTexts: [String]

    /// The lists of entries to ask: that of the given app, or those of all apps; each list once.
    let lists: [[Int]]

    /// For each form of rules in the file, the rules that are generated for the same rewrite rules: as narrow as the form allows;
    /// nil if they are too complex to ask.
    private let generated: [AppSiteAssociation.Form: AssociationMatcher]?

    /// The effort of asking the rewriter about a link.
    static let effortOfLink = 4

    /// The rules that claim handled links.
    var useful: Set<RulePlace> = []

    /// Other rules that may be meant for links with other query items.
    var doubtful: [RulePlace] = []

    /// For each rule that claims links which the app refuses, the first one that the generated file does not claim.
    var refused: [RulePlace: String] = [:]

    /// What handles a link that opens no app, how bad that is, and the link.
    typealias Missed = (
        handler: String, severity: AssociationFinding.Severity, link: String,
        parts: AssociationLink?
    )

    /// The links that no rule claims, and those that a rule excludes; one for each handler.
    var unclaimed: [Missed] = []
    var excluded: [RulePlace: [Missed]] = [:]

    /// The paths of each domain with the items that they need, and how they begin: those of its rules, and those that pass through.
    private(set) lazy var patterns = targets.map { target in
        var patterns = rewriter.rules(of: target.domain).filter { !$0.refuses }
            .map { (path: $0.path, items: $0.conditions) }
        if target.domain.options.unmatched == .passThrough {
            let texts = paths == nil ? ["/{*any}"] : pathTexts
            patterns += texts.compactMap { try? PathPattern($0) }.map { ($0, []) }
        }
        return patterns.map { ($0.path, $0.items, $0.path.beginning) }
    }

    /// The rewrite rules that have no example, and of which no link could be made that they handle.
    private var unasked: [String] = []

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
    func handles(_ link: String) -> Bool { rewriter.handles(link, paths) }

    /// The rule of the file that decides about a link: a rule that opens it in an app, otherwise the first one that excludes it.
    mutating func decision(
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

    /// Notes that a rule claims a link that the app refuses, unless the narrowest possible file claims it too; returns whether that does.
    mutating func note(_ link: String, claimedAt place: RulePlace) -> Bool {
        let form = audit.entries[place.entry].model.format ?? .components
        guard let matcher = generated?[form], var question = matcher.question(about: link) else {
            return false
        }
        let decider = question.decider(in: matcher.entryIndices[AppIdentifier.example] ?? [])
        audit.effort -= question.effort
        if let decider, !matcher.rule(at: decider).rule.isExclusion { return true }
        refused[place] = refused[place] ?? link
        return false
    }

    private func links(_ tails: [String], to target: Target) -> [String] {
        tails.flatMap(target.domain.options.spellings).map { target.origin + $0 }
    }

    // MARK: Both ways

    /// Looks for differences in both directions.
    mutating func compare() {
        for target in targets {
            askRules(of: target)
            askRefusals(of: target)
            askPaths(of: target)
        }
        compareClaims()
        reportExcluded()
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
    private mutating func askRules(of target: Target) {
        let domain = target.domain
        let rules = rewriter.rules(of: domain).filter { !$0.refuses }
        let compiled = Dictionary(grouping: rules, by: \.place.rule)
        let samples = paths?.samples ?? []
        for (number, rule) in domain.rules.enumerated() {
            guard audit.effort > 0, let own = compiled[number] else { continue }
            var links = domain.examples(of: rule, to: domain.externalHosts)
            if links.isEmpty {
                let tails = own.flatMap { $0.tails(16, $0.conditions, leadingTo: samples) }
                links = self.links(tails, to: target)
                // A made-up link to a path that the app does not register says nothing, if there is another one.
                let shown = links.filter { link in
                    (try? rewriter.rewrite(link)).flatMap { paths?.pattern(for: $0) } != nil
                }
                if !shown.isEmpty { links = shown }
            } else {
                // An example says nothing about links under another prefix.
                let prefixes = Set(links.compactMap { prefix(under: number, of: $0) })
                for place in own.map(\.place) where !prefixes.contains(place.prefix) {
                    links += self.links(like: rule, place, of: domain)
                }
            }
            let handler = "the rewrite rule '\(rule.pattern)' of '\(domain.hosts.first ?? "")'"
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

    /// The number of the prefix of a link that a rule takes; nil if the rule does not take it.
    private func prefix(under rule: Int, of link: String) -> Int? {
        (try? rewriter.details(of: link)).flatMap { $0.ruleIndex == rule ? $0.prefixIndex : nil }
    }

    /// The examples of a rule under the first texts of a prefix; none if the prefix has a capture for any text.
    private func links(
        like rule: RewriteRule,
        _ place: CompiledRule.Place,
        of domain: Domain
    ) -> [String] {
        guard let pattern = try? PathPattern(domain.options.prefixes[place.prefix]),
            pattern.captures.allSatisfy({ $0.constraint == .words })
        else { return [] }
        return SampleLinks(pattern).tails(16).compactMap { prefix in
            domain.examples(of: rule, to: domain.externalHosts, under: prefix)
                .first { self.prefix(under: place.rule, of: $0) == place.prefix }
        }
    }

    /// Asks about links that rewrite rules refuse.
    private mutating func askRefusals(of target: Target) {
        let domain = target.domain
        var reported: Set<Int> = []
        for rule in rewriter.rules(of: domain) where rule.refuses && audit.effort > 0 {
            let links = links(SampleLinks(rule.path, rule.items).tails(16), to: target).filter {
                !handles($0)
            }
            // Those that no file can exclude.
            var claimed: [(link: String, place: RulePlace)] = []
            for link in links where audit.effort > 0 {
                guard let decision = decision(about: link), decision.isMatch else { continue }
                if note(link, claimedAt: decision.place) { claimed.append((link, decision.place)) }
            }
            let declared = domain.rules[rule.place.rule]
            let code = AssociationFinding.Code.notExcluded
            guard let (link, place) = claimed.first, claimed.count == links.count,
                !declared.notes.claims,
                !(domain.options.allow + declared.notes.allow).contains(code.rawValue),
                reported.insert(rule.place.rule).inserted
            else { continue }
            let own = audit.rule(at: place).rule
            let message =
                "\(own.source) also claims the links of '\(declared.pattern)', which has 'claims: false', because no exclusion can be for them alone; give them a path that no other rule claims, or remove 'claims'."
            audit.add(code, at: own.place, message, witness: link)
        }
    }

    /// Asks about registered paths that unmatched links can pass to.
    private mutating func askPaths(of target: Target) {
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
                continue
            }
            let code: AssociationFinding.Code =
                decision == nil ? .handledNotClaimed : .handledButExcluded
            guard !isKept, !allowed.contains(code.rawValue) else { continue }
            isKept = true
            let missed = (handler, severity, link, try? AssociationLink(link))
            if let place = decision?.place {
                excluded[place, default: []].append(missed)
            } else {
                unclaimed.append(missed)
            }
        }
        return isAsked
    }

    // MARK: Findings

    /// Reports each handled link that no rule claims; or all of them once, if the file claims none.
    mutating func reportUnclaimed(asOne: Bool) {
        let worst = unclaimed.map(\.severity).max()
        let ofApp = appID == nil ? "" : " for the app"
        for missed in unclaimed.prefix(asOne ? 1 : .max) {
            let message =
                asOne
                ? "No rule of the file\(ofApp) claims links that \(missed.handler) and \(unclaimed.count - 1) more handle; check that the file and the rules are for the same host and app, and add components for these links."
                : "No rule claims links that \(missed.handler) handles, so they stay in the browser; add a component for them."
            let finding = AssociationFinding(
                .handledNotClaimed,
                asOne ? worst : missed.severity,
                at: audit.detailsPlace,
                message,
                witness: missed.link
            )
            // A rule with a mistake anywhere may be meant for them, and one with an escape in lower case for links with an escape.
            let doubtful = missed.link.contains("%") ? audit.detailsPlace : nil
            audit.add(finding, orDoubtIn: doubtful, orErrorIn: nil)
        }
    }

    /// Reports handled links that a rule excludes.
    private mutating func reportExcluded() {
        let order = excluded.keys.sorted { ($0.entry, $0.rule) < ($1.entry, $1.rule) }
        for (place, links) in order.map({ ($0, excluded[$0] ?? []) }) {
            let more = links.count == 1 ? "handles" : "and \(links.count - 1) more handle"
            let message =
                "The rule excludes links that \(links[0].handler) \(more), so they stay in the browser; put a component for them before it, or make it narrower."
            add(.handledButExcluded, place, message, links[0].link)
        }
    }

    /// Reports what a rule claims or excludes, unless another mistake may be why.
    mutating func add(
        _ code: AssociationFinding.Code,
        _ place: RulePlace,
        _ message: String,
        _ witness: String,
        group: String? = nil
    ) {
        let entry = audit.entries[place.entry].model
        let rule = entry.rules[place.rule]
        let finding = AssociationFinding(
            code,
            at: rule.place,
            message,
            witness: witness,
            group: group
        )
        // The defaults are one cause for all rules.
        let defaults = [entry.node, audit.document["applinks"]].compactMap { $0?["defaults"] }
        let isMeant = entry.rules.contains(where: \.isKeptFromExclusion)
        let doubtful =
            rule.inheritsExclusion && !isMeant
            ? defaults.compactMap { $0["exclude"] }.first : rule.node
        // A mistake in another rule does not make this one useless.
        let part = AssociationAudit.useless.contains(code) ? rule.place : entry.place
        audit.add(finding, orDoubtIn: doubtful?.place, orErrorIn: part)
    }
}
