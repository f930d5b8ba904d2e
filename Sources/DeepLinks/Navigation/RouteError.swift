public import PathMatching

/// Why no parser was made of routes, a parser was not registered, or a route of it did not open a link.
public enum RouteError: Error, Hashable, Sendable {
    /// The path of a route is neither a path nor a pattern of paths.
    case malformedPath(PathPatternError)

    /// Two routes match exactly the same links.
    case conflict(PathConflict)

    /// The parser was made from a closure, or of a parser that was, so nobody knows which paths it reads.
    case noRoutes

    /// A link leads to the route with this path, as it was given, and the route has no destination for it.
    case noDestination(path: String)
}

extension RouteError: CustomStringConvertible {
    /// One sentence: the path or both of them, the obstacle, the way out.
    public var description: String {
        switch self {
        case .malformedPath(let error): error.description
        case .conflict(let conflict): conflict.description
        case .noRoutes:
            "The parser was made from a closure and has no paths to register; make it of routes."
        case .noDestination(let path):
            "The route '\(path)' has no destination for the link; return one for it, or throw what the link lacks."
        }
    }
}
