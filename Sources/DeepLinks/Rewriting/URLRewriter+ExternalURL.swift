import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension URLRewriter {
    /// Returns an external URL that becomes the given internal link, to share it.
    ///
    /// ```swift
    /// let link = try DeepLink("/featureA/detail?id=872346")
    /// try rewriter.externalURL(for: link, host: "mydomain.io")  // https://mydomain.io/domainA/872346
    /// ```
    ///
    /// The domain's rules are tried in the order of declaration, each under its prefixes, beginning with those that supply the most
    /// captures of the template. The first rule that can be reversed for this link gives the URL, so declare the rule with the
    /// shape to share first. A rule can be reversed if its template uses all captures that the external side requires. If no rule fits and
    /// the domain lets unmatched links pass, the URL has the link's own path. Rules whose links the site does not claim come last, as
    /// their URLs stay in the browser. If the domain reads fragments as queries, the URL has its items there, where the site's server does
    /// not get them.
    ///
    /// Rewriting the URL gives the same link, with the template's items first; that is checked before the URL is returned.
    ///
    /// - Parameters:
    ///   - link: The internal link.
    ///   - host: A host of one of the domains, with its port if that is not the default one. For `{shop}.mydomain.io`
    ///     or `*.mydomain.io`, a host that fits it.
    /// - Returns: An `https` URL with this host.
    /// - Throws: An error that names the nearest of the rules that were tried, and its obstacle.
    /// - Complexity: O(*n*) in the number of the domain's rules.
    public func externalURL(for link: DeepLink, host: String) throws(ExternalURLError) -> URL {
        try externalURL(for: link, host: host, byRule: nil)
    }

    /// Returns an external URL that becomes the link by the domain's rule with the given number, or with nil by any rule.
    ///
    /// A rule that carries a secret gives no URL, and if there is no other rule, the link does not pass either; `secretName` gets the
    /// numbers of a rule and its source, and returns the secret's name.
    package func externalURL(
        for link: DeepLink,
        host: String,
        byRule number: Int? = nil,
        secretName: (_ rule: Int, _ source: Int) -> String? = { _, _ in nil }
    ) throws(ExternalURLError) -> URL {
        guard let (source, domain, captures) = domain(ofHost: host) else {
            let hosts = configuration.domains.flatMap(\.hosts)
            throw ExternalURLError(link, unknownHost: host, known: hosts)
        }
        let all = index.sources[source].rules
        // Most rules lead to other paths.
        let compiled = all.filter { rule in
            number.map { $0 == rule.place.rule } ?? (rule.template?.canMake(link.path) ?? true)
        }
        let forms = Dictionary(grouping: compiled, by: \.place.rule)
        // The sort is stable.
        let order = forms.keys.sorted().inOrder {
            domain.rules[$0].notes.claims && !domain.rules[$1].notes.claims
        }
        var unclaimed: URL?
        var nearest: (rule: String, obstacle: ExternalURLError.Obstacle)?
        if number == nil, compiled.count < all.count { nearest = (all[0].pattern, .otherPath) }
        var isSecret = false
        for number in order {
            let rule = domain.rules[number]
            do throws(ExternalURLError.Obstacle) {
                if let obstacle = rule.shareObstacle { throw obstacle }
                let url = try externalURL(
                    for: link,
                    host,
                    by: forms[number] ?? [],
                    domain,
                    captures
                )
                if let name = secretName(number, source) { throw .secret(name) }
                if rule.notes.claims { return url }
                unclaimed = unclaimed ?? url
            } catch {
                isSecret = isSecret || error.isSecret
                if error.progress > nearest?.obstacle.progress ?? -1 {
                    nearest = (rule.pattern, error)
                }
            }
        }
        if number == nil, !isSecret, domain.options.unmatched == .passThrough,
            let url = try? verified(
                link,
                host,
                domain,
                (link.path, QueryText.text(of: link.queryItems), link.fragment)
            ), unclaimed == nil || !staysInBrowser(url, source, domain)
        {
            return url
        }
        if let unclaimed { return unclaimed }
        throw ExternalURLError(link, host: host, nearest: nearest, isSecret: isSecret)
    }

    /// Whether a URL becomes a link by a rule whose links the domain's site does not claim.
    private func staysInBrowser(_ url: URL, _ source: Int, _ domain: Domain) -> Bool {
        guard let details = try? details(of: url), details.sourceIndex == source,
            let rule = details.ruleIndex
        else { return false }
        return !domain.rules[rule].notes.claims
    }

    /// The URL by one rule, under any of its prefixes.
    private func externalURL(
        for link: DeepLink,
        _ host: String,
        by forms: [CompiledRule],
        _ domain: Domain,
        _ captures: [String: String]
    ) throws(ExternalURLError.Obstacle) -> URL {
        var nearest: ExternalURLError.Obstacle?
        // What a prefix captures belongs in the prefix, not in an item; without a URL, what loses least is nearest. The sort is stable.
        for inverse in forms.compactMap({ RuleInverse($0, known: captures) })
            .inOrder(by: { ($0.lost.count, $0.absent.count) < ($1.lost.count, $1.absent.count) })
        {
            do throws(ExternalURLError.Obstacle) {
                if let flaw = inverse.flaw(for: link) { throw flaw }
                return try verified(link, host, domain, inverse.external(for: link))
            } catch {
                if error.progress > nearest?.progress ?? -1 { nearest = error }
            }
        }
        throw nearest ?? .otherPath
    }

    /// The URL made of these parts, if rewriting it gives the link.
    private func verified(
        _ link: DeepLink,
        _ host: String,
        _ domain: Domain,
        _ external: RuleInverse.External
    ) throws(ExternalURLError.Obstacle) -> URL {
        let own = external.fragment ?? ""
        let fragment = own.isEmpty ? "" : DeepLink.text(ofFragment: own)
        // Browsers do not send the fragment to the site's server.
        let (start, mark, contents) =
            switch domain.options.fragment {
            case .keep: ("", "?", "")
            case .path: ("/#", "?", "path")
            case .query: ("", "#", "items")
            }
        guard fragment.isEmpty || contents.isEmpty else {
            throw ExternalURLError.Obstacle(
                predicate: "has its \(contents) in the fragment, but the link has a fragment",
                progress: 3
            )
        }
        let query = external.query.isEmpty ? "" : mark + external.query
        let text = "https://\(host)\(start)\(external.path)\(query)\(fragment)"
        var result: Details?
        var refusal: RewriteError?
        // Browsers take off what follows ':~:' in a fragment, but a capture of the whole rest keeps it.
        let escaped = text.contains(":~:") ? [text.replacing(":~", with: "%3A~")] : []
        for text in [text] + escaped {
            guard let url = URL(string: text) else { continue }
            do throws(RewriteError) {
                let details = try details(of: url)
                if details.link.isSame(as: link) { return url }
                result = result ?? details
            } catch {
                refusal = error
            }
        }
        if let result, result.unwrappedURL == nil, !result.removedItems.isEmpty {
            throw ExternalURLError.Obstacle(
                predicate: "gives a URL from which the option 'query' removes an item",
                progress: 4,
                remedy: "leave the item out of the link, or keep it in the option 'query'"
            )
        }
        if result == nil, let refusal, let limit = refusal.reason.limit {
            throw ExternalURLError.Obstacle(
                predicate: "gives a URL of more than \(limit)",
                progress: 4,
                remedy: refusal.text.remedy ?? ExternalURLError.Obstacle.anotherRule
            )
        }
        let fate = result.map { "that becomes '\($0.link)'" } ?? "that is refused"
        throw ExternalURLError.Obstacle(predicate: "gives a URL \(fate)", progress: 4)
    }

    /// The domain of a host, with its number and the texts of the host's captures.
    package func domain(ofHost host: String) -> (Int, Domain, captures: [String: String])? {
        withBytes(of: "https://\(host)") { bytes in
            guard let beginning = try? LinkBeginning(bytes),
                case .web(_, let authority) = beginning, authority.upperBound == bytes.count,
                let located = try? index.locate(beginning, bytes),
                case .domain(let domain) = sources[located.source]
            else { return nil }
            let captures = located.capture.map { [$0.name: $0.text] }
            return (located.source, domain, captures ?? [:])
        }
    }
}

extension DeepLink {
    /// Whether both have the same path, fragment and items; only items with the same name must be in the same order.
    fileprivate func isSame(as other: DeepLink) -> Bool {
        func sorted(_ link: DeepLink) -> [URLQueryItem] {
            // The sort is stable.
            link.queryItems.inOrder { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        }
        return hasSameBytes(path, other.path)
            && hasSameBytes(fragment ?? "", other.fragment ?? "")
            && hasSameItems(sorted(self), sorted(other))
    }
}

extension TemplateText {
    /// Whether links that it makes can have a path, as far as its segments before the first capture show.
    fileprivate func canMake(_ path: String) -> Bool {
        if let fixedPath { return hasSameBytes(fixedPath, path) }
        let rest = path.utf8.dropFirst(fixedStart.utf8.count)
        return path.utf8.starts(with: fixedStart.utf8)
            && (rest.isEmpty || rest.first == UInt8(ascii: "/"))
    }
}

extension RewriteRule {
    /// The reason why a rule of this kind never makes a link; nil if it is a ``Rewrite``.
    package var shareObstacle: ExternalURLError.Obstacle? {
        switch self {
        case .rewrite: nil
        case .unwrap: ExternalURLError.Obstacle(predicate: "unwraps another link", progress: 0)
        case .refuse: ExternalURLError.Obstacle(predicate: "refuses links", progress: 0)
        }
    }
}

extension Domain {
    /// The names of the hosts' captures.
    package var hostCaptures: [String] {
        var names: [String] = []
        for host in hosts {
            let pattern = try? HostPattern(host, allowsHTTP: allowsHTTP)
            if case .capture(let name)? = pattern?.prefix, !names.contains(name) {
                names.append(name)
            }
        }
        if let anyHostAs, !names.contains(anyHostAs) { names.append(anyHostAs) }
        return names
    }
}
