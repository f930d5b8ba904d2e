import DeepLinks

extension LinkFinding {
    /// A kind of finding.
    ///
    /// Its text is stable: it can be written into a script that lets some findings pass. Whatever makes a rewriter impossible
    /// has a code of its own too, such as `unknown-capture`.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// The code's text, such as `dead-rule`.
        public let rawValue: String

        /// Creates a code from its text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The code's text.
        public var description: String { rawValue }
    }
}

extension LinkFinding {
    /// The kinds of findings that checks make, each with all that is known of it; the articles' tables are compared with this list.
    ///
    /// What keeps a rewriter from being made is an error, and has its code from the reason.
    package enum Kind: String, CaseIterable, Sendable {
        case conflict
        case deadRule = "dead-rule"
        case hiddenByQuery = "hidden-by-query"
        case failingExample = "failing-example"
        case unregisteredPath = "unregistered-path"
        case malformedRegisteredPath = "malformed-registered-path"
        case swallowedPath = "swallowed-path"
        case foreignCapture = "foreign-capture"
        case joinedSegments = "joined-segments"
        case openRedirect = "open-redirect"
        case secretInScheme = "secret-in-scheme"
        case queryOverlap = "query-overlap"
        case unusedCapture = "unused-capture"
        case noExample = "no-example"

        /// The severity, unless a check says otherwise.
        package var severity: Severity { facts.severity }

        /// The row of the tables in the documentation.
        package var row: String { "| `\(rawValue)` | \(severity.rawValue) | \(facts.found) |" }

        private var facts: (severity: Severity, found: String) {
            switch self {
            case .conflict:
                (
                    .error,
                    "two rules that match exactly the same links"
                )
            case .deadRule:
                (
                    .error,
                    "a rule whose links are all taken by others that are tried first; a warning if those do the same"
                )
            case .hiddenByQuery:
                (
                    .error,
                    "the same by a rule with the same path that asks no more of the query"
                )
            case .failingExample:
                (
                    .error,
                    "an example that does not become what it says"
                )
            case .unregisteredPath:
                (
                    .error,
                    "a template that leads to none of the `paths`, if the configuration has them"
                )
            case .malformedRegisteredPath:
                (
                    .error,
                    "an element of `paths` that is no path pattern, or stands there twice"
                )
            case .swallowedPath:
                (
                    .warning,
                    "a capture that takes the path above another rule, as `/watch/{video}` takes `/watch/list`"
                )
            case .foreignCapture:
                (
                    .warning,
                    "`:id`, `*`, `<id>` or `(\\d+)`, which are captures in other routers and plain text here"
                )
            case .joinedSegments:
                (
                    .warning,
                    "a template that writes `{rest}` for a catch-all, so that `x/y` becomes `x%2Fy`"
                )
            case .openRedirect:
                (
                    .warning,
                    "text of a link that reaches the app under a name like `url`, `next` or `return_to`, or that decides about a host, as in `url=https://{rest}`"
                )
            case .secretInScheme:
                (
                    .warning,
                    "a `token`, `password` or the like in a custom scheme, which any app can claim"
                )
            case .queryOverlap:
                (
                    .advice,
                    "two rules with the same path, where only the order of declaration decides about links with the items of both"
                )
            case .unusedCapture:
                (
                    .advice,
                    "a capture that no template uses, unless its name begins with `_`"
                )
            case .noExample:
                (
                    .advice,
                    "a rule without an example"
                )
            }
        }
    }
}

extension LinkFinding.Code {
    init(_ kind: LinkFinding.Kind) {
        self.init(rawValue: kind.rawValue)
    }

    /// Two rules match exactly the same links.
    public static let conflict = Self(.conflict)

    /// A rule never wins, since others are tried before it and take all of its links.
    public static let deadRule = Self(.deadRule)

    /// A rule never wins, since another one with the same path asks less of the query and is tried before it.
    public static let hiddenByQuery = Self(.hiddenByQuery)

    /// An example does not become what it says.
    public static let failingExample = Self(.failingExample)

    /// A template leads to a path that the app does not register.
    public static let unregisteredPath = Self(.unregisteredPath)

    /// An element of the list of registered paths is no path pattern, or stands there twice.
    public static let malformedRegisteredPath = Self(.malformedRegisteredPath)

    /// A capture takes the path above another rule's, such as `/items` above `/items/{id}`.
    public static let swallowedPath = Self(.swallowedPath)

    /// A text is a capture in other routers, such as `:id` or `*`, and plain text here.
    public static let foreignCapture = Self(.foreignCapture)

    /// A template puts the segments of a catch-all into one, with its slashes escaped.
    public static let joinedSegments = Self(.joinedSegments)

    /// Text of a link that looks like an address reaches the app, which could be made to open it.
    public static let openRedirect = Self(.openRedirect)

    /// A secret travels in a custom scheme, which any app can claim.
    public static let secretInScheme = Self(.secretInScheme)

    /// Of two rules with the same path, only the order of declaration tells which takes a link with the query items of both.
    public static let queryOverlap = Self(.queryOverlap)

    /// A capture is used by no template.
    public static let unusedCapture = Self(.unusedCapture)

    /// A rule has no example.
    public static let noExample = Self(.noExample)
}

extension LinkFinding.Code {
    /// The code for a reason why no rewriter can be made.
    init(_ reason: RewriteRuleError.Reason) {
        let text =
            switch reason {
            case .emptySource: "empty-source"
            case .host: "malformed-host"
            case .duplicateHost: "duplicate-host"
            case .anyHostName: "malformed-any-host"
            case .anyHostPasses: "any-host-passes"
            case .duplicateAnyHost: "duplicate-host"
            case .malformedScheme: "malformed-scheme"
            case .foreignScheme: "foreign-scheme"
            case .duplicateScheme: "duplicate-scheme"
            case .noPrefixes: "no-prefixes"
            case .duplicatePrefix: "duplicate-prefix"
            case .prefix: "malformed-prefix"
            case .path, .wholeURL: "malformed-path"
            case .itemsAfterWholeRest: "items-after-rest"
            case .optionalPathCapture: "optional-path-capture"
            case .queryItem: "malformed-query-item"
            case .duplicateQueryItem: "duplicate-query-item"
            case .duplicateCapture, .prefixCapture: "duplicate-capture"
            case .template: "malformed-template"
            case .unknownCapture, .colonCapture: "unknown-capture"
            case .notCatchAll: "not-catch-all"
            case .noTarget: "no-target"
            case .optionalTarget: "optional-target"
            case .conflict: Self.conflict.rawValue
            case .example: Self.failingExample.rawValue
            }
        self.init(rawValue: text)
    }
}

extension LinkFinding.Code {
    /// The code for a reason why a text is no configuration.
    init(_ reason: LinkConfigurationError.Reason) {
        switch reason {
        case .malformedJSON: self.init(rawValue: "malformed-json")
        case .unknownVersion: self.init(rawValue: "unknown-version")
        case .unknownKey: self.init(rawValue: "unknown-key")
        case .missingKey: self.init(rawValue: "missing-key")
        case .conflictingKeys: self.init(rawValue: "conflicting-keys")
        case .wrongType: self.init(rawValue: "wrong-type")
        case .unknownWord: self.init(rawValue: "unknown-word")
        case .rule(let error): self.init(error.reason)
        }
    }
}
