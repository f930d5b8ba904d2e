import Foundation
import Testing

@testable import DeepLinksBenchmarks

@MainActor
struct RunnerTests {
    private let runner = Runner(sampleTime: .microseconds(50), rounds: 9, budget: .milliseconds(10))

    private func contest(_ benchmarks: [Benchmark]) -> Contest {
        Contest(suite: "lookup", title: "GitHub") { benchmarks }
    }

    /// A loop long enough to be timed.
    private func work(_ count: Int) {
        var sum = 0
        for value in 0..<count {
            sum &+= value &* value
            blackHole(sum)
        }
    }

    @Test
    func `twice the work takes about twice the time`() throws {
        let results = try runner.run(
            contest([
                Benchmark(name: "one", operations: 1, reference: "one", verify: {}) {
                    self.work(4000)
                },
                Benchmark(name: "two", operations: 1, reference: "one", mark: 1, verify: {}) {
                    self.work(8000)
                },
            ])
        )
        #expect(results.map(\.name) == ["one", "two"])
        #expect(results.map(\.samples) == [9, 9])
        #expect(results.first?.ratio == 1)
        let ratio = try #require(results.last?.ratio)
        #expect(ratio > 1.2 && ratio < 5)
        #expect(results.last?.missesMark == true)
        for result in results {
            #expect(result.minNanoseconds <= result.medianNanoseconds)
            #expect(result.medianNanoseconds <= result.p95Nanoseconds)
        }
    }

    @Test
    func `time counts while the thread works, not while it sleeps`() {
        let asleep = ThreadTime()
        Thread.sleep(forTimeInterval: 0.05)
        #expect(asleep.nanoseconds < 25_000_000)
        let atWork = ThreadTime()
        work(100_000)
        #expect(atWork.nanoseconds > 10_000)
    }

    @Test
    func `figures are per operation`() throws {
        let results = try runner.run(
            contest([
                Benchmark(name: "ten at once", operations: 10, verify: {}) { self.work(10_000) },
                Benchmark(name: "one by one", operations: 1, reference: "ten at once", verify: {}) {
                    self.work(1000)
                },
            ])
        )
        let ratio = try #require(results.last?.ratio)
        #expect(ratio > 0.4 && ratio < 2.5)
    }

    @Test
    func `before each sample comes a pass that is not counted`() throws {
        var calls = 0
        let results = try runner.run(
            contest([
                Benchmark(name: "counted", operations: 1, verify: {}) {
                    calls += 1
                    self.work(1000)
                }
            ])
        )
        let result = try #require(results.first)
        // One call plans the samples, one may fill caches, and a third is for counting allocations where that is possible.
        let planning = Allocations.counted {} == nil ? 2 : 3
        #expect(calls == planning + result.samples * (result.operationsPerSample + 1))
    }

    @Test
    func `a first call is timed in a process of its own`() throws {
        var asked: Set<String> = []
        var runner = runner
        runner.firstCall = { benchmark, contest in
            asked.insert("\(contest.title): \(benchmark.name)")
            return benchmark.name == "slow" ? 3000 : 1000
        }
        var slow = Benchmark(name: "slow", operations: 2, reference: "quick", verify: {}, body: {})
        var quick = Benchmark(name: "quick", operations: 1, verify: {}, body: {})
        slow.caches = .new
        quick.caches = .new
        let results = try runner.run(contest([slow, quick]))
        #expect(asked == ["GitHub: slow", "GitHub: quick"])
        #expect(results.map(\.medianNanoseconds) == [1500, 1000])
        #expect(results.first?.ratio == 1.5)
        #expect(results.allSatisfy { $0.allocations == nil })
    }

    @Test func `instructions are counted once for each benchmark that runs in this process`() throws
    {
        var runner = runner
        runner.instructions = { benchmark, _ in benchmark.name == "a" ? 1234.4 : 7 }
        let a = Benchmark(name: "a", operations: 1, verify: {}, body: {})
        var new = Benchmark(name: "new", operations: 1, verify: {}, body: {})
        new.caches = .new
        runner.firstCall = { _, _ in 1000 }
        let results = try runner.run(contest([a, new]))
        #expect(results.map(\.instructions) == [1234.4, nil])
        let lines = Report.lines(for: results)
        #expect(lines[1].contains("  a second  instr.  allocs"))
        #expect(lines[2].contains("  1 234  "))
    }

    @Test(arguments: [
        ("==9== Collected : 73125\n==9==", 73125 as Int?),
        ("first\n==9== Collected : 1\n==9== Collected : 2", 1), ("", nil),
        ("==9== Collected : many", nil),
    ])
    func `the total is found in what callgrind prints`(output: String, total: Int?) {
        #expect(Instructions.total(in: output) == total)
    }

    @Test
    func `a slow benchmark is sampled less often`() throws {
        let results = try runner.run(
            contest([
                Benchmark(name: "slow", operations: 1, verify: {}) { self.work(400_000) },
                Benchmark(name: "quick", operations: 1, reference: "slow", verify: {}) {
                    self.work(10)
                },
            ])
        )
        #expect(results.map(\.samples) == [9, 9] || results.map(\.samples) == [5, 9])
        #expect(results.last?.ratio != nil)
    }

    @Test
    func `a wrong answer stops the run before it is timed`() {
        var ran = false
        let wrong = Benchmark(
            name: "wrong",
            operations: 1,
            verify: { throw WrongAnswer(description: "Wrong.") },
            body: { ran = true }
        )
        #expect(throws: WrongAnswer(description: "Wrong.")) { try runner.run(contest([wrong])) }
        #expect(throws: WrongAnswer(description: "Wrong.")) { try runner.check(contest([wrong])) }
        #expect(!ran)
    }

    @Test(.enabled(if: Allocations.areCounted))
    func `allocations are counted exactly`() throws {
        final class Box {}
        let counted = Allocations.counted {
            for _ in 0..<1000 {
                blackHole(Box())
            }
        }
        #expect(counted == Allocations(count: 1000, liveBytes: 0))
        var bytes: [UInt8] = []
        let made = Allocations.counted { bytes.reserveCapacity(4096) }
        #expect(made?.count == 1)
        #expect((4096..<4200).contains(made?.liveBytes ?? 0))
        let freed = Allocations.counted { bytes = [] }
        #expect(freed == Allocations(count: 0, liveBytes: -(made?.liveBytes ?? 0)))
        // Memory with more than the usual alignment comes from another function of the allocator.
        let aligned = Allocations.counted {
            unsafe UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 4096).deallocate()
        }
        #expect(aligned == Allocations(count: 1, liveBytes: 0))
    }

    @Test(.enabled(if: Allocations.areCounted))
    func `a promise of allocations that is not kept is told`() {
        final class Box {}
        let benchmark = Benchmark(
            name: "boxes",
            operations: 4,
            allocations: 0,
            verify: {},
            body: { blackHole(Box()) }
        )
        #expect(
            throws: WrongAnswer(
                description: """
                    'lookup: GitHub': 'boxes' makes 0.25 allocations for each operation, but promises 0.00.
                    """
            )
        ) {
            try runner.check(contest([benchmark]))
        }
    }
}
