extension LinkConfiguration {
    /// The configuration's JSON.
    package var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("version", .number(LinkConfiguration.version))
        ]
        let limits = limits.members
        if !limits.isEmpty { members.append(("limits", .object(limits))) }
        if !domains.isEmpty { members.append(("domains", .array(domains.map(\.json)))) }
        if !schemes.isEmpty { members.append(("schemes", .array(schemes.map(\.json)))) }
        if let paths { members.append(("paths", .strings(paths))) }
        return .object(members)
    }
}

extension Limits {
    fileprivate var members: [(key: String, value: JSONValue)] {
        let usual = Limits()
        var members: [(key: String, value: JSONValue)] = []
        if bytes != usual.bytes { members.append(("bytes", .number(bytes))) }
        if segments != usual.segments { members.append(("segments", .number(segments))) }
        if queryItems != usual.queryItems { members.append(("queryItems", .number(queryItems))) }
        return members
    }
}

extension Domain {
    fileprivate var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [("hosts", .strings(hosts))]
        if allowsHTTP { members.append(("allowsHTTP", .bool(true))) }
        return .object(members + options.members + rules.members)
    }
}

extension Scheme {
    fileprivate var json: JSONValue {
        .object([("names", .strings(names))] + options.members + rules.members)
    }
}

extension SourceOptions {
    fileprivate var members: [(key: String, value: JSONValue)] {
        var members: [(key: String, value: JSONValue)] = []
        if unmatched == .passThrough { members.append(("unmatched", .string("passThrough"))) }
        switch query {
        case .keep: break
        case .drop: members.append(("query", .string("drop")))
        case .keepOnly(let names):
            members.append(("query", .object([("keepOnly", .strings(names.map(\.rawValue)))])))
        case .strip(let names):
            members.append(("query", .object([("strip", .strings(names.map(\.rawValue)))])))
        }
        if plusIsSpace { members.append(("plusIsSpace", .bool(true))) }
        if ignoresCase { members.append(("ignoresCase", .bool(true))) }
        if prefixes != [""] { members.append(("prefixes", .strings(prefixes))) }
        if fragmentPaths { members.append(("fragmentPaths", .bool(true))) }
        return members
    }
}

extension [RewriteRule] {
    fileprivate var members: [(key: String, value: JSONValue)] {
        isEmpty ? [] : [("rules", .array(map(\.json)))]
    }
}

extension RewriteRule {
    fileprivate var json: JSONValue {
        var members: [(key: String, value: JSONValue)]
        switch self {
        case .rewrite(let rewrite):
            members = [("from", .string(rewrite.pattern)), ("to", .string(rewrite.template))]
        case .unwrap(let unwrap): members = [("unwrap", .string(unwrap.pattern))]
        }
        if !examples.isEmpty {
            let sorted = examples.sorted {
                $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
            }
            members.append(("examples", .object(sorted.map { ($0.key, .string($0.value)) })))
        }
        return .object(members)
    }
}

extension JSONValue {
    fileprivate static func strings(_ strings: [String]) -> JSONValue {
        .array(strings.map(JSONValue.string))
    }

    fileprivate static func number(_ number: Int) -> JSONValue {
        JSONValue(.number(JSONNumber(number)))
    }
}
