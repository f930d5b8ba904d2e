import PathMatching

extension RewriteIndex {
    /// How many near rules an explanation has.
    private static let nearRuleLimit = 3

    /// The rules of a source that a path nearly fits, the nearest first.
    ///
    /// Nearest are those that the path is a misspelling of; then those that have the most segments at the start in
    /// common with it.
    ///
    /// - Parameters:
    ///   - path: The canonical path.
    ///   - source: The number of the source.
    ///   - passedOver: The rules whose path fits, with the item that does not.
    /// - Returns: A few rules, with the first difference of each.
    func nearestRules(
        to path: String,
        source: Int,
        passedOver: [Explanation.RuleReference: String]
    ) -> [Explanation.NearRule] {
        let description = descriptions[source]
        let ignoresCase = description.options.ignoresCase
        let likeness = PathLikeness(to: path)
        let segments = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        var candidates:
            [(pattern: PathPattern, place: CompiledRule.Place, distance: Int, common: Int)] = []
        for (number, rule) in description.rules.enumerated() {
            guard let external = try? ExternalPattern(rule.pattern) else { continue }
            for (prefixNumber, prefix) in description.options.prefixes.enumerated() {
                guard let pattern = try? external.pathPattern(under: prefix) else { continue }
                let distance = likeness.distance(to: pattern)
                let common = Self.commonLiterals(pattern, segments)
                guard distance != nil || common > 0 || segments.count == pattern.segments.count
                else { continue }
                candidates.append(
                    (
                        pattern, CompiledRule.Place(rule: number, prefix: prefixNumber),
                        distance ?? .max, common
                    )
                )
            }
        }
        // The sort is stable: of equally near rules the first declared comes first.
        candidates.sort { ($0.distance, $1.common) < ($1.distance, $0.common) }
        // A rule is told once, under the prefix where it comes nearest.
        var told: Set<Int> = []
        candidates.removeAll { !told.insert($0.place.rule).inserted }
        return candidates.prefix(Self.nearRuleLimit).map { candidate in
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

    /// How many literal segments a path and a pattern have in common, before the first that they have not.
    private static func commonLiterals(_ pattern: PathPattern, _ segments: [[UInt8]]) -> Int {
        var count = 0
        for (part, segment) in zip(pattern.segments, segments) where part.kind == .literal {
            guard pattern.text[part.text].elementsEqual(segment) else { break }
            count += 1
        }
        return count
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
