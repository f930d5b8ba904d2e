/// The order statistics of some samples.
struct Statistics: Equatable {
    /// The smallest sample, which was disturbed the least.
    let min: Double

    /// The sample in the middle; for an even number of samples, the mean of the two in the middle.
    let median: Double

    /// The smallest sample that at least 95 % of the samples do not exceed.
    let p95: Double

    /// Creates the statistics of `samples`, in any order; nil when there are no samples.
    init?(_ samples: [Double]) {
        let sorted = samples.sorted()
        guard let first = sorted.first else { return nil }
        min = first
        let middle = sorted.count / 2
        median =
            sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2
            : sorted[middle]
        // The nearest rank: the least `r` with `r / count >= 0.95`, counted from 1, in integer arithmetic.
        p95 = sorted[(sorted.count * 95 + 99) / 100 - 1]
    }
}
