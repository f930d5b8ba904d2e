/// One step on a link's way through a ``DeepLinkCoordinator``.
///
/// The events of a link carry the same number, so that a log shows its way:
///
/// ```
/// #12 deepLink.received: https://mydomain.io from universalLink
/// #12 destination.parsed: /items/{id}?id=…
/// #12 policy.decision: defer until authenticated
/// #12 pending.added: until authenticated
/// #12 pending.resumed
/// #12 policy.decision: allow
/// #12 navigation.applied
/// ```
///
/// It can be logged as it is: printed, it shows values only of ``DeepLinkCoordinator/Options/publicParameters``.
public struct DeepLinkEvent: Sendable {
    /// The link's number: a coordinator numbers its links from 1, in the order in which they are opened.
    public let linkID: Int

    /// What happened.
    public let stage: Stage

    /// The internal link as it is printed, such as `/items/{id}?id=…`; nil before there is one.
    ///
    /// What may be secret, or written by a stranger, is `…`: a path without a route, the fragment, and parameters, except for the names
    /// that the route, its ``LinkPath`` or a rule has, and the values of public parameters.
    public var link: String? { summary?.text }

    private let summary: LinkSummary?

    init(linkID: Int, stage: Stage, summary: LinkSummary? = nil) {
        self.linkID = linkID
        self.stage = stage
        self.summary = summary
    }
}

extension DeepLinkEvent {
    /// What can happen to a link.
    public enum Stage: Hashable, Sendable {
        /// It was opened. The source is its host or scheme if a rule's source names it, such as `https://mydomain.io` or `myapp`; nil if
        /// not, as for the hosts of `*.mydomain.io`, or if the app opened an internal link.
        case received(LinkOrigin, source: String?)

        /// Its internal link is known.
        case parsed

        /// The policy decided this; for a redirection, the event's link is the one that takes the first one's place.
        case decided(NavigationDecision)

        /// The action of its route has run.
        case applied

        /// Its route prepares something.
        case preparing

        /// The preparation was cancelled, so the action does not run.
        case cancelled

        /// It failed: the sentence of one of the package's errors, or the type of another error.
        case failed(String)

        /// It was refused.
        case rejected(RejectionReason)

        /// The same link was opened a moment before.
        case duplicate

        /// It begins to wait, or gets its turn after the link that is on its way.
        case waiting(until: Set<Requirement>)

        /// It was restored from a snapshot, and waits.
        case restored

        /// Its turn has come.
        case resumed

        /// Its turn came and it still waits: until these requirements are satisfied or, if there are none, until its
        /// path is registered or the policy allows it.
        case kept(until: Set<Requirement>)

        /// It was removed from the waiting links without being opened.
        case dropped(RejectionReason)
    }
}

extension DeepLinkEvent.Stage {
    /// The stage's name in logs, such as `deepLink.received`, `destination.parsed`, `policy.decision`,
    /// `navigation.applied` or `pending.added`.
    public var name: String { text.name }

    /// How the stage is printed, without the event's link.
    fileprivate var text: (name: String, detail: String) {
        switch self {
        case .received(let origin, let source):
            ("deepLink.received", (source.map { $0 + " " } ?? "") + "from \(origin)")
        case .rejected(let reason): ("deepLink.rejected", reason.description)
        case .duplicate: ("deepLink.duplicate", "")
        case .parsed: ("destination.parsed", "")
        case .decided(.redirect): ("policy.decision", "redirect to ")
        case .decided(let decision): ("policy.decision", decision.description)
        case .applied: ("navigation.applied", "")
        case .preparing: ("navigation.preparing", "")
        case .cancelled: ("navigation.cancelled", "")
        case .failed(let reason): ("navigation.failed", reason)
        case .waiting(let awaited): ("pending.added", String(awaited.untilText.dropFirst()))
        case .restored: ("pending.restored", "")
        case .resumed: ("pending.resumed", "")
        case .kept(let awaited): ("pending.kept", String(awaited.untilText.dropFirst()))
        case .dropped(let reason): ("pending.dropped", reason.code)
        }
    }
}

extension DeepLinkEvent: CustomStringConvertible, CustomReflectable, ShownByDescription {
    /// The stage's name in logs; see ``Stage/name``.
    public var name: String { stage.name }

    /// One line: the link's number, the stage and its details, without what the link holds.
    public var description: String {
        var (name, detail) = stage.text
        switch stage {
        case .parsed, .decided(.redirect): detail += link ?? ""
        default: break
        }
        return "#\(linkID) \(name)" + (detail.isEmpty ? "" : ": \(detail)")
    }
}
