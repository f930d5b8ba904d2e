/// Verifies and times the benchmarks of a contest.
@MainActor
struct Runner {
    /// The least time that a sample takes.
    var sampleTime: Duration = .milliseconds(1)

    /// How many samples are taken of each benchmark that is fast enough.
    var rounds = 101

    /// How long all samples of one benchmark may take together; at least five are taken even if they take longer.
    var budget: Duration = .milliseconds(250)

    /// Times the first call of a benchmark in a new process, in nanoseconds.
    var firstCall: @MainActor (Benchmark, Contest) throws -> Double = {
        try NewProcess.nanoseconds(of: $0, in: $1)
    }

    /// Counts the instructions of an operation; returns nil if they are not counted.
    var instructions: @MainActor (Benchmark, Contest) -> Double? = { _, _ in nil }
}

extension Runner {
    /// Verifies all answers of a contest, and the allocations that its benchmarks promise.
    ///
    /// - Parameter contest: The contest, whose benchmarks are prepared and run, but not timed.
    /// - Returns: How many benchmarks and footprints were verified.
    /// - Throws: `WrongAnswer`, or the errors of the preparation.
    func check(_ contest: Contest) throws -> Int {
        let benchmarks = try contest.benchmarks()
        for benchmark in benchmarks {
            try benchmark.verify()
            guard let promised = benchmark.allocations, let counted = allocations(of: benchmark)
            else {
                continue
            }
            if counted != promised {
                throw WrongAnswer(
                    description: """
                        '\(contest.suite): \(contest.title)': '\(benchmark.name)' makes \
                        \(Decimals.text(counted, places: 2)) allocations for each operation, but promises \
                        \(Decimals.text(promised, places: 2)).
                        """
                )
            }
        }
        let footprints = try contest.footprints()
        for footprint in footprints {
            guard let result = try footprint.weighed(in: contest) else { continue }
            if result.missesMark {
                throw WrongAnswer(
                    description: """
                        '\(contest.suite): \(contest.title)': '\(footprint.name)' takes \
                        \(Decimals.text(result.bytesBesideText, places: 1)) bytes a route beside its text, but promises \
                        \(Decimals.text(footprint.mark ?? 0, places: 1)) at the most.
                        """
                )
            }
        }
        return benchmarks.count + footprints.count
    }

    /// Weighs the footprints of a contest.
    ///
    /// - Parameter contest: The contest to weigh.
    /// - Returns: A result for each footprint, in order; empty where allocations cannot be counted.
    /// - Throws: The errors of making the objects.
    func weigh(_ contest: Contest) throws -> [FootprintResult] {
        try contest.footprints().compactMap { try $0.weighed(in: contest) }
    }

    /// Verifies a contest, then times its benchmarks in turns.
    ///
    /// - Parameter contest: The contest to run.
    /// - Returns: A result for each benchmark, in order.
    /// - Throws: `WrongAnswer`, or the errors of the preparation.
    func run(_ contest: Contest) throws -> [BenchmarkResult] {
        let benchmarks = try contest.benchmarks()
        var entries: [Entry] = []
        for benchmark in benchmarks {
            try benchmark.verify()
            entries.append(entry(for: benchmark))
        }
        for round in 0..<rounds {
            // Each round begins with another benchmark, as the one that runs before may slow the machine down.
            for turn in entries.indices {
                let index = (turn + round) % entries.count
                guard round.isMultiple(of: entries[index].stride) else { continue }
                entries[index].samples[round] = try sample(entries[index], in: contest)
            }
        }
        return try entries.map { entry in
            try result(for: entry, among: entries, in: contest)
        }
    }

    private struct Entry {
        let benchmark: Benchmark
        /// How many calls of the body make a sample.
        let passes: Int
        /// A sample is taken in each round that is a multiple of this.
        let stride: Int
        let allocations: Double?
        /// Nanoseconds per operation, by round.
        var samples: [Int: Double] = [:]
    }

    /// Measures roughly how long the benchmark takes, and plans its samples.
    private func entry(for benchmark: Benchmark) -> Entry {
        let allocations = allocations(of: benchmark)
        let time = ThreadTime()
        benchmark.body()
        let pass = max(time.nanoseconds, 1)
        let passes =
            benchmark.caches == .warm ? (sampleTime.nanoseconds / pass).rounded(.up) : 1
        // A process takes about ten milliseconds to start.
        let whole = benchmark.caches == .new ? 1e7 : pass * (passes + 1)
        let wanted = min(max(budget.nanoseconds / whole, 5), Double(rounds))
        return Entry(
            benchmark: benchmark,
            passes: Int(passes),
            stride: max(1, Int(Double(rounds) / wanted)),
            allocations: benchmark.caches == .new ? nil : allocations
        )
    }

    /// The allocations per operation, after a first pass that may fill caches.
    private func allocations(of benchmark: Benchmark) -> Double? {
        benchmark.body()
        return Allocations.counted { benchmark.body() }
            .map { Double($0.count) / Double(benchmark.operations) }
    }

    /// Nanoseconds per operation, after a pass that does not count.
    ///
    /// That pass restores what other benchmarks have evicted from the caches. If it counted, it would be the whole sample of
    /// a slow benchmark, but a small part of a fast one's.
    private func sample(_ entry: Entry, in contest: Contest) throws -> Double {
        let body = entry.benchmark.body
        switch entry.benchmark.caches {
        case .warm: body()
        case .cold: Self.emptyCaches()
        case .new:
            let time = try firstCall(entry.benchmark, contest)
            return time / Double(entry.benchmark.operations)
        }
        let time = ThreadTime()
        for _ in 0..<entry.passes {
            body()
        }
        return time.nanoseconds / Double(entry.passes * entry.benchmark.operations)
    }

    /// Reads and writes more memory than caches hold.
    private static func emptyCaches() {
        blackHole([UInt8](repeating: 1, count: 64 << 20).reduce(0, &+))
    }

    private func result(
        for entry: Entry,
        among entries: [Entry],
        in contest: Contest
    ) throws -> BenchmarkResult {
        guard let statistics = Statistics(Array(entry.samples.values)) else {
            throw WrongAnswer(description: "'\(entry.benchmark.name)' was never sampled.")
        }
        let reference = entries.first { $0.benchmark.name == entry.benchmark.reference }
        let ratios = reference.map { reference in
            entry.samples.compactMap { round, time in
                reference.samples[round].map { time / $0 }
            }
        }
        let ratio = ratios.flatMap(Statistics.init)
        return BenchmarkResult(
            suite: contest.suite,
            contest: contest.title,
            name: entry.benchmark.name,
            operationsPerSample: entry.passes * entry.benchmark.operations,
            samples: entry.samples.count,
            minNanoseconds: statistics.min,
            medianNanoseconds: statistics.median,
            p95Nanoseconds: statistics.p95,
            allocations: entry.allocations,
            instructions: entry.benchmark.caches == .new
                ? nil : instructions(entry.benchmark, contest),
            reference: entry.benchmark.reference,
            ratio: ratio?.median,
            ratioSpread: ratio.map { ($0.p95 - $0.min) / 2 },
            mark: entry.benchmark.mark,
            promisedNanoseconds: entry.benchmark.promise?.nanoseconds
        )
    }
}

extension Duration {
    /// This duration as a number of nanoseconds.
    var nanoseconds: Double {
        Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
    }
}
