import PathMatching

extension CompiledSource {
    /// The rules that a path nearly fits, the nearest first.
    ///
    /// Rules that the path may be a misspelling of come first, see ``PathLikeness``; then rules that share literal segments with its
    /// start, those with the most first; then rules with as many segments. Equally near rules are in order of declaration.
    ///
    /// - Parameters:
    ///   - path: The canonical path.
    ///   - limit: The largest number of rules to return.
    /// - Returns: Each rule once, under the prefix where it is nearest.
    func nearestRules(to path: String, limit: Int) -> [CompiledRule] {
        let likeness = PathLikeness(to: path)
        let segments = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        var near: [(rule: CompiledRule, distance: Int, common: Int)] = []
        for rule in rules {
            let distance = likeness.distance(to: rule.path)
            let common = Self.common(segments, rule.path)
            guard distance != nil || common > 0 || rule.path.segments.count == segments.count else {
                continue
            }
            near.append((rule, distance ?? .max, common))
        }
        // The sort is stable, so of equally near rules the first declared comes first.
        near = near.inOrder { ($0.distance, -$0.common) < ($1.distance, -$1.common) }
        var nearest: [CompiledRule] = []
        for (rule, _, _) in near where nearest.count < limit {
            if !nearest.contains(where: { $0.place.rule == rule.place.rule }) {
                nearest.append(rule)
            }
        }
        return nearest
    }

    /// The number of literal segments that a path and a pattern share, before the first one that differs.
    private static func common(_ segments: [[UInt8]], _ pattern: PathPattern) -> Int {
        var count = 0
        for (segment, part) in zip(segments, pattern.segments) {
            // After a catch-all, segments have no fixed place.
            if part.kind == .catchAll { break }
            guard part.kind == .literal else { continue }
            guard segment.elementsEqual(pattern.text[part.text]) else { break }
            count += 1
        }
        return count
    }

    /// The first difference between a path and a rule under a prefix, quoting the rule's segments as they are written; nil if the
    /// path fits.
    func difference(
        of path: String,
        from rule: CompiledRule,
        under prefix: String
    ) -> String? {
        guard !rule.path.matches(path, ignoresCase: options.ignoresCase) else { return nil }
        let segments = path.split(separator: "/").map(String.init)
        var wanted = (prefix + rule.external.path).utf8.split(separator: UInt8(ascii: "/"))
            .map { String(decoding: $0, as: UTF8.self) }
        if let written = rule.external.textAndRest { wanted[wanted.count - 2] = written }
        for (index, part) in rule.path.segments.enumerated() {
            let expected = wanted[index]
            if part.kind == .catchAll {
                let rest = wanted[(index + 1)...].joined(separator: "/")
                if index >= segments.count, !part.isOptional {
                    return "the path ends before '\(expected)'"
                }
                return rest.isEmpty ? nil : "no '\(rest)' follows what '\(expected)' takes"
            }
            guard index < segments.count else { return "the path ends before '\(expected)'" }
            let found = segments[index]
            if rule.path.segment(index, fits: found, ignoresCase: options.ignoresCase) { continue }
            let difference = "segment \(index + 1) is '\(found)', not '\(expected)'"
            return rule.path.segment(index, fits: found, ignoresCase: true)
                ? "\(difference); 'ignoresCase' would accept it" : difference
        }
        guard segments.count > wanted.count else { return nil }
        return "the path continues with '\(segments[wanted.count])'"
    }
}
