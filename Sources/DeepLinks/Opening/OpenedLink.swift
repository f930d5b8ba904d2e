#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A link on its way through a coordinator: an object, made after rewriting, which all later steps refer to.
///
/// The target of a redirection is another object with the same number.
@MainActor
final class OpenedLink {
    /// How far a link has come.
    enum State {
        /// It is decided about, or its action runs.
        case onItsWay
        /// It is on the list, or its turn comes after the link that is on its way.
        case waiting
        case preparing
        case handled
        /// It was refused, dropped or failed: the same link may be opened again at once.
        case over
    }

    /// The link's number; 0 if it is not opened, such as one that is explained.
    nonisolated let id: Int
    /// The internal link and what the rewriter says about it: kept whole, since taking it apart would copy its parts.
    private nonisolated let details: URLRewriter.Details
    nonisolated let origin: LinkOrigin
    /// The text that came in; nil if the app opened an internal link.
    nonisolated let received: ReceivedText?
    /// The link that it was opened in, by an action, a policy, a preparation or an observer; nil for a link from outside.
    nonisolated let outer: OpenedLink?
    /// How many links it was opened in, itself included.
    nonisolated let depth: Int
    /// How often requirements had been revoked when it was opened: after another revocation, it does not run.
    nonisolated let revocationsBefore: Int
    /// When it was opened, or restored.
    nonisolated let openedAt: Duration

    var state = State.onItsWay
    /// Whether what becomes of it next is not what `open` returns: it has had an outcome already, or is from a snapshot.
    var isLate = false
    /// Whether there is no internal link, but only what came in.
    var isRefused = false
    /// The same link with another destination, if it was redirected.
    var redirected: OpenedLink?
    /// When it expires: set once, when it first waits; until then, when it was opened.
    var expiry: Duration
    /// What it waits for; nil while that is not decided.
    var requirements: Set<Requirement>?
    /// What observers were last told that it waits for; nil if they were not told, or if it was prepared since then.
    var told: Set<Requirement>?
    /// Its place on the waiting list.
    var place: Int?

    nonisolated init(
        _ id: Int,
        _ details: consuming URLRewriter.Details,
        from origin: LinkOrigin,
        _ received: consuming ReceivedText? = nil,
        inside outer: OpenedLink? = nil,
        revocations: Int = 0,
        at time: Duration = .zero
    ) {
        self.id = id
        self.details = details
        self.origin = origin
        self.received = received
        self.outer = outer
        depth = (outer?.depth ?? 0) + 1
        revocationsBefore = revocations
        openedAt = time
        expiry = time
    }

    /// The link's number; nil if it is only explained.
    nonisolated var number: Int? { id > 0 ? id : nil }

    /// Whether it is not opened, and observers are told nothing about it.
    nonisolated var isExplained: Bool { id == 0 }

    /// The internal link.
    nonisolated var link: DeepLink { details.link }

    nonisolated var hasFragment: Bool { details.link.fragment != nil }

    /// The items that the rewriter removed.
    nonisolated var removedItems: [URLQueryItem] { details.removedItems }

    /// The URL that came in, or the innermost one if it wraps others; nil if the app opened an internal link.
    nonisolated var externalURL: String? {
        details.unwrappedURL ?? received?.text.withoutBlanksAround
    }

    /// Where it leads to.
    var destination: DeepLink { redirected?.link ?? link }

    /// The same link with another destination.
    nonisolated func leading(to target: DeepLink) -> OpenedLink {
        var details = details
        details.link = target
        return OpenedLink(
            id,
            details,
            from: origin,
            received,
            inside: outer,
            revocations: revocationsBefore
        )
    }

    /// The first origin, of this link and then of those that it was opened in, that is not trusted; nil if all are.
    func firstOrigin(notIn trusted: [LinkOrigin]) -> LinkOrigin? {
        trusted.contains(origin) ? outer?.firstOrigin(notIn: trusted) : origin
    }
}

extension LinkOrigin {
    /// The origin of a link for which the app declares `declared`; `isCustom` is nil for an internal link, which has no scheme.
    ///
    /// A universal link is always a web link, so one with another scheme came by a custom scheme.
    init(_ declared: LinkOrigin, isCustom: Bool?) {
        if declared == .system {
            self = isCustom.map { $0 ? .customScheme : .universalLink } ?? .unknown
        } else {
            self = isCustom == true && declared == .universalLink ? .customScheme : declared
        }
    }

    /// The origin of a text that could not be rewritten: a web link begins with `https:` or `http:`.
    init(_ declared: LinkOrigin, of text: String?) {
        self.init(
            declared,
            isCustom: text.map { text in
                let start = text.utf8.drop { $0 <= 0x20 }.prefix(6).map { $0 | 0x20 }
                return !start.starts(with: "https:".utf8) && !start.starts(with: "http:".utf8)
            }
        )
    }
}
