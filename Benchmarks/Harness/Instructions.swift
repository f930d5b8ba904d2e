import Foundation

/// Counts processor instructions with valgrind, whose counts repeat exactly where times do not.
struct Instructions {
    /// The program that is counted, without debug information, which valgrind cannot read in some builds.
    let program: URL

    /// Prepares the program.
    ///
    /// - Parameter program: The benchmarks' program; nil for this one.
    /// - Returns: The counter; nil if valgrind or `strip` is not installed.
    static func counter(of program: URL? = nil) -> Instructions? {
        guard let program = program ?? Bundle.main.executableURL else { return nil }
        let stripped = FileManager.default.temporaryDirectory
            .appending(path: "DeepLinksBenchmarks-\(ProcessInfo.processInfo.processIdentifier)")
        guard output(of: ["valgrind", "--version"]) != nil,
            output(of: ["strip", "-g", "-o", stripped.path, program.path]) != nil
        else { return nil }
        return Instructions(program: stripped)
    }

    /// The instructions of one operation.
    ///
    /// - Parameters:
    ///   - benchmark: The benchmark to count.
    ///   - contest: The contest that it belongs to.
    /// - Returns: The count without the preparation; nil if valgrind fails.
    @MainActor
    func count(of benchmark: Benchmark, in contest: Contest) -> Double? {
        let repetitions = 4
        let words = [
            "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
            "--toggle-collect=*repeatedWork*", program.path,
            "--filter", "\(contest.suite): \(contest.title)", "--name", benchmark.name,
            "--repeat", "\(repetitions)",
        ]
        return Self.output(of: words).flatMap(Self.total).map {
            Double($0) / Double(repetitions * benchmark.operations)
        }
    }

    /// The total in what callgrind prints: 1234 for `Collected : 1234`.
    static func total(in output: String) -> Int? {
        output.split(separator: "\n").lazy.compactMap { line -> Int? in
            guard let end = line.range(of: "Collected : ")?.upperBound else { return nil }
            return Int(line[end...])
        }.first
    }

    /// What a command prints, standard error included; nil if it is not installed or fails.
    private static func output(of words: [String]) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        // Hashes that differ from run to run would change the count.
        process.environment = ProcessInfo.processInfo.environment
            .merging(["SWIFT_DETERMINISTIC_HASHING": "1", "LD_BIND_NOW": "1"]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        guard (try? process.run()) != nil,
            let output = try? pipe.fileHandleForReading.readToEnd() ?? Data()
        else { return nil }
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: output, as: UTF8.self) : nil
    }
}
