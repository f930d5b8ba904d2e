import PathMatching

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What is asked of a link before it may open a route.
package struct RouteOptions: Sendable {
    /// The conditions that have to be met.
    package var requirements: Set<Requirement>

    // There are a few, with which another is compared sooner than it is hashed.
    private let trusted: [LinkOrigin]?

    /// The origins that a link may come from; nil if it may come from anywhere.
    package var trustedOrigins: Set<LinkOrigin>? { trusted.map { Set($0) } }

    /// Creates the options.
    package init(
        requirements: Set<Requirement> = [],
        trustedOrigins: Set<LinkOrigin>? = nil
    ) {
        self.requirements = requirements
        trusted = trustedOrigins.map { Array($0) }
    }

    /// Whether a link may come from `origin`, which is asked for only if it matters.
    @inline(__always)
    package func trusts(_ origin: @autoclosure () -> LinkOrigin) -> Bool {
        guard let trusted else { return true }
        return Self.isOne(origin(), of: trusted)
    }

    @inline(never)
    private static func isOne(_ origin: LinkOrigin, of origins: [LinkOrigin]) -> Bool {
        // By their places, since a loop over origins would copy each.
        origins.indices.contains { origins[$0] == origin }
    }
}

/// What somebody registered for a path.
struct Registration: Sendable {
    /// What is asked of a link before it may open the route.
    let options: RouteOptions

    /// What is asked of a link as bits; see ``DeepLinkHandler/bits(of:)``.
    let requirementBits: UInt64

    /// What runs when a link opens the route.
    let work: RegisteredRoute.Work

    /// The route, once a link has led to it.
    var route: RegisteredRoute?
}

/// A path that somebody registered, and what is to happen when a link opens it.
///
/// It is made when the first link leads to it, since an app starts with many routes of which few are opened.
package final class RegisteredRoute: Sendable {
    /// What runs when a link opens the route.
    package enum Work: Sendable {
        /// Runs at once.
        case action(DeepLinkHandler.Action)
        /// Prepares something, and gives what runs when that is done.
        case preparation(Prepare)
    }

    /// Prepares something for a link's items, and gives the action that uses it.
    package typealias Prepare =
        @MainActor ([URLQueryItem]) async throws -> @MainActor () throws -> Void

    /// The canonical text of the pattern that was registered.
    package let path: String

    /// The names of the pattern's captures from left to right.
    let captureNames: [String]

    /// What is asked of a link before it may open the route.
    package let options: RouteOptions

    /// What is asked of a link as bits; see ``DeepLinkHandler/bits(of:)``.
    package let requirementBits: UInt64

    /// What runs at once when a link opens the route; nil if it prepares something.
    let action: DeepLinkHandler.Action?

    /// What prepares something when a link opens the route; nil if it has an action.
    let preparation: Prepare?

    /// Creates a route.
    ///
    /// - Parameters:
    ///   - registration: What was registered.
    ///   - pattern: The pattern that it was registered for.
    init(_ registration: Registration, for pattern: PathPattern) {
        path = pattern.description
        captureNames = pattern.captureNames
        options = registration.options
        requirementBits = registration.requirementBits
        switch registration.work {
        case .action(let action): (self.action, preparation) = (action, nil)
        case .preparation(let prepare): (action, preparation) = (nil, prepare)
        }
    }

    /// The conditions that have to be met.
    package var requirements: Set<Requirement> { options.requirements }

    /// Whether the route prepares something before its action runs.
    package var prepares: Bool { preparation != nil }
}

/// The route that a link leads to, and the items that it gets.
package struct RouteMatch: Sendable {
    /// The route.
    package let route: RegisteredRoute

    /// What the path captured, then the link's own items without those of the same names; nil if the path captured nothing.
    let mergedItems: [URLQueryItem]?
}

extension DeepLink {
    /// The items that a route gets whose pattern captured something of the path.
    ///
    /// - Parameters:
    ///   - captureNames: The names of the pattern's captures.
    ///   - path: The link's path.
    ///   - found: What the look-up of the path gave.
    ///   - routes: Where it was looked up.
    /// - Returns: What was captured, decoded, then the link's own items without those of the same names.
    @inline(never)
    func queryItems(
        behind captureNames: [String],
        _ path: ByteView,
        _ found: PathIndexMatch,
        in routes: PathTrie<some Any>
    ) -> [URLQueryItem] {
        if found.keepsAllCaptures {
            return queryItems(behind: captureNames, path) { found[$0] }
        }
        var items: [URLQueryItem] = []
        routes.firstMatch(canonical: path) { _, captures in
            items = queryItems(behind: captureNames, path) { captures[$0] }
            return true
        }
        return items
    }

    @inline(__always)
    private func queryItems(
        behind captureNames: [String],
        _ path: ByteView,
        range: (Int) -> Range<Int>
    ) -> [URLQueryItem] {
        var items: [URLQueryItem] = []
        items.reserveCapacity(captureNames.count + queryItems.count)
        for (index, name) in captureNames.enumerated() {
            // A link's path decodes, and captures do not cut through escapes.
            items.append(
                URLQueryItem(name: name, value: CanonicalPath.decode(path[range(index)]))
            )
        }
        for item in queryItems
        where !captureNames.contains(where: { hasSameBytes($0, item.name) }) {
            items.append(item)
        }
        return items
    }
}
