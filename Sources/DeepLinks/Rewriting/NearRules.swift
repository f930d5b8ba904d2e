import PathMatching

/// The rules of a source, to find those that a path nearly fits.
///
/// Nearest are those that the path is a misspelling of, see ``PathLikeness``; then those that have the most literal segments at
/// the start in common with it, or as many segments; then those declared first.
struct NearRules {
    /// A rule under one of its source's prefixes.
    struct Candidate {
        let pattern: PathPattern
        /// The segments of the pattern as they were written.
        let segments: [String]
        let place: CompiledRule.Place
    }

    /// The candidates in the order of declaration, and those of a rule in the order of the prefixes.
    private var candidates: [Candidate] = []

    /// Reads the rules of a source.
    init(_ source: RewriteSource) {
        for (number, rule) in source.rules.enumerated() {
            guard let external = try? ExternalPattern(rule.pattern) else { continue }
            for (prefixNumber, prefix) in source.options.prefixes.enumerated() {
                guard let pattern = try? external.pathPattern(under: prefix) else { continue }
                let place = CompiledRule.Place(rule: number, prefix: prefixNumber)
                let segments = (prefix + external.path).utf8.split(separator: UInt8(ascii: "/"))
                candidates.append(
                    Candidate(
                        pattern: pattern,
                        segments: segments.map { String(decoding: $0, as: UTF8.self) },
                        place: place
                    )
                )
            }
        }
    }

    /// The rules that a path nearly fits, the nearest first.
    ///
    /// - Parameters:
    ///   - path: The canonical path.
    ///   - limit: How many to find at most.
    /// - Returns: Each rule once, under the prefix where it comes nearest.
    func nearest(to path: String, limit: Int) -> [Candidate] {
        let likeness = PathLikeness(to: path)
        let segments = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        var near: [(candidate: Candidate, distance: Int, common: Int)] = []
        for candidate in candidates {
            let pattern = candidate.pattern
            let distance = likeness.distance(to: pattern)
            let common = Self.common(segments, pattern)
            guard distance != nil || common > 0 || pattern.segments.count == segments.count else {
                continue
            }
            near.append((candidate, distance ?? .max, common))
        }
        // The sort is stable, so of rules that are equally near the first declared comes first.
        near.sort { ($0.distance, -$0.common) < ($1.distance, -$1.common) }
        var nearest: [Candidate] = []
        for (candidate, _, _) in near where nearest.count < limit {
            if !nearest.contains(where: { $0.place.rule == candidate.place.rule }) {
                nearest.append(candidate)
            }
        }
        return nearest
    }

    /// How many literal segments a path and a pattern have in common, before the first that they have not.
    private static func common(_ segments: [[UInt8]], _ pattern: PathPattern) -> Int {
        var count = 0
        for (segment, part) in zip(segments, pattern.segments) {
            // Behind a catch-all, segments are in no fixed place.
            if part.kind == .catchAll { break }
            guard part.kind == .literal else { continue }
            guard segment.elementsEqual(pattern.text[part.text]) else { break }
            count += 1
        }
        return count
    }

    /// The first place where a path is another than a rule asks, whose segments are shown as they are written; nil if it fits.
    static func difference(
        _ path: String,
        _ candidate: Candidate,
        ignoresCase: Bool
    ) -> String? {
        let segments = path.split(separator: "/").map(String.init)
        for (index, part) in candidate.pattern.segments.enumerated() {
            let expected = candidate.segments[index]
            if part.kind == .catchAll {
                let rest = candidate.segments[(index + 1)...].joined(separator: "/")
                if index >= segments.count, !part.isOptional {
                    return "the path ends before '\(expected)'"
                }
                return rest.isEmpty ? nil : "no '\(rest)' follows what '\(expected)' takes"
            }
            guard index < segments.count else { return "the path ends before '\(expected)'" }
            let found = segments[index]
            if fits(found, expected, ignoresCase: ignoresCase) { continue }
            let difference = "segment \(index + 1) is '\(found)', not '\(expected)'"
            return fits(found, expected, ignoresCase: true)
                ? "\(difference); 'ignoresCase' would take it" : difference
        }
        guard segments.count > candidate.segments.count else { return nil }
        return "the path goes on with '\(segments[candidate.segments.count])'"
    }

    private static func fits(_ segment: String, _ pattern: String, ignoresCase: Bool) -> Bool {
        guard let pattern = try? PathPattern("/\(pattern)") else { return false }
        var trie = PathTrie<Int>(ignoresCase: ignoresCase)
        trie[pattern] = 0
        return trie.match("/\(segment)") != nil
    }
}
