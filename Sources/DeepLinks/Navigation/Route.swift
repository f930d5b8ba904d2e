package import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A path, and how a link with that path becomes a destination.
///
/// ```swift
/// Route("/materials/{materialId}") { queryItems in
///     .material(try queryItems.require(.materialID))
/// }
/// ```
///
/// The closure gets the path's captures as query items, decoded and before all others; items with the same names are
/// left out. ``DeepLinkHandler`` does the same, so a closure can be moved from one to the other.
///
/// A route does nothing by itself: a ``DeepLinkParser`` is made of routes, and checks their paths.
public struct Route<Output>: Sendable {
    /// The path as it was given, or a pattern of paths.
    public var path: String { declared.path }

    let declared: DeclaredPath

    /// Conditions that a link waits for if the parser is registered with a handler.
    public let requirements: Set<Requirement>

    /// Where a link has to come from if the parser is registered with a handler; nil if it may come from anywhere.
    public let trustedOrigins: Set<LinkOrigin>?

    /// Makes a destination from a link's items.
    let read: @Sendable ([URLQueryItem]) throws -> Output?

    /// Makes the link to a destination, or nil for another route's destination; nil if the route has no way back.
    package let write: (@Sendable (Output) throws -> DeepLink?)?

    /// Creates a route.
    ///
    /// - Parameters:
    ///   - path: The path, such as `/materials/detail`, or a pattern of paths, such as `/materials/{materialId:uuid}`.
    ///   - requirements: Conditions that a link waits for if the parser is registered with a handler. A parser by itself
    ///     does not check them.
    ///   - origins: Where a link has to come from; nil if it may come from anywhere. Only a
    ///     ``DeepLinkCoordinator`` checks this, once the parser is registered.
    ///   - read: Makes a destination from the link's items. Nil and an error both mean that there is none.
    public init(
        _ path: String,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        read: @escaping @Sendable ([URLQueryItem]) throws -> Output?
    ) {
        self.init(DeclaredPath(path), requirements, origins, read: read, write: nil)
    }

    init(
        _ path: DeclaredPath,
        _ requirements: Set<Requirement>,
        _ origins: Set<LinkOrigin>?,
        read: @escaping @Sendable ([URLQueryItem]) throws -> Output?,
        write: (@Sendable (Output) throws -> DeepLink?)?
    ) {
        declared = path
        self.requirements = requirements
        trustedOrigins = origins
        self.read = read
        self.write = write
    }
}

// MARK: - Both ways

extension Route {
    /// Creates a route of a declared path, which a parser can read and, with `values`, write.
    ///
    /// ```swift
    /// let screens = try DeepLinkParser<Screen> {
    ///     Route(Links.product) { .product(id: $0) } values: { if case .product(let id) = $0 { id } else { nil } }
    ///     Route(Links.home, .home)
    /// }
    /// screens.parse(link)                     // Screen?
    /// try screens.link(to: .product(id: 5))   // /products/5
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path with its parameters. A flaw of the declaration is thrown when the parser is made.
    ///   - requirements: Conditions that a link waits for if the parser is registered with a handler.
    ///   - origins: Where a link has to come from; nil if it may come from anywhere.
    ///   - destination: Makes a destination from the link's values. Nil and an error both mean that there is none.
    ///   - values: The values of a destination; nil if the destination belongs to another route. Without this closure,
    ///     ``DeepLinkParser/link(to:)`` makes no link to the route's destinations.
    public init<Values>(
        _ path: LinkPath<Values>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        destination: @escaping @Sendable (Values) throws -> Output?,
        values: (@Sendable (Output) -> Values?)? = nil
    ) {
        var write: (@Sendable (Output) throws -> DeepLink?)?
        if let values {
            write = { destination in
                guard let values = values(destination) else { return nil }
                return try path.link(values)
            }
        }
        self.init(
            path.declared,
            requirements,
            origins,
            read: { try destination(path.values(of: $0)) },
            write: write
        )
    }

    /// Creates a route of a path without parameters, which stands for one destination.
    public init(
        _ path: LinkPath<()>,
        _ destination: Output,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil
    ) where Output: Equatable & Sendable {
        self.init(path, requires: requirements, trusts: origins) {
            destination
        } values: {
            $0 == destination ? () : nil
        }
    }
}

/// Collects the routes of a parser; `if`, `else`, `switch` and `for` work as in any other code.
///
/// Write `for route in routes { route }` for the routes of an array.
public typealias RouteBuilder<Output> = ListBuilder<Route<Output>>

/// Why a parser was not registered, why one of its routes did not open a link, or why it has no link to a destination.
public struct RouteError: Error, Hashable, Sendable {
    /// The obstacle's stable name: `no-routes`, `no-destination` or `no-link`; later versions may add others.
    public let code: String

    /// The path of the route, as it was given; nil for a parser that was made with a closure, and for a destination without a link.
    public let path: String?

    /// The obstacle and the way out.
    package let text: ErrorText

    /// The parser was made with a closure, or from a parser that was, so its paths are not known.
    static let noRoutes = RouteError(
        code: "no-routes",
        path: nil,
        text: ErrorText(
            "The parser, or one in it, was made from a closure and has no paths",
            "make it from routes"
        )
    )

    /// No route of the parser has values for the destination.
    static let noLink = RouteError(
        code: "no-link",
        path: nil,
        text: ErrorText(
            "The parser has no link to this destination",
            "give its route a LinkPath and the closure 'values', and give 'map' the closure 'back'"
        )
    )

    /// The route with this path, to which a link leads, has no destination for the link.
    static func noDestination(path: String) -> RouteError {
        let text = ErrorText(
            "The route '\(path)' has no destination for the link",
            "return one for it, or throw an error with the reason"
        )
        return RouteError(code: "no-destination", path: path, text: text)
    }
}
