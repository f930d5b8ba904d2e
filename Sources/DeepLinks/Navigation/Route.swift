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
    public let path: String

    /// Conditions that a link waits for if the parser is registered with a handler.
    public let requirements: Set<Requirement>

    /// Where a link has to come from if the parser is registered with a handler; nil if it may come from anywhere.
    public let trustedOrigins: Set<LinkOrigin>?

    /// Makes a destination from a link's items.
    let read: @Sendable ([URLQueryItem]) throws -> Output?

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
        self.path = path
        self.requirements = requirements
        trustedOrigins = origins
        self.read = read
    }
}

/// Collects the routes of a parser; `if`, `else`, `switch` and `for` work as in any other code.
public typealias RouteBuilder<Output> = ListBuilder<Route<Output>>
