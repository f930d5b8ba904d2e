import DeepLinks
import LinkChecking

extension LinkDoctor {
    /// What the file says about a link, or about the links of all rules for a host.
    ///
    /// The errors of the file come first, as the steps behind them may follow from them.
    func fileSteps(
        _ association: AppSiteAssociation,
        _ url: String?,
        _ subject: String,
        domain: String
    ) -> [Step] {
        let (app, asked) = appStep(association)
        let server = AppDeclarations.server(of: domain)
        let host = url == nil ? AppDeclarations.server(of: subject) : server
        let isInRules = AppSiteAssociation.isServed(by: host, configuration)
        let rules = url == nil && isInRules ? configuration : nil
        // A dead rule does not change what becomes of one link.
        let found = audit(association, rules, host: host, asked, checksOrder: url == nil)
        // These are shown as the app's and the components' steps.
        let aboutApps: Set<AssociationFinding.Code> = [
            .noAppID, .placeholderAppID, .malformedAppID,
        ]
        let aboutLinks: Set<AssociationFinding.Code> = [.handledNotClaimed, .handledButExcluded]
        // One file claims the links to all hosts that take it.
        let useless = found.filter { $0.code == .claimedNotHandled }
        let uselessForAll =
            host == server && !useless.isEmpty
            ? audit(association, rulesOfHosts(takingFileOf: server), host: nil, asked) : []
        let isCertain = !uselessForAll.contains { $0.code == .notCompared }
        let findings = found.filter { finding in
            !useless.contains(finding) || host == server && !isCertain
                || uselessForAll.contains { ($0.code, $0.place) == (finding.code, finding.place) }
        }
        let others = (app.flaw?.code == "app-not-in-file" ? aboutApps : [])
            .union(url == nil ? aboutLinks : [])
        let all = findings.filter { $0.severity == .error }
        let errors = all.filter { !others.contains($0.code) }
        guard !association.entries.isEmpty else {
            let message =
                "The file has no entry in 'applinks.details', so no link opens an app; write one, as 'deeplink aasa' does."
            let step = served.step(.file, .error("no-rules"), message, at: association.root.place)
            let isTold = errors.contains { !$0.place.isOfOtherService(in: association.root) }
            return errors.map { served.step(.file, $0) } + (isTold ? [] : [step])
        }
        var chain = [app]
        if let url {
            // Rules without an app are the app's step.
            let apps = association.appIDs().isEmpty ? [] : asked
            chain += apps.map { componentStep(association, url, domain, $0, of: asked.count) }
        } else if isInRules,
            found.allSatisfy({ $0.severity < .error && $0.code != .notCompared })
        {
            let message = "Components match the links of all rules."
            chain.append(served.step(.component, nil, message))
        }
        let opening = chain.filter { url != nil && $0.part == .component && $0.flaw == nil }
        let hasVariables = association.entries.flatMap(\.rules).contains { rule in
            opening.contains { $0.place == rule.place }
                && rule.patterns.contains { $0.text.contains("$(") }
        }
        let broken = errors.map { error in
            var error = error
            // If a component matches the link, an error in another part is only a doubt.
            if !opening.isEmpty, opening.count == asked.count,
                Self.isAboutLinks(error, orVariables: !hasVariables),
                !opening.contains(where: { $0.place.map(error.place.isIn) ?? false })
            {
                error.severity = .warning
            }
            return served.step(.file, error)
        }
        chain += all.filter { url == nil && aboutLinks.contains($0.code) }
            .map { served.step(.component, $0) }
        // Warnings about the component that decides or about paths that no system reads, and notes about the defaults, may be why.
        let deciding = chain.filter { $0.part == .component && $0.flaw != nil && url != nil }
        let reasons = findings.filter { finding in
            let path = finding.place.path ?? ""
            let isAboutForm = [.noRules, .legacyPaths].contains(finding.code)
            return finding.severity == .warning
                ? isAboutForm && path.hasPrefix("applinks") && !deciding.isEmpty
                    || deciding.contains { $0.place?.path.map(path.hasPrefix) ?? false }
                : finding.severity == .note && finding.code == .misreadPath && !deciding.isEmpty
        }
        return broken + reasons.map { served.step(.file, $0) } + chain
    }

    /// What is found about a file and the rules, for each of the apps to ask about.
    private func audit(
        _ association: AppSiteAssociation,
        _ rules: LinkConfiguration?,
        host: String?,
        _ asked: [String?],
        checksOrder: Bool = true
    ) -> [AssociationFinding] {
        (asked.isEmpty ? [nil] : asked).flatMap {
            association.audit(
                against: rules,
                host: host,
                appID: $0,
                allowed: [],
                checksOrder: checksOrder
            )
        }.uniqued()
    }

    /// The rules for a server and for the hosts below it that take its file.
    private func rulesOfHosts(takingFileOf server: String) -> LinkConfiguration {
        let hosts = hosts.filter { origin(of: $0).server == server }.map(AppDeclarations.server)
        var rules = configuration
        rules.domains.removeAll { domain in
            !domain.namedHosts.contains { hosts.contains(where: $0.isServed) }
        }
        return rules
    }

    /// Whether a mistake is in a rule, a key that no system reads, or, if that is asked too, a variable.
    private static func isAboutLinks(
        _ finding: AssociationFinding,
        orVariables isVariable: Bool
    ) -> Bool {
        let path = finding.place.path ?? ""
        return path.contains("components[") || path.contains("paths[")
            || isVariable && path.hasPrefix("applinks.substitutionVariables")
            || path.hasPrefix("applinks") && [.misspeltKey, .unknownKey].contains(finding.code)
    }

    /// Whether the file names the app, and the identifiers to ask the file about: nil asks for all apps, and without its app, a file is
    /// not asked.
    private func appStep(_ association: AppSiteAssociation) -> (Step, asked: [String?]) {
        let known = association.appIDs()
        let names = known.isEmpty ? "names no app" : "names \(Self.list(known))"
        func missing(_ appID: String, _ way: String) -> (Step, asked: [String?]) {
            let message = "The file \(names), and the app is '\(appID)'\(way)"
            return (served.step(.app, .error("app-not-in-file"), message), [])
        }
        if let appID = appIDs.first(where: { !known.contains($0) }) {
            let way =
                AppIdentifier.isWellFormed(appID)
                ? "; write '\(appID)' in 'appIDs'."
                : ", which has no prefix or is misspelt; write it as in '\(AppIdentifier.example)'."
            return missing(appID, way)
        }
        if !appIDs.isEmpty {
            return (served.step(.app, nil, "The file names \(Self.list(appIDs))."), appIDs)
        }
        guard let bundleID = files.info?.bundleID else {
            let message = "The file \(names); which app is yours was not given."
            return (served.step(.app, .notGiven, message), [nil])
        }
        guard let appID = known.first(where: { $0.drop { $0 != "." } == ".\(bundleID)" }) else {
            return missing(bundleID, "; write its prefix, a dot and '\(bundleID)' in 'appIDs'.")
        }
        let message =
            "The file names '\(appID)'; the prefix is in your developer account and in the entitlements of the built app."
        return (served.step(.app, nil, message), [appID])
    }

    private static func list(_ appIDs: [String]) -> String {
        appIDs.map { "'\($0)'" }.joined(separator: ", ")
    }

    /// What the components say about a link; the app is named if it is one of several.
    private func componentStep(
        _ association: AppSiteAssociation,
        _ url: String,
        _ domain: String,
        _ appID: String?,
        of count: Int
    ) -> Step {
        func step(_ flaw: Flaw?, _ message: String, at rule: AssociationRule? = nil) -> Step {
            let start = count > 1 ? appID.map { "For '\($0)': " } ?? "" : ""
            return served.step(.component, flaw, start + message, at: rule?.place)
        }
        let explanation = association.explanation(
            for: url,
            domain: domain,
            appIDs: appID.map { [$0] } ?? []
        )
        if let obstacle = explanation.obstacle {
            return step(.error("not-matched"), "The file is not asked: \(obstacle).")
        }
        let matches = explanation.apps.compactMap(\.answer.match)
        if let rule = matches.first(where: { !$0.rule.isExclusion })?.rule {
            return step(nil, "\(rule.source) matches, and no exclusion before it does.", at: rule)
        }
        if let rule = matches.first?.rule {
            let way =
                rule.inheritsExclusion
                ? ", because it inherits \"exclude\" from 'defaults'; remove it there, and write it in the components that need it."
                : "; make it narrower, or move a component that matches the link before it."
            let message = "\(rule.source) excludes the link\(way)"
            return step(.error("excluded"), message, at: rule)
        }
        let near = explanation.apps.flatMap { app in
            app.nearest(1) { !$0.rule.isExclusion }.map { (app, $0.rule, nearness: $0.nearness) }
        }.max { $0.nearness < $1.nearness }
        let nearest = near.flatMap { $0.nearness > 0 ? $0.0.steps([$0.1]).first : nil }
        let advice = nearest.map { step in
            let mismatches = step.mismatches.map(\.description).joined(separator: "; ")
            return "nearest is \(step.rule.source): \(mismatches). Correct that one, or add one."
        }
        let message = "No component matches the link; \(advice ?? "add one.")"
        return step(.error("not-matched"), message, at: nearest?.rule)
    }
}
