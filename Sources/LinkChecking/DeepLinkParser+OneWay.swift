public import DeepLinks

extension DeepLinkParser where Output: Equatable {
    /// Those of some destinations to which no link of the parser leads back, each as a sentence.
    ///
    /// Give it a destination of each kind in a test:
    ///
    /// ```swift
    /// #expect(screens.oneWayDestinations(among: [.home, .product(id: 5)]) == [])
    /// ```
    ///
    /// - Parameter destinations: The destinations.
    /// - Returns: A sentence about each destination of which `link(to:)` makes no link, or a link that the parser does not read as
    ///   an equal destination: the destination, the obstacle, the way out; in order.
    public func oneWayDestinations(among destinations: [Output]) -> [String] {
        destinations.compactMap { destination in
            let obstacle: String
            do {
                let link = try link(to: destination)
                let reading = parse(link)
                guard reading != destination else { return nil }
                let fault = reading.map { "is read as '\($0)'" } ?? "has no destination"
                obstacle =
                    "its link '\(link.string)' \(fault); correct the closures of its route, or the route that takes the link."
            } catch {
                let sentence = "\(error)"
                obstacle = sentence.prefix(1).lowercased() + sentence.dropFirst()
            }
            return "'\(destination)' has no way back: \(obstacle)"
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
