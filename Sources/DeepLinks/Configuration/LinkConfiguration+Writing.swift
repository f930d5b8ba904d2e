extension LinkConfiguration {
    /// The configuration as a JSON value.
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
        if anyHostAs == nil || !hosts.isEmpty { members["hosts"] = .strings(hosts) }
        if let anyHostAs { members["anyHostAs"] = .string(anyHostAs) }
        if allowsHTTP { members["allowsHTTP"] = .bool(true) }
        if !claims { members["claims"] = .bool(false) }
        if !rules.isEmpty { members["rules"] = .array(rules.map(\.value)) }
        return .object(members)
    }
}

extension Scheme {
    fileprivate var value: ConfigurationValue {
        var members = options.members
        members["names"] = .strings(names)
        if let wholeLink {
            members["wholeLinkAs"] = .string(wholeLink.name)
            members["to"] = .string(wholeLink.template)
            members.merge(RewriteRule.Notes(examples: wholeLink.examples).members) { $1 }
        }
        if !rules.isEmpty { members["rules"] = .array(rules.map(\.value)) }
        return .object(members)
    }
}

extension SourceOptions {
    /// The options that differ from their defaults, as JSON members.
    package var members: [String: ConfigurationValue] {
        var members: [String: ConfigurationValue] = [:]
        for option in OptionDescription.all { members[option.key] = option.value(in: self) }
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
        case .refuse(let refuse): members = ["refuse": .string(refuse.pattern)]
        }
        return .object(members.merging(notes.members) { $1 })
    }
}

extension RewriteRule.Notes {
    /// The notes that differ from their defaults.
    fileprivate var members: [String: ConfigurationValue] {
        var members: [String: ConfigurationValue] = [:]
        if !examples.isEmpty {
            members["examples"] = .object(
                examples.mapValues { $0.map(ConfigurationValue.string) ?? .null }
            )
        }
        if !claims { members["claims"] = .bool(false) }
        members["title"] = title.map(ConfigurationValue.string)
        members["owner"] = owner.map(ConfigurationValue.string)
        if !allow.isEmpty { members["allow"] = .strings(allow) }
        return members
    }
}
