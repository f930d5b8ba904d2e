/// How a link came into the app.
///
/// The set is open: an app can add its own origins.
///
/// ```swift
/// extension LinkOrigin {
///     static let scannedCode = Self(rawValue: "scannedCode")
/// }
///
/// coordinator.open(text, from: .scannedCode)
/// ```
///
/// An origin is what the app says it is, and proves nothing about the content of a link. The difference is who can have opened it: a
/// universal link comes only from the system, a custom scheme from any app and any page.
public struct LinkOrigin: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible, ByteName
{
    /// The origin's name.
    public let rawValue: String

    /// Creates the origin with the given name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension LinkOrigin {
    /// The system handed over a URL in a callback for both kinds of links, such as `onOpenURL`.
    ///
    /// A coordinator replaces it by ``universalLink`` or ``customScheme``, depending on the URL's scheme, so no route, policy or event ever
    /// sees it. An internal link has no scheme: with this origin it counts as ``unknown``. So a route that trusts only `system` opens no
    /// link: write ``universalLink`` or ``customScheme`` there.
    public static let system = Self(rawValue: "system")

    /// The system opened the app for a link to one of its domains.
    ///
    /// Of a URL with another scheme, a coordinator makes it ``customScheme``.
    public static let universalLink = Self(rawValue: "universalLink")

    /// Some app or page opened a URL with the app's own scheme.
    public static let customScheme = Self(rawValue: "customScheme")

    /// The link was in a push notification's payload.
    public static let push = Self(rawValue: "push")

    /// The app itself opens one of its links: that is never a duplicate, and no rate limit counts it.
    public static let inApp = Self(rawValue: "inApp")

    /// The app does not say, or does not know, where the link comes from.
    public static let unknown = Self(rawValue: "unknown")
}
