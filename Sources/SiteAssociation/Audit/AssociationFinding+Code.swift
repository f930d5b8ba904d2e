extension AssociationFinding {
    /// A kind of finding.
    ///
    /// Its text is stable, so a script can use it to ignore some findings.
    ///
    /// If a text is not JSON, the code begins with `json-`, such as `json-trailing-comma`.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// The code's text, such as `dead-rule`.
        public let rawValue: String

        /// How bad a finding with this code usually is.
        let severity: Severity

        /// Creates a code from its text.
        public init(rawValue: String) {
            self.init(rawValue, .error)
        }

        init(_ rawValue: String, _ severity: Severity) {
            self.rawValue = rawValue
            self.severity = severity
        }

        /// The code's text.
        public var description: String { rawValue }
    }
}

// MARK: - The file

extension AssociationFinding.Code {
    /// The file is a signed message, the form of iOS 8.
    public static let signed = Self("signed-file", .error)

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

    /// The file has no section for any service.
    public static let noSection = Self("no-section", .warning)

    /// `applinks` has no entry.
    public static let noEntries = Self("no-entries", .warning)

    /// `applinks.apps` lists apps, though it must be empty.
    public static let appsNotEmpty = Self("apps-not-empty", .warning)

    /// `details` is a dictionary, the form of iOS 9.
    public static let detailsDictionary = Self("details-dictionary", .warning)

    /// The audit stopped comparing rules, because there are too many.
    public static let incompleteAudit = Self("incomplete-audit", .note)
}

// MARK: - Making a file

extension AssociationFinding.Code {
    /// No rewriter can be made from the configuration's rules.
    public static let configuration = Self("configuration", .error)

    /// The configuration has no domain with a name.
    public static let noDomain = Self("no-domain", .error)

    /// No domain of the configuration has the host that the file is for.
    public static let unknownHost = Self("unknown-host", .error)

    /// An example of a rule cannot be claimed.
    public static let exampleNotClaimed = Self("example-not-claimed", .error)

    /// The identifier of an Android app is malformed.
    public static let malformedPackageName = Self("malformed-package-name", .error)

    /// The fingerprint of an Android app's certificate is malformed.
    public static let malformedFingerprint = Self("malformed-fingerprint", .error)
}

// MARK: - Coverage

extension AssociationFinding.Code {
    /// A link that a rewrite rule handles opens no app, because no rule of the file claims it.
    public static let handledNotClaimed = Self("handled-not-claimed", .error)

    /// A link that a rewrite rule handles opens no app, because an exclusion takes it.
    public static let handledButExcluded = Self("handled-but-excluded", .error)

    /// A rule claims links, but none that was tried is handled.
    public static let claimedNotHandled = Self("claimed-not-handled", .error)

    /// A rule claims some links that are handled and some that are not.
    public static let claimsTooMuch = Self("claims-too-much", .warning)

    /// A rule claims links to a host that another host with the same file handles.
    public static let claimedForOtherHost = Self("claimed-for-other-host", .warning)

    /// The file is Android's `assetlinks.json`.
    public static let androidFile = Self("android-file", .note)

    /// Android's file has other rules than the configuration gives.
    public static let differentRules = Self("different-rules", .note)

    /// The audit stopped comparing links with rules, because there are too many.
    public static let incompleteCoverage = Self("incomplete-coverage", .note)
}

// MARK: - Apps

extension AssociationFinding.Code {
    /// An entry names no app.
    public static let noAppID = Self("no-app-id", .error)

    /// An app identifier is a placeholder that somebody forgot to replace.
    public static let placeholderAppID = Self("placeholder-app-id", .error)

    /// An app identifier is not a ten-character prefix, a point and a bundle identifier.
    public static let malformedAppID = Self("malformed-app-id", .error)

    /// `appID` is an array, or `appIDs` a string.
    public static let appIDForm = Self("app-id-form", .error)

    /// An entry has both `appID` and `appIDs`.
    public static let bothAppIDKeys = Self("both-app-id-keys", .warning)

    /// Several entries are for the same app.
    public static let repeatedApp = Self("repeated-app", .note)
}

// MARK: - Rules

extension AssociationFinding.Code {
    /// An entry has no rule.
    public static let noRules = Self("no-rules", .warning)

    /// An entry has `paths` only, the form before iOS 13.
    public static let legacyPaths = Self("legacy-paths", .note)

    /// An entry has both `components` and `paths`.
    public static let mixedForms = Self("mixed-forms", .warning)

    /// A rule never decides, because earlier ones take every link that it matches.
    public static let deadRule = Self("dead-rule", .error)

    /// A rule says the same as an earlier one.
    public static let duplicateRule = Self("duplicate-rule", .warning)

    /// An exclusion changes nothing, because no later rule claims a link that it matches.
    public static let needlessExclusion = Self("needless-exclusion", .note)

    /// A pattern contains a character that no link can have at that place.
    public static let neverMatches = Self("never-matches", .error)

    /// A path pattern is empty.
    public static let emptyPath = Self("empty-path", .warning)

    /// A path pattern is a whole URL.
    public static let pathHoldsURL = Self("path-holds-url", .error)

    /// A path pattern contains a query.
    public static let pathHoldsQuery = Self("path-holds-query", .error)

    /// A path pattern contains a fragment.
    public static let pathHoldsFragment = Self("path-holds-fragment", .error)

    /// A legacy path looks like an exclusion but does not begin with `NOT` and one space, or a component's path does.
    public static let misspeltNot = Self("misspelt-not", .error)

    /// A pattern begins with `*/`, so it only matches paths with a second slash.
    public static let leadingWildcard = Self("leading-wildcard", .note)

    /// A pattern matches its parent on some systems only.
    public static let parentPath = Self("parent-path", .note)

    /// A query value that is not a string makes systems ignore all items of the rule.
    public static let nonStringQueryValue = Self("non-string-query-value", .error)

    /// A query item's pattern is `*`, which matches links without the item.
    public static let starMatchesAbsent = Self("star-matches-absent", .warning)

    /// A pattern has escapes such as `%20`, but the link is decoded before it is compared.
    public static let encodedPattern = Self("encoded-pattern", .warning)

    /// A pattern has an escape in lower case, which links rarely have.
    public static let lowercaseEscape = Self("lowercase-escape", .warning)

    /// A rule treats an encoded slash in a link as a slash.
    public static let decodedSlash = Self("decoded-slash", .note)

    /// A rule was copied from Apple's example.
    public static let sampleRule = Self("sample-rule", .warning)
}

// MARK: - Variables

extension AssociationFinding.Code {
    /// A pattern has a variable that is not defined.
    public static let undefinedVariable = Self("undefined-variable", .error)

    /// A pattern has a `$(` without its `)`.
    public static let unclosedVariable = Self("unclosed-variable", .error)

    /// A variable is defined but never used.
    public static let unusedVariable = Self("unused-variable", .note)

    /// A variable has the name of a predefined one.
    public static let shadowedVariable = Self("shadowed-variable", .warning)

    /// A variable has no value.
    public static let emptyVariable = Self("empty-variable", .error)

    /// A variable's value contains a variable, which is not replaced.
    public static let nestedVariable = Self("nested-variable", .warning)

    /// A variable's name has characters that names cannot have.
    public static let variableName = Self("variable-name", .error)

    /// A legacy path has a variable, which is documented for components only.
    public static let variableInPaths = Self("variable-in-paths", .warning)
}
