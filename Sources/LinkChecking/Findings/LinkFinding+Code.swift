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
    /// What checks find.
    ///
    /// What keeps a rewriter from being made is an error, and has its code from the reason.
    package static let table = FindingTable(
        #"""
        | `conflict` | error | two rules that match exactly the same links |
        | `dead-rule` | error | a rule that never wins, because other rules are tried first and match all of its links; a warning if they do the same |
        | `hidden-by-query` | error | a rule that never wins, because a rule with the same path needs fewer query items |
        | `failing-example` | error | an example that becomes another link than it says |
        | `unregistered-path` | error | a template that leads to a path which is not in `paths`, if the configuration has `paths` |
        | `malformed-registered-path` | error | an element of `paths` that is not a path pattern, or occurs twice |
        | `swallowed-path` | warning | a capture that matches the path above another rule: `/watch/{video}` matches `/watch/list` |
        | `foreign-capture` | warning | `:id`, `*`, `<id>` or `(\d+)`, which are captures in other routers and plain text here |
        | `joined-segments` | warning | a template with `{rest}` for a catch-all: `x/y` becomes `x%2Fy` |
        | `open-redirect` | warning | captured text that the app gets as `url`, `next`, `return_to` or the like, or that becomes a host, as in `url=https://{rest}` |
        | `secret-in-scheme` | warning | a `token`, `password` or the like in a custom scheme, which any app can claim |
        | `needless-allow` | warning | an acknowledgement in `allow` of a finding that is not there |
        | `query-overlap` | note | two rules with the same path; the order of declaration decides which of them gets a link with the items of both |
        | `unused-capture` | note | a capture that no template uses; a name that begins with `_` is fine |
        | `no-example` | note | a rule without an example |
        | `any-host` | note | a domain that takes links to hosts which nobody named |
        """#
    )
}

extension LinkFinding.Code {
    /// Two rules match exactly the same links.
    public static let conflict = Self(rawValue: "conflict")

    /// A rule never wins, since others are tried before it and take all of its links.
    public static let deadRule = Self(rawValue: "dead-rule")

    /// A rule never wins, since another one with the same path asks less of the query and is tried before it.
    public static let hiddenByQuery = Self(rawValue: "hidden-by-query")

    /// An example does not become what it says.
    public static let failingExample = Self(rawValue: "failing-example")

    /// A template leads to a path that the app does not register.
    public static let unregisteredPath = Self(rawValue: "unregistered-path")

    /// An element of the list of registered paths is no path pattern, or stands there twice.
    public static let malformedRegisteredPath = Self(rawValue: "malformed-registered-path")

    /// A capture takes the path above another rule's, such as `/items` above `/items/{id}`.
    public static let swallowedPath = Self(rawValue: "swallowed-path")

    /// A text is a capture in other routers, such as `:id` or `*`, and plain text here.
    public static let foreignCapture = Self(rawValue: "foreign-capture")

    /// A template puts the segments of a catch-all into one, with its slashes escaped.
    public static let joinedSegments = Self(rawValue: "joined-segments")

    /// Text of a link that looks like an address reaches the app, which could be made to open it.
    public static let openRedirect = Self(rawValue: "open-redirect")

    /// A secret travels in a custom scheme, which any app can claim.
    public static let secretInScheme = Self(rawValue: "secret-in-scheme")

    /// Of two rules with the same path, only the order of declaration tells which takes a link with the query items of both.
    public static let queryOverlap = Self(rawValue: "query-overlap")

    /// A capture is used by no template.
    public static let unusedCapture = Self(rawValue: "unused-capture")

    /// A domain takes links to hosts that nobody named.
    public static let anyHost = Self(rawValue: "any-host")

    /// What is acknowledged in `allow` is not there.
    public static let needlessAllow = Self(rawValue: "needless-allow")

    /// A rule has no example.
    public static let noExample = Self(rawValue: "no-example")
}

extension LinkFinding {
    /// The codes of the table that keep a rewriter from being made.
    static let codesOfFlaws = Set([Code.conflict, .failingExample].map(\.rawValue))

    /// The codes that only a comparison with an association file finds; it heeds their `allow` itself.
    package static let codesWithFile: Set<String> = [handledNotClaimed, handledButExcluded]
    package static let handledNotClaimed = "handled-not-claimed"
    package static let handledButExcluded = "handled-but-excluded"
}
