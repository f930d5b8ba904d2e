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
    ///
    /// - Parameters:
    ///   - limits: How large a link may be.
    ///   - domains: The domains with their rules.
    ///   - schemes: The custom schemes with their rules.
    ///   - paths: The paths that the app registers; nil if they are not given.
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
    ///
    /// - Returns: The text in UTF-8, with a line feed at its end.
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
    /// - Parameter decoder: The decoder to read from.
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
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
