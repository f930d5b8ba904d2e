import Foundation
import Testing

@testable import DeepLinksBenchmarks

@MainActor
struct ProgramTests {
    /// The output of a run of the program.
    private final class Transcript {
        var output: [String] = []
        var complaints: [String] = []
    }

    private let transcript = Transcript()

    private func run(_ arguments: String..., contests: [Contest]? = nil) -> Int32 {
        let transcript = transcript
        return Program(
            contests: contests ?? [
                contest("lookup", "GitHub, hits"), contest("scale", "100 routes"),
            ],
            runner: Runner(sampleTime: .microseconds(1), rounds: 3, budget: .milliseconds(1)),
            output: { transcript.output.append($0) },
            complaint: { transcript.complaints.append($0) }
        )
        .run(arguments)
    }

    private func contest(
        _ suite: String,
        _ title: String,
        verify: @escaping @MainActor () throws -> Void = {}
    ) -> Contest {
        Contest(suite: suite, title: title) {
            [
                Benchmark(
                    name: "nothing",
                    operations: 1,
                    reference: "nothing",
                    mark: 2,
                    allocations: 0,
                    verify: verify,
                    body: {}
                )
            ]
        }
    }

    @Test
    func `a run prints a table for each contest`() {
        #expect(run() == 0)
        let titles = transcript.output.filter { $0.contains(": ") }
        #expect(titles == ["lookup: GitHub, hits", "scale: 100 routes"])
        #expect(
            transcript.output.count {
                $0.hasPrefix("  nothing") && $0.contains("  1.00  ") && $0.hasSuffix("  ≤ 2.00 met")
            } == 2
        )
    }

    @Test func `a run says first that caches are warm`() {
        #expect(run() == 0)
        #expect(transcript.output.first?.hasPrefix("Caches are warm, unless ") == true)
    }

    @Test func `the first call of one benchmark is timed, and nothing else is written`() throws {
        #expect(run("--first", "--filter", "GitHub", "--name", "nothing") == 0)
        #expect(transcript.output.count == 1)
        #expect(try #require(transcript.output.first.flatMap(Double.init)) >= 0)
        #expect(run("--first") == 2)
        #expect(
            transcript.complaints == [
                "DeepLinksBenchmarks: '--first' does one thing, and 2 are chosen; choose one with '--filter' and '--name'."
            ]
        )
    }

    @Test func `the benchmarks of a new process are found there`() throws {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let program = (bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .deletingLastPathComponent().appendingPathComponent("DeepLinksBenchmarks")
        let contests = (Lookup.contests + Open.contests)
            .filter { $0.title.hasSuffix("the first in a new process") }
        #expect(contests.count == 2)
        for contest in contests {
            for benchmark in try contest.benchmarks() {
                #expect(benchmark.caches == .new)
                let time = try NewProcess.nanoseconds(of: benchmark, in: contest, program: program)
                #expect(time > 0)
            }
        }
    }

    @Test func `work is repeated as often as is asked, and not verified`() {
        let wrong = contest("lookup", "wrong") { throw WrongAnswer(description: "All is wrong.") }
        #expect(run("--repeat", "12", contests: [wrong]) == 0)
        #expect(transcript.output == ["lookup: wrong: nothing: 12 operations"])
        #expect(run("--repeat", "3", "--name", "trie", contests: [wrong]) == 2)
        #expect(
            transcript.complaints == [
                "DeepLinksBenchmarks: No benchmark that was chosen is called 'trie'; the names are the first column of a table."
            ]
        )
    }

    @Test func `pictures need something to draw`() throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "\(UUID().uuidString).svg")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(run("--svg", file.path) == 0)
        let svg = try String(contentsOf: file, encoding: .utf8)
        #expect(svg.hasPrefix("<svg ") && svg.contains(">nothing</text>"))
        #expect(run("--svg", file.path, contests: [contest("open", "a link")]) == 2)
        #expect(
            transcript.complaints.last
                == "DeepLinksBenchmarks: '--svg' draws the suites lookup and scale, but neither has run; remove '--filter', or name one of them."
        )
    }

    @Test(arguments: ["GitHub", "github", "lookup"])
    func `a filter chooses by suite and title in any case`(word: String) {
        #expect(run("--check", "--filter", word) == 0)
        #expect(transcript.complaints.isEmpty)
        #expect(transcript.output.first?.contains("of 1 benchmarks are right") == true)
    }

    @Test
    func `a filter that chooses nothing is told the suites`() {
        #expect(run("--filter", "hostile") == 2)
        #expect(
            transcript.complaints == [
                "DeepLinksBenchmarks: Nothing has 'hostile' in its suite or title; the suites are lookup, scale."
            ]
        )
    }

    @Test(arguments: ["--check", "--filter=lookup"])
    func `a wrong answer ends the program with 1`(option: String) {
        let wrong = contest("lookup", "wrong") { throw WrongAnswer(description: "All is wrong.") }
        #expect(run(option, contests: [wrong]) == 1)
        #expect(transcript.complaints.last == "DeepLinksBenchmarks: All is wrong.")
    }

    @Test
    func `an unknown option ends the program with 2`() {
        #expect(run("--chek") == 2)
        #expect(
            transcript.complaints == [
                "DeepLinksBenchmarks: '--chek' is not an option; did you mean '--check'?"
            ]
        )
        #expect(transcript.output.isEmpty)
    }

    @Test
    func `help goes to standard output, within 100 columns, and names every option`() {
        #expect(run("--help") == 0)
        let text = transcript.output.joined(separator: "\n")
        for name in Options.names {
            #expect(text.contains("  \(name) "), "\(name)")
        }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
        #expect(transcript.complaints.isEmpty)
    }

    @Test
    func `results are written as JSON`() throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("benchmarks-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(run("--json", file.path) == 0)
        struct Document: Decodable {
            struct Result: Decodable, Equatable {
                let suite: String
                let contest: String
                let name: String
                let mark: Double
                let ratio: Double
            }
            let results: [Result]
        }
        let document = try JSONDecoder().decode(Document.self, from: Data(contentsOf: file))
        #expect(
            document.results == [
                .init(suite: "lookup", contest: "GitHub, hits", name: "nothing", mark: 2, ratio: 1),
                .init(suite: "scale", contest: "100 routes", name: "nothing", mark: 2, ratio: 1),
            ]
        )
    }

    @Test
    func `a file that cannot be written is named`() {
        #expect(run("--json", "/no/such/folder/a.json") == 1)
        #expect(
            transcript.complaints.last == """
                DeepLinksBenchmarks: '/no/such/folder/a.json' cannot be written; name a file in a folder that \
                you can write to.
                """
        )
    }

    @Test
    func `a missed mark is marked as missed`() {
        let result = BenchmarkResult(
            suite: "lookup",
            contest: "GitHub",
            name: "trie",
            operationsPerSample: 130,
            samples: 51,
            minNanoseconds: 50,
            medianNanoseconds: 1234.4,
            p95Nanoseconds: 60.25,
            allocations: nil,
            reference: "dictionary",
            ratio: 0.604,
            mark: 0.6
        )
        #expect(
            Report.lines(for: [result]) == [
                "lookup: GitHub",
                "         min  median  p95 ns  a second  allocs  ratio  ±",
                "  trie  50.0   1 234    60.3   810 110       ?   0.60     ≤ 0.60 missed",
            ]
        )
    }

    @Test(arguments: [
        (12_345_678.0, "12.35 ms, ≤ 50 ms met"), (5e7 + 1, "50.00 ms, ≤ 50 ms missed"),
    ])
    func `a promised time is shown in milliseconds`(nanoseconds: Double, words: String) {
        let result = BenchmarkResult(
            suite: "files",
            contest: "a file",
            name: "audit",
            operationsPerSample: 1,
            samples: 5,
            minNanoseconds: 1,
            medianNanoseconds: 1,
            p95Nanoseconds: nanoseconds,
            allocations: nil,
            reference: nil,
            ratio: nil,
            mark: nil,
            promisedNanoseconds: 5e7
        )
        #expect(Report.lines(for: [result])[2].hasSuffix("  \(words)"))
    }
}
