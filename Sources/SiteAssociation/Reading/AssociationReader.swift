import DeepLinks
import LinkChecking

/// Finds entries, rules and variables in the JSON of an association file.
///
/// What has another type than the format asks for is an error where the structure depends on it; a single value of
/// the wrong type is passed over, as Apple's systems do, and left to the audit.
struct AssociationReader {
    let document: JSONValue

    /// What a file says about links.
    struct Contents {
        var entries: [AssociationEntry] = []
        var variables: [String: [String]] = [:]
    }

    func read() throws(SiteAssociationError) -> Contents {
        let root = try object(
            document,
            at: .root,
            what: "the association",
            expected: "an object with sections such as 'applinks'"
        )
        var contents = Contents()
        let path = JSONPath.root.key("applinks")
        guard let applinks = root["applinks"] else { return contents }
        let links = try object(
            applinks,
            at: path,
            what: "'applinks'",
            expected: "an object with 'details'"
        )
        contents.variables = variables(links["substitutionVariables"])
        let defaults = links["defaults"]?.object
        let detailsPath = path.key("details")
        guard let details = links["details"] else { return contents }
        switch details.content {
        case .array(let entries):
            for (index, entry) in entries.enumerated() {
                let path = detailsPath.index(index)
                let object = try object(
                    entry,
                    at: path,
                    what: "the entry",
                    expected: "an object with 'appIDs' and 'components'"
                )
                contents.entries.append(
                    try self.entry(object, at: path, entry.position, defaults: defaults)
                )
            }
        case .object(let apps):
            for app in apps.members {
                let path = detailsPath.key(app.key)
                let object = try object(
                    app.value,
                    at: path,
                    what: "the entry",
                    expected: "an object with 'paths'"
                )
                contents.entries.append(
                    try entry(
                        object,
                        appID: app.key,
                        at: path,
                        app.value.position,
                        defaults: defaults
                    )
                )
            }
        default:
            throw wrongType(
                details,
                at: detailsPath,
                what: "'details'",
                expected: "an array of entries"
            )
        }
        return contents
    }

    // MARK: Entries

    private func entry(
        _ object: JSONObject,
        appID key: String? = nil,
        at path: JSONPath,
        _ position: JSONPosition?,
        defaults: JSONObject?
    ) throws(SiteAssociationError) -> AssociationEntry {
        let single = strings(object["appID"])
        let list = strings(object["appIDs"])
        var seen: Set<String> = []
        let appIDs = ((key.map { [$0] } ?? []) + list + single).filter { seen.insert($0).inserted }
        let documented: [String] =
            if let key {
                [key]
            } else if let array = object["appIDs"]?.array {
                array.compactMap(\.string)
            } else {
                object["appID"]?.string.map { [$0] } ?? []
            }
        let (format, rules) = try rules(object, at: path, defaults: defaults)
        return AssociationEntry(
            appIDs: appIDs,
            documentedAppIDs: documented,
            rules: rules,
            format: format,
            place: AssociationPlace(path, position)
        )
    }

    private func rules(
        _ object: JSONObject,
        at path: JSONPath,
        defaults: JSONObject?
    ) throws(SiteAssociationError) -> (AssociationEntry.Format, [AssociationRule]) {
        if let components = object["components"] {
            let path = path.key("components")
            guard let elements = components.array else {
                throw wrongType(
                    components,
                    at: path,
                    what: "'components'",
                    expected: "an array of objects"
                )
            }
            let fallbacks = [object["defaults"]?.object, defaults].compactMap(\.self)
            var rules: [AssociationRule] = []
            for (index, element) in elements.enumerated() {
                let path = path.index(index)
                let component = try self.object(
                    element,
                    at: path,
                    what: "the component",
                    expected: "an object such as '{ \"/\": \"/buy/*\" }'"
                )
                rules.append(rule(component, element, at: path, fallbacks: fallbacks))
            }
            return (.components, rules)
        }
        if let paths = object["paths"] {
            let path = path.key("paths")
            guard let elements = paths.array else {
                throw wrongType(paths, at: path, what: "'paths'", expected: "an array of strings")
            }
            var rules: [AssociationRule] = []
            for (index, element) in elements.enumerated() {
                let path = path.index(index)
                guard let pattern = element.string else {
                    throw wrongType(
                        element,
                        at: path,
                        what: "the path",
                        expected: "a string such as '\"/buy/*\"'"
                    )
                }
                rules.append(rule(legacy: pattern, element, at: path))
            }
            return (.paths, rules)
        }
        return (.none, [])
    }

    // MARK: Rules

    /// A rule whose missing parts come from the entry's defaults, then from those of `applinks`.
    private func rule(
        _ component: JSONObject,
        _ value: JSONValue,
        at path: JSONPath,
        fallbacks: [JSONObject]
    ) -> AssociationRule {
        let levels = [component] + fallbacks
        func first<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> Value? {
            for level in levels {
                if let value = level[key].flatMap(read) {
                    return value
                }
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
            isLegacy: false,
            place: AssociationPlace(path, value.position),
            value: value
        )
    }

    /// A legacy path: `NOT ` in front makes it an exclusion.
    private func rule(legacy text: String, _ value: JSONValue, at path: JSONPath) -> AssociationRule
    {
        let isExclusion = text.utf8.starts(with: "NOT ".utf8)
        return AssociationRule(
            path: isExclusion ? String(decoding: text.utf8.dropFirst(4), as: UTF8.self) : text,
            query: nil,
            fragment: nil,
            isExclusion: isExclusion,
            isCaseSensitive: true,
            isPercentEncoded: true,
            comment: nil,
            isLegacy: true,
            place: AssociationPlace(path, value.position),
            value: value
        )
    }

    /// What `?` says.
    ///
    /// A single value that is no string makes Apple's systems forget all of the object's items.
    private static func query(_ value: JSONValue) -> AssociationRule.Query? {
        if let pattern = value.string {
            return .whole(pattern)
        }
        guard let object = value.object else { return nil }
        var items: [AssociationRule.QueryItem] = []
        for member in object.members {
            guard let pattern = member.value.string else { return .items([]) }
            items.append(AssociationRule.QueryItem(name: member.key, pattern: pattern))
        }
        return .items(items)
    }

    // MARK: Values

    private func variables(_ value: JSONValue?) -> [String: [String]] {
        var variables: [String: [String]] = [:]
        for member in value?.object?.members ?? [] {
            variables[member.key] = member.value.array?.compactMap(\.string)
        }
        return variables
    }

    /// A string, or the strings of an array.
    private func strings(_ value: JSONValue?) -> [String] {
        value?.string.map { [$0] } ?? value?.array?.compactMap(\.string) ?? []
    }

    private func object(
        _ value: JSONValue,
        at path: JSONPath,
        what: String,
        expected: String
    ) throws(SiteAssociationError) -> JSONObject {
        guard let object = value.object else {
            throw wrongType(value, at: path, what: what, expected: expected)
        }
        return object
    }

    private func wrongType(
        _ value: JSONValue,
        at path: JSONPath,
        what: String,
        expected: String
    ) -> SiteAssociationError {
        SiteAssociationError(
            .wrongType,
            at: AssociationPlace(path, value.position),
            "\(what) is \(value.kind)",
            remedy: "write \(expected)"
        )
    }
}
