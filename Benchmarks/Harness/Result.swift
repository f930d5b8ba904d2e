/// What was found of one benchmark.
struct BenchmarkResult: Equatable, Encodable {
    /// The suite of the benchmark's contest.
    let suite: String

    /// The title of the benchmark's contest.
    let contest: String

    /// The benchmark's name.
    let name: String

    /// How many operations each sample did.
    let operationsPerSample: Int

    /// How many samples were taken.
    let samples: Int

    /// The least time of an operation.
    let minNanoseconds: Double

    /// The middle time of an operation.
    let medianNanoseconds: Double

    /// The time of an operation that 95 of 100 samples did not exceed.
    let p95Nanoseconds: Double

    /// Allocations of an operation, where they can be counted.
    let allocations: Double?

    /// The name of the benchmark that the ratio is to.
    let reference: String?

    /// The middle one of the ratios to the reference's sample of the same round.
    let ratio: Double?

    /// Half of what lies between the least ratio and the one that 95 of 100 do not exceed.
    var ratioSpread: Double?

    /// The most that the ratio is meant to be.
    let mark: Double?

    /// The time that an operation is promised to stay under.
    var promisedNanoseconds: Double?

    /// Whether there is a mark that the ratio exceeds.
    var missesMark: Bool {
        guard let ratio, let mark else { return false }
        return ratio > mark
    }
}
