#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A path, and how a link that has it becomes a destination.
///
/// ```swift
/// Route("/materials/{materialId}") { queryItems in
///     .material(try queryItems.require(.materialID))
/// }
/// ```
///
/// What the path captures comes to the closure as query items, decoded and before all others; items of the same names are
/// left out. It is the rule that ``DeepLinkHandler`` has, so a closure can be moved from one to the other.
///
/// A route does nothing by itself: a ``DeepLinkParser`` is made of routes, and checks their paths then.
public struct Route<Output>: Sendable {
    /// The path as it was given, or a pattern of paths.
    public let path: String

    /// Conditions that a link waits for, once the parser is registered with a handler.
    public let requirements: Set<Requirement>

    /// Where a link has to come from, once the parser is registered with a handler; nil if it may come from anywhere.
    public let trustedOrigins: Set<LinkOrigin>?

    /// Makes a destination of a link's items.
    let read: @Sendable ([URLQueryItem]) throws -> Output?

    /// Creates a route.
    ///
    /// - Parameters:
    ///   - path: The path, such as `/materials/detail`, or a pattern of paths, such as `/materials/{materialId:uuid}`.
    ///   - requirements: Conditions that a link waits for, once the parser is registered with a handler. A parser by itself
    ///     does not ask for them.
    ///   - origins: Where a link has to come from; nil if it may come from anywhere. This too is for a
    ///     ``DeepLinkCoordinator`` to ask for, once the parser is registered.
    ///   - read: Makes a destination of the link's items. Nil and an error both say that there is none.
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
