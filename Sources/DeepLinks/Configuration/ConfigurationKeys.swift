/// The keys of the objects in a configuration's JSON.
package enum ConfigurationKeys {
    /// The document; `$schema` is for editors and is not kept.
    package static let document = ["$schema", "version", "limits", "domains", "schemes", "paths"]

    package static let limits = ["bytes", "segments", "queryItems"]

    /// The keys that domains and schemes have in common, except the rules.
    package static let options = OptionDescription.all.map(\.key)

    package static let domain =
        ["hosts", "anyHostAs", "allowsHTTP", "claims"] + options + ["rules"]

    package static let scheme = ["names", "wholeLinkAs", "to", "examples"] + options + ["rules"]

    /// A rule that makes an internal link.
    package static let rewrite = ["from", "to"] + notes

    /// A rule that unwraps a link.
    package static let unwrap = ["unwrap"] + notes

    /// A rule that refuses links.
    package static let refuse = ["refuse"] + notes.filter { $0 != "claims" }

    /// What a rule says beside its sides.
    private static let notes = ["examples", "claims", "title", "owner", "allow"]

    /// Words that people take for a key, with the key.
    static let otherWords = [
        "scheme": "names", "schemes": "names", "hosts": "names",
        "domain": "hosts", "domains": "hosts", "names": "hosts",
        "pattern": "from", "path": "from", "template": "to", "destination": "to",
        "reject": "refuse", "deny": "refuse", "block": "refuse", "exclude": "refuse",
    ]

    /// The object that has a key; nil if there is none, or if a kind of rule has the key and another one does not.
    static func home(of key: String) -> String? {
        let homes = [
            (document, "the document's top level"), (limits, "'limits'"), (query, "'query'"),
            (["hosts", "anyHostAs", "allowsHTTP"], "a domain"),
            (["names", "wholeLinkAs"], "a scheme"), (["allow"], "a domain, a scheme or a rule"),
            (options + ["rules"], "a domain or a scheme"),
            (["from", "to", "unwrap"] + refuse, "a rule"),
        ]
        return homes.first { $0.0.contains(key) }?.1
    }

    /// A query policy with a list.
    package static let query = ["keepOnly", "strip"]

    /// The query policies without a list.
    package static let queryWords = ["keep", "drop"]
}
