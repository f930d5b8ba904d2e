import PathMatching

/// What became of a link that was opened.
public enum DeepLinkOutcome: Sendable {
    /// The action of its route has run. After a redirection, the link is the one that it was redirected to.
    case handled(DeepLink)

    /// It waits until these requirements are satisfied; if there are none, until the coordinator is activated or, when it
    /// was opened while links were replayed, until its turn comes.
    case deferred(DeepLink, until: Set<Requirement>)

    /// It was refused.
    case rejected(RejectionReason)

    /// It could not be opened: no path is registered that it leads to, or the action or the policy threw.
    case failed(any Error)

    /// The same link was opened a moment ago, and was handled, waits or is being prepared, so nothing was done.
    case duplicate(DeepLink)

    /// Its route prepares something, and the action runs when that is done.
    case preparing(DeepLink)
}

extension DeepLinkOutcome {
    /// Whether the app took the link: what an app delegate returns.
    ///
    /// That is so for links that were handled, wait, or are being prepared, and for those that were delivered twice.
    public var isAccepted: Bool { error == nil }

    /// The internal link that was taken, after all redirections; nil if it was refused or failed.
    public var link: DeepLink? {
        switch self {
        case .handled(let link), .deferred(let link, _), .duplicate(let link), .preparing(let link):
            link
        case .rejected, .failed: nil
        }
    }

    /// Why the link was not opened: a ``RejectionReason``, or what was thrown; nil if it was taken.
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
    /// passes it on, and so forth. So show such a page inside the app:
    ///
    /// ```swift
    /// let outcome = coordinator.open(url)
    /// if !outcome.isAccepted {
    ///     if outcome.wouldBounce { showInApp(url) } else { openInBrowser(url) }
    /// }
    /// ```
    ///
    /// It is true for a URL of a configured domain or scheme, whatever became of it, and for one that was too long to
    /// be looked at, since that may be one.
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
    // Behind a pointer: nearly no outcome has such an error, and each would be as large.
    indirect case external(RewriteError)

    /// The policy refused it for this reason, its route does not trust the link's origin, or a requirement was revoked while it
    /// was on its way.
    case policy(String)

    /// Too many links were opened in a short time; see ``DeepLinkCoordinator/Options/rateLimit``.
    case tooManyLinks

    /// It was opened inside too many others, or redirected too often: ``DeepLinkCoordinator/depthLimit`` times.
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
            "Too many links were opened in a short time; open it later, or raise the rate limit."
        case .tooDeep:
            "The link was opened inside too many others, or redirected in a circle; open it from outside of an action, or mend the policy."
        }
    }
}

extension RewriteError {
    /// Whether the refused URL belongs to a configured domain or scheme.
    var isAboutConfiguredSource: Bool {
        if source != nil || wrappers > 0 { return true }
        switch part {
        // The source is looked up before any of these.
        case .path, .query, .fragment: return true
        case .link, .scheme, .host, .port: return false
        }
    }
}

extension Error {
    /// What events and outcomes print of the error: the sentence of one of ours, which holds no values; of another, the type.
    var safeText: String {
        switch self as any Error {
        case DeepLinkHandleError.pathNotRegistered:
            // The path may have captures in it, so it is left out.
            "No path is registered that the link leads to; register it, or check the rules that made the link."
        case let error as QueryItemValueError:
            // A type that takes all names, such as a dictionary, has a name from the link.
            error.name.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control
            }
                ? error.description : "The value of a parameter is malformed."
        // The path of a route's error is that of the route.
        case is DeepLinkHandleError, is DeepLinkError, is RewriteError, is RejectionReason,
            is PushPayloadError, is RouteError:
            "\(self)"
        default: "\(type(of: self))"
        }
    }
}
