import PathMatching

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
/// Your policy replaces the standard one. Nothing else checks what a route requires, so end with
/// `RequirementPolicy().decision(for: link, in: context)`.
///
/// A policy is asked about links whose path is registered, and whose route trusts the link's origin. It is asked again when a waiting
/// link has its turn, when a link's preparation is done, and when it changed the link's route itself.
public protocol NavigationPolicy {
    /// Decides about a link.
    ///
    /// - Throws: Whatever keeps the policy from deciding: the outcome is ``DeepLinkOutcome/failed(_:)`` with that error.
    @MainActor
    func decision(
        for link: DeepLink,
        in context: NavigationContext
    ) throws -> NavigationDecision
}

/// What a policy knows about a link.
///
/// It is a view of the link on its way, which copies nothing.
public struct NavigationContext: Sendable {
    private let opened: OpenedLink
    /// The link's route and items; in a context that a test has made, a route that only has requirements.
    let match: RouteMatch
    private let isOfTest: Bool
    private let met: [Requirement]

    /// The internal link, after the redirections so far.
    public var link: DeepLink { opened.link }

    /// The route that the link leads to; nil in a context that a test has made.
    public var route: RegisteredRoute? { isOfTest ? nil : match.route }

    /// The items that the route's action gets: those that its path captured, then the link's own with other names.
    ///
    /// A policy reads parameters here: if a capture and an item of the link have the same name, the action gets the capture.
    public var queryItems: [URLQueryItem] { match.queryItems }

    /// The requirements that are satisfied, whether this route needs them or not.
    public var satisfied: Set<Requirement> { Set(met) }

    /// Where the link comes from.
    public var origin: LinkOrigin { opened.origin }

    /// What the link's route requires.
    public var requirements: Set<Requirement> { match.route.requirements }

    /// The text of the URL that came in, or of the innermost URL if it wraps others; nil if the app opened an internal link.
    ///
    /// This is the text that a signature covers. It is untrusted: nothing is known about it but that the rewriter accepted it.
    public var externalURL: String? { opened.externalURL }

    /// The items that the rewriter removed, such as campaign parameters; see ``URLRewriter/Details/removedItems``.
    public var removedItems: [URLQueryItem] { opened.removedItems }

    /// Creates a context, for tests of a policy; without a link, the root.
    public init(
        link: DeepLink? = nil,
        origin: LinkOrigin = .unknown,
        queryItems: [URLQueryItem] = [],
        requirements: Set<Requirement> = [],
        satisfied: Set<Requirement> = [],
        externalURL: String? = nil,
        removedItems: [URLQueryItem] = []
    ) {
        opened = OpenedLink(
            0,
            URLRewriter.Details(link ?? .root, removedItems),
            from: origin,
            externalURL.map { ReceivedText(text: $0) }
        )
        guard let root = try? PathPattern("/") else {
            preconditionFailure("The root is a pattern")
        }
        let route = RegisteredRoute(root, requirements, nil, .action { _ in })
        match = RouteMatch(route: route, queryItems: queryItems)
        isOfTest = true
        met = Array(satisfied)
    }

    init(_ opened: OpenedLink, _ match: RouteMatch, satisfied: [Requirement]) {
        self.opened = opened
        self.match = match
        isOfTest = false
        met = satisfied
    }

    /// Whether everything that the route requires is satisfied.
    var isComplete: Bool {
        // Loops over places: a closure would check each time whether it runs on the main actor, and names would be copied.
        let required = match.route.requirementList
        next: for place in required.indices {
            for index in met.indices where met[index] == required[place] { continue next }
            return false
        }
        return true
    }

    /// The requirements of the route that are not satisfied.
    public var missing: Set<Requirement> { requirements.subtracting(satisfied) }
}

extension NavigationContext: CustomStringConvertible, CustomReflectable, ShownByDescription {
    /// Where the link comes from and what is missing, without the URL and the items: `from push, waits until authenticated`.
    public var description: String {
        "from \(origin)" + (missing.isEmpty ? "" : ", waits\(missing.untilText)")
    }
}

/// What a policy decides about a link.
public enum NavigationDecision: Hashable, Sendable {
    /// It is opened.
    case allow

    /// It waits until these requirements are satisfied, and the policy is then asked again.
    ///
    /// If there are none, or all are satisfied already, it waits until the next call of
    /// ``DeepLinkCoordinator/reconsider()`` or ``DeepLinkCoordinator/satisfy(_:)``.
    case deferUntil(Set<Requirement>)

    /// It is not opened; the reason appears in outcomes and events, so it should not repeat what the link holds.
    case reject(reason: String)

    /// Another link takes its place, and the policy is asked about that one.
    ///
    /// A link that is redirected more than ``DeepLinkCoordinator/depthLimit`` times is refused.
    case redirect(DeepLink)
}

extension NavigationDecision: CustomStringConvertible, CustomReflectable,
    ShownByDescription
{
    /// The decision without what a link holds: `redirect to …?…`.
    public var description: String {
        switch self {
        case .allow: "allow"
        case .deferUntil(let requirements): "defer\(requirements.untilText)"
        case .reject(let reason): "reject: \(reason)"
        case .redirect(let link): "redirect to \(link)"
        }
    }
}

/// The policy that opens a link as soon as everything that its route requires is satisfied.
public struct RequirementPolicy: NavigationPolicy, Hashable, Sendable {
    /// Creates the policy.
    public init() {}

    /// Allows the link if no requirement is missing; otherwise defers it until the missing ones are satisfied.
    @MainActor
    public func decision(
        for link: DeepLink,
        in context: NavigationContext
    ) -> NavigationDecision {
        context.isComplete ? .allow : .deferUntil(context.missing)
    }
}

extension Set<Requirement> {
    /// ` until authenticated, onboarded`, in a stable order; nothing if there are none.
    var untilText: String {
        isEmpty ? "" : " until " + list
    }
}
