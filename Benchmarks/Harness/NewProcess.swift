import Foundation

/// Runs this program again, for what happens only once in a process.
enum NewProcess {
    /// The time of a benchmark's first call in its own process.
    ///
    /// - Parameters:
    ///   - benchmark: The benchmark to time.
    ///   - contest: The contest that it belongs to.
    ///   - program: The benchmarks' program; nil for this one.
    /// - Returns: Nanoseconds.
    /// - Throws: `WrongAnswer` when the process reports no time, or the errors of starting it.
    @MainActor
    static func nanoseconds(
        of benchmark: Benchmark,
        in contest: Contest,
        program: URL? = nil
    ) throws -> Double {
        let process = Process()
        process.executableURL = program ?? Bundle.main.executableURL
        process.arguments = [
            "--first", "--filter", "\(contest.suite): \(contest.title)", "--name", benchmark.name,
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard let time = Double(String(decoding: output, as: UTF8.self).dropLast()) else {
            throw WrongAnswer(
                description: "A new process did not report how long '\(benchmark.name)' takes."
            )
        }
        return time
    }
}
