package import DeepLinks
import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
        fileprivate let description: RewriteSource
        fileprivate let origins: [String]
    }

    /// What has to be known of a source to make up many links.
    ///
    /// - Parameter source: The number of the source in ``sources``.
    /// - Returns: The source, for ``sample(ofRule:of:)``.
    package func sampledSource(_ source: Int) -> SampledSource {
        SampledSource(
            number: source,
            description: sources[source],
            origins: sources[source].sampleOrigins
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
        let description = source.description
        guard case .rewrite(let rewrite) = description.rules[rule],
            let pattern = try? ExternalPattern(rewrite.pattern)
        else { return nil }
        for prefix in description.options.prefixes {
            guard let path = try? pattern.pathPattern(under: prefix) else { continue }
            for attempt in 0..<SampleTexts.attempts {
                let texts = SampleTexts(attempt: attempt)
                let rest = texts.fill(path) + texts.query(of: pattern)
                for origin in source.origins {
                    let url = origin + String(decoding: rest, as: UTF8.self)
                    if let link = link(of: url, rule, source.number) {
                        return Sample(url: url, link: link)
                    }
                }
            }
        }
        return nil
    }

    /// What a link becomes by a rule; nil if another rule takes it, or none.
    private func link(of url: String, _ rule: Int, _ source: Int) -> DeepLink? {
        guard let details = try? details(of: url), details.sourceIndex == source,
            details.ruleIndex == rule, details.unwrappedURL == nil
        else { return nil }
        return details.link
    }
}

/// Made-up texts for captures.
private struct SampleTexts {
    /// How many different texts there are for a capture.
    static let attempts = 3

    /// Which of them is meant.
    let attempt: Int

    func fill(_ pattern: PathPattern) -> [UInt8] {
        var bytes: [UInt8] = []
        pattern.forEachPiece { piece in
            switch piece {
            case .literal(let literal): bytes += literal
            case .capture(let name, let constraint): bytes += text(name, constraint).utf8
            }
        }
        return bytes
    }

    /// The items that a link must have, with their question mark.
    func query(of pattern: ExternalPattern) -> [UInt8] {
        let items = pattern.conditions.filter(\.isRequired).map { condition in
            let value: String? =
                switch condition.kind {
                case .flag: nil
                case .equals(let text): text
                case .capture(let index, _): text(pattern.itemCaptures[index], "")
                case .pattern(let own, _):
                    withBytes(of: Array(fill(own.pattern).dropFirst()), CanonicalPath.decode)
                }
            return URLQueryItem(name: condition.name, value: value)
        }
        guard !items.isEmpty else { return [] }
        var bytes = [UInt8(ascii: "?")]
        QueryText.append(items, to: &bytes)
        return bytes
    }

    /// A text in canonical form.
    private func text(_ name: String, _ constraint: String) -> String {
        let number = String(attempt + 1)
        let form = constraint.dropFirst()
        // Names are made of characters that stand for themselves.
        if form.isEmpty { return attempt == 0 ? name : name + number }
        let samples =
            PathConstraint(name: form)?.samples ?? form.split(separator: "|").map(String.init)
        return samples.isEmpty ? name : samples[attempt % samples.count]
    }
}

// MARK: - Origins

extension RewriteSource {
    /// What stands before the path of links to this source.
    fileprivate var sampleOrigins: [String] {
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
