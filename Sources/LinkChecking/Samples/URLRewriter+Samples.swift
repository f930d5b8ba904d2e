package import DeepLinks
import PathMatching

extension URLRewriter {
    /// A link for each rule of a source, with generated texts for its captures, and what it becomes, by the number of the rule.
    ///
    /// Each link was rewritten to make sure that its rule takes it. A rule has none if it refuses or unwraps links, or if other rules take
    /// its links. If paths are given, links that lead to one of them are preferred.
    package func samples(
        ofSource source: Int,
        _ paths: RegisteredPaths? = nil
    ) -> [Int: (url: String, link: DeepLink)] {
        func isRegistered(_ link: DeepLink) -> Bool { paths?.pattern(for: link) != nil }
        var samples: [Int: (url: String, link: DeepLink)] = [:]
        let origins = sources[source].sampleOrigins
        func links(
            _ tails: [String],
            by rule: CompiledRule
        ) -> some Sequence<(url: String, link: DeepLink)> {
            self.links(tails, by: rule, of: source, origins)
        }
        for rule in index.sources[source].rules {
            let number = rule.place.rule
            guard samples[number].map({ paths != nil && !isRegistered($0.link) }) ?? true else {
                continue
            }
            let own = links(SampleLinks(rule.path, rule.conditions).tails(8), by: rule)
            guard let first = own.first(where: { _ in true }) else { continue }
            var found = paths == nil ? first : own.first { isRegistered($0.link) }
            if found == nil, let paths {
                let made = own.map(\.link.path).uniqued()
                let near = paths.samples(like: made, rule.template?.texts ?? [])
                found = links(rule.tails(0, rule.conditions, leadingTo: near), by: rule)
                    .first { isRegistered($0.link) }
            }
            samples[number] = found ?? samples[number] ?? first
        }
        return samples
    }

    /// Links with some texts behind each host or scheme of a source that a rule of it takes, and what they become.
    func links(
        _ tails: [String],
        by rule: CompiledRule,
        of source: Int,
        _ origins: [String]
    ) -> some Sequence<(url: String, link: DeepLink)> {
        tails.lazy.flatMap { tail in origins.map { $0 + tail } }.compactMap { url in
            guard let details = try? details(of: url), details.sourceIndex == source,
                details.ruleIndex == rule.place.rule, details.unwrappedURL == nil
            else { return nil }
            return (url, details.link)
        }
    }
}

extension TemplateText {
    /// The texts of the segments up to the first catch-all; nil for one with a capture.
    fileprivate var texts: [String?] {
        segments.prefix { !$0.contains(where: \.addsSegments) }.map { pieces in
            guard pieces.count == 1, case .text(let text) = pieces[0] else { return nil }
            return text
        }
    }
}

// MARK: - Rules

extension URLRewriter {
    /// The rules of a domain, each under every prefix, in the order of declaration.
    package func rules(of domain: Domain) -> [CompiledRule] {
        sources.firstIndex(of: .domain(domain)).map { index.sources[$0].rules } ?? []
    }
}

extension CompiledRule {
    /// The conditions on the query, without those that every link meets.
    package var items: [ItemCondition] { conditions.filter { $0.canRefuse(false) } }

    /// Whether the rule refuses its links.
    package var refuses: Bool {
        switch action {
        case .refuse: true
        default: false
        }
    }

    /// What follows the host in links with the rule's path and some conditions, then in such links that lead to some paths.
    package func tails(
        _ limit: Int,
        _ conditions: [ItemCondition],
        leadingTo paths: some Sequence<String>,
        each: Int = 0
    ) -> [String] {
        SampleLinks(path, conditions, each: each).tails(limit)
            + texts(leadingTo: paths).flatMap { SampleLinks(path, conditions, texts: $0).tails(2) }
    }

    /// The texts of captures with which the rule leads to some paths, for the first few of these; none if its template's path has no
    /// capture.
    func texts(leadingTo paths: some Sequence<String>) -> [[String: String]] {
        guard let template, template.fixedPath == nil else { return [] }
        var names: [String] = []
        // Captures of another prefix are absent.
        let present = template.segments.filter { pieces in
            pieces.allSatisfy { $0.capture == nil || $0.slot != nil }
        }
        let segments = present.map { pieces in
            "/"
                + pieces.map { piece in
                    switch piece {
                    case .text(let text): return text.percentEncoded(keeping: .segment)
                    case .capture(let name, let addsSegments, _):
                        // A template may use a name twice.
                        names.append(name)
                        return "{\(addsSegments ? "*" : "")\(names.count)}"
                    }
                }.joined()
        }
        // No pattern has two captures side by side.
        guard let pattern = try? PathPattern(segments.joined()) else { return [] }
        let matcher = PatternMatcher(pattern)
        let texts = paths.lazy.compactMap { path in
            withBytes(of: path) { bytes in
                matcher.captures(in: bytes).map { ranges in
                    Dictionary(zip(names, ranges.map { String(bytes[$0]) })) { first, _ in first }
                }
            }
        }
        return Array(texts.prefix(16))
    }
}

// MARK: - Origins

extension RewriteSource {
    /// What comes before the path in links with which rules are tried, the plainest first.
    var sampleOrigins: [String] { [false, true].flatMap { origins(all: $0) }.uniqued() }

    /// The domain, if it is one.
    var domain: Domain? {
        if case .domain(let domain) = self { domain } else { nil }
    }

    /// What comes before the path in links to this source; to each of its hosts or schemes, or only to the first.
    ///
    /// Of a list of words in a host, the first are tried.
    func origins(all: Bool, _ limit: Int = 3) -> [String] {
        switch self {
        case .domain(let domain):
            let first = domain.sampleHosts
            let others = domain.externalHosts.flatMap {
                $0.sampleHosts($0.constraint.contains("|") ? limit : 3)
            }
            let hosts = all ? (first.prefix(1) + others).uniqued() : first
            return (all && domain.allowsHTTP ? ["https", "http"] : ["https"]).flatMap { scheme in
                hosts.map { domain.origin(scheme, $0) }
            }
        // The path's first segment takes the place of a host if it can.
        case .scheme(let scheme):
            return scheme.names.prefix(all ? .max : 1).flatMap { ["\($0):/", "\($0)://"] }
        }
    }
}

extension Domain {
    /// The hosts in the order of declaration, without those that a rewriter does not accept.
    package var externalHosts: [HostPattern] {
        hosts.compactMap { try? HostPattern($0, allowsHTTP: allowsHTTP) }
    }

    /// What comes before the path in links to a host.
    func origin(_ scheme: String, _ host: String) -> String {
        "\(scheme)://\(host)\(options.fragment == .path ? "/#" : "")"
    }

    /// Hosts that links to this domain can have: the first that is a plain name, or some that fit the first pattern.
    ///
    /// Some of them may belong to another domain, which is more specific.
    package var sampleHosts: [String] {
        if anyHostAs != nil, hosts.isEmpty { return ["some.example"] }
        let patterns = externalHosts
        return (patterns.first { !$0.isWildcard } ?? patterns.first)?.sampleHosts ?? []
    }
}

extension HostPattern {
    /// Whether this stands for hosts below the name, not for the name itself.
    package var isWildcard: Bool { prefix != .none }

    /// Some hosts that the pattern matches, with their port, the plainest first.
    package var sampleHosts: [String] { sampleHosts(64) }

    fileprivate func sampleHosts(_ limit: Int) -> [String] {
        let labels: [String] =
            switch prefix {
            case .none: [""]
            // Not 'www', which other sources often name; and a pattern for one label has precedence.
            case .wildcard: ["any.", "any.any.", "some.other.any."]
            case .capture(let capture):
                ((try? PathPattern("/{\(capture)\(constraint)}"))
                    .map { SampleLinks($0).tails(max(64, limit)) } ?? []).map {
                        $0.dropFirst().lowercased()
                    }
                    .filter { label in
                        label.utf8.allSatisfy(ByteSet.alphanumerics.union(ByteSet("-")).contains)
                    }.map { $0 + "." }
            }
        return labels.prefix(limit).map { $0 + name + (port.map { ":\($0)" } ?? "") }
    }
}

extension URLRewriter {
    /// A host of a domain, or of some of its hosts, whose links go to this domain and no other; nil if none of the generated hosts is one.
    package func sampleHost(of domain: Domain, _ hosts: [HostPattern]? = nil) -> String? {
        (hosts?.flatMap(\.sampleHosts) ?? domain.sampleHosts).first {
            self.domain(ofHost: $0)?.1 == domain
        }
    }
}
