/// One way to do a piece of work, timed in a contest with other ways.
@MainActor
struct Benchmark {
    /// Its name, unique in its contest: `trie`, `dictionary of whole paths`.
    let name: String

    /// How many operations one call of `body` performs; figures are per operation.
    let operations: Int

    /// The name of the benchmark in the same contest that its time is compared with, as a ratio.
    var reference: String?

    /// The limit that the ratio to the reference should not exceed.
    var mark: Double?

    /// The time that an operation promises to stay under on any current machine.
    var promise: Duration?

    /// What runs before a sample.
    var caches = Caches.warm

    /// How many allocations one operation makes, if that is promised.
    var allocations: Double?

    /// Throws a `WrongAnswer` unless the work gives the right answer for all of its input; called before timing.
    let verify: @MainActor () throws -> Void

    /// Performs the work once for all of its input.
    let body: @MainActor () -> Void
}

/// What runs before a sample.
enum Caches {
    /// The same work, immediately before.
    case warm
    /// Other work that has evicted this work's data from the processor's caches; a sample is one call.
    case cold
    /// Nothing: a sample is the first call in its own process.
    case new
}

/// Benchmarks that do the same work on the same input, and are sampled in turns, so that their ratios hold even if
/// the machine's speed drifts.
@MainActor
struct Contest {
    /// The part of the package that it measures: `lookup`, `scale`, `open`, `memory`.
    let suite: String

    /// A short description: `GitHub API, 130 routes, hits`.
    let title: String

    /// Prepares the input and everything else that is not timed; called only when the contest runs.
    let benchmarks: @MainActor () throws -> [Benchmark]

    /// The footprints, which are weighed and not timed.
    let footprints: @MainActor () throws -> [Footprint]

    /// Creates a contest that compares times.
    init(
        suite: String,
        title: String,
        benchmarks: @escaping @MainActor () throws -> [Benchmark]
    ) {
        self.suite = suite
        self.title = title
        self.benchmarks = benchmarks
        footprints = { [] }
    }

    /// Creates a contest that compares memory.
    init(
        suite: String,
        title: String,
        footprints: @escaping @MainActor () throws -> [Footprint]
    ) {
        self.suite = suite
        self.title = title
        benchmarks = { [] }
        self.footprints = footprints
    }

    /// Whether `word` is in the suite's name or the title, in any case.
    func matches(_ word: String) -> Bool {
        "\(suite): \(title)".lowercased().contains(word.lowercased())
    }
}

/// A benchmark does not do what it should, so its time means nothing.
struct WrongAnswer: Error, Equatable, CustomStringConvertible {
    /// A sentence that names the input, the answer and what it should have been.
    let description: String
}
