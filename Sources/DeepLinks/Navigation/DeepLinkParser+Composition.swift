extension DeepLinkParser {
    /// A parser that asks others in order and takes what the first has that knows the link.
    ///
    /// ```swift
    /// extension DeepLinkParser<[Screen]> {
    ///     static let app: Self = .anyOf(.home, .details, .detailSettings)
    /// }
    /// ```
    ///
    /// - Parameter parsers: The parsers.
    /// - Returns: A parser that knows what any of them knows.
    public static func anyOf(_ parsers: DeepLinkParser<Output>...) -> DeepLinkParser<Output> {
        let routes = parsers.compactMap(\.routes)
        return DeepLinkParser(
            routes: routes.count == parsers.count ? Array(routes.joined()) : nil
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

    /// A parser that knows the same links and makes something else of each destination.
    ///
    /// - Parameter transform: Turns a destination of this parser into one of the other.
    /// - Returns: The other parser.
    public func map<Other>(
        _ transform: @escaping @Sendable (Output) -> Other
    ) -> DeepLinkParser<Other> {
        let routes = self.routes?.map { route in
            Route<Other>(
                route.path,
                requires: route.requirements,
                trusts: route.trustedOrigins
            ) { items in
                try route.read(items).map(transform)
            }
        }
        return DeepLinkParser<Other>(routes: routes) { link in
            parse(link).map(transform)
        }
    }

    /// A parser that puts a path before each of another's: the way to the entrance of a part of an app.
    ///
    /// A part's own parser then begins at its entrance and need not know where in the app that is.
    ///
    /// ```swift
    /// let app: DeepLinkParser<[Screen]> = .anyOf(
    ///     .home,
    ///     .prepending(path: [.home, .shop], to: .shop)
    /// )
    /// ```
    ///
    /// - Parameters:
    ///   - path: What comes first.
    ///   - parser: The parser of the rest.
    /// - Returns: A parser that knows the same links.
    public static func prepending<Element: Sendable>(
        path: [Element],
        to parser: DeepLinkParser<Output>
    ) -> DeepLinkParser<Output> where Output == [Element] {
        parser.map { path + $0 }
    }
}
