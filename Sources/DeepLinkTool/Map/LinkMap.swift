import DeepLinks
import LinkChecking
import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every external pattern of a configuration and where it leads; all formats of `deeplink map` show it.
struct LinkMap: Codable, Equatable, Sendable {
    /// The limits for links, by the names of ``DeepLinks/Limits``.
    let limits: [String: Int]

    /// The day on which the rules were last changed, such as `2026-11-26`; nil if that is not known.
    let day: String?

    /// The domains and then the schemes, each in the order of the configuration.
    var sources: [Source]

    /// The paths that the app registers; nil if they are not known.
    let paths: [String]?

    /// A set of hosts or schemes with its rules.
    struct Source: Codable, Equatable, Sendable {
        enum Kind: String, Codable, Sendable {
            case domain
            case scheme
        }

        /// Its place in the configuration, such as `domains[0]`.
        let place: String

        let kind: Kind

        /// The hosts or the schemes as they are written; for any host, a phrase.
        let names: [String]

        /// Whether `http` links are accepted beside `https`.
        let allowsHTTP: Bool

        /// The options that differ from their default, as the rules' file has them.
        let options: [String: ConfigurationValue]

        /// The options explained in sentences.
        let sentences: [String]

        /// The rules, in the order of declaration.
        var entries: [Entry]

        /// The headings of a table of the rules.
        var headings: [String] {
            ["External", "Internal", kind == .domain ? "To share" : "Example"]
                + (entries.contains { $0.notes != nil } ? ["Rule"] : [])
        }
    }

    /// A rule.
    struct Entry: Codable, Equatable, Sendable {
        enum Kind: String, Codable, Sendable {
            /// It makes an internal link.
            case rewrite
            /// It takes out the link that is inside a link.
            case unwrap
            /// It refuses links.
            case refuse
        }

        /// Its place in the configuration, such as `domains[0].rules[3]`.
        let place: String

        let kind: Kind

        /// The path pattern and query items of its external side.
        let external: String

        /// Its internal side; nil if the rule unwraps or refuses links.
        let `internal`: String?

        /// What people call the rule; nil if it has no title.
        let title: String?

        /// Whom the rule belongs to; nil if it does not say so.
        let owner: String?

        /// Whether the site claims the rule's links for the app.
        let isClaimed: Bool

        /// The examples in the configuration that become links; if there are none, a generated one where possible.
        let examples: [Example]

        /// Whether a name in the rule looks like a secret, as in a login's callback; such links are not for sharing.
        let carriesSecret: Bool

        /// Whether the app registers the path that it leads to; nil if that is not known.
        let isRegistered: Bool?

        let share: Share

        /// The URL that `deeplink share` makes of the internal link of the first example, by this or another rule; nil if it makes none.
        var canonical: String?

        /// Its title, its owner, and whether the site does not claim its links; nil if there is nothing to say.
        var notes: String? {
            let notes = [
                RewriteRule.Notes(title: title, owner: owner).name,
                isClaimed ? nil : "not claimed by the site",
            ]
            let told = notes.compactMap(\.self).joined(separator: ", ")
            return told.isEmpty ? nil : told
        }

        /// Its internal side, or words for what it does instead.
        var destination: (text: String, isCode: Bool) {
            switch kind {
            case .rewrite: (`internal` ?? "", true)
            case .unwrap: ("the link inside it", false)
            case .refuse: ("refused", false)
            }
        }
    }

    /// An external link with the internal link that it becomes.
    struct Example: Codable, Equatable, Sendable {
        /// The whole external link.
        let url: String

        /// The internal link.
        let link: String

        /// Whether it was generated and is not in the configuration.
        let isMadeUp: Bool
    }

    /// The reverse direction: from an internal link to an external URL by the same rule.
    struct Share: Codable, Equatable, Sendable {
        /// Whether there is such a URL.
        let isShareable: Bool

        /// The URL for the internal link of the first example that has one; nil if none has.
        let url: String?

        /// The internal link of the URL.
        let link: String?

        /// Why there is no URL, such as `does not keep its capture 'title'`.
        let obstacle: String?
    }

    /// How many rules there are.
    var entryCount: Int { sources.reduce(0) { $0 + $1.entries.count } }
}

// MARK: - From a configuration

extension LinkMap {
    /// Makes the map of a configuration.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - rewriter: The rewriter that was made from it.
    ///   - day: The day on which the configuration was last changed.
    ///   - places: Where the configuration's parts are in its file: examples keep the order of the file.
    init(
        _ configuration: LinkConfiguration,
        _ rewriter: URLRewriter,
        day: String? = nil,
        places: JSONPlaces? = nil
    ) {
        self.day = day
        let limits = configuration.limits
        self.limits = [
            "bytes": limits.bytes, "segments": limits.segments, "queryItems": limits.queryItems,
        ]
        paths = configuration.paths
        let registered = configuration.paths.map(RegisteredPaths.init)
        sources = rewriter.sources.enumerated().map { number, source in
            let place = configuration.path(source: number).description
            return Source(source, place: place, number: number, rewriter, registered) { rule in
                let path = configuration.path(source: number, rule: rule)
                let examples = places?[path.key("examples")]?.parts.map(\.key)
                return (path.description, examples ?? [])
            }
        }
        findCanonical(rewriter)
    }

    /// Finds the URL that `deeplink share` makes of each rule's internal link.
    private mutating func findCanonical(_ rewriter: URLRewriter) {
        let domains = rewriter.sources.map { source -> Domain? in
            if case .domain(let domain) = source { domain } else { nil }
        }
        // Most rules are ruled out by the text of their templates, which is fast.
        let templates = sources.map { $0.entries.map { ($0.internal ?? "?").literalSegments } }
        for (number, entries) in sources.map(\.entries).enumerated() {
            for (rule, entry) in entries.enumerated()
            where entry.internal != nil && !entry.carriesSecret {
                guard let example = entry.examples.first, let link = try? DeepLink(example.link)
                else { continue }
                let segments = link.path.split(separator: "/")
                let own = Self.host(of: entry.share.url ?? "")
                func url(isClaimed: Bool) -> URL? {
                    for (source, domain) in domains.enumerated() {
                        guard let domain,
                            let host = domain.firstHost
                                ?? (source == number && own != "" ? own : nil)
                        else { continue }
                        for (candidate, template) in templates[source].enumerated()
                        where segments.starts(with: template)
                            && domain.claims(candidate) == isClaimed
                        {
                            let url = try? rewriter.externalURL(
                                for: link,
                                host: host,
                                byRule: candidate
                            )
                            if let url { return url }
                        }
                    }
                    return nil
                }
                let shared = url(isClaimed: true) ?? url(isClaimed: false)
                sources[number].entries[rule].canonical = shared?.absoluteString
            }
        }
    }
}

extension String {
    /// The segments of a template before its first capture, or before its query or fragment.
    fileprivate var literalSegments: [Substring] {
        Array(prefix { $0 != "?" && $0 != "#" }.split(separator: "/").prefix { !$0.contains("{") })
    }
}

extension LinkMap.Source {
    fileprivate init(
        _ source: RewriteSource,
        place: String,
        number: Int,
        _ rewriter: URLRewriter,
        _ registered: RegisteredPaths?,
        written: (Int) -> (place: String, examples: [String])
    ) {
        self.place = place
        var isClaimed = true
        switch source {
        case .domain(let domain):
            isClaimed = domain.claims
            kind = .domain
            names = domain.hosts + (domain.anyHostAs.map { ["any host, as {\($0)}"] } ?? [])
            allowsHTTP = domain.allowsHTTP
        case .scheme(let scheme):
            kind = .scheme
            names = scheme.names
            allowsHTTP = false
        }
        options = source.options.members
        sentences =
            (allowsHTTP ? ["Links may begin with 'http'."] : [])
            + (isClaimed ? [] : ["The site does not claim the links."])
            + OptionDescription.all.compactMap { $0.sentence(in: source.options) }
            + (source.takesWholeLinks
                ? ["The whole text of a link is the capture."]
                : source.options.unmatched == .reject
                    ? ["Links that fit no rule are refused."] : [])
        let samples = rewriter.samples(ofSource: number)
        let secrets = rewriter.secretNames(inSource: number)
        entries = source.rules.indices.map { rule in
            LinkMap.Entry(
                source,
                number: number,
                rule: rule,
                written: written(rule),
                sample: samples[rule],
                secret: secrets[rule],
                rewriter,
                registered
            )
        }
    }
}

extension LinkMap.Entry {
    fileprivate init(
        _ source: RewriteSource,
        number: Int,
        rule ruleNumber: Int,
        written: (place: String, examples: [String]),
        sample: URLRewriter.Sample?,
        secret: String?,
        _ rewriter: URLRewriter,
        _ registered: RegisteredPaths?
    ) {
        let rule = source.rules[ruleNumber]
        place = written.place
        external = rule.pattern
        (title, owner) = (rule.notes.title, rule.notes.owner)
        isClaimed = rule.notes.claims
        switch rule {
        case .rewrite(let rewrite): (kind, `internal`) = (.rewrite, rewrite.template)
        case .unwrap: (kind, `internal`) = (.unwrap, nil)
        case .refuse: (kind, `internal`) = (.refuse, nil)
        }
        // A dictionary has no order: as written in the file, else by their texts.
        let links = rule.notes.linksByExample
        let others = Set(links.keys).subtracting(written.examples).sorted()
        var examples = (written.examples + others).compactMap { example -> LinkMap.Example? in
            guard let link = links[example], let url = source.wholeLink(example) else { return nil }
            return LinkMap.Example(url: url, link: link, isMadeUp: false)
        }
        if examples.isEmpty, let sample {
            examples = [
                LinkMap.Example(url: sample.url, link: sample.link.string, isMadeUp: true)
            ]
        }
        self.examples = examples
        let link = kind == .rewrite ? examples.first.flatMap { try? DeepLink($0.link) } : nil
        isRegistered = link.flatMap { link in registered.map { $0.pattern(for: link) != nil } }
        carriesSecret = secret != nil
        share =
            switch (source, rule.shareObstacle, secret) {
            case (_, let obstacle?, _): LinkMap.Share(obstacle: obstacle.predicate)
            case (_, nil, let secret?):
                LinkMap.Share(obstacle: "carries '\(secret)', which looks like a secret")
            case (.scheme, nil, nil): LinkMap.Share(obstacle: "belongs to a custom scheme")
            case (.domain, nil, nil):
                LinkMap.Share(examples, source: number, rule: ruleNumber, rewriter)
            }
    }
}

extension LinkMap.Share {
    fileprivate init(
        _ examples: [LinkMap.Example],
        source: Int,
        rule: Int,
        _ rewriter: URLRewriter
    ) {
        var obstacle: String?
        for example in examples {
            guard let details = try? rewriter.details(of: example.url),
                details.sourceIndex == source
            else { continue }
            // The host may be captured, so the example's own host is needed.
            let host = LinkMap.host(of: details.unwrappedURL ?? example.url)
            do throws(ExternalURLError) {
                let url = try rewriter.externalURL(for: details.link, host: host, byRule: rule)
                self.init(
                    isShareable: true,
                    url: url.absoluteString,
                    link: details.link.string,
                    obstacle: nil
                )
                return
            } catch {
                obstacle = obstacle ?? error.attempts.first?.obstacle.predicate
            }
        }
        self.init(obstacle: obstacle ?? "no example link could be generated")
    }

    fileprivate init(obstacle: String) {
        self.init(isShareable: false, url: nil, link: nil, obstacle: obstacle)
    }
}

extension LinkMap {
    /// The host of a web link, with its port.
    fileprivate static func host(of url: String) -> String {
        let authority = url.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
            .prefix { !ByteSet("/?#").contains($0) }
        return String(Substring(authority))
    }
}
