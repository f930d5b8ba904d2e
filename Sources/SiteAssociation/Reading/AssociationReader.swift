import DeepLinks
import LinkChecking

/// Finds entries, rules and variables in the JSON of an association file.
///
/// A wrong type is an error where the structure depends on it; a single value of the wrong type is ignored, as Apple's
/// systems do, and left to the audit.
struct AssociationReader {
    private(set) var entries: [AssociationEntry] = []
    private(set) var variables: [String: [String]] = [:]

    private var defaults: JSONNode?

    init(_ document: JSONNode) throws(SiteAssociationError) {
        try Self.demandObject(document, "the association", "sections such as 'applinks'")
        guard let links = document["applinks"] else { return }
        try Self.demandObject(links, "'applinks'", "'details'")
        for variable in links["substitutionVariables"]?.members ?? [] where variable.isArray {
            variables[variable.key] = variable.strings
        }
        defaults = links["defaults"]
        guard let details = links["details"] else { return }
        guard details.isArray || details.isObject else {
            throw Self.wrongType(details, "'details'", "an array of entries")
        }
        if let key = ["appIDs", "appID", "components", "paths"].first(where: {
            details[$0].map { !$0.isObject } ?? false
        }) {
            let obstacle =
                "'details' is one entry, with the key '\(key)', and not an array of entries"
            let remedy = "write '[' before it and ']' after it"
            throw SiteAssociationError(.wrongType, at: details.place, obstacle, remedy: remedy)
        }
        // In the form of iOS 9 `details` is an object.
        for node in details.isArray ? details.elements : details.members {
            let keys = details.isArray ? "'appIDs' and 'components'" : "'paths'"
            try Self.demandObject(node, "the entry", keys)
            entries.append(try entry(node, isMember: details.isObject))
        }
    }

    // MARK: Entries

    private func entry(
        _ node: JSONNode,
        isMember: Bool
    ) throws(SiteAssociationError) -> AssociationEntry {
        let key = isMember ? [node.key] : []
        let keys = [node["appIDs"], node["appID"]].compactMap(\.self)
        let appIDs = (key + keys.flatMap(\.texts)).uniqued()
        let (format, rules) = try rules(of: node)
        return AssociationEntry(appIDs: appIDs, rules: rules, format: format, node: node)
    }

    private func rules(
        of entry: JSONNode
    ) throws(SiteAssociationError) -> (AppSiteAssociation.Form?, [AssociationRule]) {
        if let components = entry["components"] {
            guard components.isArray else {
                throw Self.wrongType(components, "'components'", "an array of objects")
            }
            let fallbacks = [entry["defaults"], defaults].compactMap(\.self)
            let rules = try components.elements.map { component throws(SiteAssociationError) in
                try Self.demandObject(component, "the component", nil)
                return rule(component, fallbacks: fallbacks)
            }
            return (.components, rules)
        }
        guard let paths = entry["paths"] else { return (nil, []) }
        guard paths.isArray else {
            throw Self.wrongType(paths, "'paths'", "an array of strings")
        }
        let rules = try paths.elements.map { path throws(SiteAssociationError) in
            guard let pattern = path.string else {
                let expected =
                    path.isObject
                    ? "'components' in place of 'paths'" : "a string such as '\"/buy/*\"'"
                throw Self.wrongType(path, "the path", expected)
            }
            let (text, isExclusion) = Self.legacyPath(pattern)
            return AssociationRule(path: text, isExclusion: isExclusion, isLegacy: true, node: path)
        }
        return (.paths, rules)
    }

    // MARK: Rules

    /// A rule whose missing parts come from the entry's defaults, then from those of `applinks`.
    private func rule(_ component: JSONNode, fallbacks: [JSONNode]) -> AssociationRule {
        func first<Value>(_ key: String, _ read: (JSONNode) -> Value?) -> Value? {
            for level in [component] + fallbacks {
                if let value = level[key].flatMap(read) { return value }
            }
            return nil
        }
        return AssociationRule(
            path: first("/", \.string),
            query: first("?", Self.query),
            fragment: first("#", \.string),
            isExclusion: first("exclude", \.bool) ?? false,
            isCaseSensitive: first("caseSensitive", \.bool) ?? true,
            isPercentEncoded: first("percentEncoded", \.bool) ?? true,
            comment: component["comment"]?.string,
            node: component
        )
    }

    /// A legacy path; a leading `NOT ` makes it an exclusion.
    static func legacyPath(_ text: String) -> (path: String, isExclusion: Bool) {
        guard text.utf8.starts(with: "NOT ".utf8) else { return (text, false) }
        return (String(decoding: text.utf8.dropFirst(4), as: UTF8.self), true)
    }

    /// The pattern under `?`.
    ///
    /// One value that is not a string makes Apple's systems ignore all items of the object.
    private static func query(_ node: JSONNode) -> AssociationRule.Query? {
        if let pattern = node.string { return .whole(pattern) }
        guard node.isObject else { return nil }
        let items = node.members.compactMap { member in
            member.string.map { AssociationRule.QueryItem(name: member.key, pattern: $0) }
        }
        return .items(items.count == node.members.count ? items : [])
    }

    // MARK: Values

    /// Throws unless a value is an object; the message names the keys that it should have.
    private static func demandObject(
        _ node: JSONNode,
        _ what: String,
        _ keys: String?
    ) throws(SiteAssociationError) {
        guard !node.isObject else { return }
        let expected = keys.map { "with \($0)" } ?? "such as '{ \"/\": \"/buy/*\" }'"
        throw wrongType(node, what, "an object \(expected)")
    }

    private static func wrongType(
        _ node: JSONNode,
        _ what: String,
        _ expected: String
    ) -> SiteAssociationError {
        let obstacle = "\(what) is \(node.kind)"
        return SiteAssociationError(
            .wrongType,
            at: node.place,
            obstacle,
            remedy: "write \(expected)"
        )
    }
}
