import DeepLinks
import LinkChecking

/// A rule of an association file that is being generated.
struct GeneratedRule {
    /// The rule without its comment.
    var content = AssociationRule()

    /// The names of the rewrite rules that it claims links for.
    var names: [String] = []

    /// Another reason for the rule, which its comment gives.
    var reason: String?

    var paths: [ClaimedPaths] = []

    func component(withComment: Bool) -> JSONValue {
        var members: [String: JSONValue] = [:]
        if let path = content.path { members["/"] = .string(path) }
        switch content.query {
        case .whole(let text): members["?"] = .string(text)
        case .items(let items):
            let patterns = items.map { ($0.name, JSONValue.string($0.pattern)) }
            members["?"] = .object(Dictionary(patterns) { first, _ in first })
        case nil: break
        }
        if let fragment = content.fragment { members["#"] = .string(fragment) }
        if content.isExclusion { members["exclude"] = .bool(true) }
        if !content.isCaseSensitive { members["caseSensitive"] = .bool(false) }
        if withComment { members["comment"] = .string(comment) }
        return .object(members)
    }

    /// The names of the rewrite rules, with the reason.
    private var comment: String {
        let limit = 4
        let text =
            names.count > limit + 1
            ? names.prefix(limit).joined(separator: ", ") + " and \(names.count - limit) more"
            : names.joined(separator: ", ")
        return [text, reason ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
