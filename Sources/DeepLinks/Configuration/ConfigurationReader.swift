import PathMatching

/// Reads a configuration from its JSON, or names the first place where it is none.
enum ConfigurationReader {
    static func configuration(
        in document: JSONValue
    ) throws(LinkConfigurationError) -> LinkConfiguration {
        let root = try Node(value: document, path: .root).object("an object with 'version'")
        // Before the keys, which may be others in another version.
        let version = try root.required("version")
        let number = version.value.number
        guard number?.int == LinkConfiguration.version else {
            guard let number else { throw version.wrongType("the number 1") }
            throw version.error(.unknownVersion(number.text))
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
        guard node.value.object != nil else {
            guard node.value.string != nil else {
                throw node.wrongType("'keep', 'drop', or an object with 'keepOnly' or 'strip'")
            }
            return try node.word(ConfigurationKeys.queryWords) == "drop" ? .drop : .keep
        }
        let object = try node.object("an object with 'keepOnly' or 'strip'")
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
        for member in fields.object.members {
            let place = Node(value: member.value, path: node.path.key(member.key))
            // Two spellings of an accent are one key of a dictionary.
            guard examples.updateValue(try place.string(), forKey: member.key) == nil else {
                let other = fields.object.members.first { $0.key == member.key }?.key
                throw place.error(.conflictingKeys(other ?? member.key, member.key))
            }
        }
        return examples
    }
}

// MARK: - Values

/// A value and its place.
private struct Node {
    let value: JSONValue
    let path: JSONPath

    func error(_ reason: LinkConfigurationError.Reason) -> LinkConfigurationError {
        LinkConfigurationError(reason, at: path, value.position)
    }

    func wrongType(_ expected: String) -> LinkConfigurationError {
        let found =
            switch value.content {
            case .number(let number): "the number \(number.text)"
            default: value.kind
            }
        return error(.wrongType(expected: expected, found: found))
    }

    func string() throws(LinkConfigurationError) -> String {
        guard let string = value.string else { throw wrongType("a string") }
        return string
    }

    func bool() throws(LinkConfigurationError) -> Bool {
        guard let bool = value.bool else { throw wrongType("true or false") }
        return bool
    }

    func int() throws(LinkConfigurationError) -> Int {
        guard let int = value.number?.int else { throw wrongType("a whole number") }
        return int
    }

    func elements(_ expected: String) throws(LinkConfigurationError) -> [Node] {
        guard let array = value.array else { throw wrongType(expected) }
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
        guard let object = value.object else { throw wrongType(expected) }
        return Fields(node: self, object: object)
    }
}

/// The members of an object.
private struct Fields {
    let node: Node
    let object: JSONObject

    subscript(key: String) -> Node? {
        object[key].map { Node(value: $0, path: node.path.key(key)) }
    }

    func required(_ key: String) throws(LinkConfigurationError) -> Node {
        guard let node = self[key] else { throw node.error(.missingKey(key)) }
        return node
    }

    /// Refuses members that are not known.
    func checkKeys(_ known: [String]) throws(LinkConfigurationError) {
        for member in object.members
        where !known.contains(where: { hasSameBytes($0, member.key) }) {
            // A near spelling of what is there already is not what was meant.
            let free = known.filter { object[$0] == nil }
            throw LinkConfigurationError(
                .unknownKey(
                    member.key,
                    nearest: nearest(to: member.key, in: free),
                    known: known
                ),
                at: node.path.key(member.key),
                member.keyPosition
            )
        }
    }
}
