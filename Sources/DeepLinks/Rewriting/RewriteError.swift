package import PathMatching

/// Why an external link was refused, and where in the link.
///
/// Of the link's text, the error and its description contain at most the scheme and the host: never the path, a query value,
/// the fragment or captured text. So they can be logged.
public struct RewriteError: Error, Hashable, Sendable {
    /// An obstacle that a link can have.
    ///
    /// New versions may add reasons, so a switch over the codes needs a `default`.
    public struct Reason: Hashable, Sendable {
        let kind: Kind

        /// What the obstacle names: a limit, a scheme, a host or the flaw in it, a port or a rule; empty if nothing.
        let detail: String

        /// The obstacle's stable name: `unknown-host`.
        public var code: String { kind.rawValue }

        fileprivate init(kind: Kind, _ detail: String = "") {
            self.kind = kind
            self.detail = detail
        }
    }

    /// The parts of a link.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        /// The link as a whole.
        case link
        /// The text before the first colon.
        case scheme
        /// The text between `//` and the path.
        case host
        /// The number after the host.
        case port
        /// The path.
        case path
        /// The text after the question mark.
        case query
        /// The text after the number sign.
        case fragment
    }

    /// The obstacle.
    public let reason: Reason

    /// The part of the link that the obstacle is in.
    public let part: Part

    /// Where the obstacle is, in bytes of the link's UTF-8.
    ///
    /// If ``wrappers`` is not 0, this is an offset in the unwrapped link.
    public internal(set) var offset: Int

    /// The first configured host or scheme of the link's source, or `any host`; nil if no source has the link's host or scheme.
    ///
    /// A link can name a source and still be refused for its authority, as `https://user@mydomain.io/5` is: a browser that is
    /// given this link may open it in the app again.
    public internal(set) var source: String?

    /// The number of links that the refused link was wrapped in.
    public internal(set) var wrappers = 0

    /// The obstacle and the way out, if they depend on more than the reason.
    private let ownObstacle: String?
    var ownRemedy: String?

    @inline(never)
    init(
        _ reason: Reason,
        in part: Part,
        at offset: Int,
        obstacle: String? = nil,
        remedy: String? = nil
    ) {
        self.reason = reason
        self.part = part
        self.offset = offset
        ownObstacle = obstacle
        ownRemedy = remedy
    }
}

extension RewriteError: CustomStringConvertible {
    /// The way out for a text that has no scheme, but looks like an internal link.
    static let internalLink =
        "write the whole link, such as 'https://mydomain.io/a', or 'DeepLink(\"/a\")' if the app's code opens an internal link"

    package var text: ErrorText { ErrorText(ownObstacle ?? obstacle, ownRemedy ?? remedy) }
}

extension RewriteError.Reason: CustomStringConvertible {
    /// The code, and what the obstacle names.
    public var description: String { detail.isEmpty ? code : "\(code): \(detail)" }
}

// MARK: - Reasons

extension RewriteError.Reason {
    enum Kind: String, CaseIterable {
        case tooManyBytes = "too-many-bytes"
        case tooManySegments = "too-many-segments"
        case tooManyQueryItems = "too-many-query-items"
        case missingScheme = "missing-scheme"
        case missingHost = "missing-host"
        case space
        case controlCharacter = "control-character"
        case backslash
        case unknownScheme = "unknown-scheme"
        case insecureScheme = "insecure-scheme"
        case userInfo = "user-info"
        case malformedHost = "malformed-host"
        case unknownHost = "unknown-host"
        case malformedPort = "malformed-port"
        case unexpectedPort = "unexpected-port"
        case unknownPort = "unknown-port"
        case malformedEscape = "malformed-escape"
        case invalidUTF8 = "invalid-utf8"
        case dotSegment = "dot-segment"
        case noRule = "no-rule"
        case refusedByRule = "refused-by-rule"
        case tooManyWrappers = "too-many-wrappers"
        case misplacedQuery = "misplaced-query"
    }

    /// It has more bytes than the limit.
    public static func tooManyBytes(limit: Int) -> Self { Self(kind: .tooManyBytes, "\(limit)") }

    /// Its path, or an item or fragment that becomes a part of the path, has more segments than the limit.
    public static func tooManySegments(limit: Int) -> Self {
        Self(kind: .tooManySegments, "\(limit)")
    }

    /// Its query has more items than the limit.
    public static func tooManyQueryItems(limit: Int) -> Self {
        Self(kind: .tooManyQueryItems, "\(limit)")
    }

    /// The limit that the link exceeds, such as `60 bytes`; nil for other reasons.
    var limit: String? {
        switch kind {
        case .tooManyBytes: "\(detail) bytes"
        case .tooManySegments: "\(detail) segments"
        case .tooManyQueryItems: "\(detail) items"
        default: nil
        }
    }

    /// It does not begin with a scheme and a colon.
    public static let missingScheme = Self(kind: .missingScheme)

    /// It is a web link without `//` and a host after the scheme.
    public static let missingHost = Self(kind: .missingHost)

    /// It has a space.
    public static let space = Self(kind: .space)

    /// It has a control character, plain or percent-encoded.
    public static let controlCharacter = Self(kind: .controlCharacter)

    /// It has a backslash before its fragment, or in a fragment that is the path; in a path, browsers read it as a slash.
    public static let backslash = Self(kind: .backslash)

    /// No source has this scheme.
    public static func unknownScheme(_ scheme: String) -> Self {
        Self(kind: .unknownScheme, scheme)
    }

    /// It uses `http`, and its host is configured for `https` only.
    public static let insecureScheme = Self(kind: .insecureScheme)

    /// It has an `@` before its path: user information, which can pose as a host.
    public static let userInfo = Self(kind: .userInfo)

    /// Its host is malformed.
    package static func malformedHost(_ flaw: HostFlaw) -> Self {
        Self(kind: .malformedHost, flaw.rawValue)
    }

    /// No domain has this host.
    public static func unknownHost(_ host: String) -> Self { Self(kind: .unknownHost, host) }

    /// Its port is not a number from 1 to 65535 without leading zeros.
    public static let malformedPort = Self(kind: .malformedPort)

    /// It has a port, but its scheme is a custom one.
    public static let unexpectedPort = Self(kind: .unexpectedPort)

    /// Its host is not configured with this port.
    public static func unknownPort(_ port: Int) -> Self { Self(kind: .unknownPort, "\(port)") }

    /// A percent sign is not followed by two hexadecimal digits.
    public static let malformedEscape = Self(kind: .malformedEscape)

    /// It has bytes that are not UTF-8, plain or percent-encoded.
    public static let invalidUTF8 = Self(kind: .invalidUTF8)

    /// A segment of its path is `.` or `..`, plain or percent-encoded.
    public static let dotSegment = Self(kind: .dotSegment)

    /// No rule of its source fits, and the source refuses unmatched links.
    public static let noRule = Self(kind: .noRule)

    /// A ``Refuse`` rule with this pattern fits.
    public static func refusedByRule(_ pattern: String) -> Self {
        Self(kind: .refusedByRule, pattern)
    }

    /// It is wrapped in more than three others.
    public static let tooManyWrappers = Self(kind: .tooManyWrappers)

    /// Its segments can have their own queries, and one of these has no segment before it.
    public static let misplacedQuery = Self(kind: .misplacedQuery)
}

// MARK: - Texts

extension RewriteError {
    private var obstacle: String {
        // What was refused.
        let link = wrappers == 0 ? "link" : "wrapped link"
        let place = part == .link ? link : "\(link)'s \(part)"
        let detail = reason.detail
        return switch reason.kind {
        case .tooManyBytes: "The \(link) is longer than \(detail) bytes"
        case .tooManySegments:
            "The \(place) has \(part == .path ? "" : "a path with ")more than \(detail) segments"
        case .tooManyQueryItems: "The \(place) has more than \(detail) items"
        case .missingScheme: "The \(link) does not begin with a scheme"
        case .missingHost: "The \(link) has no host at byte \(offset)"
        case .space: "The \(place) has a space at byte \(offset)"
        case .controlCharacter: "The \(place) has a control character at byte \(offset)"
        case .backslash: "The \(place) has a backslash at byte \(offset)"
        case .unknownScheme: "The \(link)'s scheme '\(detail)' is not configured"
        case .insecureScheme:
            "The \(link) uses 'http', but its host is configured for 'https' only"
        case .userInfo:
            "The \(link) has an '@' before its path, at byte \(offset), which can hide the real host"
        case .malformedHost:
            "The \(link)'s host \(detail) at byte \(offset)"
        case .unknownHost: "The \(link)'s host '\(detail)' is not configured"
        case .malformedPort:
            "The \(link)'s port at byte \(offset) is not a number from 1 to 65535 without leading zeros"
        case .unexpectedPort:
            "The \(link) has a port at byte \(offset), but links of its scheme have none"
        case .unknownPort: "The \(link)'s host is not configured with port \(detail)"
        case .malformedEscape:
            "The \(place) has a '%' at byte \(offset) without two hexadecimal digits"
        case .invalidUTF8: "The \(place) is not UTF-8 at byte \(offset)"
        case .dotSegment: "The \(link)'s \(part) has a dot segment at byte \(offset)"
        case .noRule:
            source == CompiledSource.anyHost
                ? "No rule for any host fits the \(link)"
                : "No rule of '\(source ?? "")' fits the \(link)"
        case .refusedByRule: "The rule '\(detail)' of '\(source ?? "")' refuses the \(link)"
        case .tooManyWrappers:
            "The link is wrapped in more than \(URLRewriter.wrapperLimit) others"
        case .misplacedQuery: "The \(link) has a query at byte \(offset) without a name before it"
        }
    }

    private var remedy: String {
        switch reason.kind {
        case .tooManyBytes, .tooManySegments, .tooManyQueryItems:
            "raise the limit if such links are expected"
        case .missingScheme: "write the whole link, such as 'https://mydomain.io/a'"
        case .missingHost:
            "a web link begins with its scheme, '://' and a host"
                // A path has no empty segments, so a rule may have lost a slash.
                + (wrappers == 0
                    ? "" : ", and in a path only '{*target:verbatim}' keeps both slashes")
        case .space: part == .host ? "remove it" : "write '%20'"
        case .controlCharacter: "remove it"
        case .backslash:
            part == .host ? "write a slash" : "write a slash, or '%5C' for the character"
        case .unknownScheme:
            switch reason.detail {
            case "https", "http": "add a Domain with its host if such links are expected"
            case _ where NameTable.isForeign(scheme: reason.detail):
                "no source can have it, so do not pass such links to the rewriter"
            default: "add a Scheme for it if its links are expected"
            }
        case .insecureScheme: "set 'allowsHTTP' if such links are expected"
        case .userInfo: "remove the user information"
        case .malformedHost:
            HostFlaw(rawValue: reason.detail)?.remedy ?? ""
        case .unknownHost: "add it to a domain if its links are expected"
        case .malformedPort: "correct or remove it"
        case .unexpectedPort, .unknownPort: "remove it"
        case .malformedEscape: "write '%25' for the character"
        case .invalidUTF8: "encode its text as UTF-8"
        case .dotSegment: "write the \(part) without it"
        case .noRule:
            source == CompiledSource.anyHost
                ? "add one" : "add one, or let unmatched links pass through"
        case .refusedByRule: "remove the rule if such links are expected"
        case .tooManyWrappers: "send the innermost one"
        case .misplacedQuery: "write 'name?key=value'"
        }
    }
}
