package import DeepLinks
import LinkChecking
import PathMatching

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Follows links from the system into an app, through the app's files, the server's file and the rules.
package struct LinkDoctor {
    typealias Code = AssociationFinding.Code
    typealias Severity = AssociationFinding.Severity
    typealias Step = LinkChain.Step

    /// The files to look at, as far as they are known.
    package struct Files {
        package var entitlements: AppPropertyList?
        package var info: AppPropertyList?
        package var response: ServerAnswer?

        /// The association file without the headers of an answer.
        package var association: Data?

        /// The host whose file `response` and `association` are; nil if all hosts have the same one.
        package var host: String?

        /// The app's identifiers; empty if only the files name them.
        package var appIDs: [String] = []

        package init() {}
    }

    let configuration: LinkConfiguration
    let rewriter: URLRewriter
    package let files: Files

    /// What an app with these rules has to declare.
    private let needed: AppDeclarations

    /// The hosts that the app declares, otherwise those that the rules need.
    private let declaredHosts: [String]

    /// What is known about the file that the server sends.
    let served: ServedFile

    /// The app's identifiers that are known with their prefix.
    let appIDs: [String]

    package init(_ configuration: LinkConfiguration, _ rewriter: URLRewriter, _ files: Files) {
        self.configuration = configuration
        self.rewriter = rewriter
        self.files = files
        needed = AppDeclarations(configuration: configuration)
        declaredHosts = files.entitlements?.linkHosts ?? needed.hosts
        served = ServedFile(files)
        appIDs =
            files.appIDs.isEmpty
            ? [files.entitlements?.appID].compactMap(\.self) : files.appIDs
    }

    package func chain(of url: String) -> LinkChain {
        guard !hidesHost(url) else { return LinkChain(subject: url, steps: [ruleStep(url)]) }
        guard let host = (try? WebLink(url))?.host else {
            let steps = customScheme(of: url).map(schemeSteps) ?? []
            return LinkChain(subject: url, steps: cut(steps + [ruleStep(url)]))
        }
        var steps = cut(webSteps(host, url: url))
        let opens = steps.contains { $0.part == .component && $0.flaw == nil }
        // The other files then lack the link on purpose.
        if !opens, let unclaimed = unclaimedStep(url, host) {
            steps = [hostStep(host, isAsked: true), unclaimed, ruleStep(url)]
        }
        return LinkChain(subject: url, steps: steps)
    }

    /// Removes steps that repeat the first flaw: the rules lack the host or scheme.
    ///
    /// If it is probably mistyped, all other flaws go.
    private func cut(_ steps: [Step]) -> [Step] {
        guard let first = steps.first, first.flaw == .notInRules else { return steps }
        return [first]
            + steps.dropFirst().filter { first.isMistyped ? $0.flaw == nil : $0.part != .rule }
    }

    /// Whether a stranger chose the host, which is behind an '@', so that nothing is to be said of it.
    private func hidesHost(_ url: String) -> Bool {
        rewriter.explain(url).error?.reason == .userInfo
    }

    /// The scheme of a link, as of `myapp:a/b` if the rules have it; nil for a text without one, and for one that no app can have.
    private func customScheme(of url: String) -> String? {
        let bytes = url.utf8.prefix { $0 != UInt8(ascii: ":") }
        let (scheme, rest) = (String(Substring(bytes)), url.utf8.dropFirst(bytes.count))
        if !rest.isEmpty, needed.schemes.contains(scheme.asciiLowercased) { return scheme }
        let rules = LinkConfiguration(schemes: [Scheme(scheme, unmatched: .passThrough)])
        let canBeKnown =
            rest.starts(with: "://".utf8) && (try? URLRewriter(configuration: rules)) != nil
        return canBeKnown ? scheme : nil
    }

    /// A chain for each host and each scheme that the rules have or the app declares as universal links.
    package func chains() -> [LinkChain] {
        let local = configuration.domains.filter(\.claims).flatMap(\.externalHosts)
            .filter { !$0.canHaveFile }.map(\.name)
        return (hosts + local).uniqued().map {
            LinkChain(subject: $0, steps: webSteps($0, url: nil))
        }
            + needed.schemes.map { LinkChain(subject: "\($0)://", steps: schemeSteps($0)) }
    }

    /// The hosts that the rules have or the app declares, such as `a.io` and `*.a.io`.
    package var hosts: [String] {
        let others = declaredHosts.filter { other in
            !needed.hosts.contains { AssociationLink.covers(other, $0) }
        }
        let patterns = configuration.domains.filter(\.claims).flatMap(\.namedHosts)
        let own = patterns.flatMap { pattern in
            // An app may declare each host of a list, in place of all hosts below a name.
            let isListed = pattern.listedHosts.contains(where: declaredHosts.contains)
            return isListed && !declaredHosts.contains(pattern.declaration)
                ? pattern.listedHosts : [pattern.declaration]
        }
        return (own + others).uniqued()
    }

    /// What is true of all links of the app, besides what other chains say.
    package func chainOfApp(besides chains: [LinkChain]) -> LinkChain {
        let told = chains.flatMap(\.steps).compactMap(\.entry)
        let entries = (files.entitlements?.associatedDomains ?? []).filter { entry in
            entry.service == "applinks" && !entry.isWellFormed
                && !AppPropertyList.hasVariable(entry.text)
                && !told.contains(entry.text)
        }
        let steps = entries.map { misspelt($0, as: $0.meantHosts.first) }
        return LinkChain(subject: "the app", steps: steps + [sceneStep].compactMap(\.self))
    }

    /// What to write in place of an entry for universal links that systems do not read.
    private func misspelt(_ entry: AppPropertyList.AssociatedDomain, as host: String?) -> Step {
        let other =
            entry.flaw == .nonASCII
            ? "its labels as links arrive with them, beginning with 'xn--'"
            : "an entry such as 'applinks:mydomain.io' or 'applinks:*.mydomain.io'"
        let way = host.map { "'applinks:\($0)'" } ?? other
        let obstacle =
            entry.flaw.map { "names a host that \($0.predicate)" }
            ?? (host == nil ? "names no host" : "is not written as systems read it")
        let message = "'\(entry.text)' \(obstacle); write \(way)."
        return step(.entitlement, .malformedDomain, message, at: entry.text)
    }

    /// A step about the file that a part is usually in, where it has a text.
    private func step(
        _ part: LinkChain.Part,
        _ flaw: Code?,
        _ message: String,
        at text: String? = nil
    ) -> Step {
        let file = part == .scheme ? files.info : files.entitlements
        return .init(part, flaw, message, line: text.flatMap { file?.line(of: $0) }, entry: text)
    }

    // MARK: - Web links

    /// The host that serves the file for a host, and the domain that the file speaks for.
    func origin(of host: String) -> (server: String, domain: String) {
        // Without entitlements, each host of a list may have its own file.
        let isOwn = host.hasPrefix("*.") || files.entitlements == nil && files.host == host
        let declared = AppDeclarations.declaration(for: host, among: declaredHosts)
        let domain = isOwn ? host : declared ?? host
        return (AppDeclarations.server(of: domain), domain)
    }

    /// The host of a web link that a file can be about; nil for other links.
    package func webHost(of url: String) -> String? {
        servers(of: [url]).isEmpty ? nil : (try? WebLink(url))?.host
    }

    /// The hosts that serve the files for URLs and hosts, each once.
    package func servers(of subjects: [String]) -> [String] {
        let hosts = self.hosts + needed.hosts + declaredHosts
        return subjects.compactMap { subject -> String? in
            let isKnown = hosts.contains(subject)
            guard isKnown || !hidesHost(subject) else { return nil }
            let host = isKnown ? subject : (try? WebLink(subject))?.host
            return host.flatMap { unlinkableStep($0) == nil ? origin(of: $0).server : nil }
        }.uniqued()
    }

    private func webSteps(_ host: String, url: String?) -> [Step] {
        let (server, domain) = origin(of: host)
        let first = hostStep(host, isAsked: url != nil)
        if let step = unlinkableStep(host) ?? (url == nil ? unclaimedStep(nil, host) : nil) {
            return [first, step] + (url.map { [ruleStep($0)] } ?? [])
        }
        var steps = [first, domainStep(host)]
        if !served.isGiven || files.host.map({ $0 != server }) ?? false {
            let other = files.response?.host.map { ", only that of '\($0)'" } ?? ""
            let message =
                "The answer of '\(server)' was not given\(other); save it with 'curl -si https://\(server)/.well-known/apple-app-site-association'."
            steps.append(step(.file, .notGiven, message))
        } else {
            steps += served.steps
            steps += served.association.map { fileSteps($0, url, domain: domain) } ?? []
        }
        return steps + (url.map { [ruleStep($0)] } ?? [])
    }

    private func hostStep(_ host: String, isAsked: Bool) -> Step {
        let known = configuration.domains.flatMap(\.externalHosts)
            .flatMap { [$0.name, $0.declaration] }
        if rewriter.domain(ofHost: host) != nil || known.contains(host) {
            return step(.rules, nil, "'\(host)' is in the rules.")
        }
        // A capture takes no other hosts than its constraint says, however near they are.
        let written = configuration.domains.flatMap(\.hosts).filter { !$0.contains("{") }
        let near = nearest(to: host, in: written).map { "did you mean '\($0)'?" }
        let flaw = Code.notInRules.with(isAsked ? .error : .warning)
        let message =
            "'\(host)' is not a host of the rules, so the app refuses its links; \(near ?? "add it to 'hosts'.")"
        return .init(.rules, flaw, message, isMistyped: near != nil)
    }

    /// Why no system passes the links of a host to the app; nil if one can.
    private func unlinkableStep(_ host: String) -> Step? {
        let patterns = configuration.domains.flatMap(\.externalHosts).filter { $0.name == host }
        let isAny = patterns.isEmpty && rewriter.domain(ofHost: host)?.1.anyHostAs != nil
        if isAny, !declaredHosts.contains(where: { AssociationLink.covers($0, host) }) {
            let message =
                "The rules take links to any host, but systems give an app only links to hosts that it declares. So this one opens the app only from within it; if the site is yours, declare 'applinks:\(host)'."
            return .init(.entitlement, .domainNotDeclared.with(.note), message, in: .rules)
        }
        guard !patterns.isEmpty, !patterns.contains(where: \.canHaveFile) else { return nil }
        let message =
            "'\(host)' cannot have universal links here: they need a public name, such as 'mydomain.io', and no port. Open its links within the app, or with a custom scheme."
        return .init(.entitlement, .domainNotDeclared.with(.note), message, in: .rules)
    }

    /// Which part of the rules keeps a link, or all links to a host, in the browser; nil if none does.
    private func unclaimedStep(_ url: String?, _ host: String) -> Step? {
        func step(_ subject: String, at place: JSONPath? = nil) -> Step {
            let flaw = Code.notClaimed.with(url == nil ? .warning : .error)
            let message =
                "\(subject) has 'claims: false', which keeps its links in the browser; remove it if they must open the app."
            return .init(.rules, flaw, message, place: place?.description)
        }
        let declared = configuration.domains.first { domain in
            domain.externalHosts.contains { $0.declaration == host }
        }
        if let domain = rewriter.domain(ofHost: host)?.1 ?? declared, !domain.claims {
            return step("The domain of '\(host)'")
        }
        guard let url,
            let rule = rewriter.explain(url).steps.first(where: { $0.label == "rule" })?.rule,
            !rewriter.sources[rule.sourceIndex].rules[rule.ruleIndex].notes.claims
        else { return nil }
        let place = configuration.path(source: rule.sourceIndex, rule: rule.ruleIndex)
        return step("'\(rule.pattern)'", at: place)
    }

    /// What the entitlement says about a host.
    private func domainStep(_ host: String) -> Step {
        guard let entitlements = files.entitlements else {
            return step(.entitlement, .notGiven, "The entitlements were not given.")
        }
        let needed = "applinks:\(host)"
        guard let entries = entitlements.associatedDomains else {
            let message =
                "The app has no array of associated domains, so no web link opens it; add the capability 'Associated Domains' in Xcode, with '\(needed)'."
            return step(.entitlement, .domainNotDeclared, message)
        }
        let links = entries.filter { $0.service == "applinks" }
        let (server, domain) = origin(of: host)
        let own = links.filter { $0.host == domain }
        if let entry = own.first(where: { $0.mode == nil }) {
            let origin = domain == host ? "" : ", and the file is the one of '\(server)'"
            return step(.entitlement, nil, "'\(entry.text)' is declared\(origin).", at: entry.text)
        }
        if let entry = own.first, let mode = entry.mode {
            let severity: Severity =
                entitlements.isRelease == true ? .error : .warning
            let message =
                "'\(entry.text)' is \(mode == "managed" ? "only for devices that a company manages" : "only for builds that are signed for development"); in a release, declare 'applinks:\(domain)', too."
            return step(.entitlement, .specialMode.with(severity), message, at: entry.text)
        }
        let others = AssociationService.allCases.map(\.rawValue).filter { $0 != "applinks" }
        if let entry = entries.first(where: {
            !others.contains($0.service) && !($0.service == "applinks" && $0.isWellFormed)
                && !$0.meantHosts.allSatisfy { $0 != host && $0 != "*.\(host)" }
        }) {
            return misspelt(entry, as: entry.meantHosts.contains(host) ? host : "*.\(host)")
        }
        if let entry = links.first(where: { AppPropertyList.hasVariable($0.text) }) {
            let message =
                "No entry names '\(host)', but '\(entry.text)' has a variable of the build; look at the built app: 'codesign -d --entitlements - --xml App.app'."
            return step(.entitlement, .buildVariable, message, at: entry.text)
        }
        if let entry = links.first(where: { $0.host == "*.\(host)" }) {
            let message =
                "'\(entry.text)' is for hosts below '\(host)', and Apple's texts disagree about '\(host)' itself; declare '\(needed)', too."
            return step(.entitlement, .domainNotDeclared.with(.warning), message, at: entry.text)
        }
        let ofOther = entries.first { $0.host == host }
        let near = links.first {
            $0.isWellFormed && ($0.host.hasSuffix(".\(host)") || host.hasSuffix(".\($0.host)"))
        }
        let hint =
            ofOther.map { " ('\($0.text)' is for another service)" }
            ?? near.map { " ('\($0.text)' is only for that host)" } ?? ""
        let message = "No entry is for links to '\(host)'\(hint); declare '\(needed)'."
        return step(.entitlement, .domainNotDeclared, message)
    }

    // MARK: - Custom schemes

    private func schemeSteps(_ scheme: String) -> [Step] {
        let scheme = scheme.asciiLowercased
        let isKnown = needed.schemes.contains(scheme)
        let web = configuration.domains.isEmpty ? [] : ["https"]
        let near = nearest(to: scheme, in: needed.schemes + web).map { "did you mean '\($0)'?" }
        let message =
            isKnown
            ? "'\(scheme)' is in the rules."
            : "'\(scheme)' is not a scheme of the rules, so the app refuses its links; \(near ?? "add it to 'schemes'.")"
        let flaw: Code? = isKnown ? nil : .notInRules
        let rules = Step(.rules, flaw, message, isMistyped: near != nil)
        return [rules, declarationStep(ofScheme: scheme)]
    }

    /// What the `Info.plist` says about a scheme.
    private func declarationStep(ofScheme scheme: String) -> Step {
        guard let info = files.info else {
            return step(.scheme, .notGiven, "The 'Info.plist' was not given.")
        }
        if let text = info.schemes.first(where: { $0.asciiLowercased == scheme }) {
            return step(.scheme, nil, "'\(text)' is a scheme of the app's URL types.", at: text)
        }
        if let text = info.schemes.first(where: {
            $0.asciiLowercased.split(whereSeparator: { ":/ ".contains($0) }) == [scheme[...]]
        }) {
            let message =
                "'\(text)' is not a scheme, but more; write '\(scheme)' in 'CFBundleURLSchemes'."
            return step(.scheme, .malformedScheme, message, at: text)
        }
        if let text = info.schemes.first(where: AppPropertyList.hasVariable) {
            let message =
                "No URL type has the scheme '\(scheme)', but '\(text)' has a variable of the build; look at the built app: 'plutil -p App.app/Info.plist'."
            return step(.scheme, .buildVariable, message, at: text)
        }
        let isQueried = info.queriedSchemes.contains { $0.asciiLowercased == scheme }
        let message =
            "No URL type of the app has the scheme '\(scheme)'\(isQueried ? " ('LSApplicationQueriesSchemes' is for the schemes of other apps)" : ""); write '\(scheme)' in the array 'CFBundleURLSchemes' of a type in the array 'CFBundleURLTypes'."
        return step(.scheme, .schemeNotDeclared, message)
    }

    // MARK: - The app

    private func ruleStep(_ url: String) -> Step {
        let explanation = rewriter.explain(url)
        guard let link = explanation.link else {
            let near = explanation.nearestRules.first.map { " Nearest: \($0)." } ?? ""
            let message = explanation.error?.description ?? "The link is refused."
            return step(.rule, .refused, message + near)
        }
        let place = explanation.rule.map {
            configuration.path(source: $0.sourceIndex, rule: $0.ruleIndex).description
        }
        if let paths = configuration.paths.map(RegisteredPaths.init),
            paths.pattern(for: link) == nil
        {
            let near = paths.nearest(to: link.path).map { "did you mean '\($0)'?" }
            let message =
                "The link becomes '\(link.string)', whose path is not in 'paths'; \(near ?? "add it.")"
            return .init(.rule, .unregisteredPath, message, place: place)
        }
        let rule = explanation.rule.map { "'\($0.pattern)' makes it" } ?? "It passes through as"
        return .init(.rule, nil, "\(rule) '\(link.string)'.", place: place)
    }

    private var sceneStep: Step? {
        guard let info = files.info, !info.isForMac else { return nil }
        if let delegates = info.sceneDelegates {
            let message =
                delegates.isEmpty
                ? "The app has scenes; SwiftUI or the code says what gets their links."
                : "Links go to the delegates of scenes (\(delegates.uniqued().joined(separator: ", "))), not to the app's delegate."
            return step(.scenes, nil, message)
        }
        guard let sdk = info.sdk else {
            let message =
                "The app has no scenes in this file; if the built app has none either, and is built with the SDK of iOS 27, it does not start there. Add 'UIApplicationSceneManifest', or look at the built app: 'plutil -p App.app/Info.plist'."
            return step(.scenes, .noScenes.with(.note), message)
        }
        guard sdk.hasPrefix("iphone") else { return nil }
        let version = Int(sdk.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 0
        let isNew = version >= 27
        let consequence =
            isNew
            ? " and is built with '\(sdk)', so iOS 27 does not start it"
            : "; built with the SDK of iOS 27, it will not start there"
        let message = "The app has no scenes\(consequence). Add 'UIApplicationSceneManifest'."
        return step(.scenes, .noScenes.with(isNew ? .error : .warning), message)
    }
}
