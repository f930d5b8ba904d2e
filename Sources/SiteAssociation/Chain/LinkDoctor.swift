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

    /// What is true of all links of the app, besides what other chains say.
    package func chainOfApp(besides chains: [LinkChain]) -> LinkChain {
        let told = chains.flatMap(\.steps).map(\.message)
        let entries = (files.entitlements?.associatedDomains ?? []).filter { entry in
            entry.isMalformed && !AppPropertyList.hasVariable(entry.text)
                && !told.contains { $0.hasPrefix("'\(entry.text)'".showingInvisible) }
        }
        let steps = entries.map { misspelt($0, as: nil) }
        return LinkChain(subject: "the app", steps: steps + [sceneStep].compactMap(\.self))
    }

    /// What to write in place of an entry for universal links that systems do not read.
    private func misspelt(_ entry: AppPropertyList.AssociatedDomain, as host: String?) -> Step {
        let way =
            host.map { "'applinks:\($0)'" }
            ?? "an entry such as 'applinks:mydomain.io' or 'applinks:*.mydomain.io', in ASCII letters"
        let message = "'\(entry.text)' is not written as systems read it; write \(way)."
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
        return .init(part, flaw, message, line: text.flatMap { file?.line(of: $0) })
    }

    // MARK: - Web links

    /// The host that serves the file for a host, and the domain that the file speaks for.
    private func origin(of host: String) -> (server: String, domain: String) {
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

    /// The hosts that serve the files for URLs and hosts, each once.
    package func servers(of subjects: [String]) -> [String] {
        let hosts = self.hosts
        return subjects.compactMap { subject in
            let host = hosts.contains(subject) ? subject : webHost(of: subject)
            return host.flatMap { canHaveFile($0) ? origin(of: $0).server : nil }
        }.uniqued()
    }

    /// Whether an app can declare a host, or does.
    private func canHaveFile(_ host: String) -> Bool {
        let named = configuration.domains.flatMap(\.namedHosts).map(\.declaration)
        return (named + declaredHosts).contains { AssociationLink.covers($0, host) }
            || hosts.contains(host)
    }

    private func webSteps(_ host: String, url: String?) -> [Step] {
        let isInRules =
            rewriter.domain(ofHost: host) != nil
            || configuration.domains.flatMap(\.externalHosts)
                .contains { [$0.name, $0.declaration].contains(host) }
        let first =
            isInRules
            ? step(.rules, nil, "'\(host)' is in the rules.")
            : unknownStep(host, url == nil ? .warning : .error)
        let last = url.map { isInRules ? [ruleStep($0)] : [] } ?? []
        if !canHaveFile(host) {
            guard isInRules else {
                let name = try? HostPattern(host, allowsHTTP: false)
                let isMeant = nearestHost(to: host) == nil && name?.canHaveFile == true
                return [first] + (isMeant && files.entitlements != nil ? [domainStep(host)] : [])
            }
            let message =
                "Systems do not give an app the links to '\(host)': they need a public name without a port, and the app has to declare it as in 'applinks:mydomain.io'. Open such links within the app, or with a custom scheme."
            let flaw = Code.domainNotDeclared.with(.note)
            return [first, Step(.entitlement, flaw, message, in: .rules)] + last
        }
        let unclaimed = unclaimedStep(url, host)
        if url == nil, let unclaimed { return [first, unclaimed] }
        let (server, domain) = origin(of: host)
        var steps = [first, domainStep(host)]
        if !served.isGiven || files.host.map({ $0 != server }) ?? false {
            let message =
                "The answer of '\(server)' was not given; save it with 'curl -si https://\(server)/.well-known/apple-app-site-association'."
            steps.append(.init(.file, .notGiven, message, in: .missing))
        } else {
            steps += served.steps
            steps += served.association.map { fileSteps($0, url, domain: domain) } ?? []
        }
        // If no component matches, the file and the app lack the link on purpose.
        let opens = steps.contains { $0.part == .component && $0.flaw == nil }
        if !opens, let unclaimed { return [first, unclaimed] + last }
        return steps + last
    }

    private func nearestHost(to host: String) -> String? {
        // A capture takes no other hosts than its constraint says, however near they are.
        nearest(
            to: host,
            in: configuration.domains.flatMap(\.hosts).filter { !$0.contains("{") }
        )
    }

    private func unknownStep(_ host: String, _ severity: Severity) -> Step {
        let near = nearestHost(to: host).map { "did you mean '\($0)'?" }
        let message =
            "'\(host)' is not a host of the rules, so the app refuses its links; \(near ?? "add it to 'hosts'.")"
        return step(.rules, .notInRules.with(severity), message)
    }

    /// Which part of the rules keeps a link, or all links to a host, in the browser; nil if none does.
    private func unclaimedStep(_ url: String?, _ host: String) -> Step? {
        let domain =
            rewriter.domain(ofHost: host)?.1
            ?? configuration.domains.first { domain in
                domain.externalHosts.contains { $0.declaration == host }
            }
        let rule = url.flatMap { rewriter.explain($0).steps.lazy.compactMap(\.rule).first }
        let isRule = rule.map {
            !rewriter.sources[$0.sourceIndex].rules[$0.ruleIndex].notes.claims
        }
        guard domain?.claims == false || isRule == true else { return nil }
        let subject = rule.flatMap { isRule == true ? "'\($0.pattern)'" : nil }
        let message =
            "\(subject ?? "The domain of '\(host)'") has 'claims: false', which keeps its links in the browser; remove it if they must open the app."
        return step(.rules, .notClaimed.with(url == nil ? .warning : .error), message)
    }

    /// What the entitlement says about a host.
    private func domainStep(_ host: String) -> Step {
        guard let entitlements = files.entitlements else {
            return Step(.entitlement, .notGiven, "The entitlements were not given.", in: .missing)
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
        if let entry = own.first {
            let message =
                "'\(entry.text)' is only for builds that are signed for development, or for devices that a company manages; in a release, declare 'applinks:\(domain)', too."
            let severity: Severity = entitlements.isRelease == true ? .error : .warning
            return step(.entitlement, .specialMode.with(severity), message, at: entry.text)
        }
        let malformed = entries.filter(\.isMalformed)
        if let entry = malformed.first(where: { $0.names(host) }) {
            return misspelt(entry, as: host)
        }
        if let wildcard = AppDeclarations.declaration(for: host, among: self.needed.hosts),
            let entry = malformed.first(where: { entry in
                entry.text.contains("*") && entry.names(AppDeclarations.server(of: wildcard))
            })
        {
            return misspelt(entry, as: wildcard)
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
        let message = "No entry is for links to '\(host)'; declare '\(needed)'."
        return step(.entitlement, .domainNotDeclared, message)
    }

    // MARK: - Custom schemes

    /// What the `Info.plist` says about a scheme of the rules.
    private func schemeSteps(_ scheme: String) -> [Step] {
        let first = step(.rules, nil, "'\(scheme)' is in the rules.")
        guard let info = files.info else {
            let message = "The 'Info.plist' was not given."
            return [first, Step(.scheme, .notGiven, message, in: .missing)]
        }
        func last(_ flaw: Code?, _ message: String, at text: String? = nil) -> [Step] {
            [first, step(.scheme, flaw, message, at: text)]
        }
        let schemes = info.schemes
        if let text = schemes.first(where: { $0.asciiLowercased == scheme }) {
            return last(nil, "'\(text)' is a scheme of the app's URL types.", at: text)
        }
        if let text = schemes.first(where: { $0.asciiLowercased.hasPrefix("\(scheme):") }) {
            let message =
                "'\(text)' is not a scheme, but more; write '\(scheme)' in 'CFBundleURLSchemes'."
            return last(.malformedScheme, message, at: text)
        }
        if let text = schemes.first(where: AppPropertyList.hasVariable) {
            let message =
                "No URL type has the scheme '\(scheme)', but '\(text)' has a variable of the build; look at the built app: 'plutil -p App.app/Info.plist'."
            return last(.buildVariable, message, at: text)
        }
        let message =
            "No URL type of the app has the scheme '\(scheme)'; write '\(scheme)' in the array 'CFBundleURLSchemes' of a type in the array 'CFBundleURLTypes'."
        return last(.schemeNotDeclared, message)
    }

    // MARK: - The app

    private func ruleStep(_ url: String) -> Step {
        let explanation = rewriter.explain(url)
        guard let link = explanation.link else {
            let near = explanation.nearestRules.first.map { " Nearest: \($0)." } ?? ""
            let message = explanation.error?.description ?? "The link is refused."
            return step(.rule, .refused, message + near)
        }
        if let paths = configuration.paths.map(RegisteredPaths.init),
            paths.pattern(for: link) == nil
        {
            let near = paths.nearest(to: link.path).map { "did you mean '\($0)'?" }
            let message =
                "The link becomes '\(link.string)', whose path is not in 'paths'; \(near ?? "add it.")"
            return step(.rule, .unregisteredPath, message)
        }
        let rule = explanation.rule.map { "'\($0.pattern)' makes it" } ?? "It passes through as"
        return step(.rule, nil, "\(rule) '\(link.string)'.")
    }

    /// Whether the app has scenes; nil if that is not asked of it.
    private var sceneStep: Step? {
        guard let info = files.info, !info.isForMac else { return nil }
        guard !info.hasScenes else {
            return step(.scenes, nil, "The app has scenes, which get its links.")
        }
        guard info.sdk?.hasPrefix("iphone") ?? true else { return nil }
        // A project's file has no SDK, and Xcode may add the scenes.
        let version = info.sdk.map { Int($0.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 0 }
        let severity: Severity = version.map { $0 >= 27 ? .error : .warning } ?? .note
        let message =
            "The app has no scenes here, and iOS 27 does not start an app without them that is built with its SDK. Add 'UIApplicationSceneManifest', or look at the built app: 'plutil -p App.app/Info.plist'."
        return step(.scenes, .noScenes.with(severity), message)
    }
}
