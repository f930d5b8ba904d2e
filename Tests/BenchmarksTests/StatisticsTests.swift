import Testing

@testable import DeepLinksBenchmarks

struct StatisticsTests {
    @Test
    func `no samples have no statistics`() {
        #expect(Statistics([]) == nil)
    }

    @Test(arguments: [
        ([7.0], 7.0, 7.0, 7.0),
        ([3, 1], 1, 2, 3),
        ([5, 1, 3], 1, 3, 5),
        ([4, 1, 3, 2], 1, 2.5, 4),
    ])
    func `the middle of an even number of samples is a mean`(
        samples: [Double],
        min: Double,
        median: Double,
        p95: Double
    ) throws {
        let statistics = try #require(Statistics(samples))
        #expect(statistics.min == min)
        #expect(statistics.median == median)
        #expect(statistics.p95 == p95)
    }

    @Test(arguments: [(20, 19.0), (21, 20), (40, 38), (51, 49), (100, 95), (101, 96)])
    func `95 of 100 samples do not exceed the 95th percentile`(count: Int, p95: Double) throws {
        let samples = (1...count).map(Double.init).shuffled()
        let statistics = try #require(Statistics(samples))
        #expect(statistics.p95 == p95)
        #expect(samples.count { $0 <= p95 } * 100 >= 95 * count)
        #expect(samples.count { $0 < p95 } * 100 < 95 * count)
    }
}
