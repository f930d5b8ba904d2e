import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DeepLinkParser {
    /// Creates a parser of routes.
    ///
    /// Which route a link belongs to is decided by its path alone, and by the rules of ``DeepLinkHandler``: the most specific
    /// pattern wins, whatever the order. If that route has no destination for the link, the parser has none.
    ///
    /// - Parameter routes: The routes.
    /// - Throws: ``RouteError`` if a path is malformed, or two routes match exactly the same links.
    public init(@RouteBuilder<Output> routes: () -> [Route<Output>]) throws(RouteError) {
        try self.init(routes: routes())
    }

    /// Creates a parser of routes that were made elsewhere.
    ///
    /// - Parameter routes: The routes, whose order does not matter.
    /// - Throws: ``RouteError`` if a path is malformed, or two routes match exactly the same links.
    public init(routes: [Route<Output>]) throws(RouteError) {
        var trie = PathTrie<RouteEntry<Output>>()
        for route in routes {
            let pattern: PathPattern
            do throws(PathPatternError) {
                pattern = try PathPattern(route.path)
            } catch {
                throw .malformedPath(error)
            }
            do throws(PathConflict) {
                try trie.insert(RouteEntry(route, captureNames: pattern.captureNames), at: pattern)
            } catch {
                throw .conflict(error)
            }
        }
        self.init(routes: routes) { [trie] link in
            try trie.output(for: link)
        }
    }

    /// The paths of the routes that the parser was made of, as they were given; none if a closure had a part in it.
    public var paths: [String] {
        routes?.map(\.path) ?? []
    }
}

/// A route, and what its pattern captures.
private struct RouteEntry<Output>: Sendable {
    let route: Route<Output>
    let captureNames: [String]

    init(_ route: Route<Output>, captureNames: [String]) {
        self.route = route
        self.captureNames = captureNames
    }
}

extension PathTrie {
    /// What the route that a link leads to makes of it.
    fileprivate func output<Output>(for link: DeepLink) throws -> Output?
    where Value == RouteEntry<Output> {
        let found: (route: Route<Output>, items: [URLQueryItem])? = withBytes(of: link.path) {
            path in
            let found = lookUp(path)
            guard !found.isNone else { return nil }
            let entry = self[found]
            guard !entry.captureNames.isEmpty else { return (entry.route, link.queryItems) }
            let items = link.queryItems(behind: entry.captureNames, path, found, in: self)
            return (entry.route, items)
        }
        return try found.flatMap { try $0.route.read($0.items) }
    }
}
