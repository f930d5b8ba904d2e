extension DeepLinkParser {
    /// A parser that asks others in order and returns the first destination that one of them has for the link.
    ///
    /// ```swift
    /// extension DeepLinkParser<[Screen]> {
    ///     static let app: Self = .anyOf(.home, .details, .detailSettings)
    /// }
    /// ```
    public static func anyOf(_ parsers: DeepLinkParser<Output>...) -> DeepLinkParser<Output> {
        DeepLinkParser(
            routes: parsers.flatMap(\.routes),
            hasClosure: parsers.contains(where: \.hasClosure)
        ) { link in
            for parser in parsers {
                if let output = parser.parse(link) { return output }
            }
            return nil
        }
    }

    /// The parser that knows no link.
    public static var empty: DeepLinkParser<Output> {
        DeepLinkParser(routes: []) { _ in nil }
    }

    /// A parser for the same links that turns each destination into something else.
    ///
    /// ```swift
    /// let app = shop.map {
    ///     Screen.shop($0)
    /// } back: {
    ///     if case .shop(let screen) = $0 { screen } else { nil }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - transform: Turns a destination of this parser into one of the new parser.
    ///   - back: The destination of this parser that became one of the new parser; nil if none did. Without this closure,
    ///     ``link(to:)`` of the new parser makes no links.
    /// - Returns: The new parser.
    public func map<Other>(
        _ transform: @escaping @Sendable (Output) -> Other,
        back: (@Sendable (Other) -> Output?)? = nil
    ) -> DeepLinkParser<Other> {
        let routes = routes.map { route -> Route<Other> in
            var write: (@Sendable (Other) throws -> DeepLink?)?
            if let back, let link = route.write { write = { try back($0).flatMap(link) } }
            return Route<Other>(
                route.declared,
                route.requirements,
                route.trustedOrigins,
                read: { try route.read($0).map(transform) },
                write: write
            )
        }
        return DeepLinkParser<Other>(routes: routes, hasClosure: hasClosure) { link in
            parse(link).map(transform)
        }
    }

    /// A parser that puts a path before each path of another: the way to the entrance of a part of an app.
    ///
    /// The part's own parser then begins at its entrance and does not have to know where in the app that is. To make links, the path is
    /// taken away again.
    ///
    /// ```swift
    /// let app: DeepLinkParser<[Screen]> = .anyOf(
    ///     .home,
    ///     .prepending(path: [.home, .shop], to: .shop)
    /// )
    /// ```
    public static func prepending<Element: Equatable & Sendable>(
        path: [Element],
        to parser: DeepLinkParser<Output>
    ) -> DeepLinkParser<Output> where Output == [Element] {
        parser.map {
            path + $0
        } back: {
            $0.starts(with: path) ? Array($0.dropFirst(path.count)) : nil
        }
    }
}
