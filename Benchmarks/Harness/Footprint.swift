/// What something holds in memory, beside other ways to hold the same.
@MainActor
struct Footprint {
    /// What it is, unique in its contest.
    let name: String

    /// How many routes it holds.
    let routes: Int

    /// The bytes of the routes' texts, which every way has to hold.
    let textBytes: Int

    /// The most bytes that a route is meant to take beside its text.
    var mark: Double?

    /// Makes it; what is returned is what is weighed.
    let make: @MainActor () throws -> Any
}

/// What was found of one footprint.
struct FootprintResult: Equatable, Encodable {
    /// The suite of the footprint's contest.
    let suite: String

    /// The title of the footprint's contest.
    let contest: String

    /// The footprint's name.
    let name: String

    /// How many routes it holds.
    let routes: Int

    /// The bytes that were in use after it was made and not before, per route.
    let bytes: Double

    /// As ``bytes``, less those of the texts.
    let bytesBesideText: Double

    /// The allocations that making it took, per route.
    let allocations: Double

    /// The most that ``bytesBesideText`` is meant to be.
    let mark: Double?

    /// Whether there is a mark that is exceeded.
    var missesMark: Bool { mark.map { bytesBesideText > $0 } ?? false }
}

extension Footprint {
    /// Makes it once, and weighs it.
    ///
    /// - Parameter contest: The contest that it belongs to.
    /// - Returns: The result, or nil where allocations cannot be counted.
    /// - Throws: What making it throws.
    func weighed(in contest: Contest) throws -> FootprintResult? {
        // What is made only once, such as the metadata of generic types, is no part of it.
        _ = try make()
        var made: Any?
        let allocations = try Allocations.counted { made = try make() }
        guard let allocations else { return nil }
        return withExtendedLifetime(made) {
            let routes = Double(routes)
            return FootprintResult(
                suite: contest.suite,
                contest: contest.title,
                name: name,
                routes: self.routes,
                bytes: Double(allocations.liveBytes) / routes,
                bytesBesideText: Double(allocations.liveBytes - textBytes) / routes,
                allocations: Double(allocations.count) / routes,
                mark: mark
            )
        }
    }
}
