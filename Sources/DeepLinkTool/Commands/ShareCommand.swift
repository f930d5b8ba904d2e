import DeepLinks
import LinkChecking
import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Command {
    static let share = Command(
        name: "share",
        summary: "make the external URL of an internal link",
        options: [.config, .system, .host, .json],
        operands: [
            Operand("LINK", .oneOrMore, "internal links; '-' reads them from standard input")
        ],
        discussion: """
            The URL comes from the first rule of the host's domain that leads to the link and can be reversed.
            Links that pass without a rule come after all rules, and those that the site does not claim
            ('claims: false') come last. Rules with a name that looks like a secret are left out.
            If there is no such rule, the exit code is 1.
            """,
        examples: ["share '/featureA/detail?id=872346' --host mydomain.io"],
        run: { invocation, context throws(ToolError) in
            let file = try context.configuration(invocation)
            let rewriter = try file.rewriter()
            guard !file.configuration.domains.isEmpty else {
                throw file.file.error("The configuration has no domain; add one to share links.")
            }
            let host = try invocation.value(of: .host).map(rewriter.linkHost)
            let listed = file.configuration.paths.map(RegisteredPaths.init)
            let templates = RegisteredPaths(
                file.configuration.domains.flatMap(\.rules).compactMap(\.template)
                    .map { String($0.prefix { !"?#".contains($0) }) }
            )
            let shares = try context.lines(invocation.operands).map {
                Share($0, host: host, rewriter, listed: listed, templates: templates)
            }
            let refusals = shares.compactMap(\.refused)
            let complaints = shares.compactMap { $0.refused ?? $0.note }
            return ToolResult(
                output: invocation.has(.json)
                    ? try json(shares) : shares.compactMap(\.url).map { "\($0)\n" }.joined(),
                errors: invocation.has(.json)
                    ? "" : complaints.map { Tool.complaint("share", $0) }.joined(),
                exitCode: refusals.isEmpty ? .success : .findings
            )
        }
    )
}

extension Option {
    fileprivate static let host = Option(
        "host HOST",
        "the URL's host (default: the first without a wildcard that has a rule for the link)"
    )
}

extension Domain {
    var firstHost: String? { externalHosts.first { !$0.isWildcard }?.sampleHosts[0] }
}

/// An internal link with its external URL, or the reason why it has none.
private struct Share: Encodable {
    let link: String
    var url: String?
    var refused: String?

    /// Why the app does not open the URL.
    var note: String?

    /// Makes the external URL of a link; without a host, the first one without a wildcard of each domain is tried.
    ///
    /// The app registers the listed paths, if they are known, and the domains lead to those of the templates.
    init(
        _ text: String,
        host: String?,
        _ rewriter: URLRewriter,
        listed: RegisteredPaths?,
        templates: RegisteredPaths
    ) {
        link = text
        let link: DeepLink
        do throws(DeepLinkError) {
            link = try DeepLink(text)
        } catch {
            // The user may have meant the opposite direction.
            let hint =
                (try? rewriter.rewrite(text)).map {
                    "'\(Tool.name) explain' shows what the external link becomes: \(quoted($0.string))."
                } ?? error.description
            refused = "\(quoted(text)) is not an internal link. \(hint)"
            return
        }
        let domains = rewriter.configuration.domains
        let hosts = host.map { [$0] } ?? domains.compactMap(\.firstHost)
        let (best, error) = rewriter.sharedURL(for: link, hosts: hosts)
        if let best {
            url = best.url
            if let listed, listed.pattern(for: link) == nil {
                note =
                    "The app refuses \(quoted(best.url)), as it leads to '\(link.path)', which is not in 'paths'; correct the link, or add the path."
            } else if !best.isClaimed {
                note =
                    "\(quoted(best.url)) does not open the app from other apps and web sites, as the site keeps such links to itself ('claims: false')."
            }
            return
        }
        let others = host == nil ? rewriter.wildcardHosts(for: link, error?.isSecret == true) : []
        let (other, otherError) = rewriter.sharedURL(for: link, hosts: others)
        if let other {
            refused =
                "\(quoted(text)) needs a host that the rules do not name, such as '\(Option.host.word) \(other.host)'."
            return
        }
        let nearest = [error, otherError].compactMap(\.self).max { $0.progress < $1.progress }
        var reason = nearest?.description ?? ""
        if let nearest, nearest.isFar, host == nil, nearest.host == hosts.first, domains.count > 1 {
            reason = nearest.text(besides: count(domains.count - 1, "other domain")).description
        }
        let isKnown = [templates, listed].contains { $0?.pattern(for: link) != nil }
        // The error hides the link's data; here it can be shown, as the user typed it.
        let meant = isKnown ? nil : templates.nearest(to: link.path)
        let question = meant.map { " Did you mean \(quoted($0))?" } ?? ""
        refused = "\(quoted(text)): \(reason)\(question)"
    }
}

extension URLRewriter {
    /// The host of `--host` in its canonical spelling, which links to one of the domains can have.
    func linkHost(_ host: String) throws(ToolError) -> String {
        guard domain(ofHost: host) != nil,
            let canonical = try? HostPattern(host, allowsHTTP: false)
        else { throw .unknownHost(host, configuration.domains.flatMap(\.hosts)) }
        return canonical.sampleHosts[0]
    }

    /// The URL to share of a link, and of the hosts that have none the error of the nearest.
    ///
    /// The first host with a rule for the link gives the URL, otherwise the first whose domain lets it pass. URLs that the site does not
    /// claim come last, and those that carry a secret are left out.
    func sharedURL(
        for link: DeepLink,
        hosts: [String]
    ) -> (best: (url: String, host: String, isClaimed: Bool)?, nearest: ExternalURLError?) {
        var best: (url: String, host: String, rank: Int)?
        var nearest: ExternalURLError?
        for host in hosts where best?.rank != 0 {
            do throws(ExternalURLError) {
                let url = try externalURL(for: link, host: host, secretName: secretName)
                    .absoluteString
                let rank = rank(of: url)
                if rank < best?.rank ?? .max { best = (url, host, rank) }
            } catch {
                if error.progress > nearest?.progress ?? -1 { nearest = error }
            }
        }
        // What a rule would carry as a secret does not pass elsewhere.
        let passes = [1, 3].contains(best?.rank)
        if passes, nearest?.isSecret == true { best = nil }
        return (best.map { ($0.url, $0.host, $0.rank < 2) }, nearest)
    }

    /// 0 for a link by a rule, 1 for one that passes; 2 more if the site does not claim it for the app.
    private func rank(of url: String) -> Int {
        guard let details = try? details(of: url) else { return 0 }
        return (isClaimed(url, details) ? 0 : 2) + (details.ruleIndex == nil ? 1 : 0)
    }

    /// Whether the rule of a link, and its domain, let the site claim it for the app; of a link in another one, the outer rule counts.
    func isClaimed(_ url: String, _ details: Details) -> Bool {
        var (source, rule) = (details.sourceIndex, details.ruleIndex)
        if details.unwrappedURL != nil,
            let outer = explain(url).steps.first(where: { $0.rule != nil })?.rule
        {
            (source, rule) = (outer.sourceIndex, outer.ruleIndex)
        }
        guard case .domain(let domain) = sources[source] else { return true }
        return domain.claims && rule.map { domain.rules[$0].notes.claims } ?? true
    }

    /// Hosts to try for a link, of those that the rules have only as wildcards, or that may be any.
    ///
    /// The text that the host captures may stand in the link. What a rule would carry as a secret does not pass elsewhere.
    fileprivate func wildcardHosts(for link: DeepLink, _ isSecret: Bool) -> [String] {
        let words = link.path.split(separator: "/").map(String.init)
        let texts = words + link.queryItems.compactMap(\.value)
        return configuration.domains.flatMap { domain -> [String] in
            guard !isSecret || domain.options.unmatched == .reject else { return [] }
            let ends = domain.externalHosts.filter(\.isWildcard).map {
                ".\($0.name)\($0.port.map { ":\($0)" } ?? "")"
            }
            let own = (domain.anyHostAs == nil ? ends : ends + [""]).flatMap { end in
                texts.map { $0 + end }
            }
            return (own + domain.sampleHosts).filter { self.domain(ofHost: $0)?.1 == domain }
        }
    }
}
