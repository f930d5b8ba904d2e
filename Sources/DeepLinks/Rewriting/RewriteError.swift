/// Why an external link was refused, and where in it.
///
/// The error and its description carry the link's scheme and host at the most: never a path, a query value, a fragment
/// or a captured text, so they can be logged.
public struct RewriteError: Error, Sendable {
    /// The obstacles that a link can have.
    public enum Reason: Hashable, Sendable {
        /// It has more bytes than the limit.
        case tooManyBytes(limit: Int)
        /// Its path has more segments than the limit.
        case tooManySegments(limit: Int)
        /// Its query has more items than the limit.
        case tooManyQueryItems(limit: Int)
        /// It does not begin with a scheme and a colon.
        case missingScheme
        /// It is a web link without `//` and a host after the scheme.
        case missingHost
        /// It has a space.
        case space
        /// It has a control character, plain or percent-encoded.
        case controlCharacter
        /// It has a backslash before its fragment; browsers read it as a slash.
        case backslash
        /// No source has this scheme.
        case unknownScheme(String)
        /// It uses `http`, and its host is configured for `https` only.
        case insecureScheme
        /// It has an `@` before its path: user information, which can pose as a host.
        case userInfo
        /// Its host has no plain spelling.
        case malformedHost(HostFlaw)
        /// No domain has this host.
        case unknownHost(String)
        /// Its port is not a number from 1 to 65535 without leading zeros.
        case malformedPort
        /// It has a port though its scheme is a custom one.
        case unexpectedPort
        /// Its host is not configured with this port.
        case unknownPort(Int)
        /// A percent sign is not followed by two hexadecimal digits.
        case malformedEscape
        /// It has bytes that are not UTF-8, plain or percent-encoded.
        case invalidUTF8
        /// A segment of its path is `.` or `..`, plain or percent-encoded.
        case dotSegment
        /// No rule of its source fits, and unmatched links are refused.
        case noRule
        /// A ``Refuse`` rule with this pattern fits.
        case refusedByRule(String)
        /// It is wrapped in more than three others.
        case tooManyWrappers
        /// Its segments have queries of their own, and one of these has no segment before it.
        case misplacedQuery
    }

    /// The parts of a link.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        /// The link as a whole.
        case link
        /// What stands before the first colon.
        case scheme
        /// What stands between `//` and the path.
        case host
        /// The number after the host.
        case port
        /// The path.
        case path
        /// What stands after the question mark.
        case query
        /// What stands after the number sign.
        case fragment
    }

    /// The obstacle.
    public var reason: Reason { details.reason }

    /// The part of the link that the obstacle is in.
    public var part: Part { details.part }

    /// Where the obstacle is, in bytes of the link's UTF-8.
    ///
    /// If ``wrappers`` is not 0, the link that was taken out of the others is meant.
    public var offset: Int { details.offset }

    /// The configured host or scheme whose rules were asked, once it is known.
    public var source: String? { details.source }

    /// How many links the refused one was wrapped in.
    public var wrappers: Int { details.wrappers }

    /// What there is to say, behind one pointer: most links are accepted, and everything that could carry an error on
    /// their way is as large as the error is.
    private let details: Details

    private final class Details: Sendable {
        let reason: Reason
        let part: Part
        let offset: Int
        let source: String?
        let wrappers: Int

        init(_ reason: Reason, _ part: Part, _ offset: Int, _ source: String?, _ wrappers: Int) {
            self.reason = reason
            self.part = part
            self.offset = offset
            self.source = source
            self.wrappers = wrappers
        }
    }

    @inline(never)
    init(
        _ reason: Reason,
        in part: Part,
        at offset: Int,
        source: String? = nil,
        wrappers: Int = 0
    ) {
        details = Details(reason, part, offset, source, wrappers)
    }
}

extension RewriteError: Hashable {
    /// Whether both say the same.
    public static func == (left: RewriteError, right: RewriteError) -> Bool {
        left.reason == right.reason && left.part == right.part && left.offset == right.offset
            && left.source == right.source && left.wrappers == right.wrappers
    }

    /// Hashes all that an error says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(part)
        hasher.combine(offset)
        hasher.combine(source)
        hasher.combine(wrappers)
    }
}

extension RewriteError {
    /// The same error for a link that begins `offset` bytes into its text, or was taken out of `wrappers` others.
    func moved(by offset: Int, wrappers: Int) -> RewriteError {
        RewriteError(
            reason,
            in: part,
            at: self.offset + offset,
            source: source,
            wrappers: self.wrappers + wrappers
        )
    }
}

extension RewriteError: CustomStringConvertible {
    /// One sentence: what was refused, the obstacle and its place, the way out.
    public var description: String {
        let link = wrappers == 0 ? "The link" : "The wrapped link"
        switch reason {
        case .tooManyBytes(let limit):
            return
                "\(link) is longer than \(limit) bytes; raise the limit if such links are expected."
        case .tooManySegments(let limit):
            return
                "\(link)'s path has more than \(limit) segments; raise the limit if such links are expected."
        case .tooManyQueryItems(let limit):
            return
                "\(link)'s query has more than \(limit) items; raise the limit if such links are expected."
        case .missingScheme:
            return
                "\(link) does not begin with a scheme; write it whole, such as 'https://mydomain.io/a'."
        case .missingHost:
            return
                "\(link) has no host at byte \(offset); a web link begins with its scheme, '://' and a host."
        case .space:
            return "\(link)'s \(part) has a space at byte \(offset); write '%20'."
        case .controlCharacter:
            return "\(link)'s \(part) has a control character at byte \(offset); remove it."
        case .backslash:
            return
                "\(link)'s \(part) has a backslash at byte \(offset); write a slash, or '%5C' for the character."
        case .unknownScheme(let scheme):
            return
                "\(link)'s scheme '\(scheme)' is not configured; add a source for it if its links are expected."
        case .insecureScheme:
            return
                "\(link) uses 'http', and its host is configured for 'https' only; set 'allowsHTTP' if such links are expected."
        case .userInfo:
            return
                "\(link) has an '@' before its path, at byte \(offset), which can disguise the host; remove the user information."
        case .malformedHost(let flaw):
            return
                "\(link)'s host \(flaw.obstacle) at byte \(offset); write the host as it is configured."
        case .unknownHost(let host):
            return
                "\(link)'s host '\(host)' is not configured; add it to a domain if its links are expected."
        case .malformedPort:
            return
                "\(link)'s port at byte \(offset) is not a number from 1 to 65535 without leading zeros; correct it."
        case .unexpectedPort:
            return "\(link) has a port at byte \(offset), and its scheme has none; remove it."
        case .unknownPort(let port):
            return
                "\(link)'s host is not configured with port \(port); add it to the domain if such links are expected."
        case .malformedEscape:
            return
                "\(link)'s \(part) has a '%' at byte \(offset) without two hexadecimal digits; write '%25' for the character."
        case .invalidUTF8:
            return "\(link)'s \(part) is not UTF-8 at byte \(offset); encode its text as UTF-8."
        case .dotSegment:
            return "\(link)'s path has a dot segment at byte \(offset); write the path without it."
        case .noRule:
            return
                "No rule of '\(source ?? "")' fits \(link.lowercasedInitial); add one, or let unmatched links pass through."
        case .refusedByRule(let pattern):
            return
                "The rule '\(pattern)' of '\(source ?? "")' refuses \(link.lowercasedInitial); remove the rule if such links are expected."
        case .tooManyWrappers:
            return
                "The link is wrapped in more than \(URLRewriter.wrapperLimit) others; send the innermost one."
        case .misplacedQuery:
            return
                "\(link) has a query at byte \(offset) without a name before it; write 'name?key=value'."
        }
    }
}

extension String {
    /// The text with its first letter in lower case.
    fileprivate var lowercasedInitial: String {
        prefix(1).lowercased() + dropFirst()
    }
}
