#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// All that a rewriter is made of, as data: rules that can be shipped in a file, or replaced without a release.
///
/// ```swift
/// let configuration = try LinkConfiguration(data: data)
/// let rewriter = try URLRewriter(configuration: configuration)
/// ```
///
/// A configuration is written as JSON, in a form that <doc:RulesAsJSON> describes. It says everything that the builder of
/// ``URLRewriter`` says, so ``URLRewriter/configuration`` and ``URLRewriter/init(configuration:)`` are each other's inverse.
public struct LinkConfiguration: Hashable, Sendable {
    /// The version of the written form, which is also the only one that can be read.
    public static let version = 1

    /// How large a link may be.
    public var limits: Limits

    /// The domains with their rules.
    public var domains: [Domain]

    /// The custom schemes with their rules.
    public var schemes: [Scheme]

    /// The paths that the app registers, for checks of the rules; nil if they are not told.
    ///
    /// A rewriter does not know them, so they are the one part of a configuration that ``URLRewriter/configuration`` lacks.
    public var paths: [String]?

    /// Creates a configuration of its parts, which are not checked.
    ///
    /// - Parameters:
    ///   - limits: How large a link may be.
    ///   - domains: The domains with their rules.
    ///   - schemes: The custom schemes with their rules.
    ///   - paths: The paths that the app registers; nil if they are not told.
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

    /// Reads a configuration that is written as JSON.
    ///
    /// Nothing is passed over: a key that is not known is an error, and so is a value of another type than expected. The
    /// rules themselves are checked when a rewriter is made of them.
    ///
    /// - Parameter data: The JSON text in UTF-8.
    /// - Throws: The first fault, with its place, the obstacle and the way out.
    public init(data: Data) throws(LinkConfigurationError) {
        let (configuration, faults) = Self.read(data)
        if let fault = faults.first { throw fault }
        self = configuration
    }

    /// The configuration as JSON, laid out for people.
    ///
    /// What has its default is left out, and keys stand in the order of the alphabet. The same configuration always gives the same
    /// text, and reading it gives an equal configuration.
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

    /// The domains and schemes as the sources of a rewriter: the domains first, each kind in its order.
    public var sources: [RewriteSource] {
        domains.map(RewriteSource.domain) + schemes.map(RewriteSource.scheme)
    }
}

extension LinkConfiguration: Codable {
    /// Reads the configuration from the structure that its JSON has.
    ///
    /// Prefer ``init(data:)`` for text, which throws the fault itself.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: `DecodingError.dataCorrupted` with the description of a ``LinkConfigurationError``, or what the decoder
    ///   throws.
    public init(from decoder: any Decoder) throws {
        let document = try ConfigurationValue(from: decoder)
        let (configuration, faults) = LinkConfiguration.read(document)
        if let error = faults.first {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: error.description,
                    underlyingError: error
                )
            )
        }
        self = configuration
    }

    /// All that is wrong with the form of a text, and not only the first fault that ``init(data:)`` throws.
    ///
    /// - Parameter data: The JSON text in UTF-8.
    /// - Returns: The faults, in the order of the document's parts.
    package static func faults(inFormOf data: Data) -> [LinkConfigurationError] {
        read(data).faults
    }

    private static func read(
        _ data: Data
    ) -> (configuration: LinkConfiguration, faults: [LinkConfigurationError]) {
        guard let document = try? JSONDecoder().decode(ConfigurationValue.self, from: data) else {
            return (LinkConfiguration(), [.notJSON])
        }
        return read(document)
    }

    /// Writes the configuration in the structure that its JSON has.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
