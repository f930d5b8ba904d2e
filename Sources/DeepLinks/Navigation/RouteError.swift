/// Why a parser was not registered, or a route of it did not open a link.
public enum RouteError: Error, Hashable, Sendable {
    /// The parser was made from a closure, or of a parser that was, so nobody knows which paths it reads.
    case noRoutes

    /// A link leads to the route with this path, which has no destination for it.
    case noDestination(path: String)
}

extension RouteError: CustomStringConvertible {
    /// One sentence for developers: the obstacle and the way out.
    public var description: String {
        switch self {
        case .noRoutes:
            "The parser was made from a closure and has no paths to register; make it of routes."
        case .noDestination(let path):
            "The route '\(path)' has no destination for the link; return one for it, or throw what the link lacks."
        }
    }
}
