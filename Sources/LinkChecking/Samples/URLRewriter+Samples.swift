package import DeepLinks
import PathMatching

extension URLRewriter {
    /// A link that a rule takes, and what it becomes.
    package struct Sample: Hashable, Sendable {
        /// The external link.
        package let url: String

        /// The internal link.
        package let link: DeepLink
    }

    /// A source that links are made up for.
    package struct SampledSource: Sendable {
        fileprivate let number: Int
        fileprivate let origins: [String]
        fileprivate let shapes: [Int: [ExternalShape]]
    }

    /// What has to be known of a source to make up many links.
    ///
    /// - Parameter source: The number of the source in ``sources``.
    /// - Returns: The source, for ``sample(ofRule:of:)``.
    package func sampledSource(_ source: Int) -> SampledSource {
        SampledSource(
            number: source,
            origins: sources[source].sampleOrigins,
            shapes: Dictionary(grouping: sources[source].externalShapes, by: \.ruleIndex)
        )
    }

    /// A link that a rule takes, with made-up texts for its captures.
    ///
    /// The link was rewritten, by this rule and no other.
    ///
    /// - Parameters:
    ///   - rule: The number of the rule in its source.
    ///   - source: The source.
    /// - Returns: The link, or nil if none was found: the rule takes a link out of another, or others take its links.
    package func sample(ofRule rule: Int, of source: SampledSource) -> Sample? {
        for shape in source.shapes[rule] ?? [] {
            for tail in SampleLinks(shape.path, shape.items).tails(8) {
                for url in source.origins.map({ $0 + tail }) {
                    guard let details = try? details(of: url),
                        details.sourceIndex == source.number, details.ruleIndex == rule,
                        details.unwrappedURL == nil
                    else { continue }
                    return Sample(url: url, link: details.link)
                }
            }
        }
        return nil
    }
}

// MARK: - Origins

extension RewriteSource {
    /// What stands before the path of links to this source.
    var sampleOrigins: [String] {
        switch self {
        case .domain(let domain):
            guard let host = domain.sampleHost else { return [] }
            return ["https://\(host)\(domain.options.fragmentPaths ? "/#" : "")"]
        // The path's first segment stands in the place of a host if it can.
        case .scheme(let scheme): return scheme.names.prefix(1).flatMap { ["\($0):/", "\($0)://"] }
        }
    }
}

extension Domain {
    /// A host that links to this domain can have: the first that is written out, or one that fits the first pattern.
    package var sampleHost: String? {
        if anyHostAs != nil, hosts.isEmpty { return "some.example" }
        let patterns = hosts.compactMap { try? HostPattern($0, allowsHTTP: allowsHTTP) }
        guard let pattern = patterns.first(where: { $0.prefix == .none }) ?? patterns.first else {
            return nil
        }
        let label: String? =
            switch pattern.prefix {
            case .none: nil
            case .wildcard: "www"
            case .capture(let name):
                name.utf8.allSatisfy(ByteSet.alphanumerics.contains) ? name.lowercased() : "some"
            }
        let name = String(decoding: pattern.name, as: UTF8.self)
        let port = pattern.port.map { ":\($0)" } ?? ""
        return (label.map { $0 + "." } ?? "") + name + port
    }
}
