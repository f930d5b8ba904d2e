import PathMatching

extension LinkConfiguration: ConfigurationObject {
    static var usual: LinkConfiguration { LinkConfiguration() }

    /// The configuration in a JSON document, which lacks parts if there are faults, and the faults in the order in which they were found.
    static func read(
        _ document: ConfigurationValue
    ) -> (configuration: LinkConfiguration, faults: [LinkConfigurationError]) {
        let root = ConfigurationNode(value: document, path: .root, faults: .init())
        if case .object = document {
            root.checkVersion()
            // Another version may have other keys.
            guard root.faults.all.isEmpty else { return (usual, root.faults.all) }
        }
        let configuration = read(from: root)
        return (configuration ?? usual, root.faults.all)
    }

    mutating func describe(_ members: inout ObjectMembers) {
        // For editors; it is not kept.
        var schema: String?
        members.member("$schema", &schema)
        var version = Self.version
        members.member(
            "version",
            &version,
            isRequired: true,
            orElse: "write \"version\": \(version)"
        )
        members.member("limits", &limits)
        members.member("domains", &domains)
        members.member("schemes", &schemes)
        members.member("paths", &paths)
    }
}

extension ConfigurationNode {
    /// Notes a fault if the document is of another kind or version.
    fileprivate func checkVersion() {
        guard let version = self["version"] else {
            guard self["applinks"] != nil else { return }
            return note(
                .init(
                    "missing-key",
                    "the file is an association file, and not rules",
                    "check it with 'deeplink aasa --check'"
                )
            )
        }
        guard version.value != .int(LinkConfiguration.version) else { return }
        version.note(
            .init(
                "unknown-version",
                "the version is \(version.value.kind)",
                "write \(LinkConfiguration.version), or use a newer release"
            )
        )
    }
}

extension Limits: ConfigurationObject {
    static var usual: Limits { Limits() }

    mutating func describe(_ members: inout ObjectMembers) {
        members.member("bytes", &bytes)
        members.member("segments", &segments)
        members.member("queryItems", &queryItems)
    }
}

// MARK: - Sources

extension Domain: ConfigurationObject {
    static var usual: Domain { Domain(hosts: []) }

    mutating func describe(_ members: inout ObjectMembers) {
        let isAnyHost = anyHostAs != nil || members.has("anyHostAs")
        members.member("hosts", &hosts, isRequired: !isAnyHost)
        members.member("anyHostAs", &anyHostAs)
        members.member("allowsHTTP", &allowsHTTP)
        members.member("claims", &claims)
        options.describe(&members)
        members.member("rules", &rules)
    }
}

extension Scheme: ConfigurationObject {
    static var usual: Scheme { Scheme(names: []) }

    mutating func describe(_ members: inout ObjectMembers) {
        members.member("names", &names, isRequired: true)
        let isWhole =
            wholeLink != nil || ["wholeLinkAs", "to", "examples"].contains(where: members.has)
        var whole = wholeLink ?? WholeLink(as: "", to: "")
        members.member(
            "wholeLinkAs",
            &whole.name,
            isRequired: isWhole,
            orElse: "write \"wholeLinkAs\": \"url\""
        )
        members.member("to", &whole.template, isRequired: isWhole)
        members.member("examples", &whole.examples)
        if isWhole { wholeLink = whole }
        options.describe(&members)
        members.member("rules", &rules)
        // A rewriter tells of rules, but does not see that there is an empty list.
        if rules.isEmpty { members.exclude("wholeLinkAs", "rules") }
    }
}

extension SourceOptions: ConfigurationObject {
    static var usual: SourceOptions { SourceOptions() }

    mutating func describe(_ members: inout ObjectMembers) {
        members.member("unmatched", &unmatched)
        members.member("query", &query)
        members.member("plusIsSpace", &plusIsSpace)
        members.member("ignoresCase", &ignoresCase)
        members.member("prefixes", &prefixes)
        members.member("fragment", &fragment)
        members.member("malformedOptionals", &malformedOptionals)
        members.member("allow", &allow)
    }
}

extension SourceOptions.Unmatched: ConfigurationMember {}
extension SourceOptions.Fragment: ConfigurationMember {}
extension SourceOptions.MalformedOptionals: ConfigurationMember {}

extension SourceOptions.Query: ConfigurationMember {
    /// Reads a word, or an object with a list of names.
    static func read(from node: ConfigurationNode) -> SourceOptions.Query? {
        let expected = "'keep', 'drop', or an object with 'keepOnly' or 'strip'"
        if case .string(let word) = node.value {
            guard ["keepOnly", "strip"].contains(word) else {
                return node.word(["keep", "drop"]).map { $0 == "drop" ? .drop : .keep }
            }
            node.note(.init("unknown-word", "'\(word)' is not a valid value", "write \(expected)"))
            return nil
        }
        guard case .object(let object) = node.value, !object.isEmpty else {
            return node.wrongType(expected)
        }
        var (kept, stripped): ([String]?, [String]?)
        var members = ObjectMembers(node)
        members.member("keepOnly", &kept)
        members.member("strip", &stripped)
        members.noteKeys()
        members.exclude("keepOnly", "strip")
        return kept.map { .keepOnly($0.map(Parameter.init(rawValue:))) }
            ?? stripped.map { .strip($0.map(Parameter.init(rawValue:))) }
    }

    var json: ConfigurationValue? {
        switch self {
        case .keep: .string("keep")
        case .drop: .string("drop")
        case .keepOnly(let names): .object(["keepOnly": .strings(names.map(\.rawValue))])
        case .strip(let names): .object(["strip": .strings(names.map(\.rawValue))])
        }
    }
}

// MARK: - Rules

extension RewriteRule: ConfigurationMember {
    static func read(from node: ConfigurationNode) -> RewriteRule? {
        // The first of these keys that is present determines the kind of the rule.
        if node["refuse"] != nil { return Refuse.read(from: node).map { .refuse($0) } }
        if node["unwrap"] != nil { return Unwrap.read(from: node).map { .unwrap($0) } }
        return Rewrite.read(from: node).map { .rewrite($0) }
    }

    var json: ConfigurationValue? {
        switch self {
        case .rewrite(let rewrite): rewrite.json
        case .unwrap(let unwrap): unwrap.json
        case .refuse(let refuse): refuse.json
        }
    }
}

extension Rewrite: ConfigurationObject {
    static var usual: Rewrite { Rewrite("", to: "") }

    mutating func describe(_ members: inout ObjectMembers) {
        members.member("from", &pattern, isRequired: true)
        members.member("to", &template, isRequired: true)
        notes.describe(&members)
        members.others(["unwrap", "refuse"])
    }
}

extension Unwrap: ConfigurationObject {
    static var usual: Unwrap { Unwrap("") }

    mutating func describe(_ members: inout ObjectMembers) {
        members.member("unwrap", &pattern, isRequired: true)
        notes.describe(&members)
    }
}

extension Refuse: ConfigurationObject {
    static var usual: Refuse { Refuse("") }

    mutating func describe(_ members: inout ObjectMembers) {
        members.member("refuse", &pattern, isRequired: true)
        notes.describe(&members, hasClaims: false)
    }
}

extension RewriteRule.Notes {
    fileprivate mutating func describe(_ members: inout ObjectMembers, hasClaims: Bool = true) {
        members.member("examples", &examples)
        if hasClaims { members.member("claims", &claims) }
        members.member("title", &title)
        members.member("owner", &owner)
        members.member("allow", &allow)
    }
}

extension [String: String?]: ConfigurationMember {
    static func read(from node: ConfigurationNode) -> Self? {
        guard case .object(let members) = node.value else {
            return node.wrongType("an object of external links and the internal links they become")
        }
        var examples: [String: String?] = [:]
        for (example, link) in members.inOrder(by: { $0.key < $1.key }) {
            switch link {
            case .null: examples[example] = .some(nil)
            case .string(let link): examples[example] = link
            default: _ = node[example]?.wrongType("a string or null") as String?
            }
        }
        return examples
    }

    var json: ConfigurationValue? { .object(mapValues { $0?.json ?? .null }) }
}
