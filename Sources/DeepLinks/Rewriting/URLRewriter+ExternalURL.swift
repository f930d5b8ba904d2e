import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension URLRewriter {
    /// The external URL that becomes an internal link, to share it.
    ///
    /// ```swift
    /// let link = try DeepLink("/featureA/detail?id=872346")
    /// try rewriter.externalURL(for: link, host: "mydomain.io")  // https://mydomain.io/domainA/872346
    /// ```
    ///
    /// The domain's rules are tried in the order of declaration, each under its prefixes in their order, and the first
    /// that can be turned around for this link gives the URL: put the rule with the shape that is to be shared first. A
    /// rule can be turned around if its template keeps all captures that the external side needs. Where no rule fits
    /// and the domain lets unmatched links pass, the URL has the link's own path.
    ///
    /// Rewriting the URL gives the link again, with its items in the order of the template; that is checked before it is returned.
    ///
    /// - Parameters:
    ///   - link: The internal link.
    ///   - host: A host of one of the domains, with its port if that is not the default one. For `{shop}.mydomain.io`
    ///     or `*.mydomain.io`, a host that fits it.
    /// - Returns: An `https` URL with this host.
    /// - Throws: Which rules were tried, and what stood in the way of each.
    /// - Complexity: O(*n*) in the number of the domain's rules, which are read anew.
    public func externalURL(
        for link: DeepLink,
        host: String
    ) throws(ExternalURLError) -> URL {
        guard let origin = sharingHost(host), case .domain(let domain) = origin.source else {
            let hosts = sources.flatMap { source -> [String] in
                if case .domain(let domain) = source { domain.hosts } else { [] }
            }
            throw ExternalURLError(link: link, host: host, reason: .unknownHost(known: hosts))
        }
        var attempts: [ExternalURLError.Attempt] = []
        for rule in domain.rules {
            do throws(ExternalURLError.Obstacle) {
                return try externalURL(for: link, by: rule, of: domain, origin)
            } catch {
                attempts.append(ExternalURLError.Attempt(rule: rule.pattern, obstacle: error))
            }
        }
        if domain.options.unmatched == .passThrough,
            let url = try? verified(link, host, domain, (Array(link.path.utf8), link.query))
        {
            return url
        }
        throw ExternalURLError(link: link, host: host, reason: .noRule(attempts))
    }

    /// The external URL that becomes an internal link by one rule of a domain.
    ///
    /// - Parameters:
    ///   - link: The internal link.
    ///   - rule: The number of the rule in its source.
    ///   - host: A host of the rule's domain.
    /// - Returns: An `https` URL with this host.
    /// - Throws: What stands in the way.
    package func externalURL(
        for link: DeepLink,
        byRule rule: Int,
        host: SharingHost
    ) throws(ExternalURLError.Obstacle) -> URL {
        guard case .domain(let domain) = host.source, domain.rules.indices.contains(rule) else {
            throw .otherPath
        }
        return try externalURL(for: link, by: domain.rules[rule], of: domain, host)
    }

    private func externalURL(
        for link: DeepLink,
        by rule: RewriteRule,
        of domain: Domain,
        _ host: SharingHost
    ) throws(ExternalURLError.Obstacle) -> URL {
        guard case .rewrite(let rewrite) = rule,
            let pattern = try? ExternalPattern(rewrite.pattern),
            let template = try? TemplateText(rewrite.template)
        else { throw .unwraps }
        var nearest: ExternalURLError.Obstacle?
        func url(by inverse: RuleInverse) -> URL? {
            do throws(ExternalURLError.Obstacle) {
                if let flaw = inverse.flaw { throw flaw }
                let external = try inverse.external(for: link, known: host.captures)
                return try verified(link, host.name, domain, external)
            } catch {
                if error.progress > nearest?.progress ?? -1 { nearest = error }
                return nil
            }
        }
        // What a prefix says belongs into the prefix, though it would also pass as a query item.
        var passed: [RuleInverse] = []
        for prefix in domain.options.prefixes {
            guard
                let inverse = try? RuleInverse(
                    pattern,
                    template,
                    under: prefix,
                    captures: host.optionalCaptures
                )
            else { continue }
            if inverse.passes(link, known: host.captures) {
                passed.append(inverse)
            } else if let url = url(by: inverse) {
                return url
            }
        }
        for inverse in passed {
            if let url = url(by: inverse) { return url }
        }
        throw nearest ?? .otherPath
    }

    /// The URL of these parts, if rewriting it gives the link.
    private func verified(
        _ link: DeepLink,
        _ host: String,
        _ domain: Domain,
        _ external: (path: [UInt8], query: [UInt8])
    ) throws(ExternalURLError.Obstacle) -> URL {
        var bytes = Array("https://\(host)".utf8)
        if domain.options.fragment == .path {
            guard link.fragment == nil else { throw .fragment }
            bytes += "/#".utf8
        }
        bytes += external.path
        bytes += external.query
        if let fragment = link.fragment {
            // A link of its fragment alone: `/#fragment`.
            let only = DeepLink(canonicalPath: "/", queryItems: [], fragment: fragment)
            bytes += only.string.utf8.dropFirst()
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let url = URL(string: text) else { throw .otherPath }
        let result: DeepLink
        do throws(RewriteError) {
            result = try rewrite(url)
        } catch {
            throw .refused(error)
        }
        guard result.isSame(as: link) else { throw .becomes(result) }
        return url
    }
}

extension ExternalURLError.Obstacle: Error {}

extension DeepLink {
    /// Whether both have the same path, fragment and items, of which those with the same name stand in the same order.
    fileprivate func isSame(as other: DeepLink) -> Bool {
        func sorted(_ link: DeepLink) -> [URLQueryItem] {
            // The sort is stable.
            link.queryItems.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        }
        return hasSameBytes(path, other.path) && hasSameBytes(fragment, other.fragment)
            && sorted(self).elementsEqual(sorted(other)) {
                hasSameBytes($0.name, $1.name) && hasSameBytes($0.value, $1.value)
            }
    }

    /// The items with a question mark, or nothing.
    fileprivate var query: [UInt8] {
        guard !queryItems.isEmpty else { return [] }
        var bytes = [UInt8(ascii: "?")]
        QueryText.append(queryItems, to: &bytes)
        return bytes
    }
}

// MARK: - Hosts

extension URLRewriter {
    /// A host that links can be shared with.
    package struct SharingHost {
        fileprivate let name: String
        fileprivate let source: RewriteSource
        /// The captures that this host has, with their texts.
        fileprivate let captures: [String: String]
        /// The names of all captures of the source's hosts and prefixes.
        fileprivate let optionalCaptures: Set<String>
    }

    /// Finds the domain of a host.
    ///
    /// - Parameter host: The host, with its port if that is not the default one.
    /// - Returns: What has to be known of it to make many URLs; nil if no domain has it.
    package func sharingHost(_ host: String) -> SharingHost? {
        let text = "https://\(host)"
        let located: (number: Int, capture: Range<Int>, index: Int?)? = withBytes(of: text) {
            bytes in
            guard let origin = try? ExternalOrigin(bytes),
                case .web(_, let authority) = origin, authority.upperBound == bytes.count,
                let located = try? index.locate(origin, bytes)
            else { return nil }
            return (located.source, located.hostCapture, located.capture)
        }
        guard let located else { return nil }
        let source = sources[located.number]
        guard case .domain(let domain) = source else { return nil }
        let names = domain.hostCaptures
        var captures: [String: String] = [:]
        if let index = located.index {
            let label = Array(text.utf8)[located.capture].map(ByteSet.lowercased)
            captures[names[index]] = String(decoding: label, as: UTF8.self)
        }
        var optional = Set(names)
        for prefix in source.options.prefixes {
            if let pattern = try? PathPattern(prefix.isEmpty ? "/" : prefix) {
                optional.formUnion(pattern.captureNames)
            }
        }
        return SharingHost(
            name: host,
            source: source,
            captures: captures,
            optionalCaptures: optional
        )
    }
}

extension Domain {
    /// The names of the hosts' captures; a capture's number is its place here.
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
