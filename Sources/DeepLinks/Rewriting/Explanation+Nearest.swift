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
        passedOver: [Explanation.RuleReference: Explanation.ItemDifference]
    ) -> [Explanation.NearRule] {
        let ignoresCase = descriptions[source].options.ignoresCase
        let segments = path.utf8.split(separator: UInt8(ascii: "/")).map {
            String(decoding: $0, as: UTF8.self)
        }
        return rules.nearest(to: path, limit: Self.nearRuleLimit).compactMap { candidate in
            let rule = reference(
                source: source,
                rule: candidate.place.rule,
                prefix: candidate.place.prefix
            )
            let difference =
                Self.difference(segments, candidate, ignoresCase: ignoresCase)
                ?? passedOver[rule].map { .item($0) }
            return difference.map { Explanation.NearRule(rule: rule, difference: $0) }
        }
    }

    /// The first place where a path is another than a rule asks, whose segments are shown as they are written; nil if it fits.
    private static func difference(
        _ segments: [String],
        _ candidate: NearRules.Candidate,
        ignoresCase: Bool
    ) -> Explanation.Difference? {
        for (index, part) in candidate.pattern.segments.enumerated() {
            let expected = candidate.segments[index]
            if part.kind == .catchAll {
                let rest = candidate.segments[(index + 1)...]
                if index >= segments.count, !part.isOptional { return .missing(expected) }
                return rest.isEmpty ? nil : .after(expected, rest.joined(separator: "/"))
            }
            guard index < segments.count else { return .missing(expected) }
            let found = segments[index]
            if fits(found, expected, ignoresCase: ignoresCase) { continue }
            return fits(found, expected, ignoresCase: true)
                ? .letterCase(index + 1, found: found, expected: expected)
                : .segment(index + 1, found: found, expected: expected)
        }
        guard segments.count == candidate.segments.count else {
            return .extra(segments[candidate.segments.count])
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
