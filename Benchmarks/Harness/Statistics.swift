/// The order statistics of some samples.
struct Statistics: Equatable {
    /// The smallest sample, the least disturbed one.
    let min: Double

    /// The sample in the middle; of an even number, the mean of the two in the middle.
    let median: Double

    /// The smallest sample that is not exceeded by 95 of 100.
    let p95: Double

    /// Creates the statistics of `samples`, in any order; nil when there are none.
    init?(_ samples: [Double]) {
        let sorted = samples.sorted()
        guard let first = sorted.first else { return nil }
        min = first
        let middle = sorted.count / 2
        median =
            sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2
            : sorted[middle]
        // The nearest rank: the least `r` with `r / count >= 0.95`, counted from 1, in whole numbers.
        p95 = sorted[(sorted.count * 95 + 99) / 100 - 1]
    }
}
