package import DeepLinks

/// The association files that would be made from rules, to ask about links.
///
/// A file is made when a link first needs it, and without regard to examples, as those that fail would prevent it.
package struct MadeFiles {
    private let configuration: LinkConfiguration
    private let hosts: [String]

    /// The files by the host that serves them; nil for one that cannot be made.
    private var files: [String: AppSiteAssociation?] = [:]

    package init(for configuration: LinkConfiguration) {
        hosts = AppDeclarations(configuration: configuration).hosts
        let domains = configuration.domains.map { domain in
            var domain = domain
            domain.rules = domain.rules.map(\.withoutExamples)
            return domain
        }
        self.configuration = LinkConfiguration(
            limits: configuration.limits,
            domains: domains,
            paths: configuration.paths
        )
    }

    /// Whether the file for a link's host claims the link; false if there is no such file.
    package mutating func claim(_ url: String) -> Bool {
        guard let declared = AppDeclarations.declaration(forLink: url, among: hosts) else {
            return false
        }
        let host = AppDeclarations.server(of: declared)
        let file = files[host] ?? (try? file(of: host))
        files[host] = .some(file)
        return file?.answer(for: url).isMatched ?? false
    }

    private func file(of host: String) throws(SiteAssociationError) -> AppSiteAssociation {
        // The rules of all other hosts would be compiled once for each file.
        var own = configuration
        own.domains = try AppSiteAssociation.domains(of: configuration, host: host)
        return try AppSiteAssociation(
            ofAnySizeFor: own,
            appIDs: [AppIdentifier.example],
            options: AppSiteAssociation.GenerationOptions(host: host)
        )
    }
}

extension RewriteRule {
    fileprivate var withoutExamples: RewriteRule {
        switch self {
        case .rewrite(var rule):
            rule.notes.examples = [:]
            return .rewrite(rule)
        case .unwrap(var rule):
            rule.notes.examples = [:]
            return .unwrap(rule)
        case .refuse(var rule):
            rule.notes.examples = [:]
            return .refuse(rule)
        }
    }
}
