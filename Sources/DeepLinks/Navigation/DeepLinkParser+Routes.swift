import PathMatching

extension DeepLinkParser {
    /// Creates a parser from routes.
    ///
    /// Only a link's path decides to which route it belongs, by the rules of ``DeepLinkHandler``: the most specific
    /// pattern wins, whatever the order. If that route has no destination for the link, the parser has none.
    ///
    /// - Parameter routes: The routes.
    /// - Throws: ``DeepLinkRegisterError`` if a path is malformed, or two routes match exactly the same links.
    public init(@RouteBuilder<Output> routes: () -> [Route<Output>]) throws(DeepLinkRegisterError) {
        let routes = routes()
        var trie = PathTrie<(route: Route<Output>, captureNames: [String])>()
        for route in routes {
            if let flaw = route.flaw { throw flaw }
            let pattern = try PathPattern(registering: route.path)
            try trie.register((route, pattern.captureNames), at: pattern)
        }
        self.init(routes: routes) { [trie] link in
            guard let match = trie.match(link.path) else { return nil }
            let (route, names) = match.value
            return try route.read(link.queryItems(behind: names) { match[capture: $0] })
        }
    }

    /// The link to a destination, from the first route that has values for it.
    ///
    /// The link is read as an equal destination if the route's two closures say the same; `oneWayDestinations(among:)` of
    /// `LinkChecking` checks that in a test.
    ///
    /// - Parameter destination: The destination.
    /// - Returns: The internal link, of which ``URLRewriter/externalURL(for:host:)`` makes a link to share.
    /// - Throws: ``RouteError`` if no route has values for the destination;
    ///   ``DeepLinkError`` if a value cannot stand in its path.
    public func link(to destination: Output) throws -> DeepLink {
        for case let write? in routes.map(\.write) {
            if let link = try write(destination) { return link }
        }
        // A route that makes no links is named first, as it is the likelier cause.
        let isOfClosure = hasClosure && routes.allSatisfy { $0.write != nil }
        throw isOfClosure ? RouteError.noRoutes : RouteError.noLink
    }

    /// The paths of the routes that the parser, or parsers in it, were made of, as they were given; a closure has none.
    public var paths: [String] {
        routes.map(\.path)
    }
}
