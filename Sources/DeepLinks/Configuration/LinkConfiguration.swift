#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Everything that a rewriter is made from, as data: its rules can be shipped in a file, or replaced without a release.
///
/// ```swift
/// let configuration = try LinkConfiguration(data: data)
/// let rewriter = try URLRewriter(configuration: configuration)
/// ```
///
/// A configuration is written as JSON, in a form that <doc:RulesAsJSON> describes. It can express everything that the builder
/// of ``URLRewriter`` can, so ``URLRewriter/configuration`` and ``URLRewriter/init(configuration:)`` are inverses.
public struct LinkConfiguration: Hashable, Sendable {
    /// The version of the JSON form, the only one that can be read or written.
    public static let version = 1

    /// How large a link may be.
    public var limits: Limits

    /// The domains with their rules.
    public var domains: [Domain]

    /// The custom schemes with their rules.
    public var schemes: [Scheme]

    /// The paths that the app registers, for checks of the rules; nil if they are not given.
    ///
    /// A rewriter does not use them, so they are the one part of a configuration that ``URLRewriter/configuration`` lacks.
    public var paths: [String]?

    /// Creates a configuration from its parts, without checking them.
    public init(
        limits: Limits = Limits(),
        domains: [Domain] = [],
        schemes: [Scheme] = [],
        paths: [String]? = nil
    ) {
        self.limits = limits
        self.domains = domains
        self.schemes = schemes
        self.paths = paths
    }

    /// Reads a configuration from JSON.
    ///
    /// Nothing is ignored: an unknown key is an error, and so is a value of the wrong type. The rules themselves are checked
    /// when a rewriter is made from them.
    ///
    /// - Parameter data: The JSON text in UTF-8.
    /// - Throws: The first fault, with its place, the obstacle and the way out.
    public init(data: Data) throws(LinkConfigurationError) {
        let (configuration, faults) = Self.read(data)
        if let fault = faults.first { throw fault }
        self = configuration
    }

    /// The configuration as JSON, formatted for people.
    ///
    /// Defaults are left out, and keys are in alphabetical order. Equal configurations always give the same text, and reading
    /// it gives an equal configuration.
    public func data() -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else {
            preconditionFailure("Texts, whole numbers and Booleans are always encoded")
        }
        return data + [0x0A]
    }

    /// The domains and schemes as the sources of a rewriter: first the domains, then the schemes, both in order.
    public var sources: [RewriteSource] {
        domains.map(RewriteSource.domain) + schemes.map(RewriteSource.scheme)
    }
}

extension LinkConfiguration: Codable {
    /// Reads the configuration from a decoder, in the structure of its JSON.
    ///
    /// For text, prefer ``init(data:)``, which throws the fault itself.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the description of a ``LinkConfigurationError``, or what the decoder
    ///   throws.
    public init(from decoder: any Decoder) throws {
        let document = try ConfigurationValue(from: decoder)
        let (configuration, faults) = LinkConfiguration.read(document)
        if let fault = faults.first { throw DecodingError(fault, at: decoder.codingPath) }
        self = configuration
    }

    /// The configuration in a JSON text, which lacks parts if there are faults, and all faults in the order in which they were found.
    package static func read(
        _ data: Data
    ) -> (configuration: LinkConfiguration, faults: [LinkConfigurationError]) {
        guard let document = try? JSONDecoder().decode(ConfigurationValue.self, from: data) else {
            let reason = LinkConfigurationError.Reason.malformedJSON(
                obstacle: "the text is not JSON",
                remedy: "'deeplink check' shows the place"
            )
            return (LinkConfiguration(), [LinkConfigurationError(reason, at: nil)])
        }
        return read(document)
    }

    /// Writes the configuration to an encoder, in the structure of its JSON.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try ConfigurationValue.object(members).encode(to: encoder)
    }
}

extension URLRewriter {
    /// Makes a rewriter from a configuration, after checking all of its rules and their examples.
    ///
    /// If it cannot be made, the rewriter in use stays:
    ///
    /// ```swift
    /// coordinator.rewriter = try URLRewriter(configuration: configuration)
    /// ```
    ///
    /// - Parameter configuration: The domains and schemes with their rules, and the limits.
    /// - Throws: The first fault, with its place in the configuration's JSON, the rule, the obstacle and the way out.
    public init(configuration: LinkConfiguration) throws(LinkConfigurationError) {
        do throws(RewriteRuleError) {
            try self.init(limits: configuration.limits, sources: configuration.sources)
        } catch {
            throw LinkConfigurationError(.rule(error), at: configuration.path(of: error))
        }
    }

    /// The limits and sources of the rewriter, as data that can be written and read.
    ///
    /// Domains come before schemes, both in order.
    public var configuration: LinkConfiguration {
        var configuration = LinkConfiguration(limits: limits)
        for source in sources {
            switch source {
            case .domain(let domain): configuration.domains.append(domain)
            case .scheme(let scheme): configuration.schemes.append(scheme)
            }
        }
        return configuration
    }
}

extension LinkConfiguration {
    /// The place in the configuration's JSON that an error about the rules refers to.
    package func path(of error: RewriteRuleError) -> JSONPath {
        let place = error.sourceIndex.map { path(source: $0, rule: error.ruleIndex) } ?? .root
        return JSONPath(place.steps + error.flaw.place.steps)
    }

    /// The place of a source or of one of its rules in the configuration's JSON, such as `domains[0].rules[3]`.
    ///
    /// The rule of a scheme that hands its links over whole is at the place of the scheme.
    package func path(source: Int, rule: Int? = nil) -> JSONPath {
        let place =
            source < domains.count
            ? JSONPath.root.key("domains").index(source)
            : JSONPath.root.key("schemes").index(source - domains.count)
        guard let rule, !sources[source].takesWholeLinks else { return place }
        return place.key("rules").index(rule)
    }
}
