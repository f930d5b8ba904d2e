package import LinkChecking

extension AssociationFinding {
    /// A kind of finding.
    ///
    /// Its text is stable: it can be written into a script that lets some findings pass.
    ///
    /// Texts that are not JSON have codes that begin with `json-`, such as `json-trailing-comma`.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// The code's text, such as `dead-rule`.
        public let rawValue: String

        /// Creates a code from its text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The code's text.
        public var description: String {
            rawValue
        }
    }
}

extension AssociationFinding {
    /// What audits find, and why files cannot be read or made.
    package static let table = FindingTable(
        #"""
        | `signed-file` | error | the file is a signed message, the form of iOS 8 |
        | `too-large` | error | the file is larger than systems accept |
        | `too-complex` | error | the patterns are too many or too long to be matched in bounded time |
        | `wrong-type` | error | a value has another type than the format asks for |
        | `duplicate-key` | error | a key stands twice in one object, and readers disagree about which one counts |
        | `unknown-key` | warning | a key that nobody reads |
        | `misspelt-key` | error | a key that nobody reads, and that is close to one that would be |
        | `no-section` | warning | the file has no section for any service |
        | `no-entries` | warning | `applinks` has no entry |
        | `apps-not-empty` | warning | `applinks.apps` lists apps, though it must be empty |
        | `details-dictionary` | warning | `details` is a dictionary, the form of iOS 9 |
        | `incomplete-audit` | note | the audit stopped comparing rules, because there are too many |
        | `configuration` | error | the configuration's rules make no rewriter |
        | `no-domain` | error | the configuration has no domain with a name |
        | `unknown-host` | error | no domain of the configuration has the host that the file is for |
        | `example-not-claimed` | error | an example of a rule cannot be claimed |
        | `malformed-package-name` | error | the identifier of an Android app is none |
        | `malformed-fingerprint` | error | the fingerprint of an Android app's certificate is none |
        | `handled-not-claimed` | error | a link that a rewrite rule handles opens no app, as no rule of the file claims it |
        | `handled-but-excluded` | error | a link that a rewrite rule handles opens no app, as an exclusion takes it |
        | `claimed-not-handled` | error | a rule claims links, and none that was tried is handled |
        | `claims-too-much` | warning | a rule claims some links that are handled, and some that are not |
        | `incomplete-coverage` | note | the audit stopped comparing links with rules, because there are too many |
        | `no-app-id` | error | an entry names no app |
        | `placeholder-app-id` | error | an app identifier is a placeholder that somebody forgot to replace |
        | `malformed-app-id` | warning | an app identifier is not a ten-character prefix, a point and a bundle identifier |
        | `app-id-form` | error | `appID` is an array, or `appIDs` a string |
        | `both-app-id-keys` | warning | an entry has both `appID` and `appIDs` |
        | `repeated-app` | note | several entries are for the same app |
        | `no-rules` | warning | an entry has no rule |
        | `legacy-paths` | note | an entry has `paths` only, the form before iOS 13 |
        | `mixed-forms` | warning | an entry has both `components` and `paths` |
        | `dead-rule` | error | a rule never decides, as an earlier one takes every link that it matches |
        | `duplicate-rule` | warning | a rule says the same as an earlier one |
        | `never-matches` | error | a pattern contains what no link can have at that place |
        | `empty-path` | warning | a path pattern is empty |
        | `path-holds-url` | error | a path pattern is a whole URL |
        | `path-holds-query` | error | a path pattern goes on with a query |
        | `path-holds-fragment` | error | a path pattern goes on with a fragment |
        | `misspelt-not` | error | a legacy path means to exclude, and does not begin with `NOT` and one space; or a component's path begins so, where only `"exclude": true` excludes |
        | `leading-wildcard` | note | a pattern begins with `*/`, which wants two slashes |
        | `parent-path` | note | a pattern matches its parent on some systems only |
        | `non-string-query-value` | error | a query value that is no string makes systems forget all items of the rule |
        | `star-matches-absent` | warning | a query item's pattern is `*`, which matches links without the item |
        | `encoded-pattern` | warning | a pattern has escapes such as `%20`, and the link is decoded before it is compared |
        | `lowercase-escape` | warning | a pattern has an escape with small letters, which links rarely have |
        | `decoded-slash` | note | a rule takes an encoded slash in a link for a slash |
        | `sample-rule` | warning | a rule was copied from Apple's example |
        | `undefined-variable` | error | a pattern has a variable that nobody defines |
        | `unclosed-variable` | error | a pattern has a `$(` without its `)` |
        | `unused-variable` | note | a variable is defined and never used |
        | `shadowed-variable` | warning | a variable has the name of a predefined one |
        | `empty-variable` | error | a variable has no value |
        | `nested-variable` | warning | a variable's value has a variable, which is not replaced |
        | `variable-name` | error | a variable's name has characters that none may have |
        | `variable-in-paths` | warning | a legacy path has a variable, which is documented for components only |
        """#
    )
}

// MARK: - The file

extension AssociationFinding.Code {
    /// The file is a signed message, the form of iOS 8.
    public static let signed = Self(rawValue: "signed-file")

    /// The file is larger than systems accept.
    public static let tooLarge = Self(rawValue: "too-large")

    /// The patterns are too many or too long to be matched in bounded time.
    public static let tooComplex = Self(rawValue: "too-complex")

    /// A value has another type than the format asks for.
    public static let wrongType = Self(rawValue: "wrong-type")

    /// A key stands twice in one object, and readers disagree about which one counts.
    public static let duplicateKey = Self(rawValue: "duplicate-key")

    /// A key that nobody reads.
    public static let unknownKey = Self(rawValue: "unknown-key")

    /// A key that nobody reads, and that is close to one that would be.
    public static let misspeltKey = Self(rawValue: "misspelt-key")

    /// The file has no section for any service.
    public static let noSection = Self(rawValue: "no-section")

    /// `applinks` has no entry.
    public static let noEntries = Self(rawValue: "no-entries")

    /// `applinks.apps` lists apps, though it must be empty.
    public static let appsNotEmpty = Self(rawValue: "apps-not-empty")

    /// `details` is a dictionary, the form of iOS 9.
    public static let detailsDictionary = Self(rawValue: "details-dictionary")

    /// The audit stopped comparing rules, because there are too many.
    public static let incompleteAudit = Self(rawValue: "incomplete-audit")
}

// MARK: - Making a file

extension AssociationFinding.Code {
    /// The configuration's rules make no rewriter.
    public static let configuration = Self(rawValue: "configuration")

    /// The configuration has no domain with a name.
    public static let noDomain = Self(rawValue: "no-domain")

    /// No domain of the configuration has the host that the file is for.
    public static let unknownHost = Self(rawValue: "unknown-host")

    /// An example of a rule cannot be claimed.
    public static let exampleNotClaimed = Self(rawValue: "example-not-claimed")

    /// The identifier of an Android app is none.
    public static let malformedPackageName = Self(rawValue: "malformed-package-name")

    /// The fingerprint of an Android app's certificate is none.
    public static let malformedFingerprint = Self(rawValue: "malformed-fingerprint")
}

// MARK: - Coverage

extension AssociationFinding.Code {
    /// A link that a rewrite rule handles opens no app, as no rule of the file claims it.
    public static let handledNotClaimed = Self(rawValue: LinkFinding.handledNotClaimed)

    /// A link that a rewrite rule handles opens no app, as an exclusion takes it.
    public static let handledButExcluded = Self(rawValue: LinkFinding.handledButExcluded)

    /// A rule claims links, and none that was tried is handled.
    public static let claimedNotHandled = Self(rawValue: "claimed-not-handled")

    /// A rule claims some links that are handled, and some that are not.
    public static let claimsTooMuch = Self(rawValue: "claims-too-much")

    /// The audit stopped comparing links with rules, because there are too many.
    public static let incompleteCoverage = Self(rawValue: "incomplete-coverage")
}

// MARK: - Apps

extension AssociationFinding.Code {
    /// An entry names no app.
    public static let noAppID = Self(rawValue: "no-app-id")

    /// An app identifier is a placeholder that somebody forgot to replace.
    public static let placeholderAppID = Self(rawValue: "placeholder-app-id")

    /// An app identifier is not a ten-character prefix, a point and a bundle identifier.
    public static let malformedAppID = Self(rawValue: "malformed-app-id")

    /// `appID` is an array, or `appIDs` a string.
    public static let appIDForm = Self(rawValue: "app-id-form")

    /// An entry has both `appID` and `appIDs`.
    public static let bothAppIDKeys = Self(rawValue: "both-app-id-keys")

    /// Several entries are for the same app.
    public static let repeatedApp = Self(rawValue: "repeated-app")
}

// MARK: - Rules

extension AssociationFinding.Code {
    /// An entry has no rule.
    public static let noRules = Self(rawValue: "no-rules")

    /// An entry has `paths` only, the form before iOS 13.
    public static let legacyPaths = Self(rawValue: "legacy-paths")

    /// An entry has both `components` and `paths`.
    public static let mixedForms = Self(rawValue: "mixed-forms")

    /// A rule never decides, as an earlier one takes every link that it matches.
    public static let deadRule = Self(rawValue: "dead-rule")

    /// A rule says the same as an earlier one.
    public static let duplicateRule = Self(rawValue: "duplicate-rule")

    /// A pattern contains what no link can have at that place.
    public static let neverMatches = Self(rawValue: "never-matches")

    /// A path pattern is empty.
    public static let emptyPath = Self(rawValue: "empty-path")

    /// A path pattern is a whole URL.
    public static let pathHoldsURL = Self(rawValue: "path-holds-url")

    /// A path pattern goes on with a query.
    public static let pathHoldsQuery = Self(rawValue: "path-holds-query")

    /// A path pattern goes on with a fragment.
    public static let pathHoldsFragment = Self(rawValue: "path-holds-fragment")

    /// A legacy path means to exclude, and does not begin with `NOT` and one space; or a component's path does.
    public static let misspeltNot = Self(rawValue: "misspelt-not")

    /// A pattern begins with `*/`, which wants two slashes.
    public static let leadingWildcard = Self(rawValue: "leading-wildcard")

    /// A pattern matches its parent on some systems only.
    public static let parentPath = Self(rawValue: "parent-path")

    /// A query value that is no string makes systems forget all items of the rule.
    public static let nonStringQueryValue = Self(rawValue: "non-string-query-value")

    /// A query item's pattern is `*`, which matches links without the item.
    public static let starMatchesAbsent = Self(rawValue: "star-matches-absent")

    /// A pattern has escapes such as `%20`, and the link is decoded before it is compared.
    public static let encodedPattern = Self(rawValue: "encoded-pattern")

    /// A pattern has an escape with small letters, which links rarely have.
    public static let lowercaseEscape = Self(rawValue: "lowercase-escape")

    /// A rule takes an encoded slash in a link for a slash.
    public static let decodedSlash = Self(rawValue: "decoded-slash")

    /// A rule was copied from Apple's example.
    public static let sampleRule = Self(rawValue: "sample-rule")
}

// MARK: - Variables

extension AssociationFinding.Code {
    /// A pattern has a variable that nobody defines.
    public static let undefinedVariable = Self(rawValue: "undefined-variable")

    /// A pattern has a `$(` without its `)`.
    public static let unclosedVariable = Self(rawValue: "unclosed-variable")

    /// A variable is defined and never used.
    public static let unusedVariable = Self(rawValue: "unused-variable")

    /// A variable has the name of a predefined one.
    public static let shadowedVariable = Self(rawValue: "shadowed-variable")

    /// A variable has no value.
    public static let emptyVariable = Self(rawValue: "empty-variable")

    /// A variable's value has a variable, which is not replaced.
    public static let nestedVariable = Self(rawValue: "nested-variable")

    /// A variable's name has characters that none may have.
    public static let variableName = Self(rawValue: "variable-name")

    /// A legacy path has a variable, which is documented for components only.
    public static let variableInPaths = Self(rawValue: "variable-in-paths")
}
