extension AssociationFinding {
    /// A kind of finding.
    ///
    /// Its text is stable: it can be written into a script that lets some findings pass.
    ///
    /// Texts that are not JSON have codes that begin with `json-`, such as `json-trailing-comma`.
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

    /// The patterns are too many or too long to be matched in bounded time.
    public static let tooComplex = Self("too-complex", .error)

    /// A value has another type than the format asks for.
    public static let wrongType = Self("wrong-type", .error)

    /// A key stands twice in one object, and readers disagree about which one counts.
    public static let duplicateKey = Self("duplicate-key", .error)

    /// A key that nobody reads.
    public static let unknownKey = Self("unknown-key", .warning)

    /// A key that nobody reads, and that is close to one that would be.
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
    /// The configuration's rules make no rewriter.
    public static let configuration = Self("configuration", .error)

    /// The configuration has no domain with a name.
    public static let noDomain = Self("no-domain", .error)

    /// No domain of the configuration has the host that the file is for.
    public static let unknownHost = Self("unknown-host", .error)

    /// An example of a rule cannot be claimed.
    public static let exampleNotClaimed = Self("example-not-claimed", .error)

    /// The identifier of an Android app is none.
    public static let malformedPackageName = Self("malformed-package-name", .error)

    /// The fingerprint of an Android app's certificate is none.
    public static let malformedFingerprint = Self("malformed-fingerprint", .error)
}

// MARK: - Coverage

extension AssociationFinding.Code {
    /// A link that a rewrite rule handles opens no app, as no rule of the file claims it.
    public static let handledNotClaimed = Self("handled-not-claimed", .error)

    /// A link that a rewrite rule handles opens no app, as an exclusion takes it.
    public static let handledButExcluded = Self("handled-but-excluded", .error)

    /// A rule claims links, and none that was tried is handled.
    public static let claimedNotHandled = Self("claimed-not-handled", .error)

    /// A rule claims some links that are handled, and some that are not.
    public static let claimsTooMuch = Self("claims-too-much", .warning)

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
    public static let malformedAppID = Self("malformed-app-id", .warning)

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

    /// A rule never decides, as an earlier one takes every link that it matches.
    public static let deadRule = Self("dead-rule", .error)

    /// A rule says the same as an earlier one.
    public static let duplicateRule = Self("duplicate-rule", .warning)

    /// A pattern contains what no link can have at that place.
    public static let neverMatches = Self("never-matches", .error)

    /// A path pattern is empty.
    public static let emptyPath = Self("empty-path", .warning)

    /// A path pattern is a whole URL.
    public static let pathHoldsURL = Self("path-holds-url", .error)

    /// A path pattern goes on with a query.
    public static let pathHoldsQuery = Self("path-holds-query", .error)

    /// A path pattern goes on with a fragment.
    public static let pathHoldsFragment = Self("path-holds-fragment", .error)

    /// A legacy path means to exclude, and does not begin with `NOT` and one space; or a component's path does.
    public static let misspeltNot = Self("misspelt-not", .error)

    /// A pattern begins with `*/`, which wants two slashes.
    public static let leadingWildcard = Self("leading-wildcard", .note)

    /// A pattern matches its parent on some systems only.
    public static let parentPath = Self("parent-path", .note)

    /// A query value that is no string makes systems forget all items of the rule.
    public static let nonStringQueryValue = Self("non-string-query-value", .error)

    /// A query item's pattern is `*`, which matches links without the item.
    public static let starMatchesAbsent = Self("star-matches-absent", .warning)

    /// A pattern has escapes such as `%20`, and the link is decoded before it is compared.
    public static let encodedPattern = Self("encoded-pattern", .warning)

    /// A pattern has an escape with small letters, which links rarely have.
    public static let lowercaseEscape = Self("lowercase-escape", .warning)

    /// A rule takes an encoded slash in a link for a slash.
    public static let decodedSlash = Self("decoded-slash", .note)

    /// A rule was copied from Apple's example.
    public static let sampleRule = Self("sample-rule", .warning)
}

// MARK: - Variables

extension AssociationFinding.Code {
    /// A pattern has a variable that nobody defines.
    public static let undefinedVariable = Self("undefined-variable", .error)

    /// A pattern has a `$(` without its `)`.
    public static let unclosedVariable = Self("unclosed-variable", .error)

    /// A variable is defined and never used.
    public static let unusedVariable = Self("unused-variable", .note)

    /// A variable has the name of a predefined one.
    public static let shadowedVariable = Self("shadowed-variable", .warning)

    /// A variable has no value.
    public static let emptyVariable = Self("empty-variable", .error)

    /// A variable's value has a variable, which is not replaced.
    public static let nestedVariable = Self("nested-variable", .warning)

    /// A variable's name has characters that none may have.
    public static let variableName = Self("variable-name", .error)

    /// A legacy path has a variable, which is documented for components only.
    public static let variableInPaths = Self("variable-in-paths", .warning)
}
