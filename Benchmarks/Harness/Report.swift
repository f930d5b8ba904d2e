import Foundation

/// Results as text for people and for programs.
struct Report: Encodable {
    /// The results of timed benchmarks.
    var results: [BenchmarkResult] = []

    /// The results of weighed footprints.
    var footprints: [FootprintResult] = []

    /// The column headings of the table of times.
    private static let heading = [
        "", "min", "median", "p95 ns", "a second", "instr.", "allocs", "ratio", "±", "",
    ]

    private static let alignments: [Table.Alignment] = [
        .left, .right, .right, .right, .right, .right, .right, .right, .right, .left,
    ]

    /// The lines for the results of one contest: its title, the headings, and a row for each benchmark.
    ///
    /// - Parameters:
    ///   - results: The results of one contest.
    ///   - isColored: Whether missed marks are red.
    /// - Returns: The lines.
    static func lines(for results: [BenchmarkResult], isColored: Bool = false) -> [String] {
        guard let first = results.first else { return [] }
        let column =
            results.contains { $0.instructions != nil } ? nil : heading.firstIndex(of: "instr.")
        func shown<Cell>(_ cells: [Cell]) -> [Cell] {
            cells.indices.filter { $0 != column }.map { cells[$0] }
        }
        var table = Table(shown(alignments))
        table.rows = ([heading] + results.map(row)).map(shown)
        return lines(titled: "\(first.suite): \(first.contest)", table, isColored: isColored)
    }

    private static func lines(titled title: String, _ table: Table, isColored: Bool) -> [String] {
        var table = table
        table.width = 120
        return [title]
            + table.lines().map { line in
                isColored && line.hasSuffix("missed") ? "\u{1B}[31m\(line)\u{1B}[0m" : line
            }
    }

    private static func row(for result: BenchmarkResult) -> [String] {
        [
            "  " + result.name,
            Decimals.nanoseconds(result.minNanoseconds),
            Decimals.nanoseconds(result.medianNanoseconds),
            Decimals.nanoseconds(result.p95Nanoseconds),
            Decimals.text(1e9 / result.medianNanoseconds, places: 0),
            result.instructions.map { Decimals.text($0, places: 0) } ?? "",
            result.allocations.map { Decimals.text($0, places: 2) } ?? "?",
            result.ratio.map { Decimals.text($0, places: 2) } ?? "",
            result.ratioSpread.map { Decimals.text($0, places: 2) } ?? "",
            mark(of: result),
        ]
    }

    private static func mark(of result: BenchmarkResult) -> String {
        if let promise = result.promisedNanoseconds {
            let milliseconds = Decimals.text(result.p95Nanoseconds / 1e6, places: 2)
            return "\(milliseconds) ms, ≤ \(Decimals.text(promise / 1e6, places: 0)) ms "
                + (result.p95Nanoseconds > promise ? "missed" : "met")
        }
        guard let mark = result.mark else { return "" }
        return "≤ \(Decimals.text(mark, places: 2)) " + (result.missesMark ? "missed" : "met")
    }

    /// The lines for the footprints of one contest, in the form of ``lines(for:)`` for times.
    static func lines(for results: [FootprintResult], isColored: Bool = false) -> [String] {
        guard let first = results.first else { return [] }
        var table = Table([.left, .right, .right, .right, .left])
        table.rows.append(
            ["", "bytes a route", "beside its text", "allocs", ""]
        )
        for result in results {
            table.rows.append([
                "  " + result.name,
                Decimals.text(result.bytes, places: 1),
                Decimals.text(result.bytesBesideText, places: 1),
                Decimals.text(result.allocations, places: 2),
                result.mark.map {
                    "≤ \(Decimals.text($0, places: 0)) " + (result.missesMark ? "missed" : "met")
                } ?? "",
            ])
        }
        return lines(titled: "\(first.suite): \(first.contest)", table, isColored: isColored)
    }

    /// The results as a JSON document; equal results give the same document.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}
