import PathMatching

extension RewriteIndex {
    /// How many near rules an explanation has.
    private static let nearRuleLimit = 3

    /// The rules of a source that a path nearly fits, the nearest first.
    ///
    /// - Parameters:
    ///   - path: The canonical path.
    ///   - rules: The rules of the source.
    ///   - source: The number of the source.
    ///   - passedOver: The rules whose path fits, with the item that does not.
    /// - Returns: A few rules, with the first difference of each.
    func nearestRules(
        to path: String,
        among rules: NearRules,
        source: Int,
        passedOver: [Explanation.RuleReference: String]
    ) -> [Explanation.NearRule] {
        let ignoresCase = descriptions[source].options.ignoresCase
        let segments = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        return rules.nearest(to: path, limit: Self.nearRuleLimit).map { candidate in
            let reference = reference(
                source: source,
                rule: candidate.place.rule,
                prefix: candidate.place.prefix
            )
            let difference = Self.difference(segments, candidate.pattern, ignoresCase: ignoresCase)
            return Explanation.NearRule(
                rule: reference,
                difference: difference ?? .item(passedOver[reference] ?? "")
            )
        }
    }

    /// The first place where a path is another than a pattern asks; nil if it fits.
    private static func difference(
        _ segments: [[UInt8]],
        _ pattern: PathPattern,
        ignoresCase: Bool
    ) -> Explanation.Difference? {
        for (index, part) in pattern.segments.enumerated() {
            let expected = String(decoding: pattern.text[part.text], as: UTF8.self)
            guard index < segments.count else { return .missing(expected) }
            if part.kind == .catchAll { return nil }
            let found = String(decoding: segments[index], as: UTF8.self)
            guard fits(found, expected, ignoresCase: ignoresCase) else {
                return .segment(index + 1, found: found, expected: expected)
            }
        }
        guard segments.count == pattern.segments.count else {
            return .extra(String(decoding: segments[pattern.segments.count], as: UTF8.self))
        }
        return nil
    }

    private static func fits(_ segment: String, _ pattern: String, ignoresCase: Bool) -> Bool {
        guard let pattern = try? PathPattern("/\(pattern)") else { return false }
        var trie = PathTrie<Int>(ignoresCase: ignoresCase)
        trie[pattern] = 0
        return trie.match("/\(segment)") != nil
    }

    /// The host or scheme that is spelled most like an unknown one.
    func nearestSource(to error: RewriteError) -> String? {
        switch error.reason {
        case .unknownHost(let host):
            let hosts = descriptions.flatMap { source -> [String] in
                if case .domain(let domain) = source { domain.hosts } else { [] }
            }
            return nearest(to: host, in: hosts)
        case .unknownScheme(let scheme):
            let schemes = descriptions.flatMap { source -> [String] in
                if case .scheme(let scheme) = source { scheme.names } else { ["https"] }
            }
            return nearest(to: scheme, in: schemes)
        default:
            return nil
        }
    }
}
