extension DeepLinkHandler {
    /// Registers all paths of a parser, or none, with one closure for their destinations.
    ///
    /// ```swift
    /// try handler.register(parser) { destination in
    ///     navigator.push(destination)
    /// }
    /// ```
    ///
    /// So destinations and closures live side by side in one app. The parser has to be made of ``Route``s, or put together of
    /// such parsers; what the routes require and trust is kept. The handler, unlike ``DeepLinkParser/anyOf(_:)``,
    /// gives a link to the most specific route of them all.
    ///
    /// A link whose route throws makes `handle` throw the same; one whose route has no destination for it makes
    /// it throw a ``RouteError``.
    ///
    /// - Parameters:
    ///   - parser: The parser.
    ///   - requirements: Conditions that links to all of its routes wait for, besides those of the routes themselves.
    ///   - origins: Where links to all of its routes have to come from, besides what each route itself trusts; nil if that
    ///     is all that counts.
    ///   - navigate: Goes to the destination of a link.
    /// - Throws: ``RouteError`` if a closure had a part in making the parser; ``DeepLinkRegisterError`` if a path is
    ///   registered already, or two parsers in the parser have the same one.
    public func register<Output>(
        _ parser: DeepLinkParser<Output>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        navigate: @escaping @MainActor (Output) throws -> Void
    ) throws {
        guard let routes = parser.routes else { throw RouteError.noRoutes }
        try registerAll {
            for route in routes {
                let trusted = origins.map { route.trustedOrigins?.intersection($0) ?? $0 }
                try register(
                    route.path,
                    requires: requirements.union(route.requirements),
                    trusts: trusted ?? route.trustedOrigins
                ) { queryItems in
                    guard let destination = try route.read(queryItems) else {
                        throw RouteError.noDestination(path: route.path)
                    }
                    try navigate(destination)
                }
            }
        }
    }
}
