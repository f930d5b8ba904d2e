import Foundation
import Testing

@testable import DeepLinksBenchmarks

/// The benchmarks measure and check, with short samples of little work.
@MainActor
struct SmokeTests {
    private final class Output {
        var lines: [String] = []
        var complaints: [String] = []
    }

    private let output = Output()
    private let runner = Runner(sampleTime: .microseconds(50), rounds: 9, budget: .milliseconds(10))

    private func run(_ arguments: String..., contests: [Contest]? = nil) -> Int32 {
        run(arguments, contests: contests)
    }

    private func run(_ arguments: [String], contests: [Contest]? = nil) -> Int32 {
        let output = output
        return Program(
            contests: contests ?? [contest("lookup", "GitHub"), contest("scale", "100 routes")],
            runner: runner,
            output: { output.lines.append($0) },
            complaint: { output.complaints.append($0) }
        )
        .run(arguments)
    }

    /// A contest of one thing with another one that works twice as long.
    private func contest(
        _ suite: String,
        _ title: String,
        allocations: Double? = 0,
        verify: @escaping @MainActor () throws -> Void = {},
        body: @escaping @MainActor () -> Void = {}
    ) -> Contest {
        func work(_ count: Int) {
            body()
            var sum = 0
            for value in 0..<count {
                sum &+= value &* value
                blackHole(sum)
            }
        }
        return Contest(suite: suite, title: title) {
            [
                Benchmark(
                    name: "half",
                    operations: 1,
                    reference: "whole",
                    mark: 0.9,
                    allocations: allocations,
                    verify: verify
                ) { work(4_000) },
                Benchmark(name: "whole", operations: 2, verify: verify) { work(16_000) },
            ]
        }
    }

    @Test func `a run prints a table, writes JSON and draws a picture`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (json, svg) = (folder.appendingPathComponent("a"), folder.appendingPathComponent("b"))
        #expect(run("--json", json.path, "--svg=\(svg.path)") == 0)
        #expect(output.lines.first?.hasPrefix("Caches are warm, unless ") == true)
        let titles = output.lines.filter { $0.contains(": ") }
        #expect(titles == ["lookup: GitHub", "scale: 100 routes"])
        #expect(output.lines.count { $0.hasPrefix("  half ") && $0.contains("  ≤ 0.90 ") } == 2)
        struct Document: Decodable {
            struct Result: Decodable {
                let contest: String
                let name: String
                let ratio: Double?
            }
            let results: [Result]
        }
        let results = try JSONDecoder().decode(Document.self, from: Data(contentsOf: json)).results
        #expect(
            results.map { "\($0.contest), \($0.name)" } == [
                "GitHub, half", "GitHub, whole", "100 routes, half", "100 routes, whole",
            ]
        )
        // Figures are per operation: 4 000 turns beside 8 000.
        let ratio = try #require(results[0].ratio)
        #expect(ratio > 0.2 && ratio < 0.9)
        let picture = try String(contentsOf: svg, encoding: .utf8)
        #expect(picture.hasPrefix("<svg ") && picture.contains(">whole</text>"))
    }

    @Test func `a wrong answer and a promise that is not kept end the program with 1`() {
        let wrong = contest("lookup", "wrong", verify: { throw WrongAnswer(description: "Wrong.") })
        for option in ["--check", "--filter=LOOKUP"] {
            #expect(run(option, contests: [wrong]) == 1)
            #expect(output.complaints.last == "DeepLinksBenchmarks: Wrong.")
        }
        #expect(run("--check", "--filter", "GitHub") == 0)
        #expect(output.lines.last?.contains("of 2 benchmarks are right") == true)
        guard Allocations.areCounted else { return }
        final class Box {}
        #expect(run("--check", contests: [contest("lookup", "a", body: { blackHole(Box()) })]) == 1)
        #expect(
            output.complaints.last
                == "DeepLinksBenchmarks: 'lookup: a': 'half' makes 1.00 allocations for each operation, but promises 0.00."
        )
    }

    @Test func `the ratios that an open should not exceed are those that are promised`() throws {
        let marks = try Open.contests.flatMap { contest in
            try contest.benchmarks().compactMap { benchmark in
                benchmark.mark.map {
                    "\(benchmark.name): \($0) × \(benchmark.reference ?? ""), \(benchmark.caches)"
                }
            }
        }
        #expect(
            marks == [
                "rewriter alone: 0.5 × \(Open.componentsName), warm",
                "coordinator: 0.9 × \(Open.componentsName), warm",
                "coordinator, events observed: 1.8 × \(Open.componentsName), warm",
                "coordinator: \(1.0 / 6) × \(SeedHandler.name), warm",
                "coordinator: 2.5 × \(Open.componentsName), new",
            ]
        )
    }

    @Test(.enabled(if: Allocations.areCounted))
    func `allocations are counted exactly, and memory is weighed`() throws {
        var bytes: [UInt8] = []
        let made = Allocations.counted { bytes.reserveCapacity(4096) }
        #expect(made?.count == 1 && (4096..<4200).contains(made?.liveBytes ?? 0))
        let freed = Allocations.counted { bytes = [] }
        #expect(freed == Allocations(count: 0, liveBytes: -(made?.liveBytes ?? 0)))
        let block = Contest(suite: "memory", title: "blocks") {
            [
                Footprint(name: "a block", routes: 4, textBytes: 80, mark: 200) {
                    [UInt8](repeating: 1, count: 4000)
                }
            ]
        }
        let result = try #require(try runner.weigh(block).first)
        #expect(result.bytes >= 1008 && result.bytesBesideText == result.bytes - 20)
        #expect(throws: WrongAnswer.self) { try runner.check(block) }
    }

    @Test(arguments: [
        (["--fliter", "x"], "'--fliter' is not an option; did you mean '--filter'?"),
        (["--filter"], "'--filter' needs a word, for example '--filter lookup'."),
        (["--check=yes"], "'--check' takes no value; write '--check' alone."),
        (["lookup"], "'lookup' is not an option; write '--filter lookup' to choose what runs."),
        (
            ["--filter", "hostile"],
            "Nothing has 'hostile' in its suite or title; the suites are lookup, scale."
        ),
        (
            ["--first"],
            "'--first' does one thing, and 4 are chosen; choose one with '--filter' and '--name'."
        ),
    ])
    func `a slip is answered with a sentence`(arguments: [String], sentence: String) {
        #expect(run(arguments) == 2 && output.lines.isEmpty)
        #expect(output.complaints == ["DeepLinksBenchmarks: \(sentence)"])
    }

    @Test(arguments: [(20, 19.0), (21, 20), (101, 96)])
    func `95 of 100 samples do not exceed the 95th percentile`(count: Int, p95: Double) throws {
        let statistics = try #require(Statistics((1...count).map(Double.init).shuffled()))
        #expect(statistics.min == 1 && statistics.median == Double(count + 1) / 2)
        #expect(statistics.p95 == p95)
    }

    @Test func `the first call is timed in a new process`() throws {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let program = (bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .deletingLastPathComponent().appendingPathComponent("DeepLinksBenchmarks")
        let contest = try #require(
            Open.contests.first { $0.title.hasSuffix("the first in a new process") }
        )
        let benchmark = try #require(try contest.benchmarks().first)
        #expect(benchmark.caches == .new)
        #expect(try NewProcess.nanoseconds(of: benchmark, in: contest, program: program) > 0)
    }
}
