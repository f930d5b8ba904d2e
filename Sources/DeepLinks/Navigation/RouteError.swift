/// Why a parser was not registered, or a route of it did not open a link.
public struct RouteError: Error, Hashable, Sendable {
    /// What stands in the way.
    ///
    /// There may be more reasons one day, so a switch over them needs a `default`.
    public struct Reason: Hashable, Sendable {
        fileprivate enum Code {
            case noRoutes, noDestination
        }

        fileprivate let code: Code

        /// The parser was made from a closure, or of a parser that was, so nobody knows which paths it reads.
        public static let noRoutes = Self(code: .noRoutes)
        /// A link leads to a route that has no destination for it.
        public static let noDestination = Self(code: .noDestination)
    }

    /// What stands in the way.
    public let reason: Reason

    /// The path of the route, as it was given; nil for a parser without routes.
    public let path: String?

    /// The parser was made from a closure.
    static let noRoutes = RouteError(reason: .noRoutes, path: nil)

    /// The route with this path has no destination for a link.
    static func noDestination(path: String) -> RouteError {
        RouteError(reason: .noDestination, path: path)
    }
}

extension RouteError: CustomStringConvertible {
    /// One sentence for developers: the obstacle and the way out.
    public var description: String {
        switch reason.code {
        case .noRoutes:
            "The parser was made from a closure and has no paths to register; make it of routes."
        case .noDestination:
            "The route '\(path ?? "")' has no destination for the link; return one for it, or throw what the link lacks."
        }
    }
}
