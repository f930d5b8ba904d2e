import PathMatching

/// Makes typed destinations from internal links.
///
/// A parser is a pure function with a name: it reads a link and does nothing else, so it can be tested without an app, and
/// shared between tasks. It is made from a closure,
///
/// ```swift
/// let parser = DeepLinkParser<Destination> { link in
///     link.path == "/catalog" ? .catalog : nil
/// }
/// ```
///
/// or, for more than a handful of paths, from ``Route``s, which are found as fast as those of a
/// ``DeepLinkHandler`` and by the same rules:
///
/// ```swift
/// let parser = try DeepLinkParser<Destination> {
///     Route("/catalog") { _ in .catalog }
///     Route("/products/{id}") { queryItems in .product(try queryItems.require(.id)) }
/// }
/// parser.parse(try DeepLink("/products/872346"))  // .product("872346")
/// ```
///
/// Parsers are combined with ``anyOf(_:)``, ``map(_:back:)`` and `prepending(path:to:)`.
///
/// A parser is for links that are internal already: URLs that come from outside go through a ``URLRewriter`` first.
public struct DeepLinkParser<Output>: Sendable {
    private let body: @Sendable (DeepLink) throws -> Output?

    /// The routes that the parser, or parsers in it, were made of.
    package let routes: [Route<Output>]

    /// Whether the parser, or one in it, was made with a closure, so that it may know links of no route.
    let hasClosure: Bool

    init(
        routes: [Route<Output>],
        hasClosure: Bool = false,
        body: @escaping @Sendable (DeepLink) throws -> Output?
    ) {
        self.routes = routes
        self.hasClosure = hasClosure
        self.body = body
    }

    /// Creates a parser from a closure.
    ///
    /// - Parameter parse: Makes a destination from a link. Nil and an error both mean that the link is not for this parser.
    public init(@ParseBuilder parse: @escaping @Sendable (DeepLink) throws -> Output?) {
        self.init(routes: [], hasClosure: true, body: parse)
    }

    /// Lets the closure of ``init(parse:)`` be what it is, and keeps routes out of it.
    ///
    /// Both initializers take a trailing closure. Without this builder, the compiler takes a mistake in a list of routes for a
    /// mistake in the number of the closure's parameters, and does not say where the mistake is.
    @resultBuilder
    public enum ParseBuilder {
        /// Takes the closure's expression.
        public static func buildExpression(_ output: Output?) -> Output? { output }

        /// Refuses a route.
        @available(*, unavailable, message: "routes belong into a closure without a parameter")
        public static func buildExpression(_ route: Route<Output>) -> Output? { nil }

        /// Takes the only statement of the closure.
        public static func buildBlock(_ output: Output?) -> Output? { output }

        /// Takes the statement of the first of two branches.
        public static func buildEither(first output: Output?) -> Output? { output }

        /// Takes the statement of the second of two branches.
        public static func buildEither(second output: Output?) -> Output? { output }
    }

    /// The destination of a link; nil if the link is not for this parser, or lacks something that the destination needs.
    public func parse(_ link: DeepLink) -> Output? { try? body(link) }
}

extension DeepLinkParser {
    /// Creates a parser from routes.
    ///
    /// Only a link's path decides to which route it belongs, by the rules of ``DeepLinkHandler``: the most specific
    /// pattern wins, whatever the order. If that route has no destination for the link, the parser has none.
    ///
    /// - Throws: ``DeepLinkRegisterError`` if a path is malformed, or two routes match exactly the same links.
    public init(@RouteBuilder<Output> routes: () -> [Route<Output>]) throws(DeepLinkRegisterError) {
        let routes = routes()
        var trie = PathTrie<(route: Route<Output>, captureNames: [String])>()
        for route in routes {
            let pattern = try route.declared.pattern.get()
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
