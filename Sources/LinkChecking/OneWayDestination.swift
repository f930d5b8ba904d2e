public import DeepLinks

/// A destination of a parser to which no link leads back.
public struct OneWayDestination<Destination> {
    /// The destination.
    public let destination: Destination

    /// The link that the parser makes of the destination; nil if it makes none.
    public let link: DeepLink?

    let obstacle: String
}

extension OneWayDestination: CustomStringConvertible {
    /// One sentence: the destination, the obstacle, the way out.
    public var description: String { "'\(destination)' has no way back: \(obstacle)" }
}

extension OneWayDestination: Sendable where Destination: Sendable {}

extension DeepLinkParser where Output: Equatable {
    /// Those of some destinations to which no link of the parser leads back.
    ///
    /// Give it a destination of each kind in a test:
    ///
    /// ```swift
    /// #expect(screens.oneWayDestinations(among: [.home, .product(id: 5)]).isEmpty)
    /// ```
    ///
    /// - Parameter destinations: The destinations.
    /// - Returns: Each destination of which `link(to:)` makes no link, or a link that the parser does not read as an equal
    ///   destination; in order.
    public func oneWayDestinations(among destinations: [Output]) -> [OneWayDestination<Output>] {
        destinations.compactMap { destination in
            let link: DeepLink
            do {
                link = try self.link(to: destination)
            } catch {
                let sentence = "\(error)"
                let obstacle = sentence.prefix(1).lowercased() + sentence.dropFirst()
                return OneWayDestination(destination: destination, link: nil, obstacle: obstacle)
            }
            let reading = parse(link)
            guard reading != destination else { return nil }
            let fault = reading.map { "is read as '\($0)'" } ?? "has no destination"
            let obstacle =
                "its link '\(link.string)' \(fault); correct the closures of its route, or the route that takes the link."
            return OneWayDestination(destination: destination, link: link, obstacle: obstacle)
        }
    }
}

extension DeepLinkParser {
    /// The paths of the routes that make no links, in order.
    ///
    /// Such a route has no closure `values`, or was changed by `map` without `back`. A test can require that there are none:
    ///
    /// ```swift
    /// #expect(screens.oneWayPaths.isEmpty)
    /// ```
    ///
    /// If another route makes the links to the destinations of a route, write `values: { _ in nil }`. A parser that was made with
    /// a closure has no routes.
    public var oneWayPaths: [String] {
        routes.filter { $0.write == nil }.map(\.path)
    }
}
