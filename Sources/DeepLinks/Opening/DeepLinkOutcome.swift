import PathMatching

/// What became of a link that was opened.
public enum DeepLinkOutcome: Sendable {
    /// The action of its route has run. After a redirection, this is the link that it was redirected to.
    case handled(DeepLink)

    /// It waits until these requirements are satisfied; if there are none, for its turn or the coordinator's activation.
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

/// An outcome without its link, as it is passed on until `open` returns or observers are told: the link would be copied at each step.
enum Fate {
    case handled
    case deferred(until: Set<Requirement>)
    case rejected(RejectionReason)
    case failed(any Error)
    case duplicate
    case preparing
}

extension DeepLinkOutcome {
    /// The outcome of a link.
    init(_ fate: Fate, of link: DeepLink) {
        self =
            switch fate {
            case .handled: .handled(link)
            case .deferred(let requirements): .deferred(link, until: requirements)
            case .rejected(let reason): .rejected(reason)
            case .failed(let error): .failed(error)
            case .duplicate: .duplicate(link)
            case .preparing: .preparing(link)
            }
    }

    /// Whether the app accepted the link, which was neither rejected nor failed: the value that an app delegate returns.
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

extension Error {
    /// The error as events and outcomes print it: one of ours by its sentence, which holds no values; any other by its type.
    func safeText(on route: RegisteredRoute?) -> String {
        switch self as any Error {
        case DeepLinkHandleError.pathNotRegistered:
            // The path may have captures in it, so it is left out.
            "The link leads to a path that is not registered; register it, or check the rules that made the link."
        case let error as QueryItemValueError
        where route?.knows(Parameter(rawValue: error.name)) == true:
            error.description
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
