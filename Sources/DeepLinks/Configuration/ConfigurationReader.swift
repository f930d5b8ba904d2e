/// Reads a configuration from its JSON, and notes all places where it is none.
struct ConfigurationReader {
    /// What is wrong, in the order in which it was found.
    private let faults = ConfigurationNode.Faults()

    /// Reads a configuration.
    ///
    /// - Parameter document: The document.
    /// - Returns: The configuration, of which parts are missing if there are faults.
    static func configuration(
        in document: ConfigurationValue
    ) -> (configuration: LinkConfiguration, faults: [LinkConfigurationError]) {
        let reader = ConfigurationReader()
        let configuration = reader.configuration(
            ConfigurationNode(value: document, path: .root, faults: reader.faults)
        )
        return (configuration, reader.faults.all)
    }

    private func configuration(_ node: ConfigurationNode) -> LinkConfiguration {
        var configuration = LinkConfiguration()
        guard let root = node.object("an object with 'version'") else { return configuration }
        // Before the keys, which may be others in another version.
        if let version = root.required("version", as: "\(LinkConfiguration.version)") {
            switch version.value {
            case .int(LinkConfiguration.version): break
            case .int(let other): version.note(.unknownVersion("\(other)"))
            case .number(let other): version.note(.unknownVersion("\(other)"))
            case .null, .bool, .string, .array, .object: version.noteType("the number 1")
            }
            guard faults.all.isEmpty else { return configuration }
        }
        root.noteUnknownKeys(ConfigurationKeys.document)
        _ = root["$schema"]?.string()
        if let node = root["limits"] { configuration.limits = limits(node) }
        configuration.domains =
            root["domains"]?.elements("an array of domains")
            .compactMap(domain) ?? []
        configuration.schemes =
            root["schemes"]?.elements("an array of schemes")
            .compactMap(scheme) ?? []
        configuration.paths = root["paths"]?.strings()
        return configuration
    }

    private func limits(_ node: ConfigurationNode) -> Limits {
        var limits = Limits()
        let expected = "an object such as { \"bytes\": 8192 }"
        guard let object = node.object(expected, ConfigurationKeys.limits) else { return limits }
        limits.bytes = object["bytes"]?.int() ?? limits.bytes
        limits.segments = object["segments"]?.int() ?? limits.segments
        limits.queryItems = object["queryItems"]?.int() ?? limits.queryItems
        return limits
    }

    // MARK: - Sources

    private func domain(_ node: ConfigurationNode) -> Domain? {
        let expected = "an object with 'hosts' and 'rules'"
        guard let object = node.object(expected, ConfigurationKeys.domain) else { return nil }
        let anyHost = object["anyHostAs"]
        let hosts = anyHost == nil ? object.required("hosts") : object["hosts"]
        return Domain(
            hosts: hosts?.strings() ?? [],
            anyHostAs: anyHost?.string(),
            allowsHTTP: object["allowsHTTP"]?.bool() ?? false,
            options: options(object),
            rules: rules(object)
        )
    }

    private func scheme(_ node: ConfigurationNode) -> Scheme? {
        let expected = "an object with 'names' and 'rules'"
        guard let object = node.object(expected, ConfigurationKeys.scheme) else { return nil }
        return Scheme(
            names: object.required("names")?.strings() ?? [],
            options: options(object),
            rules: rules(object)
        )
    }

    private func options(_ object: ConfigurationObject) -> SourceOptions {
        var options = SourceOptions()
        for option in [.fragmentPaths] + SourceOption.all {
            if let node = object[option.key] { option.read(node, &options) }
        }
        return options
    }

    // MARK: - Rules

    private func rules(_ object: ConfigurationObject) -> [RewriteRule] {
        object["rules"]?.elements("an array of rules").compactMap(rule) ?? []
    }

    private func rule(_ node: ConfigurationNode) -> RewriteRule? {
        let expected = "an object with 'from' and 'to', with 'unwrap', or with 'refuse'"
        guard let object = node.object(expected) else { return nil }
        // The first of these keys that is there tells the kind of rule.
        let kinds = [("refuse", ["unwrap", "from", "to"]), ("unwrap", ["from", "to"])]
        for (kind, others) in kinds where object[kind] != nil {
            for other in others where object[other] != nil {
                object[other]?.note(.conflictingKeys(kind, other))
                return nil
            }
        }
        let allow = object["allow"]?.strings() ?? []
        if let refuse = object["refuse"] {
            object.noteUnknownKeys(ConfigurationKeys.refuse)
            return refuse.string().map { .refuse(Refuse($0, allow: allow)) }
        }
        if let unwrap = object["unwrap"] {
            object.noteUnknownKeys(ConfigurationKeys.unwrap)
            let examples = examples(object)
            return unwrap.string().map { .unwrap(Unwrap($0, examples: examples, allow: allow)) }
        }
        object.noteUnknownKeys(ConfigurationKeys.rewrite + ["unwrap", "refuse"])
        let (from, to) = (object.required("from"), object.required("to"))
        let (pattern, template) = (from?.string(), to?.string())
        let examples = examples(object)
        guard let pattern, let template else { return nil }
        return .rewrite(Rewrite(pattern, to: template, examples: examples, allow: allow))
    }

    private func examples(_ object: ConfigurationObject) -> [String: String] {
        guard let node = object["examples"],
            let fields = node.object(
                "an object of external links and the internal links they become"
            )
        else { return [:] }
        var examples: [String: String] = [:]
        for example in fields.members.keys.sorted() {
            examples[example] = fields[example]?.string()
        }
        return examples
    }
}
