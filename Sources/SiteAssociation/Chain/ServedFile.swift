import DeepLinks
import LinkChecking
import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is known about the association file that a host serves.
struct ServedFile {
    typealias Code = AssociationFinding.Code
    typealias Step = LinkChain.Step

    /// Whether an answer or a file was given.
    let isGiven: Bool

    /// What was found about the file itself.
    private(set) var steps: [Step] = []

    /// The file, if it can be read.
    private(set) var association: AppSiteAssociation?

    /// The file without the errors whose correction is known; nil if there are none.
    private(set) var corrected: AppSiteAssociation?

    /// Where the file comes from.
    private(set) var source = LinkChain.Source.association

    /// How many lines precede the file in its source.
    private(set) var linesBefore = 0

    init(_ files: LinkDoctor.Files) {
        isGiven = files.response != nil || files.association != nil
        var data = files.association
        if let response = files.response {
            let obstacle = Self.obstacle(in: response, host: files.host, hasFile: data != nil)
            if obstacle == nil || obstacle?.flaw == .notGiven { checkType(of: response) }
            if let (flaw, message) = obstacle {
                steps.append(.init(.file, flaw, message))
            } else if !response.body.isEmpty || response.hasNoContent {
                (data, source, linesBefore) = (response.body, .response, response.linesBeforeBody)
            }
        }
        guard let data, steps.allSatisfy({ $0.flaw != .webPage }) else { return }
        do throws(SiteAssociationError) {
            association = try AppSiteAssociation(data: data)
            corrected = association?.corrected
        } catch {
            steps.append(step(.file, error.finding))
            return
        }
        if source == .response, let given = files.association,
            (try? AppSiteAssociation(data: given)) != association
        {
            let message =
                "The answer has another file than the one that was given; publish that one, or wait until a cache such as Apple's has it."
            steps.append(.init(.file, .differentCopies, message))
        }
        if !steps.contains(where: { $0.source == .response && $0.flaw?.severity == .error }) {
            let start = source == .response ? "200, without a redirect" : "The file is JSON"
            steps.insert(.init(.file, nil, "\(start), \(data.count) bytes.", in: source), at: 0)
        }
    }

    /// A finding about the file as a part of the chain.
    func step(
        _ part: LinkChain.Part,
        _ finding: AssociationFinding,
        atLeast severity: AssociationFinding.Severity = .note
    ) -> Step {
        let example = finding.witness.map { " Example: \($0)" } ?? ""
        let flaw = finding.code.with(max(finding.severity, severity))
        return step(part, flaw, finding.message + example, at: finding.place)
    }

    /// What was found about a part, at a place of the file.
    func step(
        _ part: LinkChain.Part,
        _ flaw: Code?,
        _ message: String,
        at place: AssociationPlace? = nil
    ) -> Step {
        .init(
            part,
            flaw,
            message,
            in: source,
            place: place?.path,
            line: place?.line.map { $0 + linesBefore },
            column: place?.column
        )
    }

    private mutating func checkType(of response: ServerAnswer) {
        let type = response.mediaType
        // Apple's network has its own headers.
        guard !response.isFromApple, type != "application/json" else { return }
        let sent = type.map { "is sent as '\($0)'" } ?? "is sent without a type"
        let message =
            "The file \(sent), and Apple asks for JSON; send 'Content-Type: application/json'."
        steps.append(.init(.file, .contentType, message))
    }

    /// Why an answer has no file that can be read.
    private static func obstacle(
        in response: ServerAnswer,
        host: String?,
        hasFile: Bool
    ) -> (flaw: Code, message: String)? {
        let address = "https://\(host ?? "HOST")/.well-known/apple-app-site-association"
        if let failure = response.failure {
            let way =
                response.failureStatus.flatMap { Self.way($0, address) }
                ?? "ask the server itself, with 'curl -si \(address)', also from another network"
            return (.cdnFailure, "Apple's network could not get the file: '\(failure)'; \(way).")
        }
        if let redirect = response.redirect {
            let target = redirect.location.isEmpty ? "" : " to '\(redirect.location)'"
            let message =
                "The answer is a redirect (\(redirect.status))\(target), and systems do not follow it; serve the file at '\(address)' itself."
            return (.redirected, message)
        }
        guard response.status == 200 else {
            let way = Self.way(response.status, address) ?? "look into the server's log"
            return (.badStatus, "The status is \(response.status), not 200; \(way).")
        }
        // A byte order mark may precede the page.
        let blank = " \t\r\n\u{FEFF}".utf8
        if response.body.first(where: { !blank.contains($0) }) == UInt8(ascii: "<") {
            let message =
                "The answer is a web page, not the file; serve '\(address)' before the site's rule for all other paths."
            return (.webPage, message)
        }
        if response.isCompressed {
            let message =
                "The body of the answer is compressed; save it with 'curl -si --compressed'."
            guard !response.saysCompressed else { return (.notGiven, message) }
            let undeclared =
                "The server sends the file compressed with gzip and does not say so, so systems cannot read it; send 'Content-Encoding: gzip', or the file without compression."
            return (.contentType.with(.error), undeclared)
        }
        return response.body.isEmpty && !response.hasNoContent && !hasFile
            ? (.notGiven, "The answer has no body; save it with 'curl -si', without '-I'.") : nil
    }

    /// What to do about a status other than 200; nil if it does not say what is wrong.
    private static func way(_ status: Int, _ address: String) -> String? {
        switch status {
        case 401, 403, 407, 429:
            "let every program from every address read '\(address)'; often a firewall, a login or a protection against bots is in the way"
        case 404, 410: "serve the file at '\(address)'"
        case 300..<400 where status != 304:
            "that is a redirect, and systems do not follow it; serve the file at '\(address)' itself"
        default: nil
        }
    }
}

// MARK: - The file's content

extension LinkDoctor {
    /// What the file says about a link, or about the links of all rules.
    func fileSteps(_ association: AppSiteAssociation, _ url: String?, domain: String) -> [Step] {
        let (app, asked) = appStep(association)
        let host = AppDeclarations.server(of: domain)
        let isInRules = AppSiteAssociation.isServed(by: host, configuration)
        let all = asked.flatMap { appID in
            association.audit(
                against: url == nil && isInRules ? configuration : nil,
                host: host,
                appID: appID
            )
        }.uniqued()
        let isCompared = !all.contains { [.notCompared, .duplicateKey].contains($0.code) }
        let isAmbiguous = all.contains {
            $0.code == .duplicateKey && $0.place.path?.hasPrefix("applinks") ?? false
        }
        let findings = all.filter { $0.severity == .error }
        if association.entries.isEmpty, served.corrected?.entries.isEmpty ?? true, !isAmbiguous {
            let part =
                association.root["applinks"] == nil
                ? "section 'applinks'" : "entry in 'applinks.details'"
            let message =
                "The file has no \(part), so no link opens an app; write one, as 'deeplink aasa' does."
            let others = findings.filter { ![.noRules, .handledNotClaimed].contains($0.code) }
            return others.map { served.step(.file, $0) }
                + [served.step(.file, .noRules.with(.error), message, at: association.root.place)]
        }
        let aboutLinks: Set<Code> = [.handledNotClaimed, .handledButExcluded]
        let aboutApps: Set<Code> = [
            .noAppID, .placeholderAppID, .malformedAppID,
        ]
        // Dead rules do not concern one link. Wrong app IDs are shown in the app's step.
        let isNotAsked = aboutLinks.union(app.flaw == .appNotInFile ? aboutApps : [])
        let place = findings.first { aboutApps.contains($0.code) }?.place
        func ownSteps(_ association: AppSiteAssociation) -> [Step] {
            let (app, asked) = appStep(association, at: place)
            guard let url else { return [app] }
            let components = asked.map { appID in
                componentStep(association, url, domain: domain, appID, of: asked.count)
            }
            // Without its app, a file has no component for a link.
            let isAbsent = app.flaw == .appNotInFile && asked == [nil]
            return [app] + components.filter { !isAbsent || $0.flaw == nil }
        }
        let own = ownSteps(association)
        let corrected = served.corrected.map(ownSteps)
        // The corrected file may name an app that is made up.
        let namesApp = !association.appIDs().isEmpty
        let chain = own.flatMap { step in
            guard step.flaw != nil else { return [step] }
            // Readers disagree about what the file says.
            if isAmbiguous { return [] }
            if step.part == .app, !namesApp {
                if step.flaw == .notGiven { return [] }
                if findings.contains(where: { $0.code == .noAppID }) { return [step] }
            }
            guard let corrected else { return [step] }
            // What is right without the errors follows from them, and they are shown.
            let others = corrected.filter { $0.part == step.part && $0.flaw != nil }
            // The file does not have the components of the corrected one.
            let isOwn = step.part == .component || others.contains { $0.message == step.message }
            return isOwn && !others.isEmpty ? [step] : others
        }.uniqued()
        // A warning about the component that a step names, or a note about the defaults, may be why it decides so.
        func flawed(_ steps: [Step]) -> [Step] {
            steps.filter { $0.part == .component && $0.flaw != nil }
        }
        let deciding = flawed(chain)
        // Paths that components hide may be those that match the link.
        let isMatched = deciding.isEmpty && !flawed(own).isEmpty
        func isWhy(_ finding: AssociationFinding) -> Bool {
            isMatched && finding.code == .legacyPaths
                && finding.place.path?.hasSuffix(".paths") ?? false
        }
        let inFile = all.filter { finding in
            let path = finding.place.path ?? ""
            guard !isNotAsked.contains(finding.code), url == nil || finding.code != .deadRule else {
                return false
            }
            let matters =
                switch finding.severity {
                case .error: true
                case .warning: deciding.contains { $0.place.map(path.hasPrefix) ?? false }
                case .note: finding.code == .misreadPath && !deciding.isEmpty
                }
            return matters || isWhy(finding)
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
            let flaw = AppIdentifier.isWellFormed(appID) ? nil : AppIdentifier.flaw(of: appID)
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
