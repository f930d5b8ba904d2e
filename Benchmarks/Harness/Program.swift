import Foundation

/// The program: arguments in, text and exit code out.
@MainActor
struct Program {
    /// All contests.
    let contests: [Contest]

    /// The runner that verifies and times them.
    var runner = Runner()

    /// Whether standard output shows colors.
    var isColored = false

    /// Takes a line for standard output.
    let output: @MainActor (String) -> Void

    /// Takes a line for standard error.
    let complaint: @MainActor (String) -> Void

    /// Runs the program.
    ///
    /// - Parameter arguments: The words after the program's name.
    /// - Returns: The exit code: 0 for success, 1 when an answer is wrong or a file cannot be written, 2 for a command
    ///   line that cannot be followed.
    func run(_ arguments: [String]) -> Int32 {
        do {
            let options = try Options(arguments)
            if options.mode == .help {
                output(Options.help)
                return 0
            }
            let chosen = try contests(for: options)
            switch options.mode {
            case .check: try check(chosen)
            case .repeats(let count): try repeatWork(of: chosen, named: options.name, count: count)
            case .first: try timeFirstCall(of: chosen, named: options.name)
            case .measure, .help: try measure(chosen, options)
            }
            return 0
        } catch let error as UsageError {
            complaint("DeepLinksBenchmarks: \(error)")
            return 2
        } catch {
            complaint("DeepLinksBenchmarks: \(error)")
            return 1
        }
    }

    /// Whether assertions are checked, which they are not in an optimized build.
    private static var isDebugBuild: Bool {
        var checked = false
        func check() -> Bool {
            checked = true
            return true
        }
        assert(check())
        return checked
    }

    private func contests(for options: Options) throws(UsageError) -> [Contest] {
        guard let word = options.filter else { return contests }
        let chosen = contests.filter { $0.matches(word) }
        if chosen.isEmpty {
            var suites: [String] = []
            for contest in contests where !suites.contains(contest.suite) {
                suites.append(contest.suite)
            }
            throw UsageError(
                description: """
                    Nothing has '\(word)' in its suite or title; the suites are \
                    \(suites.joined(separator: ", ")).
                    """
            )
        }
        return chosen
    }

    /// Performs the work of the benchmarks the given number of times, and prints the numbers of operations.
    private func repeatWork(of contests: [Contest], named name: String?, count: Int) throws {
        for (contest, benchmark) in try benchmarks(of: contests, named: name) {
            // The first time also does what is done only once.
            benchmark.body()
            Self.repeatedWork(of: benchmark, count: count)
            output(
                "\(contest.suite): \(contest.title): \(benchmark.name): \(count * benchmark.operations) operations"
            )
        }
    }

    /// Performs the work, in a function of its own, so that ``Instructions`` counts nothing else.
    @inline(never)
    private static func repeatedWork(of benchmark: Benchmark, count: Int) {
        for _ in 0..<count {
            benchmark.body()
        }
    }

    /// Performs the work of the only chosen benchmark, and prints its time.
    private func timeFirstCall(of contests: [Contest], named name: String?) throws {
        let chosen = try benchmarks(of: contests, named: name)
        guard let (_, benchmark) = chosen.first, chosen.count == 1 else {
            throw UsageError(
                description: """
                    '--first' does one thing, and \(chosen.count) are chosen; choose one with '--filter' and '--name'.
                    """
            )
        }
        let time = ThreadTime()
        benchmark.body()
        output("\(time.nanoseconds)")
    }

    private func benchmarks(
        of contests: [Contest],
        named name: String?
    ) throws -> [(Contest, Benchmark)] {
        let chosen = try contests.flatMap { contest in
            try contest.benchmarks().filter { name == nil || $0.name == name }
                .map { (contest, $0) }
        }
        if chosen.isEmpty {
            throw UsageError(
                description: """
                    No benchmark that was chosen is called '\(name ?? "")'; the names are the first column of a table.
                    """
            )
        }
        return chosen
    }

    private func check(_ contests: [Contest]) throws {
        var count = 0
        for contest in contests {
            count += try runner.check(contest)
        }
        output(
            Allocations.areCounted
                ? "The answers and the allocations of \(count) benchmarks are right."
                : "The answers of \(count) benchmarks are right; allocations cannot be counted here."
        )
    }

    private func runner(for options: Options) throws(UsageError) -> Runner {
        guard options.countsInstructions else { return runner }
        guard let counter = Instructions.counter() else {
            throw UsageError(
                description:
                    "'--instructions' needs valgrind and strip, and one of them is not installed; install them, or remove the option."
            )
        }
        var runner = runner
        runner.instructions = { counter.count(of: $0, in: $1) }
        return runner
    }

    private func measure(_ contests: [Contest], _ options: Options) throws {
        if Self.isDebugBuild {
            complaint("This is a debug build, whose times mean nothing: run with '-c release'.")
        }
        output(
            "Caches are warm, unless a title says otherwise. Each row is per operation; '--help' explains it."
        )
        output("")
        var report = Report()
        let runner = try runner(for: options)
        for contest in contests {
            let results = try runner.run(contest)
            let footprints = try runner.weigh(contest)
            report.results += results
            report.footprints += footprints
            for line in Report.lines(for: results, isColored: isColored)
                + Report.lines(for: footprints, isColored: isColored)
            {
                output(line)
            }
            output("")
        }
        if let path = options.jsonPath {
            try write(report.json(), to: path)
        }
        if let path = options.svgPath {
            let picture = Picture(report.results)
            guard !picture.isEmpty else {
                throw UsageError(
                    description: """
                        '--svg' draws the suites lookup and scale, but neither has run; remove '--filter', or name \
                        one of them.
                        """
                )
            }
            try write(Data(picture.svg.utf8), to: path)
        }
    }

    private func write(_ document: Data, to path: String) throws(UnwritableFile) {
        do {
            try document.write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw UnwritableFile(path: path)
        }
    }
}

/// A file that the results could not be written to.
struct UnwritableFile: Error, CustomStringConvertible {
    /// The path as it was given.
    let path: String

    /// One sentence: the path, the obstacle, the way out.
    var description: String {
        "'\(path)' cannot be written; name a file in a folder that you can write to."
    }
}
