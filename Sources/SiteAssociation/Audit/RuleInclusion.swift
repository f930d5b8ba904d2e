/// Whether one rule matches every link that another one does.
struct RuleInclusion {
    let cover: CompiledRule
    let part: CompiledRule

    /// How many steps the comparison took.
    private(set) var cost = 1

    /// The comparison of two patterns of five hundred characters; longer ones count as not covered.
    private static let maximumCost = 1 << 18

    /// Whether every link that matches `part` matches `cover`; a no may be wrong, see ``GlobInclusion``.
    private(set) var holds = false

    init(_ cover: CompiledRule, covers part: CompiledRule) {
        self.cover = cover
        self.part = part
        holds = coversPath() && coversFragment() && coversQuery()
    }

    private mutating func coversPath() -> Bool {
        guard let globs = cover.path, !globs.contains(where: \.coversEveryPath) else { return true }
        guard hasSameText, let parts = part.path else { return false }
        return parts.allSatisfy { part in
            globs.contains { includes($0, part) }
        }
    }

    private mutating func coversFragment() -> Bool {
        guard let glob = cover.fragment, !glob.isUniversal else { return true }
        guard hasSameText, let other = part.fragment else { return false }
        return includes(glob, other)
    }

    private mutating func coversQuery() -> Bool {
        if let glob = cover.query, !glob.isUniversal {
            guard hasSameText, let other = part.query else { return false }
            return includes(glob, other)
        }
        return cover.items.allSatisfy { item in
            if item.glob.isUniversal { return true }
            guard hasSameText else { return false }
            return part.items.contains { other in
                other.source.name.utf8.elementsEqual(item.source.name.utf8)
                    && includes(item.glob, other.glob)
            }
        }
    }

    /// Whether both rules compare the same text, that of the link as it is written or the decoded one.
    private var hasSameText: Bool {
        cover.rule.isPercentEncoded == part.rule.isPercentEncoded
    }

    private mutating func includes(_ glob: Glob, _ other: Glob) -> Bool {
        let inclusion = GlobInclusion(
            cover: glob,
            coverIgnoresCase: !cover.rule.isCaseSensitive,
            part: other,
            partIgnoresCase: !part.rule.isCaseSensitive
        )
        guard inclusion.cost <= Self.maximumCost else { return false }
        cost += inclusion.cost
        return inclusion.holds
    }
}
