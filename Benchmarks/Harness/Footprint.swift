/// The memory that something holds, compared with other ways to hold the same.
@MainActor
struct Footprint {
    /// Its name, unique in its contest.
    let name: String

    /// How many routes it holds.
    let routes: Int

    /// The size of the routes' texts in bytes, which every way has to hold.
    let textBytes: Int

    /// The limit for the bytes of a route beside its text.
    var mark: Double?

    /// Makes the object to weigh.
    let make: @MainActor () throws -> Any
}

/// The measurements of one footprint.
struct FootprintResult: Equatable, Encodable {
    /// The suite of the footprint's contest.
    let suite: String

    /// The title of the footprint's contest.
    let contest: String

    /// The footprint's name.
    let name: String

    /// How many routes it holds.
    let routes: Int

    /// The bytes per route that are in use after it was made but were not before.
    let bytes: Double

    /// The bytes per route without those of the texts.
    let bytesBesideText: Double

    /// The allocations per route while it was made.
    let allocations: Double

    /// The limit for ``bytesBesideText``.
    let mark: Double?

    /// Whether there is a mark and it is exceeded.
    var missesMark: Bool { mark.map { bytesBesideText > $0 } ?? false }
}

extension Footprint {
    /// Makes it and weighs it.
    ///
    /// - Parameter contest: The contest that it belongs to.
    /// - Returns: The result, or nil where allocations cannot be counted.
    /// - Throws: The errors of making it.
    func weighed(in contest: Contest) throws -> FootprintResult? {
        // What is made only once, such as the metadata of generic types, must not count.
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
