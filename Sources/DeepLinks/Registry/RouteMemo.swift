import PathMatching

/// Remembers the routes of paths that are registered letter by letter, without captures.
///
/// Most links lead to a few such paths, and the whole text of one is compared sooner than it is looked up segment by segment.
/// A pattern that is the path itself is the most specific one that there can be: so what is remembered is what would be
/// found, until the routes change.
struct RouteMemo {
    /// How many routes are remembered at most: a power of two.
    private static let size: UInt64 = 16

    /// The last route in each place, or nothing at all.
    private var routes: [RegisteredRoute?] = []

    /// Whether nothing is remembered.
    @inline(__always)
    var isEmpty: Bool { routes.isEmpty }

    /// The route of a path, if it is remembered.
    @inline(__always)
    func route(of path: ByteView) -> RegisteredRoute? {
        let place = Self.place(of: path)
        guard place < routes.count, let route = routes[place],
            withBytes(of: route.path, { $0.elementsEqual(path) })
        else { return nil }
        return route
    }

    /// Remembers the route that a path was found to lead to, if it is registered letter by letter.
    mutating func note(_ route: RegisteredRoute, of path: ByteView) {
        guard route.captureNames.isEmpty, withBytes(of: route.path, { $0.elementsEqual(path) })
        else { return }
        if routes.isEmpty {
            routes = Array(repeating: nil, count: Int(Self.size))
        }
        routes[Self.place(of: path)] = route
    }

    /// Where a path's route is remembered: paths differ at their ends, if anywhere.
    @inline(__always)
    private static func place(of path: ByteView) -> Int {
        let word = path.count >= 8 ? path.wholeWord(at: path.count &- 8) : path.word(at: 0)
        let hash = (word ^ UInt64(truncatingIfNeeded: path.count)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: hash &>> 32 & (size &- 1))
    }
}
