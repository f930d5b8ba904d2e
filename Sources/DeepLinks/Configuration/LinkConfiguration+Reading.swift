import PathMatching

extension LinkConfiguration {
    /// The configuration in a JSON document, which lacks parts if there are faults, and the faults in the order in which they were found.
    static func read(
        _ document: ConfigurationValue
    ) -> (configuration: LinkConfiguration, faults: [LinkConfigurationError]) {
        let faults = ConfigurationNode.Faults()
        let node = ConfigurationNode(value: document, path: .root, faults: faults)
        return (node.configuration(), faults.all)
    }
}

extension ConfigurationNode {
    fileprivate func configuration() -> LinkConfiguration {
        var configuration = LinkConfiguration()
        guard let root = object("an object with 'version'") else { return configuration }
        if root["version"] == nil, root["applinks"] != nil {
            root.note(.associationFile)
            return configuration
        }
        // The version is read before the keys, because another version may have other keys.
        if let version = root.required("version", as: "\(LinkConfiguration.version)") {
            switch version.value {
            case .int(LinkConfiguration.version): break
            case .int(let other): version.note(.unknownVersion("\(other)"))
            case .number(let other): version.note(.unknownVersion("\(other)"))
            default: _ = version.wrongType("the number 1") as Int?
            }
            guard faults.all.isEmpty else { return configuration }
        }
        root.noteUnknownKeys(ConfigurationKeys.document)
        _ = root["$schema"]?.string()
        if let limits = root["limits"] { configuration.limits = limits.limits() }
        configuration.domains =
            root["domains"]?.elements("an array of domains")
            .compactMap { $0.domain() } ?? []
        configuration.schemes =
            root["schemes"]?.elements("an array of schemes")
            .compactMap { $0.scheme() } ?? []
        configuration.paths = root["paths"]?.strings()
        return configuration
    }

    private func limits() -> Limits {
        var limits = Limits()
        let expected = "an object such as { \"bytes\": 8192 }"
        guard let object = object(expected, ConfigurationKeys.limits) else { return limits }
        limits.bytes = object["bytes"]?.int() ?? limits.bytes
        limits.segments = object["segments"]?.int() ?? limits.segments
        limits.queryItems = object["queryItems"]?.int() ?? limits.queryItems
        return limits
    }

    // MARK: - Sources

    private func domain() -> Domain? {
        let expected = "an object with 'hosts' and 'rules'"
        guard let object = object(expected, ConfigurationKeys.domain) else { return nil }
        let anyHost = object["anyHostAs"]
        let hosts = anyHost == nil ? object.required("hosts") : object["hosts"]
        return Domain(
            hosts: hosts?.strings() ?? [],
            anyHostAs: anyHost?.string(),
            allowsHTTP: object["allowsHTTP"]?.bool() ?? false,
            claims: object["claims"]?.bool() ?? true,
            options: object.options(),
            rules: object.rules()
        )
    }

    private func scheme() -> Scheme? {
        let expected = "an object with 'names' and 'rules'"
        guard let object = object(expected, ConfigurationKeys.scheme) else { return nil }
        var wholeLink: Scheme.WholeLink?
        if ["wholeLinkAs", "to", "examples"].contains(where: { object[$0] != nil }) {
            let name = object.required("wholeLinkAs", as: "\"url\"")?.string()
            let template = object.required("to")?.string()
            let examples = object.examples()
            // Rules are told where they are compiled, but an empty list is lost before.
            if let rules = object["rules"], rules.value == .array([]) {
                rules.note(.conflictingKeys("wholeLinkAs", "rules"))
            }
            if let name, let template {
                wholeLink = Scheme.WholeLink(as: name, to: template, examples: examples)
            }
        }
        return Scheme(
            names: object.required("names")?.strings() ?? [],
            wholeLink: wholeLink,
            options: object.options(),
            rules: object.rules()
        )
    }

    private func options() -> SourceOptions {
        var options = SourceOptions()
        for option in OptionDescription.all {
            if let node = self[option.key] { option.read(node, &options) }
        }
        return options
    }

    // MARK: - Rules

    private func rules() -> [RewriteRule] {
        self["rules"]?.elements("an array of rules").compactMap { $0.rule() } ?? []
    }

    private func rule() -> RewriteRule? {
        let expected = "an object with 'from' and 'to', with 'unwrap', or with 'refuse'"
        guard let object = object(expected) else { return nil }
        // The first of these keys that is present determines the kind of the rule.
        let kinds = [("refuse", ["unwrap", "from", "to"]), ("unwrap", ["from", "to"])]
        for (kind, others) in kinds where object[kind] != nil {
            for other in others where object[other] != nil {
                object[other]?.note(.conflictingKeys(kind, other))
                return nil
            }
        }
        if let refuse = object["refuse"] {
            object.noteUnknownKeys(ConfigurationKeys.refuse)
            var rule = Refuse(refuse.string() ?? "")
            rule.notes = object.notes()
            return .refuse(rule)
        }
        if let unwrap = object["unwrap"] {
            object.noteUnknownKeys(ConfigurationKeys.unwrap)
            var rule = Unwrap(unwrap.string() ?? "")
            rule.notes = object.notes()
            return .unwrap(rule)
        }
        object.noteUnknownKeys(ConfigurationKeys.rewrite + ["unwrap", "refuse"])
        let (from, to) = (object.required("from"), object.required("to"))
        var rule = Rewrite(from?.string() ?? "", to: to?.string() ?? "")
        rule.notes = object.notes()
        return .rewrite(rule)
    }

    private func notes() -> RewriteRule.Notes {
        RewriteRule.Notes(
            examples: examples(),
            claims: self["claims"]?.bool() ?? true,
            title: self["title"]?.string(),
            owner: self["owner"]?.string(),
            allow: self["allow"]?.strings() ?? []
        )
    }

    private func examples() -> [String: String?] {
        let expected = "an object of external links and the internal links they become"
        guard let fields = self["examples"]?.object(expected) else { return [:] }
        var examples: [String: String?] = [:]
        for (example, link) in fields.members.inOrder(by: { $0.key < $1.key }) {
            switch link {
            case .null: examples[example] = .some(nil)
            case .string(let link): examples[example] = link
            default: _ = fields[example]?.wrongType("a string or null") as String?
            }
        }
        return examples
    }
}
