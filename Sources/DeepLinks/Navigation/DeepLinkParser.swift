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

    /// The destination of a link.
    ///
    /// - Parameter link: The link.
    /// - Returns: The destination; nil if the link is not for this parser, or lacks something that the destination needs.
    public func parse(_ link: DeepLink) -> Output? { try? body(link) }
}
