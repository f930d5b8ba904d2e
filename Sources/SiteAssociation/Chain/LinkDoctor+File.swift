import DeepLinks
import LinkChecking

extension LinkDoctor {
    /// What the file says about a link, or about the links of all rules.
    func fileSteps(_ association: AppSiteAssociation, _ url: String?, domain: String) -> [Step] {
        let (app, asked) = appStep(association)
        let host = AppDeclarations.server(of: domain)
        let isInRules = AppSiteAssociation.isServed(by: host, configuration)
        let rules = url == nil && isInRules ? configuration : nil
        let all = asked.flatMap { association.audit(against: rules, host: host, appID: $0) }
            .uniqued()
        let isCompared = !all.contains { [.notCompared, .duplicateKey].contains($0.code) }
        let isAmbiguous = all.contains {
            $0.code == .duplicateKey && $0.place.path?.hasPrefix("applinks") ?? false
        }
        let findings = all.filter { $0.severity == .error }
        // What a file with a mistake says about the app and the link is told when it is corrected.
        let isMistaken = findings.contains {
            ![.noAppID, .noRules].contains($0.code) && AssociationAudit.causes.contains($0.code)
        }
        if association.entries.isEmpty, !isAmbiguous {
            let part =
                association.root["applinks"] == nil
                ? "section 'applinks'" : "entry in 'applinks.details'"
            let message =
                "The file has no \(part), so no link opens an app; write one, as 'deeplink aasa' does."
            let others = findings.filter { ![.noRules, .handledNotClaimed].contains($0.code) }
            return isMistaken
                ? others.map { served.step(.file, $0) }
                : [served.step(.file, .noRules.with(.error), message, at: association.root.place)]
        }
        let aboutLinks: Set<Code> = [.handledNotClaimed, .handledButExcluded]
        let aboutApps: Set<Code> = [.noAppID, .placeholderAppID, .malformedAppID]
        // Dead rules do not concern one link. Wrong app IDs are shown in the app's step.
        let isNotAsked = aboutLinks.union(app.flaw == .appNotInFile ? aboutApps : [])
        // Where the file has another app ID.
        let place = findings.first { aboutApps.contains($0.code) }?.place
        let isTold = app.flaw == nil || !isMistaken || !association.appIDs().isEmpty
        // Readers disagree about what an ambiguous file says.
        var chain = isAmbiguous || !isTold ? [] : [appStep(association, at: place).0]
        if let url, !isAmbiguous, app.flaw != .appNotInFile || asked != [nil] {
            chain += asked.map { appID in
                componentStep(association, url, domain: domain, appID, of: asked.count)
            }.filter { $0.flaw == nil || !isMistaken }
        }
        // A warning about the component that a step names, or a note about the defaults, may be why it decides so; so may paths that
        // components hide.
        let deciding = chain.filter { $0.part == .component && $0.flaw != nil }
        func isWhy(_ finding: AssociationFinding) -> Bool {
            finding.code == .legacyPaths && !deciding.isEmpty
                && finding.place.path?.hasSuffix(".paths") ?? false
        }
        let inFile = all.filter { finding in
            let path = finding.place.path ?? ""
            let isAsked =
                !isNotAsked.contains(finding.code) && (url == nil || finding.code != .deadRule)
            let matters =
                switch finding.severity {
                case .error: true
                case .warning: deciding.contains { $0.place.map(path.hasPrefix) ?? false }
                case .note: finding.code == .misreadPath && !deciding.isEmpty
                }
            return isAsked && (matters || isWhy(finding))
        }
        var steps =
            inFile.map { served.step(.file, $0, atLeast: isWhy($0) ? .error : .warning) } + chain
        guard url == nil else { return steps }
        let broken = findings.filter { aboutLinks.contains($0.code) }
        steps += broken.map { served.step(.component, $0) }
        // From other errors may follow that links do not match.
        if findings.isEmpty, isInRules, isCompared {
            steps.append(served.step(.component, nil, "Components match the links of all rules."))
        }
        return steps
    }

    /// Whether the file names the app, and the identifiers to ask the file about; nil asks for all apps.
    ///
    /// `place` is where the file has another app ID.
    private func appStep(
        _ association: AppSiteAssociation,
        at place: AssociationPlace? = nil
    ) -> (Step, asked: [String?]) {
        let known = association.appIDs()
        func step(_ flaw: Code?, _ message: String) -> Step {
            served.step(.app, flaw, message, at: flaw == .appNotInFile ? place : nil)
        }
        let list = known.map { "'\($0)'" }.joined(separator: ", ")
        let others = known.isEmpty ? "names no app" : "names \(list)"
        if let appID = appIDs.first(where: { !known.contains($0) }) {
            let flaw = AppIdentifier.isWellFormed(appID) ? nil : AppIdentifier.flaw
            let way =
                flaw.map { ", which \($0.obstacle); \($0.remedy)." }
                ?? "; write '\(appID)' in 'appIDs'."
            let present = appIDs.filter(known.contains)
            let message = "The file \(others), and the app is '\(appID)'\(way)"
            return (step(.appNotInFile, message), present.isEmpty ? [nil] : present)
        }
        if !appIDs.isEmpty {
            let own = appIDs.map { "'\($0)'" }.joined(separator: ", ")
            return (step(nil, "The file names \(own)."), appIDs)
        }
        guard let bundleID = files.info?.bundleID else {
            let whose = known.count == 1 ? "that is yours" : "one of them is yours"
            return (step(.notGiven, "The file \(others); whether \(whose) was not asked."), [nil])
        }
        if let appID = known.first(where: { $0.hasSuffix(".\(bundleID)") }) {
            let message =
                "The file names '\(appID)'; the prefix is in your developer account and in the entitlements of the built app."
            return (step(nil, message), [appID])
        }
        let message =
            "The file \(others), and the app is '\(bundleID)'; write its prefix, a dot and '\(bundleID)' in 'appIDs'."
        return (step(.appNotInFile, message), [nil])
    }

    /// What the components say about a link; the app is named if it is one of several.
    private func componentStep(
        _ association: AppSiteAssociation,
        _ url: String,
        domain: String,
        _ appID: String?,
        of count: Int
    ) -> Step {
        func step(_ flaw: Code?, _ message: String, at rule: AssociationRule? = nil) -> Step {
            let start = count > 1 ? appID.map { "For '\($0)': " } ?? "" : ""
            return served.step(.component, flaw, start + message, at: rule?.place)
        }
        let explanation = association.explanation(for: url, domain: domain, appID: appID)
        if let obstacle = explanation.obstacle {
            return step(.notMatched, "The file is not asked: \(obstacle).")
        }
        let answers = explanation.apps.map(\.answer)
        if let match = answers.first(where: \.isMatched)?.match {
            let message = "\(match.rule.source) matches, and no exclusion before it does."
            return step(nil, message, at: match.rule)
        }
        if let match = answers.lazy.compactMap(\.match).first {
            let message =
                "\(match.rule.source) excludes the link; make it narrower, or move a component that matches the link before it."
            return step(.excluded, message, at: match.rule)
        }
        let near = explanation.apps.flatMap { app in
            app.nearest(1) { !$0.isExclusion }.map { (app, $0.rule, nearness: $0.nearness) }
        }.max { $0.nearness < $1.nearness }
        let nearest = near.flatMap { $0.nearness > 0 ? $0.0.steps([$0.1]).first : nil }
        let advice = nearest.map { step in
            let mismatches = step.mismatches.map(\.description).joined(separator: "; ")
            return "nearest is \(step.rule.source): \(mismatches). Correct that one, or add one."
        }
        let message = "No component matches the link; \(advice ?? "add one.")"
        return step(.notMatched, message, at: nearest?.rule)
    }
}
