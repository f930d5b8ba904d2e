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
    let sources: [Source]

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
        let entries: [Entry]

        /// The headings of a table of the rules.
        var headings: [String] {
            ["External", "Internal", kind == .domain ? "To share" : "Example"]
                + (entries.contains { $0.notes != nil } ? ["Rule"] : [])
        }
    }

    struct Entry: Codable, Equatable, Sendable {
        enum Kind: String, Codable, Sendable {
            case rewrite
            /// It takes out the link that is inside a link.
            case unwrap
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

        /// The team or person that owns the rule; nil if the rule does not say.
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

        /// The URL that `deeplink share` makes of the link of `share`, or without one of the first example's link; nil if it makes none.
        let canonical: String?

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
        let url: String
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

        init(url: String? = nil, link: String? = nil, obstacle: String? = nil) {
            isShareable = url != nil
            (self.url, self.link, self.obstacle) = (url, link, obstacle)
        }
    }

    var entryCount: Int { sources.reduce(0) { $0 + $1.entries.count } }
}

// MARK: - From a configuration

extension LinkMap {
    /// Makes the map of a configuration; examples keep the order of the file if its places are known.
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
        let maker = MapMaker(configuration: configuration, rewriter: rewriter, places: places)
        sources = rewriter.sources.indices.map(maker.source)
    }
}

private struct MapMaker {
    let configuration: LinkConfiguration
    let rewriter: URLRewriter
    let places: JSONPlaces?
    private let registered: RegisteredPaths?
    private let sharedHosts: [String]

    init(configuration: LinkConfiguration, rewriter: URLRewriter, places: JSONPlaces?) {
        self.configuration = configuration
        self.rewriter = rewriter
        self.places = places
        registered = configuration.paths.map(RegisteredPaths.init)
        sharedHosts = configuration.domains.compactMap(\.firstHost)
    }

    func source(_ number: Int) -> LinkMap.Source {
        let source = rewriter.sources[number]
        let kind: LinkMap.Source.Kind
        let names: [String]
        var (allowsHTTP, sentences) = (false, [String]())
        switch source {
        case .domain(let domain):
            kind = .domain
            names = domain.hosts + (domain.anyHostAs.map { ["any host, as {\($0)}"] } ?? [])
            allowsHTTP = domain.allowsHTTP
            if allowsHTTP { sentences.append("Links may begin with 'http'.") }
            if !domain.claims { sentences.append("The site does not claim the links.") }
        case .scheme(let scheme): (kind, names) = (.scheme, scheme.names)
        }
        sentences += OptionDescription.all.compactMap { $0.sentence(in: source.options) }
        if source.takesWholeLinks {
            sentences.append("The whole text of a link is the capture.")
        } else if source.options.unmatched == .reject {
            sentences.append("Links that fit no rule are refused.")
        }
        let samples = rewriter.samples(ofSource: number, registered)
        let secrets = rewriter.secretNames(inSource: number)
        return LinkMap.Source(
            place: configuration.path(source: number).description,
            kind: kind,
            names: names,
            allowsHTTP: allowsHTTP,
            options: source.options.members,
            sentences: sentences,
            entries: source.rules.indices.map { rule in
                entry(rule, of: source, number, sample: samples[rule], secret: secrets[rule])
            }
        )
    }

    private func entry(
        _ number: Int,
        of source: RewriteSource,
        _ sourceNumber: Int,
        sample: (url: String, link: DeepLink)?,
        secret: String?
    ) -> LinkMap.Entry {
        let rule = source.rules[number]
        let place = configuration.path(source: sourceNumber, rule: number)
        // A dictionary has no order: as written in the file, else by their texts.
        let links = rule.notes.linksByExample
        let written = places?[place.key("examples")]?.parts.map(\.key) ?? []
        let others = Set(links.keys).subtracting(written).sorted()
        var examples = (written + others).compactMap { example -> LinkMap.Example? in
            guard let link = links[example], let url = source.wholeLink(example) else { return nil }
            return LinkMap.Example(url: url, link: link, isMadeUp: false)
        }
        if examples.isEmpty, let sample {
            examples = [LinkMap.Example(url: sample.url, link: sample.link.string, isMadeUp: true)]
        }
        let kind: LinkMap.Entry.Kind =
            switch rule {
            case .rewrite: .rewrite
            case .unwrap: .unwrap
            case .refuse: .refuse
            }
        let link = kind == .rewrite ? examples.first.flatMap { try? DeepLink($0.link) } : nil
        let share: LinkMap.Share =
            switch (source, rule.shareObstacle, secret) {
            case (_, let obstacle?, _): LinkMap.Share(obstacle: obstacle.predicate)
            case (_, nil, let secret?):
                LinkMap.Share(obstacle: ExternalURLError.Obstacle.secret(secret).predicate)
            case (.scheme, nil, nil): LinkMap.Share(obstacle: "belongs to a custom scheme")
            case (.domain, nil, nil): self.share(examples, by: number, of: sourceNumber)
            }
        return LinkMap.Entry(
            place: place.description,
            kind: kind,
            external: rule.pattern,
            internal: rule.template,
            title: rule.notes.title,
            owner: rule.notes.owner,
            isClaimed: rule.notes.claims,
            examples: examples,
            carriesSecret: secret != nil,
            isRegistered: link.flatMap { link in registered.map { $0.pattern(for: link) != nil } },
            share: share,
            canonical: kind == .rewrite && secret == nil ? canonical(examples, share) : nil
        )
    }

    // MARK: Links to share

    private func share(
        _ examples: [LinkMap.Example],
        by rule: Int,
        of source: Int
    ) -> LinkMap.Share {
        var obstacle: String?
        for example in examples {
            guard let details = try? rewriter.details(of: example.url),
                details.sourceIndex == source
            else { continue }
            // The host may be captured, so the example's own host is needed.
            let host = Self.host(of: details.unwrappedURL ?? example.url)
            do throws(ExternalURLError) {
                let url = try rewriter.externalURL(for: details.link, host: host, byRule: rule)
                return LinkMap.Share(url: url.absoluteString, link: details.link.string)
            } catch {
                obstacle = obstacle ?? error.attempts.first?.obstacle.predicate
            }
        }
        return LinkMap.Share(obstacle: obstacle ?? "no sample link could be generated")
    }

    /// The URL that `deeplink share` makes of the link of a rule's own URL, or without one of the first example's link.
    ///
    /// The own URL's host is used only if no host without a wildcard gives a URL.
    private func canonical(_ examples: [LinkMap.Example], _ share: LinkMap.Share) -> String? {
        guard let text = share.link ?? examples.first?.link, let link = try? DeepLink(text) else {
            return nil
        }
        return rewriter.sharedURL(for: link, hosts: sharedHosts).best?.url
            ?? share.url.flatMap {
                rewriter.sharedURL(for: link, hosts: [Self.host(of: $0)]).best?.url
            }
    }

    /// The host of a web link, with its port.
    private static func host(of url: String) -> String {
        let authority = url.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
            .prefix { !ByteSet("/?#").contains($0) }
        return String(Substring(authority))
    }
}
