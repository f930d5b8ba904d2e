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

    /// When it was opened.
    var openedAt = Duration.zero
    var state = State.onItsWay
    /// Whether there is no internal link, but only what came in.
    var isRefused = false
    /// Whether the task of its preparation has not returned yet, also if the preparation was cancelled.
    var isInPreparation = false
    /// The same link with another destination, if it was redirected.
    var redirected: OpenedLink?
    /// When it expires: set once, when it first waits, and zero until then.
    var expiry = Duration.zero
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
        revocations: Int = 0
    ) {
        self.id = id
        self.details = details
        self.origin = origin
        self.received = received
        self.outer = outer
        depth = (outer?.depth ?? 0) + 1
        revocationsBefore = revocations
    }

    /// The link's number; nil if it is not opened.
    nonisolated var number: Int? { id > 0 ? id : nil }

    /// The internal link.
    nonisolated var link: DeepLink { details.link }

    nonisolated var hasFragment: Bool { details.link.fragment != nil }

    /// The items that the rewriter removed.
    nonisolated var removedItems: [URLQueryItem] { details.removedItems }

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

    /// The URL that came in, or the innermost one if it wraps others; nil if the app opened an internal link.
    nonisolated var externalURL: String? {
        details.unwrappedURL ?? received?.text.withoutBlanksAround
    }
}

/// A text from outside.
struct ReceivedText {
    let text: String
    /// Where in a push payload it stood; nil if it came in another way.
    var keyPath: String?
}

/// What a link's preparation can know while it runs.
enum PreparationContext {
    /// The link that is prepared.
    @TaskLocal static var link: OpenedLink?
}
