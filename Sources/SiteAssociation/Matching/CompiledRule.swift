/// A rule whose patterns are compiled.
struct CompiledRule: Sendable {
    let rule: AssociationRule

    /// What the rule asks, for each part of a link at most once.
    let patterns: [Pattern]

    /// What a rule asks of one part of a link.
    struct Pattern: Sendable {
        let part: AssociationMismatch.Part

        /// The pattern as the file has it.
        let text: String

        /// What the part must match, one of them: a path's pattern may also stand for its parent's.
        let globs: [Glob]
    }

    init(_ rule: AssociationRule, compiler: inout GlobCompiler) {
        let ignoresCase = !rule.isCaseSensitive
        var texts: [(AssociationMismatch.Part, String)] = []
        if let path = rule.path { texts.append((.path, path)) }
        switch rule.query {
        case .whole(let pattern): texts.append((.query, pattern))
        case .items(let items): texts += items.map { (.queryItem($0.name), $0.pattern) }
        case nil: break
        }
        if let fragment = rule.fragment { texts.append((.fragment, fragment)) }
        self.rule = rule
        patterns = texts.map { part, text in
            let globs =
                part == .path
                ? compiler.pathGlobs(text, ignoresCase: ignoresCase)
                : [compiler.glob(text, ignoresCase: ignoresCase)]
            return Pattern(part: part, text: text, globs: globs)
        }
    }

    /// What the rule's patterns cost together.
    var weight: Int {
        patterns.reduce(1) { $1.globs.reduce($0) { $0 + $1.weight } }
    }

    /// What comparing a link that is made up for the rule costs: it is about as long as the patterns.
    var costOfSample: Int { weight * (1 + weight / 64) }

    /// Whether both ask for the same texts in the same way.
    func hasPatterns(of other: CompiledRule) -> Bool {
        rule.isCaseSensitive == other.rule.isCaseSensitive
            && rule.isPercentEncoded == other.rule.isPercentEncoded
            && patterns.elementsEqual(other.patterns) { $0.part == $1.part && $0.text == $1.text }
    }

    /// What the rule asks of a part; nil if nothing.
    subscript(part: AssociationMismatch.Part) -> Pattern? {
        patterns.first { $0.part == part }
    }

    /// What the rule asks of single query items.
    var items: [Pattern] { patterns.filter(\.isItem) }

    /// Whether every part of the link is as the rule wants it.
    func matches(_ link: AssociationLink) -> Bool {
        let reading = link.reading(for: rule)
        return patterns.allSatisfy { $0.matches(reading) }
    }

    /// The parts of the link that are not as the rule wants them.
    func mismatches(_ link: AssociationLink) -> [AssociationMismatch] {
        let reading = link.reading(for: rule)
        return patterns.filter { !$0.matches(reading) }.map { pattern in
            let found = reading.texts(of: pattern.part).map(\.source)
            return AssociationMismatch(
                part: pattern.part,
                pattern: pattern.text,
                // Thousands of rules share a single text; joining would copy it.
                found: found.count == 1 ? found[0] : found.joined(separator: ", ")
            )
        }
    }
}

extension CompiledRule.Pattern {
    /// Whether every text of the part matches.
    var isUniversal: Bool {
        globs.contains { part == .path ? $0.coversEveryPath : $0.isUniversal }
    }

    /// Whether the pattern is a query item's.
    var isItem: Bool {
        if case .queryItem = part { true } else { false }
    }

    /// Whether the part of a link is as the pattern wants it; of a repeated query item, every value.
    ///
    /// A pattern that takes everything also takes what cannot be decoded, as a missing one does.
    fileprivate func matches(_ link: AssociationLink.Reading) -> Bool {
        isUniversal
            || link.texts(of: part).allSatisfy { text in
                text.units.map { units in globs.contains { $0.matches(units) } } ?? false
            }
    }
}
