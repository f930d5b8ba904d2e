public import LinkChecking

/// The codes of findings about an association file.
extension LinkFinding.Code {
    // MARK: The file

    /// The file is larger than systems accept.
    public static let tooLarge = Self("too-large", .error)

    /// The patterns are too many or too long to match in bounded time.
    public static let tooComplex = Self("too-complex", .error)

    /// A value has a different type than the format asks for.
    public static let wrongType = Self("wrong-type", .error)

    /// A key appears twice in one object, and readers disagree about which one counts.
    public static let duplicateKey = Self("duplicate-key", .error)

    /// A key that no system reads.
    public static let unknownKey = Self("unknown-key", .warning)

    /// A key that no system reads, but that is close to a known one.
    public static let misspeltKey = Self("misspelt-key", .error)

    /// The rules have the form of iOS 9, or an entry has both that before iOS 13 and the current one.
    public static let legacyPaths = Self("legacy-paths", .warning)

    // MARK: Apps

    /// An entry names no app.
    public static let noAppID = Self("no-app-id", .error)

    /// An app identifier is a placeholder that somebody forgot to replace.
    public static let placeholderAppID = Self("placeholder-app-id", .error)

    /// An app identifier is malformed, or the fingerprint of an Android app's certificate.
    public static let malformedAppID = Self("malformed-app-id", .error)

    /// An entry has both `appID` and `appIDs`, or a list has an app twice.
    public static let repeatedApp = Self("repeated-app", .warning)

    // MARK: Rules

    /// A pattern contains a character, or an escape, that no link can have at that place.
    public static let neverMatches = Self("never-matches", .error)

    /// A pattern is read in another way than it looks, such as a whole URL, a path with a query, a regular expression, or `NOT` in
    /// a component.
    public static let misreadPath = Self("misread-path", .error)

    /// A query item's pattern is `*`, which matches links without the item.
    public static let starMatchesAbsent = Self("star-matches-absent", .warning)

    /// A pattern has an escape that links do not have: in lower case, such as `%c3`, encoded twice, such as `%25C3`, of a
    /// character that needs none, such as `%2D`, or where links are decoded before they are compared.
    public static let encodedPattern = Self("encoded-pattern", .warning)

    /// A pattern has a variable without a meaning: it is not defined, or not closed.
    public static let undefinedVariable = Self("undefined-variable", .error)

    /// The definition of a variable has a fault: its name, no value, or a variable in a value.
    public static let malformedVariable = Self("malformed-variable", .error)

    // MARK: Comparing with rewrite rules

    /// A link that a rewrite rule handles opens no app, because no rule of the file claims it.
    public static let handledNotClaimed = Self("handled-not-claimed", .error)

    /// A link that a rewrite rule handles opens no app, because an exclusion takes it.
    public static let handledButExcluded = Self("handled-but-excluded", .error)

    /// A rule claims links, but none that was tried is handled.
    public static let claimedNotHandled = Self("claimed-not-handled", .error)

    /// A rule claims some links that are handled and some that are not.
    public static let claimsTooMuch = Self("claims-too-much", .warning)

    /// A rule claims links of a rewrite rule with `claims: false`, and the generated file cannot exclude them.
    public static let notExcluded = Self("not-excluded", .note)

    /// Something was not compared, so nothing is said about it.
    public static let notCompared = Self("not-compared", .note)

    // MARK: Making a file

    /// No rewriter can be made from the configuration's rules.
    public static let configuration = Self("configuration", .error)

    /// The configuration has no domain with a name, or none with the host that the file is for.
    public static let noDomain = Self("no-domain", .error)

    /// An example of a rule cannot be claimed.
    public static let exampleNotClaimed = Self("example-not-claimed", .error)
}
