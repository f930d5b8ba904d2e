import PathMatching

/// The rules of a source, prepared to find those that a path nearly fits.
struct NearRules {
    private let rules: [CompiledRule]
    private let texts: [[UInt8]]

    /// The numbers of the rules by their first literal segment and its place, and by how many segments they have.
    private var numbersByWord: [Word: [Int]] = [:]
    private var numbersByCount: [Int: [Int]] = [:]

    private struct Word: Hashable {
        let place: Int
        let text: [UInt8]
    }

    private let likeness: PathLikeness

    /// The largest number of prefixes that a rule is under.
    private let prefixCount: Int

    /// Prepares rules in the order of declaration, each under its prefixes in order.
    init(_ rules: [CompiledRule]) {
        self.rules = rules
        texts = rules.map(\.path.text)
        likeness = PathLikeness(to: rules.map(\.path))
        prefixCount = 1 + (rules.map(\.place.prefix).max() ?? 0)
        for (number, rule) in rules.enumerated() {
            let segments = rule.path.segments
            numbersByCount[segments.count, default: []].append(number)
            guard
                let place = segments.firstIndex(where: {
                    $0.kind == .literal || $0.kind == .catchAll
                }),
                segments[place].kind == .literal
            else { continue }
            let word = Word(place: place, text: Array(texts[number][segments[place].text]))
            numbersByWord[word, default: []].append(number)
        }
    }

    /// The rules that a path nearly fits, the nearest first.
    ///
    /// Rules that the path may be a misspelling of come first, see ``PathLikeness``; then rules that share literal segments with its
    /// start, those with the most first; then rules with as many segments. Equally near rules are in order of declaration. Each rule comes
    /// once.
    func nearest(to path: String, limit: Int) -> [CompiledRule] {
        let segments = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        var nearest: [(rule: CompiledRule, distance: Int, common: Int)] = []
        func add(_ number: Int, _ distance: Int, _ common: Int) {
            let rule = rules[number]
            // Of equally near rules the first declared comes first.
            let place =
                nearest.firstIndex { ($0.distance, -$0.common) > (distance, -common) }
                ?? nearest.count
            func isSame(_ other: (rule: CompiledRule, Int, Int)) -> Bool {
                other.rule.place.rule == rule.place.rule
            }
            guard place < limit, !nearest[..<place].contains(where: isSame) else { return }
            nearest.removeAll(where: isSame)
            nearest.insert((rule, distance, common), at: place)
            nearest = Array(nearest.prefix(limit))
        }
        var aligned = 0
        for (number, distance) in likeness.nearest(
            to: path,
            limit * prefixCount,
            aligned: &aligned
        ) {
            add(number, distance, common(segments, number))
        }
        guard nearest.count < limit else { return nearest.map(\.rule) }
        let alike = segments.enumerated().flatMap { place, segment in
            numbersByWord[Word(place: place, text: segment)] ?? []
        }
        for number in alike.sorted() { add(number, .max, common(segments, number)) }
        for number in numbersByCount[segments.count] ?? [] where nearest.count < limit {
            add(number, .max, common(segments, number))
        }
        return nearest.map(\.rule)
    }

    /// The number of literal segments that a path and a rule's pattern share, before the first one that differs.
    private func common(_ segments: [[UInt8]], _ number: Int) -> Int {
        var count = 0
        for (segment, part) in zip(segments, rules[number].path.segments) {
            // After a catch-all, segments have no fixed place.
            if part.kind == .catchAll { break }
            guard part.kind == .literal else { continue }
            guard segment.elementsEqual(texts[number][part.text]) else { break }
            count += 1
        }
        return count
    }
}

extension CompiledSource {
    /// A rule under the prefix under which most segments of a path fit; the given form if no other is nearer.
    func nearestForm(of rule: CompiledRule, to path: String) -> CompiledRule {
        guard options.prefixes.count > 1 else { return rule }
        let segments = path.split(separator: "/").map(String.init)
        // Of equally near forms, the first is taken.
        let forms = [rule] + rules.filter { $0.place.rule == rule.place.rule }
        return forms.max { fittingCount(segments, $0) < fittingCount(segments, $1) } ?? rule
    }

    /// The number of segments of a path that fit a rule's at their place, up to a catch-all.
    private func fittingCount(_ segments: [String], _ rule: CompiledRule) -> Int {
        let count = rule.path.segments.prefix { $0.kind != .catchAll }.count
        return (0..<min(count, segments.count)).count {
            rule.path.segment($0, fits: segments[$0], ignoresCase: options.ignoresCase)
        }
    }

    /// The first difference between a path and a rule under a prefix, quoting the rule's segments as they are written; nil if the
    /// path fits.
    func difference(
        of path: String,
        from rule: CompiledRule,
        under prefix: String
    ) -> String? {
        guard !rule.path.matches(path, ignoresCase: options.ignoresCase) else { return nil }
        let isCase = rule.path.matches(path, ignoresCase: true)
        let hint = isCase ? "; 'ignoresCase' would accept the path" : ""
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
                return rest.isEmpty ? nil : "no '\(rest)' follows what '\(expected)' takes\(hint)"
            }
            guard index < segments.count else { return "the path ends before '\(expected)'" }
            let found = segments[index]
            if rule.path.segment(index, fits: found, ignoresCase: options.ignoresCase) { continue }
            return "segment \(index + 1) is '\(found)', not '\(expected)'\(hint)"
        }
        guard segments.count > wanted.count else { return nil }
        return "the path continues with '\(segments[wanted.count])'"
    }
}
