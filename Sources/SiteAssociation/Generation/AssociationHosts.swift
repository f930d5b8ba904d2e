public import DeepLinks
import LinkChecking

/// A file together with the hosts that serve it.
public struct HostedAssociation: Hashable, Sendable {
    /// The hosts.
    public internal(set) var hosts: [String]

    /// The file.
    public let association: AppSiteAssociation
}

extension AppSiteAssociation {
    /// The hosts that must serve a file for a configuration's links, each once.
    ///
    /// `example.com` serves the file for `*.example.com` and for `{shop}.example.com`. Addresses, `localhost` and hosts with a port
    /// have no file.
    ///
    /// - Parameter configuration: The domains.
    /// - Returns: The hosts in the order of the configuration.
    public static func hosts(for configuration: LinkConfiguration) -> [String] {
        configuration.namedHosts.map(\.name).uniqued()
    }

    /// Whether a host serves a file for a configuration: one of ``hosts(for:)``, or of a list such as `{lang:de|fr}.example.com`.
    package static func isServed(by host: String, _ configuration: LinkConfiguration) -> Bool {
        configuration.namedHosts.contains { $0.isServed(by: host) }
    }

    /// The domains whose links the file of a host is about.
    package static func domains(
        of configuration: LinkConfiguration,
        host: String?
    ) throws(SiteAssociationError) -> [Domain] {
        let domains = configuration.domains.filter(\.claims).filter { domain in
            domain.externalHosts.contains { own in host.map(own.isServed) ?? own.canHaveFile }
        }
        guard domains.isEmpty else { return domains }
        let known = hosts(for: configuration).map { "'\($0)'" }.joined(separator: ", ")
        throw SiteAssociationError(
            .noDomain,
            host.map { "no domain that claims its links has the host '\($0)'" }
                ?? "the configuration has no domain that can have a file",
            remedy: known.isEmpty
                ? "add one with a public name, without a port and without 'claims: false'"
                : "use one of \(known)"
        )
    }

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

extension LinkConfiguration {
    /// The hosts whose links the site claims, and which can have a file.
    var namedHosts: [HostPattern] { domains.filter(\.claims).flatMap(\.namedHosts) }
}

extension Domain {
    /// The hosts that can have universal links, and so a file.
    var namedHosts: [HostPattern] { externalHosts.filter(\.canHaveFile) }
}

extension HostPattern {
    /// Whether systems can get a file for the host: it has no port, and is neither an address nor a single word such as `localhost`.
    var canHaveFile: Bool { !isAddress && port == nil && name.contains(".") }

    /// The host in the form that apps declare.
    var declaration: String { isWildcard ? "*.\(name)" : name }

    /// The hosts of a list, as `{lang:de|fr}.example.com` has two; empty for other patterns.
    var listedHosts: [String] { constraint.contains("|") && canHaveFile ? sampleHosts : [] }

    /// Whether the file of a host is about links that the pattern matches.
    func isServed(by host: String) -> Bool {
        name == host.asciiLowercased || listedHosts.contains(host.asciiLowercased)
    }
}

// MARK: - Declared hosts

extension AppDeclarations {
    /// The declared host whose file is about the links to a host: the host itself, otherwise the longest wildcard above it; nil if
    /// there is none.
    static func declaration(for host: String, among declared: [String]) -> String? {
        declared.contains(host)
            ? host
            : declared.filter { AssociationLink.covers($0, host) }
                .max { $0.utf8.count < $1.utf8.count }
    }

    /// The declared host whose file is about a web link; nil if there is none, or the link's host is not certain.
    package static func declaration(forLink url: String, among declared: [String]) -> String? {
        (try? WebLink(url)).flatMap { declaration(for: $0.host, among: declared) }
    }

    /// The host that serves the file of a declared one: `a.io` for `*.a.io`.
    package static func server(of declared: String) -> String {
        declared.hasPrefix("*.") ? String(declared.dropFirst(2)) : declared
    }
}
