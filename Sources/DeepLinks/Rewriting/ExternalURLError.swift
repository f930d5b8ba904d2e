/// Why there is no external URL for an internal link.
///
/// The description shows the names of the link's parameters and no values.
public struct ExternalURLError: Error, Hashable, Sendable {
    /// What there is to say.
    public enum Reason: Hashable, Sendable {
        /// No domain has the host.
        case unknownHost(known: [String])
        /// None of the domain's rules could be turned around for the link.
        case noRule([Attempt])
    }

    /// A rule that was tried, and what stood in the way.
    public struct Attempt: Hashable, Sendable {
        /// The rule's external side, by which it is known.
        public let rule: String

        /// What stood in the way; of several prefixes, under the one that came nearest.
        public let obstacle: Obstacle
    }

    /// What stands in the way of turning a rule around.
    public enum Obstacle: Hashable, Sendable {
        /// The rule takes a link out of another one, and makes none.
        case unwraps
        /// The rule needs this capture's text, and the template does not keep it.
        case dropsCapture(String)
        /// The template joins two captures, so nothing tells where the first one ends.
        case joinsCaptures(String, String)
        /// The template gives another path than the link's.
        case otherPath
        /// The link's items are not those that the template gives, beginning with this one, or it has none.
        case otherItem(String)
        /// The link would need two different texts for this capture.
        case ambiguous(String)
        /// The source has its paths in the fragment, and the link has a fragment too.
        case fragment
        /// The external URL that the rule gives is refused.
        case refused(RewriteError)
        /// The external URL that the rule gives becomes another link, by another rule or without some items.
        case becomes(DeepLink)

        /// Whether no link could be turned around with this rule.
        public var isIrreversible: Bool {
            switch self {
            case .unwraps, .dropsCapture, .joinsCaptures: true
            default: false
            }
        }
    }

    /// The internal link.
    public let link: DeepLink

    /// The host that the external URL was to have.
    public let host: String

    /// What there is to say.
    public let reason: Reason
}

extension ExternalURLError.Obstacle {
    /// How far the rule came; the greatest is the nearest.
    var progress: Int {
        switch self {
        case .unwraps, .dropsCapture, .joinsCaptures: 0
        case .otherPath: 1
        case .otherItem: 2
        case .ambiguous, .fragment: 3
        case .refused, .becomes: 4
        }
    }

    /// What it is, after the rule's name.
    package var predicate: String {
        switch self {
        case .unwraps: "takes a link out of another"
        case .dropsCapture(let name): "does not keep its capture '\(name)'"
        case .joinsCaptures(let first, let second): "joins its captures '\(first)' and '\(second)'"
        case .otherPath: "leads to another path"
        case .otherItem(let name): "leads to a link with another item '\(name)'"
        case .ambiguous(let name): "would need two texts for its capture '\(name)'"
        case .fragment: "has its path in the fragment, which the link has too"
        case .refused: "gives a URL that is refused"
        case .becomes(let link): "gives a URL that becomes '\(link)'"
        }
    }
}

extension ExternalURLError: CustomStringConvertible {
    /// One sentence: the link and the host, the rules that came nearest with their obstacles, the way out.
    public var description: String {
        switch reason {
        case .unknownHost(let known):
            let hosts = known.map { "'\($0)'" }.joined(separator: ", ")
            return
                "No domain has the host '\(host)'; \(known.isEmpty ? "add a domain" : "take one of \(hosts)")."
        case .noRule(let attempts):
            // The sort is stable: of equally near rules the first declared comes first.
            let nearest = attempts.sorted { $0.obstacle.progress > $1.obstacle.progress }
            let shown = nearest.prefix(Self.shownAttempts).map {
                "'\($0.rule)' \($0.obstacle.predicate)"
            }
            let rest = attempts.count - shown.count
            let list = shown.joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
            return
                "No rule of '\(host)' can be turned around for '\(link)'\(list.isEmpty ? "" : " (\(list))"); add one whose template is this link with all of its captures."
        }
    }

    private static let shownAttempts = 4
}
