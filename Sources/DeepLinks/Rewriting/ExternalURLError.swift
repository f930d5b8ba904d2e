package import PathMatching

/// Why there is no external URL for an internal link.
///
/// The description shows no values of the link's parameters.
public struct ExternalURLError: Error, Hashable, Sendable {
    /// An obstacle that a link can have.
    ///
    /// New versions may add reasons, so compare codes.
    public struct Reason: Hashable, Sendable {
        /// The obstacle's stable name: `unknown-host` if no domain has the host, or `no-rule` if no rule of the domain could be
        /// reversed for the link.
        public let code: String

        fileprivate let text: ErrorText
    }

    /// An obstacle to reversing a rule.
    package struct Obstacle: Error, Hashable {
        /// The end of a sentence that begins with the rule.
        package let predicate: String

        /// How near the rule came: the greatest is the nearest, and 0 means that it cannot be reversed for any link.
        let progress: Int

        /// What helps if no rule comes nearer.
        var remedy = anotherRule

        /// Whether the URL would carry a secret.
        var isSecret = false
    }

    /// The internal link.
    public let link: DeepLink

    /// The host that was requested for the external URL.
    public let host: String

    /// The obstacle.
    public let reason: Reason

    /// The obstacle of the rule that came nearest; nil if no rule was tried.
    package let nearest: Obstacle?

    /// Whether a rule gives a URL that would carry a secret.
    package let isSecret: Bool

    /// How near the nearest rule came; 0 if no rule was tried.
    package var progress: Int { nearest?.progress ?? 0 }
}

extension ExternalURLError: CustomStringConvertible {
    package var text: ErrorText { reason.text }

    /// No domain has the host.
    init(_ link: DeepLink, unknownHost host: String, known: [String]) {
        let hosts = known.map { "'\($0)'" }.joined(separator: ", ")
        let remedy = hosts.isEmpty ? "add a domain" : "use a host that is or fits one of \(hosts)"
        let text = ErrorText("No domain has the host '\(host)'", remedy)
        let reason = Reason(code: "unknown-host", text: text)
        self.init(link: link, host: host, reason: reason, nearest: nil, isSecret: false)
    }

    /// None of the domain's rules could be reversed for the link; of those that were tried, one came nearest.
    init(
        _ link: DeepLink,
        host: String,
        nearest: (rule: String, obstacle: Obstacle)?,
        isSecret: Bool
    ) {
        let obstacle =
            if let nearest, nearest.obstacle.isNear {
                "No rule of '\(host)' can be reversed for '\(link)' (the nearest, '\(nearest.rule)', \(nearest.obstacle.predicate))"
            } else {
                Self.noRule(of: "'\(host)'", link)
            }
        let text = ErrorText(obstacle, nearest?.obstacle.remedy ?? Obstacle.anotherRule)
        let reason = Reason(code: "no-rule", text: text)
        self.init(
            link: link,
            host: host,
            reason: reason,
            nearest: nearest?.obstacle,
            isSecret: isSecret
        )
    }

    private static func noRule(of hosts: String, _ link: DeepLink) -> String {
        "No rule of \(hosts) leads to '\(link)'"
    }

    /// Whether no rule of the domain leads to the link's path.
    package var isFar: Bool { reason.code == "no-rule" && nearest?.isNear != true }

    /// The text of an error that is far, if others besides the host have no rule for the link either.
    package func text(besides others: String) -> ErrorText {
        let remedy = nearest?.remedy ?? Obstacle.anotherRule
        return ErrorText(Self.noRule(of: "'\(host)' or \(others)", link), remedy)
    }
}

extension ExternalURLError.Obstacle {
    /// Whether the rule is one for the link's path.
    fileprivate var isNear: Bool { progress > Self.otherPath.progress }

    static let anotherRule = "add one whose template gives this link and uses all its captures"

    /// The template leads to another path than the link's.
    static let otherPath = Self(predicate: "leads to another path", progress: 1)

    /// The rule has a name that looks like a secret.
    package static func secret(_ name: String) -> Self {
        Self(
            predicate: "carries '\(name)', which looks like a secret",
            progress: 5,
            remedy:
                "do not share such links, or give '\(name)' another name wherever the rule has it, if it is no secret",
            isSecret: true
        )
    }

    /// The link has no item with this name that the template could have made.
    static func otherItem(_ name: String) -> Self {
        Self(predicate: "leads to a link with a different item '\(name)'", progress: 2)
    }
}
