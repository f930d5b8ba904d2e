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
        } catch {
            add(
                error.code,
                at: detailsPlace,
                "The file cannot be compared with the configuration: \(error.obstacle); \(error.remedy)."
            )
        }
    }

    /// Where findings that are about no single rule are placed: at `details`, or at `applinks` if there is none.
    var detailsPlace: AssociationPlace {
        let links = document["applinks"]
        return (links?["details"] ?? links)?.place
            ?? AssociationPlace(JSONPath.root.key("applinks"), nil)
    }
}

/// Compares what a file claims with what a rewriter handles, in both directions, and shows differences by links.
struct AssociationCoverage {
    /// The file and the findings.
    private(set) var audit: AssociationAudit
    private let matcher: AssociationMatcher
    private let appID: String?

    private let rewriter: URLRewriter

    /// The domains that the file is for, each with the scheme and host of its sample links.
    private let domains: [(domain: Domain, origin: String)]

    /// The paths that the app registers; `nil` if they are not given.
    private let paths: RegisteredPaths?
    private let pathTexts: [String]

    /// The lists of entries to ask: that of the given app, or those of all apps; each list once.
    private let lists: [[Int]]

    /// How much work a comparison may take, counted in parts of patterns.
    static let wholeBudget = 1 << 22

    /// The cost of asking the rewriter about a link.
    private static let costOfLink = 64

    /// How many links of each rewrite rule are tried to show that a rule of the file has a use.
    private static let sharedLimit = 8

    /// How much of the work is left.
    private(set) var budget: Int

    /// The rules that claim handled links.
    private var useful: Set<RulePlace> = []

    /// For each rule that claims links which rewrite rules refuse, such links.
    private var refused: [RulePlace: RefusedClaims] = [:]

    /// For each form of rules in the file, the file that is generated for the same rewrite rules.
    private var generated: [AppSiteAssociation.Form: GeneratedFile] = [:]

    /// Whether all domains are served by the same hosts, so that each claim of the file counts for all of them.
    private let isOneFile: Bool

    /// Prepares a comparison.
    ///
    /// - Parameters:
    ///   - audit: The file.
    ///   - configuration: The rewrite rules.
    ///   - host: The host that serves the file; nil for all hosts of the configuration.
    ///   - appID: The app; nil for all apps of the file.
    ///   - budget: How much work the comparison may take.
    /// - Throws: Why nothing can be compared.
    init(
        _ audit: AssociationAudit,
        _ configuration: LinkConfiguration,
        host: String?,
        appID: String?,
        budget: Int = Self.wholeBudget
    ) throws(SiteAssociationError) {
        self.audit = audit
        self.budget = budget
        self.appID = appID
        let rewriter = try URLRewriter(rulesOf: configuration)
        self.rewriter = rewriter
        domains = try AppSiteAssociation.domains(of: configuration, host: host).compactMap {
            domain in
            let hosts = domain.externalHosts.filter {
                host == nil || $0.name == host?.asciiLowercased
            }
            // If other domains take all of its sample hosts, there is nothing to compare.
            return rewriter.sampleHost(of: domain, hosts).map { (domain, "https://\($0)") }
        }
        pathTexts = configuration.paths ?? []
        paths = configuration.paths.map(RegisteredPaths.init)
        let matcher = audit.association.matcher
        lists = (appID.map { [$0] } ?? matcher.appIDs).compactMap { matcher.entryIndices[$0] }
            .uniqued()
        self.matcher = matcher
        let names = domains.map { Set($0.domain.namedHosts.map(\.name)) }
        isOneFile = host != nil || Set(names).count == 1
        for entry in audit.entries {
            let form = entry.model.format ?? .components
            guard generated[form] == nil else { continue }
            generated[form] = try GeneratedFile(form, configuration, host)
        }
    }

    // MARK: Links

    /// Whether the app shows a link: a rule matches it, or it passes through and its path is registered, if the paths are given.
    func handles(_ link: String) -> Bool {
        guard let details = try? rewriter.details(of: link) else { return false }
        return details.ruleIndex != nil
            || paths.map { $0.pattern(for: details.link) != nil } ?? true
    }

    /// The rule of the file that decides about a link: a rule that opens it in an app, otherwise the first one that excludes it.
    private mutating func decision(
        about link: String,
        in lists: [[Int]]? = nil
    ) -> (place: RulePlace, isMatch: Bool)? {
        guard var decisions = matcher.decisions(about: link) else { return nil }
        defer { budget -= decisions.cost }
        var decider: RulePlace?
        for list in lists ?? self.lists {
            guard let place = decisions.decider(in: list) else { continue }
            if !audit.rule(at: place).rule.isExclusion { return (place, true) }
            decider = decider ?? place
        }
        return decider.map { ($0, false) }
    }

    // MARK: Both ways

    /// Looks for differences in both directions.
    mutating func compare() {
        for (domain, origin) in domains {
            compareRules(of: domain, origin)
            compareRefusals(of: domain, origin)
            comparePaths(of: domain, origin)
        }
        compareDomains()
        compareClaims()
        if budget <= 0 || !generated.values.allSatisfy(\.isComplete) {
            audit.add(
                .incompleteCoverage,
                at: audit.detailsPlace,
                "Not all links were compared with all rules, as there are too many; combine rules with wildcards or substitution variables."
            )
        }
    }

    /// Looks for links that rewrite rules handle but that open no app.
    private mutating func compareRules(of domain: Domain, _ origin: String) {
        var links: [Int: [String]] = [:]
        for rule in rewriter.rules(of: domain) where !rule.refuses {
            let own = Self.links(SampleLinks(rule.path, rule.conditions), domain, origin)
            links[rule.place.rule, default: []] += own
            // Of an unwrapping rule, no sample contains an inner link that the app handles; and of a rule with examples, `report`
            // is given only these.
            var isUnwrap = false
            if case .unwrap = rule.action { isUnwrap = true }
            let hasExamples = !domain.rules[rule.place.rule].examples.isEmpty
            for link in own where budget > 0 && (isUnwrap || hasExamples && handles(link)) {
                guard let decision = decision(about: link), decision.isMatch else { continue }
                useful.insert(decision.place)
            }
        }
        let hosts = domain.externalHosts
        for (number, rule) in domain.rules.enumerated() {
            let examples = domain.examples(of: rule, to: hosts)
            // Links of the rule's author show more than invented ones, which nobody may ever send.
            report(
                examples.isEmpty ? links[number, default: []] : examples,
                "the rewrite rule '\(rule.pattern)' of '\(domain.hosts.first ?? "")'",
                .error,
                allowed: domain.options.allow + rule.allow
            )
        }
    }

    /// Looks for links that rewrite rules refuse but that a rule of the file claims.
    private mutating func compareRefusals(of domain: Domain, _ origin: String) {
        for rule in rewriter.rules(of: domain) where rule.refuses {
            let links = Self.links(SampleLinks(rule.path, rule.items), domain, origin)
            for link in links where budget > 0 && !handles(link) {
                guard let decision = decision(about: link), decision.isMatch else { continue }
                note(link, claimedAt: decision.place)
            }
        }
    }

    /// Looks for links that one domain handles and another one with the same file does not.
    ///
    /// A file cannot tell the hosts apart that it is for, so it claims the links of all of its domains for each of them.
    private mutating func compareDomains() {
        guard isOneFile else { return }
        for (number, (other, origin)) in domains.enumerated() {
            for (index, (domain, ownOrigin)) in domains.enumerated() where index != number {
                let allowed = domain.options.allow + other.options.allow
                guard !allowed.contains(AssociationFinding.Code.claimedForOtherHost.rawValue) else {
                    continue
                }
                var first: (place: RulePlace, link: String)?
                var count = 0
                for (path, items) in patterns(of: domain) where budget > 0 {
                    let link = SampleLinks(path, items).tails(Self.sharedLimit, of: domain.options)
                        .first { handles(ownOrigin + $0) && !handles(origin + $0) }
                        .map { origin + $0 }
                    budget -= Self.costOfLink * Self.sharedLimit
                    guard let link, let decision = decision(about: link), decision.isMatch else {
                        continue
                    }
                    count += 1
                    first = first ?? (decision.place, link)
                }
                guard let first else { continue }
                report(first.link, at: first.place, of: domain, other, count)
            }
        }
    }

    private mutating func report(
        _ link: String,
        at place: RulePlace,
        of domain: Domain,
        _ other: Domain,
        _ count: Int
    ) {
        let (name, otherName) = (domain.hosts.first ?? "", other.hosts.first ?? "")
        // A host without a wildcard can have its own file, which then decides for it.
        let plain = [other, domain].compactMap { $0.externalHosts.first { !$0.isWildcard } }.first
        let way = plain.map {
            ", or use a host with a file of its own, such as 'www.\($0.name)', in place of '\($0.name)'"
        }
        let more =
            count == 1
            ? ""
            : " The same applies to \(count - 1) more rewrite rule\(count == 2 ? "" : "s") of '\(name)'."
        audit.add(
            .claimedForOtherHost,
            at: audit.rule(at: place).rule.place,
            "'\(name)' and '\(otherName)' have the same file, so the rule also claims links to '\(otherName)' that only '\(name)' handles; add a rewrite rule to '\(otherName)'\(way ?? "").\(more)",
            witness: link
        )
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

    /// Sample links of a domain.
    private static func links(
        _ samples: SampleLinks,
        _ domain: Domain,
        _ origin: String
    ) -> [String] {
        samples.tails(16, of: domain.options).map { origin + $0 }
    }

    /// Looks for registered paths that unmatched links can pass to but that open no app.
    private mutating func comparePaths(of domain: Domain, _ origin: String) {
        guard domain.options.unmatched == .passThrough else { return }
        for path in pathTexts {
            guard let pattern = try? PathPattern(path) else { continue }
            report(
                Self.links(SampleLinks(pattern), domain, origin),
                "the registered path '\(path)', to which unmatched links of '\(domain.hosts.first ?? "")' pass,",
                .warning,
                allowed: domain.options.allow
            )
        }
    }

    /// Reports the first link that is handled but opens no app, unless that is allowed.
    private mutating func report(
        _ links: [String],
        _ handler: String,
        _ severity: AssociationFinding.Severity,
        allowed: [String]
    ) {
        var isReported = false
        for link in links where budget > 0 && handles(link) {
            let decision = decision(about: link)
            if let decision, decision.isMatch {
                useful.insert(decision.place)
                continue
            }
            let code: AssociationFinding.Code =
                decision == nil ? .handledNotClaimed : .handledButExcluded
            guard !isReported, !allowed.contains(code.rawValue) else { continue }
            isReported = true
            audit.add(
                code,
                severity,
                at: decision.map { audit.rule(at: $0.place).rule.place } ?? audit.detailsPlace,
                decision == nil
                    ? "No rule claims links that \(handler) handles, so they stay in the browser; add a component for them."
                    : "The rule excludes links that \(handler) handles, so they stay in the browser; put a component for them before it.",
                witness: link
            )
        }
    }

    /// Looks for links that a rule of the file claims but that are not handled.
    private mutating func compareClaims() {
        for (entryNumber, entry) in audit.entries.enumerated() {
            guard let app = appID ?? entry.model.appIDs.first, entry.model.appIDs.contains(app)
            else { continue }
            for (number, rule) in entry.rules.enumerated() where !rule.rule.isExclusion {
                guard budget > 0 else { return }
                let place = RulePlace(entry: entryNumber, rule: number)
                compare(rule, place, app)
            }
        }
    }

    /// Notes that a rule claims a link that the app refuses.
    private mutating func note(_ link: String, claimedAt place: RulePlace) {
        var links = refused[place] ?? RefusedClaims(first: link)
        if links.needless == nil,
            generated[form(at: place)]?.claims(link, &budget) == false
        {
            links.needless = link
        }
        refused[place] = links
    }

    /// The form of a rule of the file.
    private func form(at place: RulePlace) -> AppSiteAssociation.Form {
        audit.entries[place.entry].model.format ?? .components
    }

    private mutating func compare(
        _ rule: CompiledRule,
        _ place: RulePlace,
        _ app: String
    ) {
        var isUseful = useful.contains(place)
        var tails: [String] = []
        let own = matcher.entryIndices[app].map { [$0] } ?? []
        // A rule of the generated file is as narrow as possible. It may only lack an exclusion before it.
        let isGenerated =
            generated[form(at: place)]?.has(rule, with: audit.association.substitutionVariables)
            ?? false
        for sample in LinkSample.varied
        where !isGenerated && (refused[place]?.needless == nil || !isUseful) {
            guard budget > 0 else { break }
            budget -= rule.costOfSample
            guard let tail = sample.tail(for: rule), !tails.contains(tail) else { continue }
            tails.append(tail)
            budget -= Self.costOfLink * domains.count
            let links = domains.map { $0.origin + tail }
            if links.contains(where: handles) {
                isUseful = true
            } else if refused[place]?.needless == nil, let link = links.first,
                decision(about: link, in: own)?.place == place
            {
                note(link, claimedAt: place)
            }
        }
        guard let links = refused[place], links.needless != nil || !isGenerated else { return }
        if !isUseful { isUseful = sharesLinks(rule, like: tails) }
        // A rule is only called useless after all links were tried.
        guard let witness = isUseful ? links.needless : budget > 0 ? links.first : nil else {
            return
        }
        audit.add(
            isUseful ? .claimsTooMuch : .claimedNotHandled,
            at: rule.rule.place,
            isUseful
                ? "The rule also claims links that the app refuses, so they open an app that cannot show them; claim fewer links, or exclude them before it."
                : "The app refuses all tested links of the rule, so they open an app that cannot show them; remove the rule, or add a rewrite rule.",
            witness: witness
        )
    }

    /// Whether the app handles a link that a rule of the file matches: links of the rewrite rules are tried, with texts of the rule.
    private mutating func sharesLinks(_ rule: CompiledRule, like tails: [String]) -> Bool {
        // The path may be in the fragment.
        let others = tails.flatMap { $0.split(separator: "#").map(String.init) }
        let ownItems = (tails.first ?? "").prefix { $0 != "#" }
            .split(separator: "?", maxSplits: 1).dropFirst().joined().split(separator: "&")
        for (domain, origin) in domains {
            for (path, items) in patterns(of: domain) where rule.mayBegin(like: path) {
                let names = items.compactMap(\.name).map { "\($0)=" }
                let more = ownItems.filter { item in !names.contains { item.hasPrefix($0) } }
                let links = SampleLinks(path, items, like: others).tails(Self.sharedLimit).map {
                    $0.adding(query: more.joined(separator: "&"))
                }
                for tail in links.flatMap(domain.options.spellings) {
                    guard budget > 0 else { return false }
                    budget -= rule.weight
                    guard let link = try? AssociationLink(origin + tail), rule.matches(link) else {
                        continue
                    }
                    budget -= Self.costOfLink
                    if handles(origin + tail) { return true }
                }
            }
        }
        return false
    }
}

/// Links that a rule claims and the app refuses.
private struct RefusedClaims {
    /// The first one.
    let first: String

    /// The first one that a generated file does not claim.
    var needless: String?
}

/// The file that is generated for the rewrite rules that a file is compared with: as narrow as the format allows.
private struct GeneratedFile {
    /// The file; nil if it is too complex to ask.
    private let association: AppSiteAssociation?
    private let rules: Set<AssociationRule>

    /// Generates the file, in the current form if the old one cannot express the rules.
    init(
        _ form: AppSiteAssociation.Form,
        _ configuration: LinkConfiguration,
        _ host: String?
    ) throws(SiteAssociationError) {
        do throws(SiteAssociationError) {
            association = try AppSiteAssociation(
                ofAnySizeFor: configuration,
                appIDs: [Self.appID],
                options: AppSiteAssociation.GenerationOptions(form: form, host: host)
            )
        } catch {
            switch error.code {
            case .legacyPaths:
                self = try Self(.components, configuration, host)
                return
            case .tooComplex: association = nil
            default: throw error
            }
        }
        rules = Set(association?.entries.flatMap(\.rules).map(\.content) ?? [])
    }

    private static let appID = "A1B2C3D4E5.com.example.app"

    /// Whether the file can be asked.
    var isComplete: Bool { association != nil }

    /// Whether it claims a link; true if it cannot be asked.
    func claims(_ link: String, _ budget: inout Int) -> Bool {
        guard let matcher = association?.matcher, var decisions = matcher.decisions(about: link)
        else { return true }
        defer { budget -= decisions.cost }
        guard let place = decisions.decider(in: matcher.entryIndices[Self.appID] ?? []) else {
            return false
        }
        return !matcher.entries[place.entry].rules[place.rule].rule.isExclusion
    }

    /// Whether it has the same rule, with the same values for its variables.
    func has(_ rule: CompiledRule, with variables: [String: [String]]) -> Bool {
        rules.contains(rule.rule.content)
            && rule.patterns.allSatisfy { pattern in
                GlobPiece.pieces(of: pattern.text).allSatisfy { piece in
                    guard case .variable(let name) = piece else { return true }
                    return association?.substitutionVariables[name] == variables[name]
                }
            }
    }
}

extension CompiledRule {
    /// Whether paths of a pattern can begin with the text before the first wildcard of the rule's path.
    fileprivate func mayBegin(like path: PathPattern) -> Bool {
        guard let own = rule.path, own.hasPrefix("/"), rule.isPercentEncoded else { return true }
        let text = own.prefix { !"*?$".contains($0) }.lowercased()
        let other = path.description.prefix { $0 != "{" }.lowercased()
        return text.hasPrefix(other) || other.hasPrefix(text)
    }
}

extension SampleLinks {
    /// What follows the host in links of a source, also with the path or the items in the fragment if the options say so.
    func tails(_ limit: Int, of options: SourceOptions) -> [String] {
        tails(limit).flatMap(options.spellings)
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
