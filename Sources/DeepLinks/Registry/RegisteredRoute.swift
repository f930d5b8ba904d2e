public import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A path that a feature registered, and what a link needs to open it.
///
/// ``DeepLinkHandler/routes`` lists them, for example for a debug menu.
public final class RegisteredRoute: Sendable {
    /// Prepares something, and returns the action that uses it.
    typealias Preparation = @MainActor () async throws -> @MainActor () throws -> Void

    /// What happens when a link opens the route.
    // It cannot be copied, so that a closure is called where it is stored, and not retained for the call.
    enum Work: ~Copyable, Sendable {
        /// An action runs at once.
        case action(DeepLinkHandler.Action)
        /// An action that sees its link runs at once.
        case contextAction(@MainActor ([URLQueryItem], LinkContext) throws -> Void)
        /// The link's items are read, something is prepared, and then an action runs.
        case preparation(@MainActor ([URLQueryItem]) throws -> Preparation)

        /// A preparation from what is read of the link's items.
        static func preparing<Value, Prepared>(
            _ read: @escaping @MainActor ([URLQueryItem]) throws -> Value,
            _ prepare: @escaping @MainActor (Value) async throws -> Prepared,
            _ action: @escaping @MainActor (Prepared) throws -> Void
        ) -> Work {
            .preparation { queryItems in
                let value = try read(queryItems)
                return {
                    let prepared = try await prepare(value)
                    return { try action(prepared) }
                }
            }
        }
    }

    /// The pattern that was registered.
    public let pattern: PathPattern

    /// The conditions that a link waits for.
    public let requirements: Set<Requirement>

    /// The origins that a link may come from; nil if it may come from anywhere.
    public let trustedOrigins: Set<LinkOrigin>?

    /// The names of the pattern's captures from left to right.
    let captureNames: [String]

    /// The same requirements and origins: to compare a few names is faster than to hash them.
    let requirementList: [Requirement]
    let originList: [LinkOrigin]?

    let work: Work

    /// The names of the parameters that a ``LinkPath`` declares.
    let parameterNames: [String]

    init(
        _ pattern: PathPattern,
        _ requirements: Set<Requirement>,
        _ trustedOrigins: Set<LinkOrigin>?,
        _ work: consuming Work,
        _ parameterNames: [String] = []
    ) {
        self.pattern = pattern
        captureNames = pattern.captureNames
        self.requirements = requirements
        requirementList = Array(requirements)
        self.trustedOrigins = trustedOrigins
        originList = trustedOrigins.map(Array.init)
        self.work = work
        self.parameterNames = parameterNames
    }

    /// Whether the route itself names a parameter, so that the name is the app's and not a stranger's.
    func knows(_ parameter: Parameter) -> Bool {
        (captureNames + parameterNames).contains { hasSameBytes($0, parameter.rawValue) }
    }
}

extension RegisteredRoute: CustomStringConvertible {
    /// The pattern's text, such as `/items/{id}`.
    public var description: String { pattern.description }
}

/// What an action may know about the link that it was called for, besides its values.
///
/// ```swift
/// try handler.register("/oauth/{*rest?}", trusts: [.customScheme]) { _, context in
///     login.resume(context.externalURL)
/// }
/// ```
///
/// Use it for links that belong to another SDK, for signatures and for campaigns: <doc:LinksOfOtherSDKs>, <doc:Analytics>.
public struct LinkContext: Sendable {
    /// The internal link, after all redirections.
    public let link: DeepLink

    /// The route that was registered with the action.
    public let route: RegisteredRoute

    /// Where the link comes from; ``LinkOrigin/inApp`` if ``DeepLinkHandler/handle(_:)-(DeepLink)`` was called.
    public var origin: LinkOrigin { opened?.origin ?? .inApp }

    /// The text of the URL that came in, or of the innermost URL if it wraps others; nil if the app opened an internal link.
    ///
    /// It is as it was written, and may hold secrets.
    public var externalURL: String? { opened?.externalURL }

    /// The items that the rewriter removed, such as campaign parameters; see ``URLRewriter/Details/removedItems``.
    public var removedItems: [URLQueryItem] { opened?.removedItems ?? [] }

    /// The link on its way through a coordinator; nil if the handler was called.
    private let opened: OpenedLink?

    init(
        _ link: DeepLink,
        _ route: RegisteredRoute,
        of opened: OpenedLink? = nil
    ) {
        self.link = link
        self.route = route
        self.opened = opened
    }
}

extension LinkContext: CustomStringConvertible, CustomReflectable, ShownByDescription {
    /// The route and the origin, without what the link holds: `/oauth/{*rest?} from customScheme`.
    public var description: String { "\(route) from \(origin)" }
}
