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
        let isOfAndroid = document.elements.contains { $0["relation"] != nil }
        let sections =
            isOfAndroid
            ? "another file's name, as this is 'assetlinks.json', which only Android reads"
            : "an object with sections such as 'applinks'"
        try Self.demand(document.isObject, document, "the association", sections)
        guard let links = document["applinks"] else { return }
        try Self.demand(links.isObject, links, "'applinks'", "an object with 'details'")
        for variable in links["substitutionVariables"]?.members ?? [] where variable.isArray {
            variables[variable.key] = variable.strings
        }
        defaults = links["defaults"]
        guard let details = links["details"] else { return }
        let isList = details.isArray || details.isObject
        try Self.demand(isList, details, "'details'", "an array of entries")
        let isEntry = ["appIDs", "appID", "components", "paths"].contains { key in
            details[key].map { !$0.isObject } ?? false
        }
        try Self.demand(!isEntry, details, "'details'", "'[' before it and ']' after it")
        // In the form of iOS 9 `details` is an object.
        for node in details.isArray ? details.elements : details.members {
            let keys = details.isArray ? "'appIDs' and 'components'" : "'paths'"
            try Self.demand(node.isObject, node, "the entry", "an object with \(keys)")
            let named = [node["appIDs"], node["appID"]].compactMap(\.self).flatMap(\.texts)
            let appIDs = ((details.isObject ? [node.key] : []) + named).uniqued()
            let (format, rules) = try rules(of: node)
            entries.append(.init(appIDs: appIDs, rules: rules, format: format, node: node))
        }
    }

    // MARK: Rules

    private func rules(
        of entry: JSONNode
    ) throws(SiteAssociationError) -> (AppSiteAssociation.Form?, [AssociationRule]) {
        if let components = entry["components"] {
            let expected = "an array of objects"
            try Self.demand(components.isArray, components, "'components'", expected)
            let fallbacks = [entry["defaults"], defaults].compactMap(\.self)
            let rules = try components.elements.map { component throws(SiteAssociationError) in
                let expected = "an object such as '{ \"/\": \"/buy/*\" }'"
                try Self.demand(component.isObject, component, "the component", expected)
                return rule(component, fallbacks: fallbacks)
            }
            return (.components, rules)
        }
        guard let paths = entry["paths"] else { return (nil, []) }
        try Self.demand(paths.isArray, paths, "'paths'", "an array of strings")
        let rules = try paths.elements.map { path throws(SiteAssociationError) in
            let expected =
                path.isObject
                ? "'components' in place of 'paths'" : "a string such as '\"/buy/*\"'"
            try Self.demand(path.string != nil, path, "the path", expected)
            // A leading `NOT ` makes it an exclusion.
            let text = path.string ?? ""
            let isExclusion = text.utf8.starts(with: "NOT ".utf8)
            return AssociationRule(
                path: isExclusion ? String(decoding: text.utf8.dropFirst(4), as: UTF8.self) : text,
                isExclusion: isExclusion,
                isLegacy: true,
                node: path
            )
        }
        return (.paths, rules)
    }

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

    /// Throws unless a value has the type on which the structure depends.
    private static func demand(
        _ isRight: Bool,
        _ node: JSONNode,
        _ what: String,
        _ expected: String
    ) throws(SiteAssociationError) {
        guard !isRight else { return }
        let obstacle = "\(what) is \(node.kind)"
        let remedy = "write \(expected)"
        throw SiteAssociationError(.wrongType, at: node.place, obstacle, remedy: remedy)
    }
}
