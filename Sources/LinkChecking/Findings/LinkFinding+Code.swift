import DeepLinks

extension LinkFinding {
    /// A kind of finding.
    ///
    /// Its text is stable: it can be written into a script that lets some findings pass. Whatever makes a rewriter impossible
    /// has a code of its own too, such as `unknown-capture`.
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

extension LinkFinding.Code {
    /// Two rules match exactly the same links.
    public static let conflict = Self("conflict", .error)

    /// A rule never wins, since others are tried before it and take all of its links.
    public static let deadRule = Self("dead-rule", .error)

    /// A rule never wins, since another one with the same path asks less of the query and is tried before it.
    public static let hiddenByQuery = Self("hidden-by-query", .error)

    /// An example does not become what it says.
    public static let failingExample = Self("failing-example", .error)

    /// A template leads to a path that the app does not register.
    public static let unregisteredPath = Self("unregistered-path", .error)

    /// An element of the list of registered paths is no path pattern, or stands there twice.
    public static let malformedRegisteredPath = Self("malformed-registered-path", .error)

    /// A capture takes the path above another rule's, such as `/items` above `/items/{id}`.
    public static let swallowedPath = Self("swallowed-path", .warning)

    /// A text is a capture in other routers, such as `:id` or `*`, and plain text here.
    public static let foreignCapture = Self("foreign-capture", .warning)

    /// A template puts the segments of a catch-all into one, with its slashes escaped.
    public static let joinedSegments = Self("joined-segments", .warning)

    /// Text of a link that looks like an address reaches the app, which could be made to open it.
    public static let openRedirect = Self("open-redirect", .warning)

    /// A secret travels in a custom scheme, which any app can claim.
    public static let secretInScheme = Self("secret-in-scheme", .warning)

    /// Of two rules with the same path, only the order of declaration tells which takes a link with the query items of both.
    public static let queryOverlap = Self("query-overlap", .note)

    /// A capture is used by no template.
    public static let unusedCapture = Self("unused-capture", .note)

    /// A domain takes links to hosts that nobody named.
    public static let anyHost = Self("any-host", .note)

    /// What is acknowledged in `allow` is not there.
    public static let needlessAllow = Self("needless-allow", .warning)

    /// A rule has no example.
    public static let noExample = Self("no-example", .note)
}

extension LinkFinding.Code {
    /// All that checks find.
    ///
    /// What keeps a rewriter from being made is an error as well, with a code from its reason.
    package static let all: [Self] = [
        .conflict, .deadRule, .hiddenByQuery, .failingExample, .unregisteredPath,
        .malformedRegisteredPath, .swallowedPath, .foreignCapture, .joinedSegments, .openRedirect,
        .secretInScheme, .queryOverlap, .unusedCapture, .anyHost, .needlessAllow, .noExample,
    ]
}

extension LinkFinding {
    /// The codes that keep a rewriter from being made.
    static let codesOfFlaws: Set<String> = ["conflict", "failing-example"]

    /// The codes that only a comparison with an association file finds; it heeds their `allow` itself.
    package static let codesWithFile: Set = ["handled-not-claimed", "handled-but-excluded"]
}
