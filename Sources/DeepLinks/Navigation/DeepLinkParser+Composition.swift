extension DeepLinkParser {
    /// A parser that asks others in order and returns the first destination that one of them has for the link.
    ///
    /// ```swift
    /// extension DeepLinkParser<[Screen]> {
    ///     static let app: Self = .anyOf(.home, .details, .detailSettings)
    /// }
    /// ```
    ///
    /// - Parameter parsers: The parsers.
    /// - Returns: A parser for the links of all of them.
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

    /// A parser for the same links that turns each destination into something else.
    ///
    /// The new parser makes no links: ``link(to:)`` would need the way back.
    ///
    /// - Parameter transform: Turns a destination of this parser into one of the new parser.
    /// - Returns: The new parser.
    public func map<Other>(
        _ transform: @escaping @Sendable (Output) -> Other
    ) -> DeepLinkParser<Other> {
        let routes = self.routes?.map { route in
            Route<Other>(
                route.path,
                requires: route.requirements,
                trusts: route.trustedOrigins,
                read: { try route.read($0).map(transform) },
                write: nil,
                flaw: route.flaw
            )
        }
        return DeepLinkParser<Other>(routes: routes) { link in
            parse(link).map(transform)
        }
    }

    /// A parser that puts a path before each path of another: the way to the entrance of a part of an app.
    ///
    /// The part's own parser then begins at its entrance and does not have to know where in the app that is.
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
    /// - Returns: A parser for the same links.
    public static func prepending<Element: Sendable>(
        path: [Element],
        to parser: DeepLinkParser<Output>
    ) -> DeepLinkParser<Output> where Output == [Element] {
        parser.map { path + $0 }
    }
}
