/// Why a parser was not registered, or a route of it did not open a link.
public struct RouteError: Error, Hashable, Sendable {
    /// The obstacle's stable name: `no-routes` or `no-destination`; new versions may know more.
    public let code: String

    /// The path of the route, as it was given; nil for a parser without routes.
    public let path: String?

    /// The parser was made from a closure, or of a parser that was, so nobody knows which paths it reads.
    static let noRoutes = RouteError(code: "no-routes", path: nil)

    /// A link leads to the route with this path, which has no destination for it.
    static func noDestination(path: String) -> RouteError {
        RouteError(code: "no-destination", path: path)
    }
}

extension RouteError: CustomStringConvertible {
    /// One sentence for developers: the obstacle and the way out.
    public var description: String {
        if let path {
            "The route '\(path)' has no destination for the link; return one for it, or throw what the link lacks."
        } else {
            "The parser was made from a closure and has no paths to register; make it of routes."
        }
    }
}
