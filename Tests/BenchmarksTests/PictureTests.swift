import Foundation
import Testing

@testable import DeepLinksBenchmarks

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
        for figure in [
            "40 ns", "40 000 ns", "trie, 60 ns", "linear scan, 90 000 ns", "100 000",
            "number of routes",
        ] {
            #expect(svg.contains(">\(figure)</text>"))
        }
        #expect(svg.contains("<title>linear scan, 1 000 routes: 90 000 ns</title>"))
        #expect(
            svg.count { $0 == "\u{0}" } == 0 && !svg.contains("\"nan") && !svg.contains("\"inf")
        )
        #expect(Picture(results).svg == svg)
    }

    @Test func `more time is further to the right and further up`() throws {
        let svg = Picture(results).svg
        func places(
            of pattern: Regex<(Substring, Substring, Substring)>
        ) -> [(x: Double, y: Double)] {
            svg.matches(of: pattern).compactMap { match in
                guard let x = Double(match.1), let y = Double(match.2) else { return nil }
                return (x, y)
            }
        }
        let rows = places(of: /<circle[^>]* cx="([0-9.]+)" cy="([0-9.]+)" r="6"/)
        #expect(rows.count == 2 && rows[0].x < rows[1].x && rows[0].y < rows[1].y)
        // The first way is drawn last, on top of the others.
        let points = places(of: /<circle[^>]* cx="([0-9.]+)" cy="([0-9.]+)" r="4"/)
        try #require(points.count == 4)
        #expect(points[0].x < points[1].x && points[0].y > points[1].y)
        #expect(
            points[2].x == points[0].x && points[2].y > points[3].y && points[3].y > points[0].y
        )
    }

    @Test func `labels at the ends of curves do not cover each other`() throws {
        let svg = Picture([
            result("scale", "trie, 10 routes", "10 routes", 30),
            result("scale", "dictionary, 10 routes", "10 routes", 31),
        ]).svg
        let heights = svg.matches(of: /y="([0-9.]+)">(?:trie|dictionary), 3[01] ns/).compactMap {
            Double($0.1)
        }
        try #require(heights.count == 2)
        #expect(abs(heights[0] - heights[1]) >= 17.9)
    }

    @Test func `names are escaped`() {
        let picture = Picture([
            result("lookup", "a < b & c", "<script>", 4), result("lookup", "a < b & c", "x", 5),
        ])
        #expect(picture.svg.contains("How long a lookup takes: a &lt; b &amp; c"))
        #expect(!picture.svg.contains("<script>"))
        #expect(XMLParser(data: Data(picture.svg.utf8)).parse())
    }
}
