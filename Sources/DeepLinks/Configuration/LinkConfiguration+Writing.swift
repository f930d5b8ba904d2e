extension LinkConfiguration {
    /// The structure of the configuration's JSON.
    var value: ConfigurationValue {
        var members: [String: ConfigurationValue] = ["version": .int(LinkConfiguration.version)]
        let limits = limits.members
        if !limits.isEmpty { members["limits"] = .object(limits) }
        if !domains.isEmpty { members["domains"] = .array(domains.map(\.value)) }
        if !schemes.isEmpty { members["schemes"] = .array(schemes.map(\.value)) }
        if let paths { members["paths"] = .strings(paths) }
        return .object(members)
    }
}

extension Limits {
    fileprivate var members: [String: ConfigurationValue] {
        let usual = Limits()
        var members: [String: ConfigurationValue] = [:]
        if bytes != usual.bytes { members["bytes"] = .int(bytes) }
        if segments != usual.segments { members["segments"] = .int(segments) }
        if queryItems != usual.queryItems { members["queryItems"] = .int(queryItems) }
        return members
    }
}

extension Domain {
    fileprivate var value: ConfigurationValue {
        var members = options.members
        members["hosts"] = .strings(hosts)
        if allowsHTTP { members["allowsHTTP"] = .bool(true) }
        if !rules.isEmpty { members["rules"] = .array(rules.map(\.value)) }
        return .object(members)
    }
}

extension Scheme {
    fileprivate var value: ConfigurationValue {
        var members = options.members
        members["names"] = .strings(names)
        if !rules.isEmpty { members["rules"] = .array(rules.map(\.value)) }
        return .object(members)
    }
}

extension SourceOptions {
    fileprivate var members: [String: ConfigurationValue] {
        var members: [String: ConfigurationValue] = [:]
        if unmatched == .passThrough { members["unmatched"] = .string("passThrough") }
        switch query {
        case .keep: break
        case .drop: members["query"] = .string("drop")
        case .keepOnly(let names):
            members["query"] = .object(["keepOnly": .strings(names.map(\.rawValue))])
        case .strip(let names):
            members["query"] = .object(["strip": .strings(names.map(\.rawValue))])
        }
        if plusIsSpace { members["plusIsSpace"] = .bool(true) }
        if ignoresCase { members["ignoresCase"] = .bool(true) }
        if prefixes != [""] { members["prefixes"] = .strings(prefixes) }
        if fragmentPaths { members["fragmentPaths"] = .bool(true) }
        return members
    }
}

extension RewriteRule {
    fileprivate var value: ConfigurationValue {
        var members: [String: ConfigurationValue]
        switch self {
        case .rewrite(let rewrite):
            members = ["from": .string(rewrite.pattern), "to": .string(rewrite.template)]
        case .unwrap(let unwrap): members = ["unwrap": .string(unwrap.pattern)]
        }
        if !examples.isEmpty {
            members["examples"] = .object(examples.mapValues(ConfigurationValue.string))
        }
        return .object(members)
    }
}
