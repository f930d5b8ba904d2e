/// The names of the members that the objects of a configuration's JSON have.
package enum ConfigurationKeys {
    /// The document, where `$schema` is for editors and not kept.
    package static let document = ["$schema", "version", "limits", "domains", "schemes", "paths"]

    /// The limits.
    package static let limits = ["bytes", "segments", "queryItems"]

    /// What domains and schemes have in common, but for the rules.
    package static let options = [
        "unmatched", "query", "plusIsSpace", "ignoresCase", "prefixes", "fragmentPaths",
    ]

    /// A domain.
    package static let domain = ["hosts", "allowsHTTP"] + options + ["rules"]

    /// A scheme.
    package static let scheme = ["names"] + options + ["rules"]

    /// A rule that makes an internal link.
    package static let rewrite = ["from", "to", "examples"]

    /// A rule that takes the link out of a link.
    package static let unwrap = ["unwrap", "examples"]

    /// A query policy with a list.
    package static let query = ["keepOnly", "strip"]

    /// The query policies without a list.
    package static let queryWords = ["keep", "drop"]

    /// What becomes of links that no rule fits.
    package static let unmatchedWords = ["reject", "passThrough"]
}
