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

    /// A link for each rule of a source, with made-up texts for its captures.
    ///
    /// The links were rewritten, each by its rule and no other.
    ///
    /// - Parameter source: The number of the source in ``sources``.
    /// - Returns: The links by the numbers of their rules. A rule has none if it takes a link out of another, or if others
    ///   take its links.
    package func samples(ofSource source: Int) -> [Int: Sample] {
        let origins = sources[source].sampleOrigins
        var samples: [Int: Sample] = [:]
        for shape in sources[source].externalShapes where samples[shape.ruleIndex] == nil {
            let urls = SampleLinks(shape.path, shape.items).tails(8).flatMap { tail in
                origins.map { $0 + tail }
            }
            samples[shape.ruleIndex] =
                urls.lazy.compactMap { url in
                    guard let details = try? details(of: url), details.sourceIndex == source,
                        details.ruleIndex == shape.ruleIndex, details.unwrappedURL == nil
                    else { return nil }
                    return Sample(url: url, link: details.link)
                }.first
        }
        return samples
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
        let patterns = externalHosts
        return (patterns.first { !$0.isWildcard } ?? patterns.first)?.sampleHost
    }
}

extension HostPattern {
    /// A host that the pattern takes, with its port.
    package var sampleHost: String {
        let port = port.map { ":\($0)" } ?? ""
        switch prefix {
        case .none: return name + port
        // Not 'www', which other sources often name.
        case .wildcard: return "any.\(name)\(port)"
        case .capture(let capture):
            let pattern = try? PathPattern("/{\(capture)\(constraint)}")
            let labels = pattern.map { SampleLinks($0).tails(64) } ?? []
            let label = labels.lazy.map { $0.dropFirst().lowercased() }.first { label in
                label.utf8.allSatisfy(ByteSet.alphanumerics.union(ByteSet("-")).contains)
            }
            return "\(label ?? "any").\(name)\(port)"
        }
    }
}
