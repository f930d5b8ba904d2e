/// One way to do a piece of work, timed beside the other ways of its contest.
@MainActor
struct Benchmark {
    /// What it is, unique in its contest: `trie`, `dictionary of whole paths`.
    let name: String

    /// How many operations one call of `body` does; figures are per operation.
    let operations: Int

    /// The name of the benchmark in the same contest whose time this one's is divided by.
    var reference: String?

    /// The most that the ratio to the reference is meant to be.
    var mark: Double?

    /// The time that an operation is promised to stay under on any machine of today.
    var promise: Duration?

    /// What the processor and the program know before a sample.
    var caches = Caches.warm

    /// How many allocations one operation makes, where that is promised.
    var allocations: Double?

    /// Throws a `WrongAnswer` unless the work gives the right answer to all of its input; called before any timing.
    let verify: @MainActor () throws -> Void

    /// Does the work once over all of its input.
    let body: @MainActor () -> Void
}

/// What has been done before a sample.
enum Caches {
    /// The same work, just before.
    case warm
    /// Much other work, which has driven this work's data out of the processor's caches; a sample is one call.
    case cold
    /// Nothing: a sample is the first call in a process of its own.
    case new
}

/// Benchmarks that do the same work on the same input, and are sampled in turns, so that their ratios hold on a
/// machine whose speed drifts.
@MainActor
struct Contest {
    /// The part of the package it belongs to: `lookup`, `scale`, `open`, `memory`.
    let suite: String

    /// What is asked, in a few words: `GitHub API, 130 routes, hits`.
    let title: String

    /// Prepares the input and all that is not to be timed; called only when the contest is to run.
    let benchmarks: @MainActor () throws -> [Benchmark]

    /// What is weighed instead of timed.
    let footprints: @MainActor () throws -> [Footprint]

    /// Creates a contest of which the time counts.
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

    /// Creates a contest of which the memory counts.
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

/// A benchmark does something else than it should, so its time means nothing.
struct WrongAnswer: Error, Equatable, CustomStringConvertible {
    /// A sentence that names the input, the answer and what it should have been.
    let description: String
}
