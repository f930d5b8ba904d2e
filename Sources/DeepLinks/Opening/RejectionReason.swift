package import PathMatching

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

    /// Its preparation, or the one that opened it, was cancelled by another link, by the app or by a sign-out; or the app dropped all
    /// waiting links.
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
