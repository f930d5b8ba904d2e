import PathMatching

/// Reads a configuration from its JSON, or names the first place where it is none.
enum ConfigurationReader {
    static func configuration(
        in document: ConfigurationValue
    ) throws(LinkConfigurationError) -> LinkConfiguration {
        let root = try Node(value: document, path: .root).object("an object with 'version'")
        // Before the keys, which may be others in another version.
        let version = try root.required("version")
        switch version.value {
        case .int(LinkConfiguration.version): break
        case .int(let other): throw version.error(.unknownVersion("\(other)"))
        case .number(let other): throw version.error(.unknownVersion("\(other)"))
        default: throw version.wrongType("the number 1")
        }
        try root.checkKeys(ConfigurationKeys.document)
        _ = try root["$schema"]?.string()
        var configuration = LinkConfiguration()
        if let node = root["limits"] { configuration.limits = try limits(node) }
        if let node = root["domains"] {
            for node in try node.elements("an array of domains") {
                configuration.domains.append(try domain(node))
            }
        }
        if let node = root["schemes"] {
            for node in try node.elements("an array of schemes") {
                configuration.schemes.append(try scheme(node))
            }
        }
        configuration.paths = try root["paths"]?.strings()
        return configuration
    }

    private static func limits(_ node: Node) throws(LinkConfigurationError) -> Limits {
        let object = try node.object("an object such as { \"bytes\": 8192 }")
        try object.checkKeys(ConfigurationKeys.limits)
        var limits = Limits()
        limits.bytes = try object["bytes"]?.int() ?? limits.bytes
        limits.segments = try object["segments"]?.int() ?? limits.segments
        limits.queryItems = try object["queryItems"]?.int() ?? limits.queryItems
        return limits
    }

    // MARK: - Sources

    private static func domain(_ node: Node) throws(LinkConfigurationError) -> Domain {
        let object = try node.object("an object with 'hosts' and 'rules'")
        try object.checkKeys(ConfigurationKeys.domain)
        return Domain(
            hosts: try object.required("hosts").strings(),
            allowsHTTP: try object["allowsHTTP"]?.bool() ?? false,
            options: try options(object),
            rules: try rules(object)
        )
    }

    private static func scheme(_ node: Node) throws(LinkConfigurationError) -> Scheme {
        let object = try node.object("an object with 'names' and 'rules'")
        try object.checkKeys(ConfigurationKeys.scheme)
        return Scheme(
            names: try object.required("names").strings(),
            options: try options(object),
            rules: try rules(object)
        )
    }

    private static func options(_ object: Fields) throws(LinkConfigurationError) -> SourceOptions {
        var options = SourceOptions()
        if let node = object["unmatched"] {
            let word = try node.word(ConfigurationKeys.unmatchedWords)
            options.unmatched = word == "passThrough" ? .passThrough : .reject
        }
        if let node = object["query"] { options.query = try query(node) }
        options.plusIsSpace = try object["plusIsSpace"]?.bool() ?? options.plusIsSpace
        options.ignoresCase = try object["ignoresCase"]?.bool() ?? options.ignoresCase
        options.prefixes = try object["prefixes"]?.strings() ?? options.prefixes
        options.fragmentPaths = try object["fragmentPaths"]?.bool() ?? options.fragmentPaths
        return options
    }

    private static func query(_ node: Node) throws(LinkConfigurationError) -> QueryPolicy {
        if case .string = node.value {
            return try node.word(ConfigurationKeys.queryWords) == "drop" ? .drop : .keep
        }
        let object = try node.object("'keep', 'drop', or an object with 'keepOnly' or 'strip'")
        try object.checkKeys(ConfigurationKeys.query)
        switch (object["keepOnly"], object["strip"]) {
        case (let names?, nil):
            return .keepOnly(try names.strings().map(Parameter.init(rawValue:)))
        case (nil, let names?): return .strip(try names.strings().map(Parameter.init(rawValue:)))
        case (nil, nil): throw node.error(.missingKey("keepOnly"))
        case (_?, let names?): throw names.error(.conflictingKeys("keepOnly", "strip"))
        }
    }

    // MARK: - Rules

    private static func rules(_ object: Fields) throws(LinkConfigurationError) -> [RewriteRule] {
        var rules: [RewriteRule] = []
        guard let node = object["rules"] else { return rules }
        for node in try node.elements("an array of rules") {
            rules.append(try rule(node))
        }
        return rules
    }

    private static func rule(_ node: Node) throws(LinkConfigurationError) -> RewriteRule {
        let object = try node.object("an object with 'from' and 'to', or with 'unwrap'")
        if let unwrap = object["unwrap"] {
            for key in ["from", "to"] {
                if let other = object[key] {
                    throw other.error(.conflictingKeys("unwrap", key))
                }
            }
            try object.checkKeys(ConfigurationKeys.unwrap)
            return .unwrap(Unwrap(try unwrap.string(), examples: try examples(object)))
        }
        try object.checkKeys(ConfigurationKeys.rewrite + ["unwrap"])
        return .rewrite(
            Rewrite(
                try object.required("from").string(),
                to: try object.required("to").string(),
                examples: try examples(object)
            )
        )
    }

    private static func examples(
        _ object: Fields
    ) throws(LinkConfigurationError) -> [String: String] {
        guard let node = object["examples"] else { return [:] }
        var examples: [String: String] = [:]
        let fields = try node.object(
            "an object of external links and the internal links they become"
        )
        for (example, value) in fields.members {
            examples[example] = try Node(value: value, path: node.path.key(example)).string()
        }
        return examples
    }
}

// MARK: - Values

/// A value and its place.
private struct Node {
    let value: ConfigurationValue
    let path: JSONPath

    func error(_ reason: LinkConfigurationError.Reason) -> LinkConfigurationError {
        LinkConfigurationError(reason, at: path)
    }

    func wrongType(_ expected: String) -> LinkConfigurationError {
        error(.wrongType(expected: expected, found: value.kind))
    }

    func string() throws(LinkConfigurationError) -> String {
        guard case .string(let string) = value else { throw wrongType("a string") }
        return string
    }

    func bool() throws(LinkConfigurationError) -> Bool {
        guard case .bool(let bool) = value else { throw wrongType("true or false") }
        return bool
    }

    func int() throws(LinkConfigurationError) -> Int {
        guard case .int(let int) = value else { throw wrongType("a whole number") }
        return int
    }

    func elements(_ expected: String) throws(LinkConfigurationError) -> [Node] {
        guard case .array(let array) = value else { throw wrongType(expected) }
        return array.enumerated().map { Node(value: $0.element, path: path.index($0.offset)) }
    }

    func strings() throws(LinkConfigurationError) -> [String] {
        var strings: [String] = []
        for element in try elements("an array of strings") {
            strings.append(try element.string())
        }
        return strings
    }

    /// One of several words.
    func word(_ known: [String]) throws(LinkConfigurationError) -> String {
        let word = try string()
        guard known.contains(where: { hasSameBytes($0, word) }) else {
            throw error(.unknownWord(word, nearest: nearest(to: word, in: known), known: known))
        }
        return word
    }

    func object(_ expected: String) throws(LinkConfigurationError) -> Fields {
        guard case .object(let members) = value else { throw wrongType(expected) }
        return Fields(node: self, members: members)
    }
}

/// The members of an object.
private struct Fields {
    let node: Node
    let members: [String: ConfigurationValue]

    subscript(key: String) -> Node? {
        members[key].map { Node(value: $0, path: node.path.key(key)) }
    }

    func required(_ key: String) throws(LinkConfigurationError) -> Node {
        guard let node = self[key] else { throw node.error(.missingKey(key)) }
        return node
    }

    /// Refuses members that are not known: of several, the first in the order of the alphabet.
    func checkKeys(_ known: [String]) throws(LinkConfigurationError) {
        let strangers = members.keys.filter { key in
            !known.contains { hasSameBytes($0, key) }
        }
        guard let key = strangers.min() else { return }
        // A near spelling of what is there already is not what was meant.
        let free = known.filter { members[$0] == nil }
        throw LinkConfigurationError(
            .unknownKey(key, nearest: nearest(to: key, in: free), known: known),
            at: node.path.key(key)
        )
    }
}
