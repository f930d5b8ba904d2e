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
    /// The day on which the rules were last changed, such as `2026-11-26`; nil if that is not known.
    let day: String?

    /// The domains and then the schemes, each in the order of the configuration.
    let sources: [Source]

    /// A set of hosts or schemes with its rules.
    struct Source: Codable, Equatable, Sendable {
        enum Kind: String, Codable, Sendable {
            case domain
            case scheme
        }

        let place: String
        let kind: Kind

        /// The hosts or the schemes as they are written; for any host, a phrase.
        let names: [String]

        /// The options that differ from their default, as the rules' file has them.
        let options: [String: ConfigurationValue]

        let sentences: [String]

        let entries: [Entry]

        /// The headings of a table of the rules.
        var headings: [String] {
            ["External", "Internal", kind == .domain ? "To share" : "Example"]
                + (entries.contains { $0.notes != nil } ? ["Rule"] : [])
        }

        /// The link in the third column of that table, or why there is none.
        func link(of entry: Entry) -> (text: String, isLink: Bool) {
            let url = kind == .domain ? entry.share.url : entry.examples.first?.url ?? ""
            return (url ?? "no: \(entry.share.obstacle ?? "")", url != nil)
        }
    }

    struct Entry: Codable, Equatable, Sendable {
        enum Kind: String, Codable, Sendable {
            case rewrite
            /// It takes out the link that is inside a link.
            case unwrap
            case refuse
        }

        let place: String
        let kind: Kind
        let external: String

        /// Its internal side; nil if the rule unwraps or refuses links.
        let `internal`: String?

        let title: String?
        let owner: String?

        /// Whether the site claims the rule's links for the app.
        let isClaimed: Bool

        /// The examples in the configuration that become links; if there are none, a generated one where possible.
        let examples: [Example]

        /// Whether the app registers the path that it leads to; nil if that is not known.
        let isRegistered: Bool?

        let share: Share

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

    /// The reverse direction: the URL that `deeplink share` makes of an example's internal link.
    struct Share: Codable, Equatable, Sendable {
        /// The URL for the internal link of the first example that has one; nil if none has.
        let url: String?

        let link: String?

        /// Why there is no URL, such as `does not keep its capture 'title'`.
        let obstacle: String?
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
        let maker = MapMaker(
            configuration: configuration,
            rewriter: rewriter,
            places: places,
            registered: configuration.paths.map(RegisteredPaths.init),
            sharedHosts: configuration.domains.compactMap(\.firstHost)
        )
        sources = rewriter.sources.indices.map(maker.source)
    }
}

private struct MapMaker {
    let configuration: LinkConfiguration
    let rewriter: URLRewriter
    let places: JSONPlaces?
    let registered: RegisteredPaths?
    let sharedHosts: [String]

    func source(_ number: Int) -> LinkMap.Source {
        let source = rewriter.sources[number]
        let kind: LinkMap.Source.Kind
        let names: [String]
        var sentences: [String] = []
        switch source {
        case .domain(let domain):
            kind = .domain
            names = domain.hosts + (domain.anyHostAs.map { ["any host, as {\($0)}"] } ?? [])
            if domain.allowsHTTP { sentences.append("Links may begin with 'http'.") }
            if !domain.claims { sentences.append("The site does not claim the links.") }
        case .scheme(let scheme): (kind, names) = (.scheme, scheme.names)
        }
        sentences += source.options.sentences
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
            options: source.options.unusual,
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
        let own = secret.map(ExternalURLError.Obstacle.secret) ?? rule.shareObstacle
        let share =
            own.map { LinkMap.Share(url: nil, link: nil, obstacle: $0.predicate) }
            ?? self.share(examples, of: sourceNumber)
            ?? LinkMap.Share(url: nil, link: nil, obstacle: obstacle(to: examples, by: number))
        return LinkMap.Entry(
            place: place.description,
            kind: kind,
            external: rule.pattern,
            internal: rule.template,
            title: rule.notes.title,
            owner: rule.notes.owner,
            isClaimed: rule.notes.claims,
            examples: examples,
            isRegistered: link.flatMap { link in registered.map { $0.pattern(for: link) != nil } },
            share: share
        )
    }

    /// The URL that `deeplink share` makes of the link of the first example that has one.
    ///
    /// The example's own host is used only if no host without a wildcard gives a URL.
    private func share(_ examples: [LinkMap.Example], of source: Int) -> LinkMap.Share? {
        examples.lazy.compactMap { example -> LinkMap.Share? in
            guard let details = try? rewriter.details(of: example.url),
                details.sourceIndex == source
            else { return nil }
            // A scheme's links have no host of their own.
            let isWeb = configuration.domains.indices.contains(source)
            let own = isWeb ? [Self.host(of: details.unwrappedURL ?? example.url)] : []
            let url =
                rewriter.sharedURL(for: details.link, hosts: sharedHosts).best?.url
                ?? rewriter.sharedURL(for: details.link, hosts: own).best?.url
            return url.map { LinkMap.Share(url: $0, link: details.link.string, obstacle: nil) }
        }.first
    }

    /// Why a rule gives no URL for the link of its first example.
    private func obstacle(to examples: [LinkMap.Example], by rule: Int) -> String {
        guard let example = examples.first, let link = try? DeepLink(example.link) else {
            return "no sample link could be generated"
        }
        do throws(ExternalURLError) {
            let host = Self.host(of: example.url)
            return try rewriter.externalURL(for: link, host: host, byRule: rule).absoluteString
        } catch {
            return error.nearest?.predicate ?? "belongs to a custom scheme"
        }
    }

    /// The host of a web link, with its port.
    private static func host(of url: String) -> String {
        let authority = url.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
            .prefix { !ByteSet("/?#").contains($0) }
        return String(Substring(authority))
    }
}
