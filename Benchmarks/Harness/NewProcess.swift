import Foundation

/// This program once more, for what happens only once in a process.
enum NewProcess {
    /// The time that a benchmark's first call takes in a process of its own.
    ///
    /// - Parameters:
    ///   - benchmark: What is timed.
    ///   - contest: The contest that it belongs to.
    ///   - program: The benchmarks' program; this one if nil.
    /// - Returns: Nanoseconds.
    /// - Throws: `WrongAnswer` when the process does not tell the time, or what starting it throws.
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
                description: "A new process does not tell how long '\(benchmark.name)' takes."
            )
        }
        return time
    }
}
