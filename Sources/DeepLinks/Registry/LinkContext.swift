#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
