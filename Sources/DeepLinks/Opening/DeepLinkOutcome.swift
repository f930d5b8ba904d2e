import PathMatching

/// What became of a link that was opened.
public enum DeepLinkOutcome: Sendable {
    /// The action of its route has run. After a redirection, this is the link that it was redirected to.
    case handled(DeepLink)

    /// It waits until these requirements are satisfied; if there are none, until the coordinator is activated, its turn comes, or
    /// the policy is asked again.
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

    /// Whether the system would bring the URL straight back if it were handed to the browser.
    ///
    /// When an app cannot open a link to its own domain and passes the URL on to the system, the system opens the app again, which
    /// passes it on again, and so on. So show such a page inside the app:
    ///
    /// ```swift
    /// let outcome = coordinator.open(url)
    /// if !outcome.isAccepted {
    ///     if outcome.wouldBounce { showInApp(url) } else { openInBrowser(url) }
    /// }
    /// ```
    ///
    /// It is true for a URL of a configured domain or scheme, whatever became of it, even if it was too long to be
    /// read in full.
    public var wouldBounce: Bool {
        switch self {
        case .rejected(.external(let error)): error.isAboutConfiguredSource
        case .failed(let error): !(error is PushPayloadError)
        case .handled, .deferred, .rejected, .duplicate, .preparing: true
        }
    }
}

extension DeepLinkOutcome: CustomStringConvertible, CustomReflectable,
    ShownByDescription
{
    /// What became of the link, without what the link holds: `deferred …?id=… until authenticated`.
    public var description: String {
        switch self {
        case .handled(let link): "handled \(link)"
        case .deferred(let link, let requirements):
            "deferred \(link)\(requirements.untilText)"
        case .rejected(let reason): "rejected: \(reason)"
        case .failed(let error): "failed: \(error.safeText)"
        case .duplicate(let link): "duplicate \(link)"
        case .preparing(let link): "preparing \(link)"
        }
    }
}

/// Why a link was refused.
public enum RejectionReason: Error, Hashable, Sendable {
    /// No internal link could be made of it.
    // Indirect: such errors are rare, and would make every outcome as large.
    indirect case external(RewriteError)

    /// The policy refused it for this reason, its route does not trust its origin, a requirement was revoked while it was on its
    /// way, or the preparation that opens it was cancelled.
    case policy(String)

    /// Too many links were opened in a short time; see ``DeepLinkCoordinator/Options/rateLimit``.
    case tooManyLinks

    /// It was opened inside ``DeepLinkCoordinator/depthLimit`` others, or redirected more often than that.
    case tooDeep
}

extension RejectionReason: CustomStringConvertible {
    /// One sentence: the obstacle and the way out.
    public var description: String {
        switch self {
        case .external(let error):
            error.description
        case .policy(let reason):
            reason
        case .tooManyLinks:
            "Too many links were opened in a short time; open the link later, or raise the rate limit or the capacity."
        case .tooDeep:
            "The link was opened inside too many others, or redirected in a circle; open it outside an action, or correct the policy."
        }
    }
}

extension RewriteError {
    /// Whether the refused URL belongs to a configured domain or scheme.
    var isAboutConfiguredSource: Bool {
        if source != nil || wrappers > 0 { return true }
        switch part {
        // The source is found before these are read.
        case .path, .query, .fragment: return true
        case .link, .scheme, .host, .port: return false
        }
    }
}

extension Error {
    /// The error as events and outcomes print it: one of ours by its sentence, which holds no values; any other by its type.
    var safeText: String {
        switch self as any Error {
        case DeepLinkHandleError.pathNotRegistered:
            // The path may have captures in it, so it is left out.
            "The link leads to a path that is not registered; register it, or check the rules that made the link."
        case let error as QueryItemValueError:
            // If the type takes all names, as a dictionary does, the name is from the link.
            error.name.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control
            }
                ? error.description : "The value of a parameter is malformed."
        // The path in a route's error is the route's, not the link's.
        case is DeepLinkHandleError, is DeepLinkError, is RewriteError, is RejectionReason,
            is PushPayloadError, is RouteError:
            "\(self)"
        default: "\(type(of: self))"
        }
    }
}
