extension DeepLinkHandler {
    // Disfavored, so that errors in the closure beside a `LinkPath` do not speak of parsers.
    /// Registers all paths of a parser, or none, with one closure for their destinations.
    ///
    /// ```swift
    /// try handler.register(parser) { destination in
    ///     navigator.push(destination)
    /// }
    /// ```
    ///
    /// The parser has to be made of ``Route``s, or of parsers that are. Unlike ``DeepLinkParser/anyOf(_:)``, the handler gives a link to the
    /// most specific route of them all. If the route has no destination for a link, `handle` throws a ``RouteError``.
    ///
    /// - Parameters:
    ///   - parser: The parser.
    ///   - requirements: Conditions that links to all of its routes wait for, besides those of the routes themselves.
    ///   - origins: Where links to all of its routes have to come from, besides what each route itself trusts; nil to add
    ///     no such condition.
    ///   - navigate: Goes to the destination of a link.
    /// - Throws: ``RouteError`` if the parser was made with a closure; ``DeepLinkRegisterError`` if a path is
    ///   already registered, or occurs twice in the parser.
    @_disfavoredOverload
    public func register<Output>(
        _ parser: DeepLinkParser<Output>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        navigate: @escaping @MainActor (Output) throws -> Void
    ) throws {
        if parser.hasClosure { throw RouteError.noRoutes }
        try registerAll(replaces: false) {
            for route in parser.routes {
                let trusted = origins.map { route.trustedOrigins?.filter($0.contains) ?? $0 }
                try add(
                    route.declared,
                    requirements.union(route.requirements),
                    trusted ?? route.trustedOrigins,
                    .action { queryItems in
                        guard let destination = try route.read(queryItems) else {
                            throw RouteError.noDestination(path: route.path)
                        }
                        try navigate(destination)
                    }
                )
            }
        }
    }
}
