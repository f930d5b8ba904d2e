/// Why an external link was refused, and where in the link.
///
/// Of the link's text, the error and its description contain at most the scheme and the host: never the path, a query value,
/// the fragment or captured text. So they can be logged.
public struct RewriteError: Error, Hashable, Sendable {
    /// An obstacle that a link can have.
    ///
    /// New versions may add reasons, so a switch over the codes needs a `default`.
    public struct Reason: Hashable, Sendable {
        /// The obstacle's stable name: `unknown-host`.
        public let code: String

        /// What the obstacle names: a limit, a scheme, a host or the flaw in it, a port or a rule; empty if nothing.
        fileprivate(set) var detail = ""

        /// The obstacle and the way out, which `==` does not compare.
        fileprivate let sentence: @Sendable (RewriteError) -> String

        /// Whether both are the same obstacle.
        public static func == (left: Reason, right: Reason) -> Bool {
            left.code == right.code && left.detail == right.detail
        }

        /// Feeds the code and what the obstacle names into `hasher`.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(code)
            hasher.combine(detail)
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
    public private(set) var reason: Reason

    /// The part of the link that the obstacle is in.
    public private(set) var part: Part

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

    @inline(never)
    init(_ reason: Reason, in part: Part, at offset: Int) {
        self.reason = reason
        self.part = part
        self.offset = offset
    }

    /// The same error for a link that begins `offset` bytes into its text.
    func moved(by offset: Int) -> RewriteError {
        var error = self
        error.offset += offset
        return error
    }
}

extension RewriteError: CustomStringConvertible {
    /// One sentence: what was refused, the obstacle and its place, the way out.
    public var description: String { reason.sentence(self) }

    /// The word for what was refused.
    fileprivate var link: String { wrappers == 0 ? "link" : "wrapped link" }
}

extension RewriteError.Reason: CustomStringConvertible {
    /// The code, and what the obstacle names.
    public var description: String { detail.isEmpty ? code : "\(code): \(detail)" }
}

// MARK: - Obstacles

extension RewriteError.Reason {
    /// It has more bytes than the limit.
    public static func tooManyBytes(limit: Int) -> Self {
        Self(code: "too-many-bytes", detail: "\(limit)") {
            "The \($0.link) is longer than \(limit) bytes; raise the limit if such links are expected."
        }
    }

    /// Its path has more segments than the limit.
    public static func tooManySegments(limit: Int) -> Self {
        Self(code: "too-many-segments", detail: "\(limit)") {
            "The \($0.link)'s path has more than \(limit) segments; raise the limit if such links are expected."
        }
    }

    /// Its query has more items than the limit.
    public static func tooManyQueryItems(limit: Int) -> Self {
        Self(code: "too-many-query-items", detail: "\(limit)") {
            "The \($0.link)'s query has more than \(limit) items; raise the limit if such links are expected."
        }
    }

    /// It does not begin with a scheme and a colon.
    public static let missingScheme = Self(code: "missing-scheme") {
        "The \($0.link) does not begin with a scheme; write the whole link, such as 'https://mydomain.io/a'."
    }

    /// It is a web link without `//` and a host after the scheme.
    public static let missingHost = Self(code: "missing-host") {
        "The \($0.link) has no host at byte \($0.offset); a web link begins with its scheme, '://' and a host"
            // A path has no empty segments, so a rule may have lost a slash.
            + ($0.wrappers == 0
                ? "." : ", and in a path only '{*target:verbatim}' keeps both slashes.")
    }

    /// It has a space.
    public static let space = Self(code: "space") {
        "The \($0.link)'s \($0.part) has a space at byte \($0.offset); \($0.part == .host ? "remove it" : "write '%20'")."
    }

    /// It has a control character, plain or percent-encoded.
    public static let controlCharacter = Self(code: "control-character") {
        "The \($0.link)'s \($0.part) has a control character at byte \($0.offset); remove it."
    }

    /// It has a backslash before its fragment; browsers read it as a slash.
    public static let backslash = Self(code: "backslash") {
        "The \($0.link)'s \($0.part) has a backslash at byte \($0.offset); write a slash, or '%5C' for the character."
    }

    /// No source has this scheme.
    public static func unknownScheme(_ scheme: String) -> Self {
        Self(code: "unknown-scheme", detail: scheme) {
            "The \($0.link)'s scheme '\(scheme)' is not configured; add a source for it if its links are expected."
        }
    }

    /// Its scheme is not the only one that is accepted.
    static func otherScheme(_ scheme: String, than expected: String) -> Self {
        Self(code: "unknown-scheme", detail: scheme) {
            "The \($0.link)'s scheme is '\(scheme)', not '\(expected)'; pass only links with that scheme."
        }
    }

    /// It uses `http`, and its host is configured for `https` only.
    public static let insecureScheme = Self(code: "insecure-scheme") {
        "The \($0.link) uses 'http', but its host is configured for 'https' only; set 'allowsHTTP' if such links are expected."
    }

    /// It has an `@` before its path: user information, which can pose as a host.
    public static let userInfo = Self(code: "user-info") {
        "The \($0.link) has an '@' before its path, at byte \($0.offset), which can hide the real host; remove the user information."
    }

    /// Its host is malformed; with a custom scheme, which has no hosts, such text belongs in the path.
    package static func malformedHost(_ flaw: HostFlaw, isCustom: Bool = false) -> Self {
        let wayOut =
            isCustom
            ? "put three slashes before it, which make it a part of the path"
            : flaw == .address
                ? "write the host as it is configured, or add the address to a domain"
                : "write the host as it is configured"
        return Self(code: "malformed-host", detail: "\(flaw)") {
            "The \($0.link)'s host \(flaw.rawValue) at byte \($0.offset); \(wayOut)."
        }
    }

    /// No domain has this host.
    public static func unknownHost(_ host: String) -> Self {
        Self(code: "unknown-host", detail: host) {
            "The \($0.link)'s host '\(host)' is not configured; add it to a domain if its links are expected."
        }
    }

    /// Its port is not a number from 1 to 65535 without leading zeros.
    public static let malformedPort = Self(code: "malformed-port") {
        "The \($0.link)'s port at byte \($0.offset) is not a number from 1 to 65535 without leading zeros; correct it."
    }

    /// It has a port, but its scheme is a custom one.
    public static let unexpectedPort = Self(code: "unexpected-port") {
        "The \($0.link) has a port at byte \($0.offset), but links of its scheme have none; remove it."
    }

    /// Its host is not configured with this port.
    public static func unknownPort(_ port: Int) -> Self {
        Self(code: "unknown-port", detail: "\(port)") {
            "The \($0.link)'s host is not configured with port \(port); add it to the domain if such links are expected."
        }
    }

    /// A percent sign is not followed by two hexadecimal digits.
    public static let malformedEscape = Self(code: "malformed-escape") {
        "The \($0.link)'s \($0.part) has a '%' at byte \($0.offset) without two hexadecimal digits; write '%25' for the character."
    }

    /// It has bytes that are not UTF-8, plain or percent-encoded.
    public static let invalidUTF8 = Self(code: "invalid-utf8") {
        "The \($0.link)'s \($0.part) is not UTF-8 at byte \($0.offset); encode its text as UTF-8."
    }

    /// A segment of its path is `.` or `..`, plain or percent-encoded.
    public static let dotSegment = Self(code: "dot-segment") {
        "The \($0.link)'s \($0.part) has a dot segment at byte \($0.offset); write the \($0.part) without it."
    }

    /// No rule of its source fits, and the source refuses unmatched links.
    public static let noRule = Self(code: "no-rule") {
        $0.source == CompiledSource.anyHost
            ? "No rule for any host fits the \($0.link); add one."
            : "No rule of '\($0.source ?? "")' fits the \($0.link); add one, or let unmatched links pass through."
    }

    /// A ``Refuse`` rule with this pattern fits.
    public static func refusedByRule(_ pattern: String) -> Self {
        Self(code: "refused-by-rule", detail: pattern) {
            "The rule '\(pattern)' of '\($0.source ?? "")' refuses the \($0.link); remove the rule if such links are expected."
        }
    }

    /// It is wrapped in more than three others.
    public static let tooManyWrappers = Self(code: "too-many-wrappers") { _ in
        "The link is wrapped in more than \(URLRewriter.wrapperLimit) others; send the innermost one."
    }

    /// Its segments can have their own queries, and one of these has no segment before it.
    public static let misplacedQuery = Self(code: "misplaced-query") {
        "The \($0.link) has a query at byte \($0.offset) without a name before it; write 'name?key=value'."
    }
}
