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
    typealias Flaw = LinkChain.Flaw
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

    // MARK: - Chains

    package func chain(of url: String) -> LinkChain {
        if let host = webHost(of: url) {
            return LinkChain(subject: url, steps: webSteps(host, url: url))
        }
        let scheme = url.split(separator: ":").first.map { String($0).asciiLowercased } ?? ""
        let steps = needed.schemes.contains(scheme) ? schemeSteps(scheme) : []
        return LinkChain(subject: url, steps: steps + [ruleStep(url)])
    }

    /// A chain for each host and each scheme that the rules have or the app declares as universal links.
    package func chains() -> [LinkChain] {
        let local = configuration.domains.filter(\.claims).flatMap(\.externalHosts)
            .filter { !$0.canHaveFile }.map(\.name)
        return (hosts + local).uniqued().map {
            LinkChain(subject: $0, steps: webSteps($0, url: nil))
        } + needed.schemes.map { LinkChain(subject: "\($0)://", steps: schemeSteps($0)) }
    }

    /// What is true of all links of the app, besides what other chains say.
    package func chainOfApp(besides chains: [LinkChain]) -> LinkChain {
        let told = chains.flatMap(\.steps).map(\.message)
        let entries = (files.entitlements?.associatedDomains ?? []).filter { entry in
            entry.isMalformed && !AppPropertyList.hasVariable(entry.text)
                && !told.contains { $0.hasPrefix("'\(entry.text)'".showingInvisible) }
        }
        let steps = entries.map { malformedStep($0, "mydomain.io") }
        return LinkChain(subject: "the app", steps: steps + [sceneStep].compactMap(\.self))
    }

    // MARK: - Hosts and their files

    /// The hosts that the rules have or the app declares, such as `a.io` and `*.a.io`.
    package var hosts: [String] {
        let others = declaredHosts.filter { other in
            !needed.hosts.contains { AssociationLink.covers(other, $0) }
        }
        // An app may declare each host of a list, in place of all hosts below a name.
        let own = configuration.domains.filter(\.claims).flatMap(\.namedHosts).flatMap { pattern in
            pattern.listedHosts.isEmpty || declaredHosts.contains(pattern.declaration)
                ? [pattern.declaration] : pattern.listedHosts
        }
        return (own + others).uniqued()
    }

    /// The hosts that serve the files for URLs and hosts, each once.
    package func servers(of subjects: [String]) -> [String] {
        let hosts = self.hosts
        return subjects.compactMap { subject in
            let host = hosts.contains(subject) ? subject : webHost(of: subject)
            return host.flatMap { canHaveFile($0) ? origin(of: $0).server : nil }
        }.uniqued()
    }

    /// The host that serves the file for a host, and the domain that the file speaks for.
    func origin(of host: String) -> (server: String, domain: String) {
        // Without entitlements, each host of a list may have its own file.
        let isOwn = files.entitlements == nil && files.host == host
        let declared = AppDeclarations.declaration(for: host, among: declaredHosts)
        let domain = isOwn ? host : declared ?? host
        return (AppDeclarations.server(of: domain), domain)
    }

    /// The host of a web link; nil if there is none, or a stranger chose it, behind an '@'.
    private func webHost(of url: String) -> String? {
        guard rewriter.explain(url).error?.reason != .userInfo else { return nil }
        return (try? WebLink(url))?.host
    }

    /// Whether an app can declare a host, or does.
    private func canHaveFile(_ host: String) -> Bool {
        let named = configuration.domains.flatMap(\.namedHosts).map(\.declaration)
        return hosts.contains(host)
            || (named + declaredHosts).contains { AssociationLink.covers($0, host) }
    }

    // MARK: - Web links

    private func webSteps(_ host: String, url: String?) -> [Step] {
        let isInRules =
            rewriter.domain(ofHost: host) != nil
            || configuration.domains.flatMap(\.externalHosts)
                .contains { [$0.name, $0.declaration].contains(host) }
        let first =
            isInRules ? Step(.rules, nil, "'\(host)' is in the rules.") : unknownStep(host, url)
        let last = url.map { isInRules ? [ruleStep($0)] : [] } ?? []
        guard canHaveFile(host) else {
            let message =
                "Systems do not give an app the links to '\(host)': they need a public name without a port, and the app has to declare it as in 'applinks:mydomain.io'. Open such links within the app, or with a custom scheme."
            let obstacle = Step(.entitlement, .note("domain-not-declared"), message, in: .rules)
            return isInRules ? [first, obstacle] + last : [first]
        }
        let unclaimed = unclaimedStep(host, url)
        if url == nil, let unclaimed { return [first, unclaimed] }
        let (server, domain) = origin(of: host)
        var steps = [first, entitlementStep(host, domain, server)]
        if !served.isGiven || files.host.map({ $0 != server }) ?? false {
            let message =
                "The answer of '\(server)' was not given; save it with 'curl -si https://\(server)/.well-known/apple-app-site-association'."
            steps.append(.init(.file, .notGiven, message, in: .missing))
        } else {
            steps += served.steps
            steps += served.association.map { fileSteps($0, url, host, domain: domain) } ?? []
        }
        // If no component matches, the file and the app lack the link on purpose.
        let opens = steps.contains { $0.part == .component && $0.flaw == nil }
        if !opens, let unclaimed { return [first, unclaimed] + last }
        return steps + last
    }

    private func unknownStep(_ host: String, _ url: String?) -> Step {
        // A capture takes no other hosts than its constraint says, however near they are.
        let known = configuration.domains.flatMap(\.hosts).filter { !$0.contains("{") }
        let way = nearest(to: host, in: known).map { "did you mean '\($0)'?" }
        let message =
            "'\(host)' is not a host of the rules, so the app refuses its links; \(way ?? "add it to 'hosts'.")"
        return Step(.rules, Flaw(code: "not-in-rules", severity: doubt(url)), message)
    }

    /// How bad it is that the rules lack a link; they may lack all links to a host on purpose.
    private func doubt(_ url: String?) -> AssociationFinding.Severity {
        url == nil ? .warning : .error
    }

    /// Which part of the rules keeps a link, or all links to a host, in the browser; nil if none does.
    private func unclaimedStep(_ host: String, _ url: String?) -> Step? {
        let domain =
            rewriter.domain(ofHost: host)?.1
            ?? configuration.domains.first { domain in
                domain.externalHosts.contains { $0.declaration == host }
            }
        let rule = url.flatMap { rewriter.explain($0).steps.first { $0.label == "rule" }?.rule }
            .flatMap { rule in
                let notes = rewriter.sources[rule.sourceIndex].rules[rule.ruleIndex].notes
                return notes.claims ? nil : rule
            }
        guard rule != nil || domain?.claims == false else { return nil }
        let subject = rule.map { "'\($0.pattern)'" } ?? "The domain of '\(host)'"
        let message =
            "\(subject) has 'claims: false', which keeps its links in the browser; remove it if they must open the app."
        return Step(.rules, Flaw(code: "not-claimed", severity: doubt(url)), message)
    }

    /// What the entitlement says about a host, whose file is that of a domain.
    private func entitlementStep(_ host: String, _ domain: String, _ server: String) -> Step {
        guard let entitlements = files.entitlements else {
            return Step(.entitlement, .notGiven, "The entitlements were not given.", in: .missing)
        }
        func step(_ flaw: Flaw?, _ entry: AssociatedDomain, _ message: String) -> Step {
            let place = entitlements.place(of: entry.text)
            return Step(.entitlement, flaw, "'\(entry.text)' \(message)", at: place)
        }
        guard let entries = entitlements.associatedDomains else {
            let message =
                "The app has no array of associated domains, so no web link opens it; add the capability 'Associated Domains' in Xcode, with 'applinks:\(host)'."
            return Step(.entitlement, .error("domain-not-declared"), message)
        }
        let links = entries.filter(\.isForLinks)
        let own = links.filter { $0.host == domain }
        if let entry = own.first(where: { !$0.hasMode }) {
            let origin = domain == host ? "" : ", and the file is the one of '\(server)'"
            return step(nil, entry, "is declared\(origin).")
        }
        if let entry = own.first {
            let flaw: Flaw =
                entitlements.isRelease ? .error("special-mode") : .warning("special-mode")
            let message =
                "is only for builds that are signed for development, or for devices that a company manages; in a release, declare 'applinks:\(domain)', too."
            return step(flaw, entry, message)
        }
        let names = [host, AppDeclarations.declaration(for: host, among: needed.hosts) ?? host]
            .map(AppDeclarations.server)
        for entry in entries where entry.isMalformed {
            if let name = names.first(where: entry.names) { return malformedStep(entry, name) }
        }
        if let entry = links.first(where: { AppPropertyList.hasVariable($0.text) }) {
            let message =
                "has a variable of the build, and no entry names '\(host)'; look at the built app: 'codesign -d --entitlements - --xml App.app'."
            return step(.note("build-variable"), entry, message)
        }
        if let entry = links.first(where: { $0.host == "*.\(host)" }) {
            let message =
                "is for hosts below '\(host)', and Apple's texts disagree about '\(host)' itself; declare 'applinks:\(host)', too."
            return step(.warning("domain-not-declared"), entry, message)
        }
        let message = "No entry is for links to '\(host)'; declare 'applinks:\(host)'."
        return Step(.entitlement, .error("domain-not-declared"), message)
    }

    /// What to write in place of an entry for universal links that systems do not read.
    private func malformedStep(_ entry: AssociatedDomain, _ host: String) -> Step {
        let message =
            "'\(entry.text)' is not written as systems read it; write an entry such as 'applinks:\(host)', or 'applinks:*.\(host)' for all hosts below it, in ASCII letters."
        let place = files.entitlements?.place(of: entry.text)
        return Step(.entitlement, .error("malformed-domain"), message, at: place)
    }

    // MARK: - Custom schemes

    /// What the `Info.plist` says about a scheme of the rules.
    private func schemeSteps(_ scheme: String) -> [Step] {
        let first = Step(.rules, nil, "'\(scheme)' is in the rules.")
        guard let info = files.info else {
            let message = "The 'Info.plist' was not given."
            return [first, Step(.scheme, .notGiven, message, in: .missing)]
        }
        func last(_ flaw: Flaw?, _ text: String, _ message: String) -> [Step] {
            [first, Step(.scheme, flaw, "'\(text)' \(message)", at: info.place(of: text))]
        }
        if let text = info.schemes.first(where: { $0.asciiLowercased == scheme }) {
            return last(nil, text, "is a scheme of the app's URL types.")
        }
        if let text = info.schemes.first(where: { $0.asciiLowercased.hasPrefix("\(scheme):") }) {
            let message = "is not a scheme, but more; write '\(scheme)' in 'CFBundleURLSchemes'."
            return last(.error("malformed-scheme"), text, message)
        }
        if let text = info.schemes.first(where: AppPropertyList.hasVariable) {
            let message =
                "has a variable of the build, and no URL type has the scheme '\(scheme)'; look at the built app: 'plutil -p App.app/Info.plist'."
            return last(.note("build-variable"), text, message)
        }
        let message =
            "No URL type of the app has the scheme '\(scheme)'; write '\(scheme)' in the array 'CFBundleURLSchemes' of a type in the array 'CFBundleURLTypes'."
        return [first, Step(.scheme, .error("scheme-not-declared"), message)]
    }

    // MARK: - The app

    private func ruleStep(_ url: String) -> Step {
        let explanation = rewriter.explain(url)
        guard let link = explanation.link else {
            let near = explanation.nearestRules.first.map { " Nearest: \($0)." } ?? ""
            let message = explanation.error?.description ?? "The link is refused."
            return Step(.rule, .error("refused"), message + near)
        }
        if let paths = configuration.paths.map(RegisteredPaths.init),
            paths.pattern(for: link) == nil
        {
            let near = paths.nearest(to: link.path).map { "did you mean '\($0)'?" }
            let message =
                "The link becomes '\(link.string)', whose path is not in 'paths'; \(near ?? "add it.")"
            return Step(.rule, .error("unregistered-path"), message)
        }
        let rule = explanation.rule.map { "'\($0.pattern)' makes it" } ?? "It passes through as"
        return Step(.rule, nil, "\(rule) '\(link.string)'.")
    }

    /// Whether the app has scenes; nil if it is for another system, or if Xcode may still add them to a project's file, which has no SDK.
    private var sceneStep: Step? {
        guard let info = files.info else { return nil }
        guard !info.hasScenes else {
            return Step(.scenes, nil, "The app has scenes, which get its links.")
        }
        guard let sdk = info.sdk, sdk.hasPrefix("iphone") else { return nil }
        let version = Int(sdk.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 0
        let flaw: Flaw = version >= 27 ? .error("no-scenes") : .warning("no-scenes")
        let message =
            "The app has no scenes, and iOS 27 does not start an app without them that is built with its SDK; add 'UIApplicationSceneManifest'."
        return Step(.scenes, flaw, message)
    }
}
