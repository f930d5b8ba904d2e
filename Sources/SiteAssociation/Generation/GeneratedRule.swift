import DeepLinks
import LinkChecking

/// A rule of an association file that is being made.
struct GeneratedRule {
    /// What the rule says, without its comment.
    struct Content: Hashable {
        var path: String?
        var query: AssociationRule.Query?
        var fragment: String?
        var isExclusion = false
        var ignoresCase = false
    }

    let content: Content

    /// The rewrite rules that it is for.
    var names: [String]

    /// What it says of them, for an exclusion.
    var reason: String?

    /// In what it claims more than they handle.
    var notes: [String] = []

    /// The rule as matchers read it.
    var rule: AssociationRule {
        AssociationRule(
            path: content.path,
            query: content.query,
            fragment: content.fragment,
            isExclusion: content.isExclusion,
            isCaseSensitive: !content.ignoresCase,
            isPercentEncoded: true,
            comment: nil,
            isLegacy: false,
            place: AssociationPlace(nil, nil),
            value: .object([])
        )
    }

    /// The rule as a component.
    func component(withComment: Bool) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = []
        if let path = content.path { members.append(("/", .string(path))) }
        switch content.query {
        case .whole(let text): members.append(("?", .string(text)))
        case .items(let items):
            members.append(("?", .object(items.map { ($0.name, .string($0.pattern)) })))
        case nil: break
        }
        if let fragment = content.fragment { members.append(("#", .string(fragment))) }
        if content.isExclusion { members.append(("exclude", .bool(true))) }
        if content.ignoresCase { members.append(("caseSensitive", .bool(false))) }
        if withComment { members.append(("comment", .string(comment))) }
        return .object(members)
    }

    /// The rule as a legacy path.
    var legacyPath: String {
        (content.isExclusion ? "NOT " : "") + (content.path ?? "*")
    }

    /// The names of the rewrite rules, and what there is to say of them.
    var comment: String {
        var text = Self.list(names)
        if let reason { text += text.isEmpty ? reason : ": \(reason)" }
        if !notes.isEmpty { text += " (approximate: \(notes.joined(separator: "; ")))" }
        return text
    }

    /// The names of a few, and how many there are besides.
    private static func list(_ names: [String]) -> String {
        let limit = 4
        guard names.count > limit + 1 else { return names.joined(separator: ", ") }
        return names.prefix(limit).joined(separator: ", ") + " and \(names.count - limit) more"
    }
}
