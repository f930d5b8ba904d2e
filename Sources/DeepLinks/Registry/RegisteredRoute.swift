public import PathMatching

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A path that a feature registered, and what a link needs to open it.
///
/// ``DeepLinkHandler/routes`` lists them, for example for a debug menu.
public final class RegisteredRoute: Sendable {
    /// Prepares something, and returns the action that uses it.
    typealias Preparation = @MainActor () async throws -> @MainActor () throws -> Void

    /// What happens when a link opens the route.
    enum Work: Sendable {
        /// An action runs at once.
        case action(DeepLinkHandler.Action)
        /// The link's items are read, something is prepared, and then an action runs.
        case preparation(@MainActor ([URLQueryItem]) throws -> Preparation)
    }

    /// The pattern that was registered.
    public let pattern: PathPattern

    /// The conditions that a link waits for.
    public let requirements: Set<Requirement>

    /// The origins that a link may come from; nil if it may come from anywhere.
    public let trustedOrigins: Set<LinkOrigin>?

    let work: Work

    init(
        _ pattern: PathPattern,
        requires requirements: Set<Requirement>,
        trusts trustedOrigins: Set<LinkOrigin>?,
        _ work: Work
    ) {
        self.pattern = pattern
        self.requirements = requirements
        self.trustedOrigins = trustedOrigins
        self.work = work
    }

    /// Whether a link from `origin` may open the route.
    func trusts(_ origin: LinkOrigin) -> Bool {
        trustedOrigins?.contains(origin) ?? true
    }
}

extension RegisteredRoute: CustomStringConvertible {
    /// The pattern's text, such as `/items/{id}`.
    public var description: String { pattern.description }
}

/// The route that a link leads to, and the items that its action gets.
package struct RouteMatch: Sendable {
    /// The route.
    package let route: RegisteredRoute

    /// The items that the path captured, then the link's own items with other names.
    package let queryItems: [URLQueryItem]
}

extension DeepLink {
    /// The items that a route gets: those that its pattern captured, then the link's own items with other names.
    ///
    /// - Parameters:
    ///   - captureNames: The names of the pattern's captures from left to right.
    ///   - capture: The decoded text of a capture; nil if it is absent.
    /// - Returns: The items.
    func queryItems(
        behind captureNames: [String],
        _ capture: (String) -> String?
    ) -> [URLQueryItem] {
        guard !captureNames.isEmpty else { return queryItems }
        let captures = captureNames.compactMap { name in
            capture(name).map { URLQueryItem(name: name, value: $0) }
        }
        return captures
            + queryItems.filter { item in
                !captureNames.contains { hasSameBytes($0, item.name) }
            }
    }
}
