#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Decides whether a link may be opened now.
///
/// ```swift
/// struct MaintenancePolicy: NavigationPolicy {
///     let isUnderMaintenance: @MainActor () -> Bool
///
///     func decision(for link: DeepLink, in context: NavigationContext) -> NavigationDecision {
///         if isUnderMaintenance(), link.path != "/status" {
///             return .reject(reason: "The shop is closed for maintenance.")
///         }
///         return RequirementPolicy().decision(for: link, in: context)
///     }
/// }
/// ```
///
/// A policy is asked about links whose path is registered, and whose route trusts the link's origin. It is asked again each time
/// that a link which waits could go on, and when a link's preparation is done, so it should depend on the state of the app and not on
/// how often it was asked.
public protocol NavigationPolicy {
    /// Decides about a link.
    ///
    /// - Parameters:
    ///   - link: The internal link.
    ///   - context: Where it comes from, what its route requires, and what is satisfied.
    /// - Returns: The decision.
    /// - Throws: Whatever keeps the policy from deciding. The link is then not opened, and its outcome is
    ///   ``DeepLinkOutcome/failed(_:)`` with that error.
    @MainActor
    func decision(
        for link: DeepLink,
        in context: NavigationContext
    ) throws -> NavigationDecision
}

/// What a policy knows about a link, beside the link itself.
public struct NavigationContext: Hashable, Sendable {
    /// Where the link comes from.
    public var origin: LinkOrigin

    /// What the route's action gets: the items that its path captured, then the link's own without those of the same names.
    ///
    /// A policy reads parameters here. The link's own items may have a name twice, once in the path, and the action gets the captured one.
    public var queryItems: [URLQueryItem]

    /// What the link's route requires.
    public var requirements: Set<Requirement>

    /// The requirements that are satisfied, of this route and of others.
    public var satisfied: Set<Requirement>

    /// The text of the URL that came in, or the inner one if that was wrapped in others; nil if the app opened an internal link.
    ///
    /// It is what a signature is about, and it is what a stranger wrote: the rewriter has taken it, and nothing else is known of
    /// it.
    public var externalURL: String?

    /// The items that the rewriter took away, such as those of campaigns; see ``RewriteDetails/removedItems``.
    public var removedItems: [URLQueryItem]

    /// Creates a context, for tests of a policy.
    public init(
        origin: LinkOrigin = .unknown,
        queryItems: [URLQueryItem] = [],
        requirements: Set<Requirement> = [],
        satisfied: Set<Requirement> = [],
        externalURL: String? = nil,
        removedItems: [URLQueryItem] = []
    ) {
        self.origin = origin
        self.queryItems = queryItems
        self.requirements = requirements
        self.satisfied = satisfied
        self.externalURL = externalURL
        self.removedItems = removedItems
    }

    /// The requirements of the route that are not satisfied.
    public var missing: Set<Requirement> {
        requirements.subtracting(satisfied)
    }
}

extension NavigationContext: CustomStringConvertible, CustomReflectable {
    /// Where the link comes from and what is missing, without the URL and the items: `from push, waits until authenticated`.
    public var description: String {
        "from \(origin)" + (missing.isEmpty ? "" : ", waits\(missing.untilText)")
    }

    /// What debuggers and `dump` show: nothing of what the link holds.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "origin": origin, "requirements": requirements, "satisfied": satisfied,
            ],
            displayStyle: .struct
        )
    }
}

/// What is to become of a link.
public enum NavigationDecision: Hashable, Sendable {
    /// It is opened.
    case allow

    /// It waits until these requirements are satisfied, and the policy is then asked again.
    ///
    /// If there are none, or all are satisfied already, it waits until ``DeepLinkCoordinator/activate()`` or
    /// ``DeepLinkCoordinator/satisfy(_:)`` is called the next time.
    case deferUntil(Set<Requirement>)

    /// It is not opened; the reason ends up in outcomes and events, so it should not repeat what the link holds.
    case reject(reason: String)

    /// Another link takes its place, about which the policy is asked in turn.
    ///
    /// After ``DeepLinkCoordinator/depthLimit`` redirections the link is refused.
    case redirect(DeepLink)
}

extension NavigationDecision: CustomStringConvertible, CustomReflectable,
    ShownByDescription
{
    /// The decision without what a link holds: `redirect to …?id=…`.
    public var description: String {
        switch self {
        case .allow: "allow"
        case .deferUntil(let requirements): "defer\(requirements.untilText)"
        case .reject(let reason): "reject: \(reason)"
        case .redirect(let link): "redirect to \(link)"
        }
    }
}

/// The policy that opens a link as soon as everything is satisfied that its route requires.
///
/// Without requirements a link is opened at once.
public struct RequirementPolicy: NavigationPolicy, Hashable, Sendable {
    /// Creates the policy.
    public init() {}

    /// Allows the link if nothing is missing, else defers it until what is missing is satisfied.
    ///
    /// - Parameters:
    ///   - link: The internal link.
    ///   - context: What its route requires, and what is satisfied.
    /// - Returns: The decision.
    @MainActor
    public func decision(
        for link: DeepLink,
        in context: NavigationContext
    ) -> NavigationDecision {
        // To ask costs a third of making the set of what is missing, which hardly ever has to be made.
        context.requirements.isSubset(of: context.satisfied) ? .allow : .deferUntil(context.missing)
    }
}

extension Set<Requirement> {
    /// ` until authenticated, onboarded`, in a stable order; nothing if there are none.
    var untilText: String {
        isEmpty ? "" : " until " + map(\.rawValue).sorted().joined(separator: ", ")
    }
}
