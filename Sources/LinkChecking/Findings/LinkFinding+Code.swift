import DeepLinks

extension LinkFinding {
    /// A kind of finding, about rules or about an association file.
    ///
    /// Its text is stable, so a script can use it to let some findings pass. Every flaw that keeps a rewriter from being made
    /// has a code of its own too, such as `unknown-capture`.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// The code's text, such as `dead-rule`.
        public let rawValue: String

        /// How bad a finding with this code usually is.
        package let severity: Severity

        /// Creates a code from its text.
        public init(rawValue: String) {
            self.init(rawValue, .error)
        }

        package init(_ rawValue: String, _ severity: Severity) {
            self.rawValue = rawValue
            self.severity = severity
        }

        /// The code's text.
        public var description: String { rawValue }
    }
}

extension LinkFinding.Code {
    /// Two rules match exactly the same links, or one rule does under two prefixes.
    public static let conflict = Self("conflict", .error)

    /// A rule never wins, since others are tried before it and take all of its links; or all of its links exceed a limit.
    public static let deadRule = Self("dead-rule", .error)

    /// A rule never wins, since another one with the same path asks no more of the query and is tried before it.
    public static let hiddenByQuery = Self("hidden-by-query", .error)

    /// An example does not become what it says.
    public static let failingExample = Self("failing-example", .error)

    /// A template, or the link of an example, leads to a path that the app does not register.
    public static let unregisteredPath = Self("unregistered-path", .error)

    /// An element of the list of registered paths is not a path pattern, or occurs twice.
    public static let malformedRegisteredPath = Self("malformed-registered-path", .error)

    /// A capture takes the path above another rule's, such as `/items` above `/items/{id}`.
    public static let swallowedPath = Self("swallowed-path", .warning)

    /// A text would be a capture in other routers, such as `:id` or `*`, but is plain text here.
    public static let foreignCapture = Self("foreign-capture", .warning)

    /// A pattern or a template has a character that nobody sees, or a blank at one of its ends.
    public static let invisibleCharacter = Self("invisible-character", .warning)

    /// A template puts the segments of a catch-all into one segment, with its slashes encoded.
    public static let joinedSegments = Self("joined-segments", .warning)

    /// A template's item or segment has a capture that may be absent beside other text, and then all of it is left out.
    public static let droppedItem = Self("dropped-item", .warning)

    /// Text of a link that looks like an address reaches the app, which could be tricked into opening it.
    public static let openRedirect = Self("open-redirect", .warning)

    /// A secret travels in a custom scheme, which any app can claim.
    public static let secretInScheme = Self("secret-in-scheme", .warning)

    /// A source has no rules and refuses what fits none; or an association file, an entry or a section of it has none.
    public static let noRules = Self("no-rules", .warning)

    /// Of two rules with the same path, only the order of declaration decides which takes a link with the query items of both.
    public static let queryOverlap = Self("query-overlap", .note)

    /// No template uses a capture.
    public static let unusedCapture = Self("unused-capture", .note)

    /// A domain takes links to hosts that nobody named.
    public static let anyHost = Self("any-host", .note)

    /// An acknowledgement in `allow` matches no finding.
    public static let needlessAllow = Self("needless-allow", .warning)

    /// All examples of a rule are links that other rules take.
    public static let exampleOfOtherRule = Self("example-of-other-rule", .warning)

    /// A rule has no example.
    public static let noExample = Self("no-example", .note)
}

extension LinkFinding {
    /// The codes that only a comparison with an association file finds; the comparison heeds `allow` itself.
    package static let codesWithFile: Set = [
        "handled-not-claimed", "handled-but-excluded", "not-excluded",
    ]
}
