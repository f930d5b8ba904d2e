import DeepLinks
import LinkChecking
import PathMatching

/// A rule of an association file that is being generated.
struct GeneratedRule {
    /// The rule without its comment.
    var content = AssociationRule()

    /// The names of the rewrite rules that it claims links for.
    var names: [String] = []

    /// Another reason for the rule, which its comment gives.
    var reason: String?

    /// The paths that it claims, each with what its rewrite rule asks of the query.
    var paths: [(path: PathPattern, items: [ItemCondition])] = []

    /// The rule as a file has it; without names and a reason, it has no comment.
    var component: JSONValue {
        var members: [String: JSONValue] = [:]
        members["/"] = content.path.map(JSONValue.string)
        members["#"] = content.fragment.map(JSONValue.string)
        switch content.query {
        case .whole(let text): members["?"] = .string(text)
        case .items(let items):
            let patterns = items.map { ($0.name, JSONValue.string($0.pattern)) }
            members["?"] = .object(Dictionary(patterns) { first, _ in first })
        case nil: break
        }
        if content.isExclusion { members["exclude"] = .bool(true) }
        if !content.isCaseSensitive { members["caseSensitive"] = .bool(false) }
        if !comment.isEmpty { members["comment"] = .string(comment) }
        return .object(members)
    }

    /// The names of the first rewrite rules, with the reason.
    private var comment: String {
        let (shown, more) = names.count > 5 ? (4, " and \(names.count - 4) more") : (5, "")
        let text = names.prefix(shown).joined(separator: ", ") + more
        return [text, reason ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
