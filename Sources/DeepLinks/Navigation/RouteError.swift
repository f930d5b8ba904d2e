package import PathMatching

/// Why a parser was not registered, why one of its routes did not open a link, or why it has no link to a destination.
public struct RouteError: Error, Hashable, Sendable {
    /// The obstacle's stable name: `no-routes`, `no-destination` or `no-link`; later versions may add others.
    public let code: String

    /// The path of the route, as it was given; nil for a parser that was made with a closure, and for a destination without a link.
    public let path: String?

    /// The parser was made with a closure, or from a parser that was, so its paths are not known.
    static let noRoutes = RouteError(code: "no-routes", path: nil)

    /// No route of the parser has values for the destination.
    static let noLink = RouteError(code: "no-link", path: nil)

    /// The route with this path, to which a link leads, has no destination for the link.
    static func noDestination(path: String) -> RouteError {
        RouteError(code: "no-destination", path: path)
    }
}

extension RouteError: CustomStringConvertible {
    package var text: ErrorText {
        if code == "no-link" {
            ErrorText(
                "The parser has no link to this destination",
                "give its route a LinkPath and the closure 'values', and give 'map' the closure 'back'"
            )
        } else if let path {
            ErrorText(
                "The route '\(path)' has no destination for the link",
                "return one for it, or throw an error with the reason"
            )
        } else {
            ErrorText(
                "The parser, or one in it, was made from a closure and has no paths",
                "make it from routes"
            )
        }
    }
}
