public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Crahg {
    /// The places where a link can lead.
    public enum DeepLinkDestination: Hashable, Sendable {
        /// One event.
        case event(id: String)
        /// One gym.
        case gym(id: String)
        /// The home tab.
        case home
        /// The passes that the user has bought.
        case passes
        /// All events.
        case whatsOn
        /// All gyms.
        case gyms
    }

    /// The rules for the web site and for the scheme.
    ///
    /// Both accept each other's spellings. The web site's association file claims only the web site's own (`claims: false`). When the
    /// web site changes, its new links get rules of their own, and these rules stay, as shared links remain in use.
    @RewriteRule.Builder public static var rules: [RewriteRule] {
        Rewrite("/events/{eventId:slug}", to: "/events/{eventId}")
        Rewrite("/event/{eventId:slug}", to: "/events/{eventId}", claims: false)
        Rewrite("/gyms/{gymId:slug}", to: "/gyms/{gymId}")
        Rewrite("/gym/{gymId:slug}", to: "/gyms/{gymId}", claims: false)
        Rewrite("/home", to: "/home")
        Rewrite("/passes", to: "/passes")
        Rewrite("/whats-on", to: "/whats-on")
        Rewrite("/whatson", to: "/whats-on", claims: false)
        Rewrite("/gyms", to: "/gyms")
    }

    /// Makes internal links from the links of the web site and of the scheme.
    ///
    /// - Parameter rules: The rules for both.
    /// - Returns: The rewriter.
    /// - Throws: A fault of the rules; a test makes sure that the default rules have none.
    public static func rewriter(
        rules: [RewriteRule] = rules
    ) throws(RewriteRuleError) -> URLRewriter {
        try URLRewriter {
            Domain("crahg.app", "www.crahg.app") { rules }
            Scheme("crahg") { rules }
        }
    }

    /// The web site's link to a destination, for a share sheet or a QR code.
    ///
    /// - Parameter destination: The destination to share.
    /// - Returns: The link; people without the app see the page.
    /// - Throws: A fault of the rules; a test makes sure that there is none.
    public static func shareURL(for destination: DeepLinkDestination) throws -> URL {
        try rewriter().externalURL(for: DeepLink(path: destination.path), host: "crahg.app")
    }

    /// Makes destinations from internal links.
    ///
    /// - Returns: The parser.
    /// - Throws: A fault of the routes; a test makes sure that there is none.
    public static func parser() throws(DeepLinkRegisterError) -> DeepLinkParser<DeepLinkDestination>
    {
        try DeepLinkParser {
            Route("/events/{eventId}") { .event(id: try $0.require("eventId")) }
            Route("/gyms/{gymId}") { .gym(id: try $0.require("gymId")) }
            for (path, destination) in tabPaths {
                Route(path) { _ in destination }
            }
        }
    }

    /// The internal paths of whole tabs.
    static let tabPaths: [(path: String, destination: DeepLinkDestination)] = [
        ("/home", .home), ("/passes", .passes), ("/whats-on", .whatsOn), ("/gyms", .gyms),
    ]
}

extension Crahg.DeepLinkDestination {
    /// The internal path that leads here.
    public var path: String {
        switch self {
        case .event(let id): "/events/\(id)"
        case .gym(let id): "/gyms/\(id)"
        case .home: "/home"
        case .passes: "/passes"
        case .whatsOn: "/whats-on"
        case .gyms: "/gyms"
        }
    }
}
