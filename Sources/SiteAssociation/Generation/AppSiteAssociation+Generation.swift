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

        /// The apps of the services that have no rules, such as App Clips and shared passwords; by default none.
        ///
        /// The apps of `.applinks` are given separately; an entry for it here is replaced.
        public var apps: [AssociationService: [String]]

        /// Creates options; those not given have their default.
        public init(host: String? = nil, apps: [AssociationService: [String]] = [:]) {
            self.host = host
            self.apps = apps
        }
    }

    /// Makes the file that claims the links that a rewriter handles.
    ///
    /// The file has one component for each rule and prefix, with the narrowest pattern that matches all of its links, and a comment that
    /// names the rules. Where the format cannot distinguish them from links that the rule refuses, it claims those too.
    /// <doc:FilesFromRules> lists what no file can express.
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
    ///   - options: The host, and the apps of other services.
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
            let remedy = "combine rules into one pattern"
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
        try self.init(generator.rules, generator.usedVariables, appIDs, options)
        // Examples that are not spelled canonically get rules of their own.
        let hosts = generator.domains.flatMap(\.externalHosts)
        let examples = generator.domains.flatMap { domain in
            domain.rules.flatMap { rule in
                domain.examples(of: rule, to: hosts).map { (link: $0, name: rule.pattern) }
            }
        }.filter { !answer(for: $0.link).isMatched }
        guard !examples.isEmpty else { return }
        var rules: [GeneratedRule] = []
        for (link, name) in examples {
            guard let content = (try? AssociationLink(link))?.exactRule,
                !rules.contains(where: { $0.content == content })
            else { continue }
            rules.append(GeneratedRule(content: content, names: [name], reason: "an example of it"))
        }
        try self.init(rules + generator.rules, generator.usedVariables, appIDs, options)
        for (link, name) in examples where !answer(for: link).isMatched {
            let obstacle = "the example '\(link)' of '\(name)' cannot be claimed"
            let remedy = "remove it, or shorten it"
            throw SiteAssociationError(.exampleNotClaimed, obstacle, remedy: remedy)
        }
    }

    private init(
        _ rules: [GeneratedRule],
        _ variables: [String: [String]],
        _ appIDs: [String],
        _ options: GenerationOptions
    ) throws(SiteAssociationError) {
        let entry = JSONValue.object([
            "appIDs": .strings(appIDs),
            "components": .array(rules.map(\.component)),
        ])
        var links: [String: JSONValue] = ["details": .array([entry])]
        if !variables.isEmpty {
            links["substitutionVariables"] = .object(variables.mapValues(JSONValue.strings))
        }
        var document = options.apps.reduce(into: [String: JSONValue]()) { sections, apps in
            sections[apps.key.rawValue] = .object(["apps": .strings(apps.value)])
        }
        document[AssociationService.applinks.rawValue] = .object(links)
        try self.init(document: .object(document))
    }
}

extension AssociationLink {
    /// The rule for this link alone.
    fileprivate var exactRule: AssociationRule {
        AssociationRule(
            path: path.isEmpty ? "/" : GlobPiece.escaped(path),
            query: query.isEmpty ? nil : .whole(GlobPiece.escaped(query)),
            fragment: fragment.isEmpty ? nil : GlobPiece.escaped(fragment)
        )
    }
}

extension Domain {
    /// The whole links of a rule's examples, with a prefix before their path, that are links to one of the hosts.
    func examples(
        of rule: RewriteRule,
        to hosts: [HostPattern],
        under prefix: String = ""
    ) -> [String] {
        rule.notes.linksByExample.keys.sorted()
            .compactMap { RewriteSource.domain(self).wholeLink(prefix + $0) }
            .filter { link in
                let host = (try? WebLink(link).host) ?? ""
                return hosts.contains { AssociationLink.covers($0.declaration, host) }
            }
    }
}
