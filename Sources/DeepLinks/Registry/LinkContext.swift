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
    public let origin: LinkOrigin

    /// The text of the URL that came in, or of the innermost URL if it wraps others; nil if the app opened an internal link.
    ///
    /// It is as it was written, and may hold secrets.
    public let externalURL: String?

    /// The items that the rewriter removed, such as campaign parameters; see ``URLRewriter/Details/removedItems``.
    public let removedItems: [URLQueryItem]

    init(
        _ link: DeepLink,
        _ route: RegisteredRoute,
        from origin: LinkOrigin = .inApp,
        externalURL: String? = nil,
        removedItems: [URLQueryItem] = []
    ) {
        self.link = link
        self.route = route
        self.origin = origin
        self.externalURL = externalURL
        self.removedItems = removedItems
    }
}

extension LinkContext: CustomStringConvertible, CustomReflectable, ShownByDescription {
    /// The route and the origin, without what the link holds: `/oauth/{*rest?} from customScheme`.
    public var description: String { "\(route) from \(origin)" }
}
