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
    /// Whether an answer or a file was given.
    let isGiven: Bool

    /// What was found about the file itself.
    private(set) var steps: [LinkChain.Step] = []

    /// The file, if it can be read.
    private(set) var association: AppSiteAssociation?

    /// Where the file comes from.
    private(set) var source = LinkChain.Source.association

    /// How many lines precede the file in its source.
    private(set) var linesBefore = 0

    init(_ files: LinkDoctor.Files) {
        isGiven = files.response != nil || files.association != nil
        var data = files.association
        if let response = files.response {
            let isRight = readHeaders(of: response, host: files.host)
            if isRight, hasBody(response, other: data) {
                (data, source, linesBefore) = (response.body, .response, response.linesBeforeBody)
            }
        }
        guard let data, steps.allSatisfy({ $0.flaw != .webPage }) else { return }
        do throws(SiteAssociationError) {
            association = try AppSiteAssociation(data: data)
        } catch {
            steps.append(step(.file, error.finding))
            return
        }
        if source == .response, let given = files.association,
            (try? AppSiteAssociation(data: given)) != association
        {
            add(
                .differentCopies,
                "The answer has another file than the one that was given; publish that one, or wait until a cache such as Apple's has it."
            )
        }
        if !steps.contains(where: { $0.source == .response && $0.flaw?.severity == .error }) {
            let start = source == .response ? "200, without a redirect" : "The file is JSON"
            steps.insert(.init(.file, nil, "\(start), \(data.count) bytes.", in: source), at: 0)
        }
    }

    /// A finding about the file as a part of the chain.
    func step(_ part: LinkChain.Part, _ finding: AssociationFinding) -> LinkChain.Step {
        let example = finding.witness.map { " Example: \($0)" } ?? ""
        return .init(
            part,
            finding.code.with(finding.severity),
            finding.message + example,
            in: source,
            place: finding.place.path,
            line: finding.place.line.map { $0 + linesBefore },
            column: finding.place.column
        )
    }

    private mutating func add(_ flaw: AssociationFinding.Code, _ message: String) {
        steps.append(.init(.file, flaw, message))
    }

    /// Whether the answer can have the file.
    private mutating func readHeaders(of response: ServerAnswer, host: String?) -> Bool {
        let host = host ?? "HOST"
        let address = "https://\(host)/.well-known/apple-app-site-association"
        if let failure = response.failure {
            let way =
                if failure.contains("403") || failure.contains("401") || failure.contains("429") {
                    "let every program from every address read '\(address)'; often a firewall, a login or a protection against bots refuses Apple"
                } else if failure.contains("404") {
                    "serve the file at '\(address)'"
                } else {
                    "ask the server itself, with 'curl -si \(address)', also from another network"
                }
            add(.cdnFailure, "Apple's network could not get the file: '\(failure)'; \(way).")
            return false
        }
        if let redirect = response.redirect {
            let target = redirect.location.isEmpty ? "" : " to '\(redirect.location)'"
            add(
                .redirected,
                "The answer is a redirect (\(redirect.status))\(target), and systems do not follow it; serve the file at '\(address)' itself."
            )
            return false
        }
        guard response.status == 200 else {
            let way =
                switch response.status {
                case 404, 410: "serve the file at '\(address)'"
                case 401, 403, 407, 429:
                    "let every program from every address read it, without a login"
                default: "look into the server's log"
                }
            add(.badStatus, "The status is \(response.status), not 200; \(way).")
            return false
        }
        let isPage = response.body.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<")
        if isPage {
            add(
                .webPage,
                "The answer is a web page, not the file; serve '\(address)' before the site's rule for all other paths."
            )
            return false
        }
        let type = response.mediaType
        // Apple's network has its own headers.
        if !response.isFromApple, type != "application/json" {
            let sent = type.map { "is sent as '\($0)'" } ?? "is sent without a type"
            add(
                .contentType,
                "The file \(sent), and Apple asks for JSON; send 'Content-Type: application/json'."
            )
        }
        return true
    }

    /// Whether the body can be read; otherwise a step says why.
    private mutating func hasBody(_ response: ServerAnswer, other: Data?) -> Bool {
        if response.isCompressed {
            add(
                .notGiven,
                "The body of the answer is compressed; save it with 'curl -si --compressed'."
            )
            return false
        }
        guard response.body.isEmpty, !response.hasNoContent else { return true }
        if other == nil {
            add(.notGiven, "The answer has no body; save it with 'curl -si', without '-I'.")
        }
        return false
    }
}

// MARK: - The file's content

extension LinkDoctor {
    /// What the file says about a link, or about the links of all rules.
    func fileSteps(
        _ association: AppSiteAssociation,
        _ url: String?,
        domain: String
    ) -> [LinkChain.Step] {
        let (app, appIDs) = appStep(association)
        let asked = appIDs.isEmpty ? [nil] : appIDs.map(Optional.some)
        let host = domain.hasPrefix("*.") ? String(domain.dropFirst(2)) : domain
        let isInRules = AppSiteAssociation.hosts(for: configuration).contains(host)
        let all = asked.flatMap { appID in
            association.audit(
                against: url == nil && isInRules ? configuration : nil,
                host: host,
                appID: appID
            )
        }.uniqued()
        let isCompared = !all.contains { [.notCompared, .duplicateKey].contains($0.code) }
        let findings = all.filter { $0.severity == .error }
        let aboutLinks: Set<AssociationFinding.Code> = [.handledNotClaimed, .handledButExcluded]
        let inFile = findings.filter { !aboutLinks.contains($0.code) }
        var steps = inFile.map { served.step(.file, $0) } + [app]
        if let url {
            return steps
                + asked.map { appID in
                    componentStep(
                        association.explanation(for: url, domain: domain, appID: appID),
                        of: asked.count > 1 ? appID : nil
                    )
                }
        }
        let broken = findings.filter { aboutLinks.contains($0.code) }
        steps += broken.map { served.step(.component, $0) }
        if broken.isEmpty, isInRules, isCompared {
            steps.append(
                .init(
                    .component,
                    nil,
                    "Components match the links of all rules.",
                    in: served.source
                )
            )
        }
        return steps
    }

    /// Whether the file names the app, and the identifiers to ask the file about; none asks for all apps.
    private func appStep(_ association: AppSiteAssociation) -> (LinkChain.Step, appIDs: [String]) {
        let known = association.appIDs()
        func step(_ flaw: AssociationFinding.Code?, _ message: String) -> LinkChain.Step {
            .init(.app, flaw, message, in: served.source)
        }
        func list(_ appIDs: [String]) -> String {
            appIDs.map { "'\($0)'" }.joined(separator: ", ")
        }
        let others = known.isEmpty ? "names no app" : "names \(list(known))"
        if let appID = appIDs.first(where: { !known.contains($0) }) {
            let flaw = AppIdentifier.isWellFormed(appID) ? nil : AppIdentifier.flaw(of: appID)
            let way =
                flaw.map { ", which \($0.obstacle); \($0.remedy)." }
                ?? "; write '\(appID)' in 'appIDs'."
            return (
                step(.appNotInFile, "The file \(others), and the app is '\(appID)'\(way)"),
                appIDs.filter(known.contains)
            )
        }
        if !appIDs.isEmpty { return (step(nil, "The file names \(list(appIDs))."), appIDs) }
        guard let bundleID = files.info?.bundleID else {
            return (
                step(
                    .notGiven,
                    "The file \(others); whether one of them is yours was not asked."
                ), []
            )
        }
        if let appID = known.first(where: { $0.hasSuffix(".\(bundleID)") }) {
            return (
                step(
                    nil,
                    "The file names '\(appID)'; the prefix is in your developer account and in the entitlements of the built app."
                ), [appID]
            )
        }
        return (
            step(
                .appNotInFile,
                "The file \(others), and the app is '\(bundleID)'; write its prefix, a dot and '\(bundleID)' in 'appIDs'."
            ), []
        )
    }

    /// What the components say about a link; the app is named if it is one of several.
    private func componentStep(
        _ explanation: AssociationExplanation,
        of appID: String?
    ) -> LinkChain.Step {
        func step(
            _ flaw: AssociationFinding.Code?,
            _ message: String,
            at rule: AssociationRule? = nil
        ) -> LinkChain.Step {
            .init(
                .component,
                flaw,
                (appID.map { "For '\($0)': " } ?? "") + message,
                in: served.source,
                place: rule?.place.path,
                line: rule?.place.line.map { $0 + served.linesBefore },
                column: rule?.place.column
            )
        }
        if let obstacle = explanation.obstacle {
            return step(.notMatched, "The file is not asked: \(obstacle).")
        }
        let answers = explanation.apps.map(\.answer)
        if let match = answers.first(where: \.isMatched)?.match {
            return step(
                nil,
                "\(match.rule.source) matches, and no exclusion before it does.",
                at: match.rule
            )
        }
        if let match = answers.lazy.compactMap(\.match).first {
            return step(
                .excluded,
                "\(match.rule.source) excludes the link; make it narrower, or move a component that matches the link before it.",
                at: match.rule
            )
        }
        let near = explanation.apps.flatMap { app in
            app.nearest(1) { !$0.isExclusion }.map { (app, $0.rule, nearness: $0.nearness) }
        }.max { $0.nearness < $1.nearness }
        let nearest = near.flatMap { $0.nearness > 0 ? $0.0.steps([$0.1]).first : nil }
        let advice = nearest.map { step in
            "nearest is \(step.rule.source): \(step.mismatches.map(\.description).joined(separator: "; ")). Correct that one, or add one."
        }
        return step(
            .notMatched,
            "No component matches the link; \(advice ?? "add one.")",
            at: nearest?.rule
        )
    }
}
