public import DeepLinks
import LinkChecking

extension AppSiteAssociation {
    /// The form of a file's rules.
    public enum Form: Hashable, Sendable {
        /// `components`, from iOS 13 on; variables in them from iOS 14 on.
        case components

        /// `paths`, since iOS 9: patterns for the path alone.
        case paths
    }

    /// How a file is made.
    public struct GenerationOptions: Hashable, Sendable {
        /// The host that serves the file; `nil` makes one file for the links of all hosts.
        public var host: String?

        /// Whether each component has a comment that names the rewrite rules; by default so.
        public var hasComments: Bool

        /// The apps of the services that have no rules, such as App Clips and shared passwords; by default none.
        ///
        /// The apps of `.applinks` are given separately; an entry for it here is replaced.
        public var apps: [AssociationService: [String]]

        /// Creates options; those not given have their default.
        public init(
            host: String? = nil,
            hasComments: Bool = true,
            apps: [AssociationService: [String]] = [:]
        ) {
            self.host = host
            self.hasComments = hasComments
            self.apps = apps
        }
    }

    /// Makes the file that claims the links that a rewriter handles.
    ///
    /// The file has one component for each rule and prefix, with the narrowest pattern that matches all of its links. Where
    /// the format cannot distinguish them from links that the rule refuses, it claims those too. <doc:FilesFromRules> lists what no
    /// file can express.
    ///
    /// Every link that a rule handles is claimed if it is spelled canonically, as `DeepLink` and browsers write it. The
    /// examples of all rules are claimed in any spelling; this is checked before the file is returned.
    ///
    /// A domain that lets unmatched links pass through claims the configuration's `LinkConfiguration.paths`, or every link if
    /// they are not given. Custom schemes are not part of the file; see ``AppDeclarations``.
    ///
    /// - Parameters:
    ///   - configuration: The domains with their rules.
    ///   - appIDs: The apps that open the links, such as `A1B2C3D4E5.com.example.app`.
    ///   - options: The host, whether there are comments, and the apps of other services.
    /// - Throws: Why the file cannot be made: no app, no domain, a fault of the rules, more than
    ///   128 KB.
    /// - Complexity: O(*n*) for *n* rules of which few begin alike. The work is bounded for any rules; if too many overlap to be
    ///   compared, some stay though others claim their links too.
    public init(
        configuration: LinkConfiguration,
        appIDs: [String],
        options: GenerationOptions = GenerationOptions()
    ) throws(SiteAssociationError) {
        guard !appIDs.isEmpty else {
            let remedy = "name one, such as '\(AppIdentifier.example)'"
            throw SiteAssociationError(.noAppID, "no app is named", remedy: remedy)
        }
        try self.init(ofAnySizeFor: configuration, appIDs: appIDs, options: options)
        let size = Self.text(of: document).count
        guard size <= AssociationAudit.maximumSize else {
            let obstacle =
                "it would have \(size) bytes, and systems ignore files of more than \(AssociationAudit.maximumSize)"
            let other = options.hasComments ? "leave out its comments, or " : ""
            let remedy = "\(other)combine rules into one pattern"
            throw SiteAssociationError(.tooLarge, obstacle, remedy: remedy)
        }
    }

    /// Makes the file even if it is larger than systems accept.
    init(
        ofAnySizeFor configuration: LinkConfiguration,
        appIDs: [String],
        options: GenerationOptions
    ) throws(SiteAssociationError) {
        let generator = try AssociationGenerator(configuration, host: options.host)
        var association = try Self.association(generator, [], appIDs, options)
        // Examples that are not spelled canonically get rules of their own.
        let links = Self.examples(of: generator.domains).filter {
            !association.answer(for: $0.link).isMatched
        }
        if !links.isEmpty {
            association = try Self.association(generator, links, appIDs, options)
        }
        for (link, name) in links where !association.answer(for: link).isMatched {
            let obstacle = "the example '\(link)' of '\(name)' cannot be claimed"
            let remedy = "remove it, or shorten it"
            throw SiteAssociationError(.exampleNotClaimed, obstacle, remedy: remedy)
        }
        self = association
    }

    /// The hosts that must serve a file for a configuration's links, each once.
    ///
    /// `example.com` serves the file for `*.example.com` and for `{shop}.example.com`. Addresses, `localhost` and hosts with a port
    /// have no file.
    ///
    /// - Parameter configuration: The domains.
    /// - Returns: The hosts in the order of the configuration.
    public static func hosts(for configuration: LinkConfiguration) -> [String] {
        configuration.domains.filter(\.claims).flatMap(\.namedHosts).map(\.name).uniqued()
    }

    /// Whether a host serves a file for a configuration: one of ``hosts(for:)``, or of a list such as `{lang:de|fr}.example.com`.
    package static func isServed(by host: String, _ configuration: LinkConfiguration) -> Bool {
        configuration.domains.filter(\.claims).flatMap(\.namedHosts).contains {
            $0.isServed(by: host)
        }
    }

    /// The domains whose links the file of a host is about.
    package static func domains(
        of configuration: LinkConfiguration,
        host: String?
    ) throws(SiteAssociationError) -> [Domain] {
        let claiming = configuration.domains.filter(\.claims)
        guard let host else {
            let named = claiming.filter { !$0.namedHosts.isEmpty }
            guard named.isEmpty else { return named }
            let obstacle = "the configuration has no domain that can have a file"
            let remedy = "add one with a public name, without a port and without 'claims: false'"
            throw SiteAssociationError(.noDomain, obstacle, remedy: remedy)
        }
        let domains = claiming.filter { domain in
            domain.externalHosts.contains { $0.isServed(by: host) }
        }
        guard domains.isEmpty else { return domains }
        let known = hosts(for: configuration).map { "'\($0)'" }.joined(separator: ", ")
        let remedy = known.isEmpty ? "add one" : "use one of \(known)"
        let obstacle = "no domain that claims its links has the host '\(host)'"
        throw SiteAssociationError(.noDomain, obstacle, remedy: remedy)
    }

    /// The examples of all rules that are links to one of the domains, each with its rule.
    private static func examples(of domains: [Domain]) -> [(link: String, name: String)] {
        let hosts = domains.flatMap(\.externalHosts)
        return domains.flatMap { domain in
            domain.rules.flatMap { rule in
                domain.examples(of: rule, to: hosts).map { ($0, rule.pattern) }
            }
        }
    }

    /// The file with a generator's rules, after one rule for each of some links.
    private static func association(
        _ generator: AssociationGenerator,
        _ links: [(link: String, name: String)],
        _ appIDs: [String],
        _ options: GenerationOptions
    ) throws(SiteAssociationError) -> AppSiteAssociation {
        var rules: [GeneratedRule] = []
        for (link, name) in links {
            guard let link = try? AssociationLink(link) else { continue }
            let (query, fragment) = (link.query, link.fragment)
            let content = AssociationRule(
                path: link.path.isEmpty ? "/" : GlobPiece.escaped(link.path),
                query: query.isEmpty ? nil : .whole(GlobPiece.escaped(query)),
                fragment: fragment.isEmpty ? nil : GlobPiece.escaped(fragment)
            )
            guard !rules.contains(where: { $0.content == content }) else { continue }
            rules.append(GeneratedRule(content: content, names: [name], reason: "an example of it"))
        }
        rules += generator.rules
        var document = options.apps.reduce(into: [String: JSONValue]()) { sections, apps in
            sections[apps.key.rawValue] = .object(["apps": .strings(apps.value)])
        }
        let components = rules.map { $0.component(withComment: options.hasComments) }
        let entry = JSONValue.object([
            "appIDs": .strings(appIDs), "components": .array(components),
        ])
        var links: [String: JSONValue] = ["details": .array([entry])]
        let variables = generator.usedVariables
        if !variables.isEmpty {
            links["substitutionVariables"] = .object(variables.mapValues(JSONValue.strings))
        }
        document[AssociationService.applinks.rawValue] = .object(links)
        return try AppSiteAssociation(document: .object(document))
    }
}

/// A file together with the hosts that serve it.
public struct HostedAssociation: Hashable, Sendable {
    /// The hosts.
    public internal(set) var hosts: [String]

    /// The file.
    public let association: AppSiteAssociation
}

extension AppSiteAssociation {
    /// Makes the files for all hosts of a configuration.
    ///
    /// - Parameters:
    ///   - configuration: The domains with their rules.
    ///   - appIDs: The apps that open the links.
    ///   - options: The comments, the apps of other services, and the host; if it is given, only its file is made.
    /// - Returns: Each file once, with all hosts that serve it, in the order of ``hosts(for:)``.
    /// - Throws: Why a file cannot be made.
    public static func files(
        for configuration: LinkConfiguration,
        appIDs: [String],
        options: GenerationOptions = GenerationOptions()
    ) throws(SiteAssociationError) -> [HostedAssociation] {
        let hosts = options.host.map { [$0] } ?? hosts(for: configuration)
        // Without a host, this throws the reason.
        if hosts.isEmpty { _ = try domains(of: configuration, host: nil) }
        var files: [HostedAssociation] = []
        for host in hosts {
            var options = options
            options.host = host
            let association = try Self(
                configuration: configuration,
                appIDs: appIDs,
                options: options
            )
            // Different domains can have the same file.
            if let place = files.firstIndex(where: { $0.association == association }) {
                files[place].hosts.append(host)
            } else {
                files.append(HostedAssociation(hosts: [host], association: association))
            }
        }
        return files
    }
}

extension Domain {
    /// The whole links of a rule's examples that are links to one of the hosts.
    func examples(of rule: RewriteRule, to hosts: [HostPattern]) -> [String] {
        rule.notes.linksByExample.keys.sorted().compactMap(RewriteSource.domain(self).wholeLink)
            .filter { link in
                let host = (try? WebLink(link).host) ?? ""
                return hosts.contains { AssociationLink.covers($0.declaration, host) }
            }
    }
}
