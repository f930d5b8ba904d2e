import Foundation
import Testing

@testable import Benchmarks

#if canImport(FoundationXML)
import FoundationXML
#endif

@MainActor
struct PictureTests {
    private func result(
        _ suite: String,
        _ contest: String,
        _ name: String,
        _ nanoseconds: Double
    ) -> BenchmarkResult {
        BenchmarkResult(
            suite: suite,
            contest: contest,
            name: name,
            operationsPerSample: 1,
            samples: 1,
            minNanoseconds: nanoseconds,
            medianNanoseconds: nanoseconds,
            p95Nanoseconds: nanoseconds,
            allocations: 0,
            reference: nil,
            ratio: nil,
            mark: nil
        )
    }

    private var results: [BenchmarkResult] {
        [
            result("lookup", "GitHub, hits", "trie", 40),
            result("lookup", "GitHub, hits", "a regular expression per route", 40_000),
            result("lookup", "GitHub, misses", "trie", 50),
            result("scale", "trie, 10 to 1 000 routes", "10 routes", 30),
            result("scale", "trie, 10 to 1 000 routes", "1 000 routes", 60),
            result("scale", "linear scan, 10 to 1 000 routes", "10 routes", 900),
            result("scale", "linear scan, 10 to 1 000 routes", "1 000 routes", 90_000),
            result("open", "a link", "coordinator", 700),
        ]
    }

    @Test func `curves and rows are taken from the results`() {
        let picture = Picture(results)
        #expect(picture.curves.map(\.name) == ["trie", "linear scan"])
        #expect(picture.curves.first?.points.map(\.routes) == [10, 1000])
        #expect(picture.curves.last?.points.map(\.nanoseconds) == [900, 90_000])
        #expect(picture.comparison.title == "GitHub, hits")
        #expect(
            picture.comparison.rows.map(\.name) == ["trie", "a regular expression per route"]
        )
        #expect(!picture.isEmpty)
        #expect(Picture([result("open", "a link", "coordinator", 700)]).isEmpty)
    }

    @Test func `the document is well-formed, and says every figure as text`() throws {
        let svg = Picture(results).svg
        #expect(XMLParser(data: Data(svg.utf8)).parse())
        for figure in ["40", "40 000"] {
            #expect(svg.contains(">\(figure)</text>"))
        }
        #expect(svg.contains("<title>linear scan, 1 000 routes: 90 000 ns</title>"))
        #expect(svg.count { $0 == "\u{0}" } == 0 && !svg.contains("nan") && !svg.contains("inf"))
        #expect(Picture(results).svg == svg)
    }

    @Test func `more time is further to the right and further up`() throws {
        func numbers(_ pattern: Regex<(Substring, Substring)>) -> [Double] {
            Picture(results).svg.matches(of: pattern).compactMap { Double($0.1) }
        }
        let bars = numbers(/<rect[^>]* width="([0-9.]+)"/)
        #expect(bars.count == 2 && bars[0] < bars[1])
        let heights = numbers(/<circle[^>]* cy="([0-9.]+)"/)
        #expect(heights.count == 4)
        #expect(heights[0] > heights[1] && heights[1] > heights[2] && heights[2] > heights[3])
    }

    @Test func `names are escaped`() {
        let picture = Picture([
            result("lookup", "a < b & c", "<script>", 4), result("lookup", "a < b & c", "x", 5),
        ])
        #expect(picture.svg.contains("Nanoseconds for a lookup: a &lt; b &amp; c"))
        #expect(!picture.svg.contains("<script>"))
        #expect(XMLParser(data: Data(picture.svg.utf8)).parse())
    }
}
