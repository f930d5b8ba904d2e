/// The measurements of one benchmark.
struct BenchmarkResult: Equatable, Encodable {
    /// The suite of the benchmark's contest.
    let suite: String

    /// The title of the benchmark's contest.
    let contest: String

    /// The benchmark's name.
    let name: String

    /// How many operations each sample performed.
    let operationsPerSample: Int

    /// How many samples were taken.
    let samples: Int

    /// The least time of an operation.
    let minNanoseconds: Double

    /// The median time of an operation.
    let medianNanoseconds: Double

    /// The time of an operation that 95 % of the samples do not exceed.
    let p95Nanoseconds: Double

    /// The allocations of an operation; nil where they cannot be counted.
    let allocations: Double?

    /// The processor instructions of an operation; nil where they are not counted.
    var instructions: Double?

    /// The name of the benchmark that the ratio compares with.
    let reference: String?

    /// The median of the ratios to the reference's sample in the same round.
    let ratio: Double?

    /// Half the distance between the least ratio and the one that 95 % do not exceed.
    var ratioSpread: Double?

    /// The limit that the ratio should not exceed.
    let mark: Double?

    /// The time that an operation promises to stay under.
    var promisedNanoseconds: Double?

    /// Whether there is a mark and the ratio exceeds it.
    var missesMark: Bool {
        guard let ratio, let mark else { return false }
        return ratio > mark
    }
}
