package import PathMatching

/// What became of a link that was opened.
public enum DeepLinkOutcome: Sendable {
    /// The action of its route has run. After a redirection, this is the link that it was redirected to.
    case handled(DeepLink)

    /// It waits until these requirements are satisfied; if there are none, until the coordinator is activated, until the link that is on
    /// its way is done, or until the policy is asked again.
    case deferred(DeepLink, until: Set<Requirement>)

    /// It was refused.
    case rejected(RejectionReason)

    /// It failed: it has no registered route, a push payload has no link, or the policy, the preparation or the action threw.
    case failed(any Error)

    /// The same link was opened a moment ago, and was handled, waits or is being prepared, so nothing was done.
    case duplicate(DeepLink)

    /// Its route prepares something, and the action runs afterwards.
    case preparing(DeepLink)
}

extension DeepLinkOutcome {
    /// Whether the app accepted the link: the value that an app delegate returns.
    ///
    /// This is so for links that were handled, wait or are being prepared, and for duplicates.
    public var isAccepted: Bool { error == nil }

    /// The internal link that was accepted, after all redirections; nil if it was refused or failed.
    public var link: DeepLink? {
        switch self {
        case .handled(let link), .deferred(let link, _), .duplicate(let link), .preparing(let link):
            link
        case .rejected, .failed: nil
        }
    }

    /// Why the link was not accepted: a ``RejectionReason``, or the error that was thrown; nil if it was accepted.
    public var error: (any Error)? {
        switch self {
        case .rejected(let reason): reason
        case .failed(let error): error
        case .handled, .deferred, .duplicate, .preparing: nil
        }
    }
}

extension DeepLinkOutcome: CustomStringConvertible, CustomReflectable,
    ShownByDescription
{
    /// What became of the link, without what the link holds: `deferred …?… until authenticated`.
    public var description: String { description(on: nil) }

    /// The same text about a link that leads to this route.
    func description(on route: RegisteredRoute?) -> String {
        switch self {
        case .handled(let link): "handled \(link)"
        case .deferred(let link, let requirements):
            "deferred \(link)\(requirements.untilText)"
        case .rejected(let reason): "rejected: \(reason)"
        case .failed(let error): "failed: \(error.safeText(on: route))"
        case .duplicate(let link): "duplicate \(link)"
        case .preparing(let link): "preparing \(link)"
        }
    }
}

/// Why a link was refused, or dropped while it waited.
public enum RejectionReason: Error, Hashable, Sendable {
    /// No internal link could be made of it.
    // Indirect: such errors are rare, and would make every outcome as large.
    indirect case external(RewriteError)

    /// The policy refused it for this reason.
    case policy(String)

    /// Its route does not trust this origin, or that of a link inside of which it was opened.
    case untrusted(LinkOrigin)

    /// It waited too long.
    case expired

    /// It waited, and a newer link took its place.
    case replaced

    /// A requirement was revoked, for example by a logout, before its action ran.
    case revoked

    /// Its preparation was cancelled by another link or by the app, or the app dropped all waiting links.
    case cancelled

    /// Too many links were opened in a short time, or while one other link was opened; see ``DeepLinkCoordinator/Options/rateLimit``.
    case tooManyLinks

    /// It was opened inside ``DeepLinkCoordinator/depthLimit`` others, or redirected more often than that.
    case tooDeep

    /// The reason's stable name, such as `untrusted` or `too-many-links`; for logs and for an app's own texts.
    public var code: String {
        switch self {
        case .external: "external"
        case .policy: "policy"
        case .untrusted: "untrusted"
        case .expired: "expired"
        case .replaced: "replaced"
        case .revoked: "revoked"
        case .cancelled: "cancelled"
        case .tooManyLinks: "too-many-links"
        case .tooDeep: "too-deep"
        }
    }
}

extension RejectionReason: CustomStringConvertible {
    /// One sentence: the obstacle and the way out.
    public var description: String {
        // The app's own words are printed as they are.
        if case .policy(let reason) = self { reason } else { text.description }
    }

    package var text: ErrorText {
        switch self {
        case .external(let error): error.text
        case .policy(let reason): ErrorText(sentence: reason)
        case .untrusted(let origin):
            ErrorText(
                "The route does not trust links from '\(origin)'",
                "add the origin to the route's 'trusts' if they are expected"
            )
        case .expired:
            ErrorText("The link waited too long", "open it again, or raise 'expiresAfter'")
        case .replaced:
            ErrorText(
                "A newer link took the place of this one",
                "open it again, or let more links wait"
            )
        case .revoked:
            ErrorText(
                "A requirement was revoked before the link was opened",
                "open it again if it is still needed"
            )
        case .cancelled:
            ErrorText(
                "The link was cancelled by another link or by the app",
                "open it again if it is still needed"
            )
        case .tooManyLinks:
            ErrorText(
                "Too many links were opened in a short time, or while one other link was opened",
                "open the link later, or raise 'rateLimit' if it was reached"
            )
        case .tooDeep:
            ErrorText(
                "The link was opened inside too many others, or redirected in a circle",
                "open it outside an action, or correct the policy"
            )
        }
    }
}

extension Error {
    /// The error as events and outcomes print it: one of ours by its sentence, which holds no values; any other by its type.
    ///
    /// - Parameter route: The route that the link leads to, if that is known.
    /// - Returns: The text.
    func safeText(on route: RegisteredRoute?) -> String {
        switch self as any Error {
        case DeepLinkHandleError.pathNotRegistered:
            // The path may have captures in it, so it is left out.
            "The link leads to a path that is not registered; register it, or check the rules that made the link."
        // If the type takes all names, as a dictionary does, the name is from the link.
        case is QueryItemValueError: "The value of a parameter is malformed."
        // The path in a route's error is the route's, not the link's.
        case let error as DeepLinkHandleError: error.text(on: route).description
        case is DeepLinkError, is RewriteError, is RejectionReason, is PushPayloadError,
            is RouteError:
            "\(self)"
        default: "\(type(of: self))"
        }
    }
}
