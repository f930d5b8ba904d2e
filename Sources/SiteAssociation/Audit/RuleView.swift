/// A rule as the audit looks at it: the model, the compiled patterns, and where in the file each of them is.
struct RuleView {
    let model: AssociationRule
    let compiled: CompiledRule
    let patterns: [Pattern]

    /// One pattern of a rule.
    struct Pattern {
        let text: String
        let place: AssociationPlace

        /// Whether the pattern is the path's, and whether it is a query item's.
        let isPath: Bool
        let isItem: Bool

        var bytes: [UInt8] { Array(text.utf8) }
    }

    init(_ model: AssociationRule, _ compiled: CompiledRule) {
        self.model = model
        self.compiled = compiled
        // A pattern that comes from defaults, and a legacy path, is where the rule is.
        func pattern(
            _ text: String,
            _ node: JSONNode?,
            isPath: Bool = false,
            isItem: Bool = false
        )
            -> Pattern
        {
            Pattern(text: text, place: node?.place ?? model.place, isPath: isPath, isItem: isItem)
        }
        var patterns: [Pattern] = []
        if let path = model.path { patterns.append(pattern(path, model.node["/"], isPath: true)) }
        switch model.query {
        case .whole(let text):
            patterns.append(pattern(text, model.node["?"]))
        case .items(let items):
            // The rule's own items were made of the object's members, one of each.
            let members = model.node["?"].flatMap { $0.isObject ? $0.members : nil }
            for (index, item) in items.enumerated() {
                patterns.append(pattern(item.pattern, members?[index], isItem: true))
            }
        case nil: break
        }
        if let fragment = model.fragment { patterns.append(pattern(fragment, model.node["#"])) }
        self.patterns = patterns
    }

    var place: AssociationPlace { model.place }

    /// The path's pattern, when the rule has one.
    var path: Pattern? {
        patterns.first(where: \.isPath)
    }
}
