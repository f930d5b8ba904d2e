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

    /// A query policy with a list.
    package static let query = ["keepOnly", "strip"]

    /// The query policies without a list.
    package static let queryWords = ["keep", "drop"]
}
