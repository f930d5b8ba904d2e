import Testing

@testable import DeepLinksBenchmarks

@MainActor
struct FootprintTests {
    private func contest(_ bytes: Int, mark: Double? = nil) -> Contest {
        Contest(suite: "memory", title: "blocks") {
            [
                Footprint(
                    name: "a block for four routes",
                    routes: 4,
                    textBytes: 80,
                    mark: mark,
                    make: { [UInt8](repeating: 1, count: bytes) }
                )
            ]
        }
    }

    @Test(.enabled(if: Allocations.areCounted))
    func `what is made is weighed, per route and beside its text`() throws {
        let results = try Runner().weigh(contest(4000))
        let result = try #require(results.first)
        #expect(results.count == 1)
        #expect(result.suite == "memory" && result.contest == "blocks" && result.routes == 4)
        // An array's header is 32 bytes, and the allocator rounds up.
        #expect(result.bytes >= 1008 && result.bytes < 1020)
        #expect(result.bytesBesideText == result.bytes - 20)
        #expect(result.allocations == 0.25)
        #expect(!result.missesMark)
    }

    @Test(.enabled(if: Allocations.areCounted))
    func `a check fails when the memory is more than is promised`() throws {
        #expect(try Runner().check(contest(400, mark: 200)) == 1)
        let error = #expect(throws: WrongAnswer.self) {
            try Runner().check(contest(4000, mark: 200))
        }
        #expect(
            error?.description.hasPrefix("'memory: blocks': 'a block for four routes' takes ")
                == true
        )
        #expect(
            error?.description.hasSuffix("a route beside its text, but promises 200.0 at the most.")
                == true
        )
    }

    @Test func `a table shows whether the promise is kept`() {
        func result(_ bytes: Double) -> FootprintResult {
            FootprintResult(
                suite: "memory",
                contest: "blocks",
                name: "a block",
                routes: 4,
                bytes: bytes,
                bytesBesideText: bytes - 20,
                allocations: 0.25,
                mark: 64
            )
        }
        #expect(
            Report.lines(for: [result(70), result(1234)]) == [
                "memory: blocks",
                "           bytes a route  beside its text  allocs",
                "  a block           70.0             50.0    0.25  ≤ 64 met",
                "  a block        1 234.0          1 214.0    0.25  ≤ 64 missed",
            ]
        )
        let colored = Report.lines(for: [result(70), result(1234)], isColored: true)
        #expect(colored.map { $0.hasPrefix("\u{1B}[31m") } == [false, false, false, true])
        #expect(Report.lines(for: [FootprintResult]()).isEmpty)
    }
}
