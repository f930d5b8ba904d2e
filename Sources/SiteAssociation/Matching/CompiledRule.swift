/// A rule whose patterns are compiled.
struct CompiledRule: Sendable {
    let rule: AssociationRule

    /// What the path must match, one of them; `nil` when every path will do.
    let path: [Glob]?

    /// What the query must match as a whole; `nil` when it need not.
    let query: Glob?

    /// What the query's items must match.
    let items: [Item]

    /// What the fragment must match; `nil` when every fragment will do.
    let fragment: Glob?

    /// The values of one query item.
    struct Item: Sendable {
        let source: AssociationRule.QueryItem
        let glob: Glob
    }

    init(_ rule: AssociationRule, compiler: inout GlobCompiler) {
        let ignoresCase = !rule.isCaseSensitive
        self.rule = rule
        path = rule.path.map { compiler.pathGlobs($0, ignoresCase: ignoresCase) }
        fragment = rule.fragment.map { compiler.glob($0, ignoresCase: ignoresCase) }
        var query: Glob?
        var items: [Item] = []
        switch rule.query {
        case .whole(let pattern):
            query = compiler.glob(pattern, ignoresCase: ignoresCase)
        case .items(let sources):
            for source in sources {
                items.append(
                    Item(
                        source: source,
                        glob: compiler.glob(source.pattern, ignoresCase: ignoresCase)
                    )
                )
            }
        case nil:
            break
        }
        self.query = query
        self.items = items
    }

    /// What the rule's patterns cost together.
    var weight: Int {
        let globs = (path ?? []) + [query, fragment].compactMap(\.self) + items.map(\.glob)
        return 1 + globs.reduce(0) { $0 + $1.weight }
    }

    /// Whether every part of the link is as the rule wants it.
    func matches(_ link: AssociationLink) -> Bool {
        matchesPath(of: link) && matchesFragment(of: link) && matchesQuery(of: link)
            && items.allSatisfy { matches($0, in: link) }
    }

    /// The parts of the link that are not as the rule wants them.
    func mismatches(_ link: AssociationLink) -> [AssociationMismatch] {
        var mismatches: [AssociationMismatch] = []
        func add(_ part: AssociationMismatch.Part, _ pattern: String?) {
            let found = link.source(
                of: part,
                isEncoded: rule.isPercentEncoded,
                ignoresCase: !rule.isCaseSensitive
            )
            mismatches.append(AssociationMismatch(part: part, pattern: pattern ?? "", found: found))
        }
        if !matchesPath(of: link) { add(.path, rule.path) }
        if !matchesQuery(of: link), case .whole(let pattern)? = rule.query { add(.query, pattern) }
        for item in items where !matches(item, in: link) {
            add(.queryItem(item.source.name), item.source.pattern)
        }
        if !matchesFragment(of: link) { add(.fragment, rule.fragment) }
        return mismatches
    }

    // A pattern that takes everything is asked first: it takes what cannot be decoded too, as a missing one does.

    private func matchesPath(of link: AssociationLink) -> Bool {
        guard let path, !path.contains(where: \.coversEveryPath) else { return true }
        let text = link.path(
            isEncoded: rule.isPercentEncoded,
            ignoresCase: !rule.isCaseSensitive
        )
        guard let text else { return false }
        return path.contains { $0.matches(text) }
    }

    private func matchesQuery(of link: AssociationLink) -> Bool {
        guard let query, !query.isUniversal else { return true }
        return link.query(isEncoded: rule.isPercentEncoded, ignoresCase: !rule.isCaseSensitive)
            .map(query.matches) ?? false
    }

    private func matchesFragment(of link: AssociationLink) -> Bool {
        guard let fragment, !fragment.isUniversal else { return true }
        return link.fragment(isEncoded: rule.isPercentEncoded, ignoresCase: !rule.isCaseSensitive)
            .map(fragment.matches) ?? false
    }

    /// A missing item counts as an empty one; of a repeated one, every value must match.
    private func matches(_ item: Item, in link: AssociationLink) -> Bool {
        guard !item.glob.isUniversal else { return true }
        let values = values(of: item, in: link)
        guard !values.isEmpty else { return item.glob.matches([]) }
        return values.allSatisfy { value in value.value.map(item.glob.matches) ?? false }
    }

    private func values(of item: Item, in link: AssociationLink) -> [AssociationLink.Item] {
        link.items(
            named: item.source.name,
            isEncoded: rule.isPercentEncoded,
            ignoresCase: !rule.isCaseSensitive
        )
    }
}
