/// Why there is no external URL for an internal link.
///
/// The description shows no values of the link's parameters.
public struct ExternalURLError: Error, Hashable, Sendable {
    /// An obstacle that a link can have.
    ///
    /// New versions know more of them, so an obstacle is told by its code.
    public struct Reason: Hashable, Sendable {
        /// The obstacle's stable name: `unknown-host` if no domain has the host, `no-rule` if no rule of the domain could be
        /// reversed for the link.
        public let code: String

        fileprivate let sentence: String
    }

    /// A rule that was tried, and what stood in the way.
    package struct Attempt: Hashable, Sendable {
        /// The rule's external side, by which it is known.
        package let rule: String

        /// What stood in the way; of several prefixes, under the one that came nearest.
        package let obstacle: Obstacle
    }

    /// What stands in the way of reversing a rule.
    package struct Obstacle: Error, Hashable {
        /// What it is, after the rule's name.
        package let predicate: String

        /// How far the rule came; the greatest is the nearest, and with 0 it can be reversed for no link.
        let progress: Int
    }

    /// The internal link.
    public let link: DeepLink

    /// The host that the external URL was to have.
    public let host: String

    /// The obstacle.
    public let reason: Reason

    /// The rules of the domain, as far as they were tried.
    package let attempts: [Attempt]
}

extension ExternalURLError: CustomStringConvertible {
    /// One sentence: the link and the host, the rules that came nearest with their obstacles, the way out.
    public var description: String { reason.sentence }

    /// No domain has the host.
    init(_ link: DeepLink, unknownHost host: String, known: [String]) {
        func list(_ hosts: [String]) -> String {
            (hosts.count > 1 ? "one of " : "")
                + hosts.map { "'\($0)'" }.joined(separator: ", ")
        }
        let (patterns, hosts) = (known.filter(\.isHostPattern), known.filter { !$0.isHostPattern })
        let ways =
            (hosts.isEmpty ? [] : ["take \(list(hosts))"])
            + (patterns.isEmpty ? [] : ["take a host that fits \(list(patterns))"])
        let remedy = ways.isEmpty ? "add a domain" : ways.joined(separator: ", or ")
        let sentence = "No domain has the host '\(host)'; \(remedy)."
        let reason = Reason(code: "unknown-host", sentence: sentence)
        self.init(link: link, host: host, reason: reason, attempts: [])
    }

    /// None of the domain's rules could be reversed for the link.
    init(_ link: DeepLink, host: String, _ attempts: [Attempt]) {
        // The sort is stable: of equally near rules the first declared comes first.
        let nearest = attempts.sorted { $0.obstacle.progress > $1.obstacle.progress }
        let shown = nearest.prefix(4).map { "'\($0.rule)' \($0.obstacle.predicate)" }
        let rest = attempts.count - shown.count
        let list = shown.joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
        let sentence =
            "No rule of '\(host)' can be reversed for '\(link)'\(list.isEmpty ? "" : " (\(list))"); add one whose template is this link with all of its captures."
        let reason = Reason(code: "no-rule", sentence: sentence)
        self.init(link: link, host: host, reason: reason, attempts: attempts)
    }
}

extension ExternalURLError.Obstacle {
    /// The rule takes a link out of another one, and makes none.
    static let unwraps = Self(predicate: "takes a link out of another", progress: 0)

    /// The rule refuses links, and makes none.
    static let refuses = Self(predicate: "refuses links", progress: 0)

    /// The template gives another path than the link's.
    static let otherPath = Self(predicate: "leads to another path", progress: 1)

    /// The link's items are not those that the template gives, beginning with this one, or it has none.
    static func otherItem(_ name: String) -> Self {
        Self(predicate: "leads to a link with another item '\(name)'", progress: 2)
    }
}
