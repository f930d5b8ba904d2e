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
/// The links are the examples of the rules, or links that are made from a rule without examples. What cannot be asked is said.
struct AssociationCoverage {
    typealias Code = AssociationFinding.Code

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
    let pathTexts: [String]

    /// A path for each of them.
    private let pathSamples: [String]

    /// The lists of entries to ask: that of the given app, or those of all apps; each list once.
    private let lists: [[Int]]

    /// The effort of asking the rewriter about a link.
    static let effortOfLink = 4

    /// The rules that claim handled links.
    var useful: Set<RulePlace> = []

    /// For each rule that claims links which the app refuses, the first one that the generated file does not claim.
    var refused: [RulePlace: String] = [:]

    /// The rewrite rules whose links no rule claims, with such a link; and those whose links a rule excludes.
    var unclaimed: [Unclaimed] = []
    private var excluded: [RulePlace: [(handler: String, link: String)]] = [:]

    /// What handles a link that no rule claims, how bad that is, and the link.
    typealias Unclaimed = (
        handler: String, severity: AssociationFinding.Severity, link: String,
        parts: AssociationLink?
    )

    /// The patterns of each domain.
    lazy var patterns = targets.map { handledPaths(of: $0.domain) }

    /// The findings about rules of the entry that is compared, all of whose links the app refuses.
    var useless: [(place: RulePlace, message: String, witness: String)] = []

    /// The defaults that are noted, as rules claim links in another case because of them.
    private var casePlaces: Set<AssociationPlace> = []

    /// The rewrite rules that have no example, and of which no link could be made that they handle.
    private var unasked: [String] = []

    /// For each form of rules in the file, the rules that are generated for the same rewrite rules: as narrow as the form allows;
    /// nil if they are too complex to ask.
    let generated: [AppSiteAssociation.Form: AssociationMatcher]?

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
                continue
            }
            let code = decision == nil ? Code.handledNotClaimed : .handledButExcluded
            guard !allowed.contains(code.rawValue) else { continue }
            guard !isKept else { continue }
            isKept = true
            if let place = decision?.place {
                excluded[place, default: []].append((handler, link))
            } else {
                unclaimed.append((handler, severity, link, try? AssociationLink(link)))
            }
        }
        return isAsked
    }

    /// Reports handled links that open no app: one finding for each cause.
    private mutating func reportHandled() {
        let claimsNothing = lists.joined().allSatisfy { entry in
            audit.entries[entry].rules.allSatisfy(\.rule.isExclusion)
        }
        let isOneCause = claimsNothing && unclaimed.count > 1
        let severity = isOneCause ? unclaimed.map(\.severity).max() : nil
        for rule in unclaimed.prefix(isOneCause ? 1 : .max) {
            let message =
                isOneCause
                ? "The file has no rule that claims links, so those of \(rule.handler) and \(unclaimed.count - 1) more stay in the browser; add components for them."
                : "No rule claims links that \(rule.handler) handles, so they stay in the browser; add a component for them."
            let place = audit.detailsPlace
            let finding = AssociationFinding(
                .handledNotClaimed,
                severity ?? rule.severity,
                at: place,
                message,
                witness: rule.link
            )
            // A rule with a mistake anywhere may be meant for them, unless it excludes.
            audit.add(finding, unlessErrorIn: [audit.document.place])
        }
        let order = excluded.keys.sorted { ($0.entry, $0.rule) < ($1.entry, $1.rule) }
        for (place, links) in order.map({ ($0, excluded[$0] ?? []) }) {
            let more = links.count == 1 ? "handles" : "and \(links.count - 1) more handle"
            let path = audit.rule(at: place).rule.path ?? ""
            let slashes = path.utf8.count { $0 == UInt8(ascii: "/") }
            // With fewer slashes than the pattern, a link is matched by the '/*' that may be left out.
            let isBefore = links.allSatisfy { link in
                let path = (try? AssociationLink(link.link))?.path ?? []
                return path.count { $0 == UInt8(ascii: "/") } < slashes
            }
            let narrower =
                isBefore && path.hasSuffix("/*")
                ? ", or write '\(path.dropLast())?*' as its path, because '/*' at the end also matches what is before it"
                : ""
            let message =
                "The rule excludes links that \(links[0].handler) \(more), so they stay in the browser; put a component for them before it\(narrower)."
            add(.handledButExcluded, place, message, links[0].link)
        }
    }

    /// Reports what a rule claims or excludes, unless another mistake in it may be why.
    mutating func add(
        _ code: Code,
        _ place: RulePlace,
        _ message: String,
        _ witness: String
    ) {
        let rule = audit.rule(at: place).rule.place
        // Links that a rule should leave to the browser may be those of an exclusion with a mistake.
        let scope = code == .claimsTooMuch ? audit.entries[place.entry].model.place : rule
        let finding = AssociationFinding(code, at: rule, message, witness: witness)
        var doubt = rule
        if code == .claimsTooMuch, let member = inheritedCase(of: place, witness) {
            doubt = member.keyPlace
            if casePlaces.insert(doubt).inserted {
                let message =
                    "Every component without its own \"caseSensitive\" inherits this one, so it also claims links in another case, which the app refuses; if some should not, remove it, and write it in the components that need it."
                audit.add(.misreadPath, .note, at: doubt, message)
            }
        }
        audit.add(finding, unlessErrorIn: [scope], orDoubtIn: doubt)
    }

    /// The `caseSensitive` of the defaults because of which a rule matches a link.
    private func inheritedCase(of place: RulePlace, _ link: String) -> JSONNode? {
        var rule = audit.rule(at: place).rule
        let sections = [audit.entries[place.entry].model.node, audit.document["applinks"]]
        let members = sections.compactMap { $0?["defaults"]?["caseSensitive"] }
        guard !rule.isCaseSensitive, rule.node["caseSensitive"] == nil, let member = members.first,
            let link = try? AssociationLink(link)
        else { return nil }
        rule.isCaseSensitive = true
        var compiler = GlobCompiler(variables: audit.association.substitutionVariables)
        return RuleMatcher(rule, compiler: &compiler).matches(link) ? nil : member
    }
}
