import PathMatching

/// A rule with its compiled patterns.
///
/// It is a class, as thousands are walked through for each link, and a copy of all parts would be most of the work.
final class RuleMatcher: Sendable {
    let rule: AssociationRule

    /// The rule's patterns, at most one for each part of a link.
    let patterns: [Pattern]

    /// The first segment of all paths that the rule matches, with ASCII letters in lower case; nil if there are several.
    ///
    /// A rule for decoded links has none, as links are looked up as they are written.
    let firstSegment: [UInt8]?

    /// What all paths begin with that the rule matches, with ASCII letters in lower case.
    private let head: [UInt8]

    /// The variables of the file.
    private let variables: [String: [String]]

    /// The cost of the rule's patterns together.
    let weight: Int

    struct Pattern: Sendable {
        let part: AssociationMismatch.Part

        /// The pattern as the file spells it.
        let text: String

        /// The compiled pattern, of which one glob must match; a path pattern may have another one for its parent.
        let globs: [Glob]

        /// Whether every text of the part matches.
        let isUniversal: Bool

        init(part: AssociationMismatch.Part, text: String, globs: [Glob]) {
            (self.part, self.text, self.globs) = (part, text, globs)
            // Every path begins with a slash.
            let hasSlash = part == .path && text.utf8.first == UInt8(ascii: "/")
            let stars = text.utf8.dropFirst(hasSlash ? 1 : 0)
            isUniversal = !stars.isEmpty && stars.allSatisfy { $0 == UInt8(ascii: "*") }
        }
    }

    init(_ rule: AssociationRule, compiler: inout GlobCompiler) {
        let ignoresCase = !rule.isCaseSensitive
        self.rule = rule
        variables = compiler.variables
        patterns = rule.patterns.map { part, text in
            let globs =
                part == .path
                ? compiler.pathGlobs(text, ignoresCase: ignoresCase)
                : [compiler.glob(text, ignoresCase: ignoresCase)]
            return Pattern(part: part, text: text, globs: globs)
        }
        weight = patterns.reduce(1) { $1.globs.reduce($0) { $0 + $1.weight } }
        let slash = UInt8(ascii: "/")
        let path = (rule.path ?? "*").utf8.drop { $0 == slash }.map(ByteSet.lowercased)
        let segment = path.prefix { $0 != slash }
        let isPlain = rule.isPercentEncoded && !segment.contains(where: Self.wildcards.contains)
        firstSegment = isPlain ? Array(segment) : nil
        var head = path.prefix { !Self.wildcards.contains($0) }
        // A slash at the end does not count, and '/*' at the end also matches what is before it.
        while head.last == slash, path.count <= head.count + 1 { head.removeLast() }
        self.head = [slash] + head
    }

    private static let wildcards = ByteSet("*?$")

    /// How much work it is to ask the rule about a link that is about as long as its patterns: 1 for a usual rule.
    var effort: Int { effort(for: weight) }

    /// How much work it is to ask the rule about a link of this length.
    func effort(for length: Int) -> Int { 1 + weight * length / 256 }

    /// Whether both rules have the same patterns and compare them in the same way.
    func hasPatterns(of other: RuleMatcher) -> Bool {
        rule.isCaseSensitive == other.rule.isCaseSensitive
            && rule.isPercentEncoded == other.rule.isPercentEncoded
            && patterns.elementsEqual(other.patterns) { $0.part == $1.part && $0.text == $1.text }
    }

    /// The rule's pattern for a part; nil if it has none.
    subscript(part: AssociationMismatch.Part) -> Pattern? {
        patterns.first { $0.part == part }
    }

    /// How many texts each variable for a list in the rule's patterns stands for.
    var lists: [Int] {
        patterns.flatMap { $0.globs[0].chunks.joined() }.compactMap { token in
            if case .oneOf(let alternatives) = token { alternatives.values.count } else { nil }
        }
    }

    /// The rule's patterns for single query items.
    var items: [Pattern] { patterns.filter(\.isItem) }

    func matches(_ link: AssociationLink) -> Bool {
        guard begins(link) else { return false }
        let reading = link.reading(for: rule)
        return patterns.allSatisfy { $0.matches(reading) }
    }

    /// Whether the link's path begins as the rule requires, which is quickly found; most rules are for another beginning.
    private func begins(_ link: AssociationLink) -> Bool {
        !rule.isPercentEncoded || head.count == 1 || link.foldedPath.starts(with: head)
    }

    /// What a link has in other ways than the rule asks.
    func mismatches(_ link: AssociationLink) -> [AssociationMismatch] {
        let reading = link.reading(for: rule)
        let flaws = patterns.filter { !$0.matches(reading) }
        var caseless: RuleMatcher?
        if !flaws.isEmpty, begins(link), rule.isCaseSensitive {
            var (content, compiler) = (rule, GlobCompiler(variables: variables))
            content.isCaseSensitive = false
            caseless = RuleMatcher(content, compiler: &compiler)
        }
        return flaws.map { pattern in
            let found = reading.texts(of: pattern.part).map(\.source)
            return AssociationMismatch(
                part: pattern.part,
                pattern: pattern.text,
                // A single text is shared by thousands of rules; joining would copy it.
                found: found.count == 1 ? found[0] : found.joined(separator: ", "),
                isOnlyCase: caseless.map { other in
                    other[pattern.part]?.matches(link.reading(for: other.rule)) ?? false
                } ?? false
            )
        }
    }

    /// How many bytes its paths have in common at their beginning, without the first slash.
    var headLength: Int { head.count - 1 }

    /// Whether paths that begin with a text in lower case can be the rule's.
    func mayBegin(with text: [UInt8]) -> Bool {
        !rule.isPercentEncoded || head.starts(with: text) || text.starts(with: head)
    }

    /// How much of a link the rule matches: some parts, or only the beginning of the path.
    func nearness(to link: AssociationLink) -> Int {
        if begins(link) {
            let reading = link.reading(for: rule)
            if self[.path]?.matches(reading) ?? true {
                return .max - patterns.count { !$0.matches(reading) }
            }
        }
        // The first slash is the same in all paths.
        return zip(head, link.foldedPath).dropFirst().prefix { $0 == $1 }.count
    }
}

extension RuleMatcher.Pattern {
    var isItem: Bool { part.itemName != nil }

    /// Whether the link's part matches; for a repeated query item, every value must.
    ///
    /// A pattern that matches everything also matches text that cannot be decoded, as a missing pattern does.
    fileprivate func matches(_ link: AssociationLink.Reading) -> Bool {
        isUniversal
            || link.texts(of: part).allSatisfy { text in
                text.units.map { units in globs.contains { $0.matches(units) } } ?? false
            }
    }
}
