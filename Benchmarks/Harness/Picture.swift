import Foundation

/// Results as two pictures in one SVG document: how lookups grow with the number of routes, and how ways compare.
///
/// The colours follow the reader's colour scheme, and every figure also stands there as text.
struct Picture {
    /// The curve: a name, and points of routes and nanoseconds.
    struct Curve: Equatable {
        let name: String
        let points: [(routes: Double, nanoseconds: Double)]

        static func == (left: Self, right: Self) -> Bool {
            left.name == right.name
                && left.points.elementsEqual(right.points) { $0 == $1 }
        }
    }

    /// How lookups grow.
    let curves: [Curve]

    /// The title of the comparison, and the rows that are compared.
    let comparison: (title: String, rows: [(name: String, nanoseconds: Double)])

    /// Takes what there is to draw from results: the suite *scale*, and the first contest of the suite *lookup*.
    ///
    /// - Parameter results: Of one run.
    init(_ results: [BenchmarkResult]) {
        let scale = results.filter { $0.suite == "scale" }
        var names: [String] = []
        for result in scale where !names.contains(result.contest) {
            names.append(result.contest)
        }
        curves = names.map { name in
            Curve(
                name: String(name.prefix { $0 != "," }),
                points: scale.filter { $0.contest == name }.compactMap { result in
                    let digits = result.name.filter(\.isNumber)
                    return Double(digits).map { ($0, result.medianNanoseconds) }
                }
            )
        }
        let lookups = results.filter { $0.suite == "lookup" }
        let title = lookups.first?.contest ?? ""
        comparison = (
            title,
            lookups.filter { $0.contest == title }.map { ($0.name, $0.medianNanoseconds) }
        )
    }

    /// Whether there is nothing to draw.
    var isEmpty: Bool { curves.isEmpty && comparison.rows.isEmpty }
}

extension Picture {
    private static let width = 760.0
    private static let left = 250.0
    private static let right = 730.0
    private static let rowHeight = 26.0
    private static let chartHeight = 260.0

    /// The SVG document, the same for the same results.
    var svg: String {
        let bars = comparison.rows.isEmpty ? 0 : 50 + Double(comparison.rows.count) * Self.rowHeight
        let chart = curves.isEmpty ? 0 : Self.chartHeight + 90
        let height = bars + chart
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(Self.width)) \(Self.number(height))" \
            role="img" aria-label="Nanoseconds for a lookup" font-family="system-ui, sans-serif" font-size="13">
            """,
            """
            <style>
            text { fill: #1f2328 } .faint { fill: #59636e } .line { stroke: #d1d9e0 }
            .c0 { fill: #0969da; stroke: #0969da } .c1 { fill: #8250df; stroke: #8250df } .c2 { fill: #9a6700; stroke: #9a6700 }
            text.c0, text.c1, text.c2 { stroke: none } polyline { fill: none; stroke-width: 2 }
            @media (prefers-color-scheme: dark) {
            text { fill: #f0f6fc } .faint { fill: #9198a1 } .line { stroke: #3d444d }
            .c0 { fill: #4493f8; stroke: #4493f8 } .c1 { fill: #ab7df8; stroke: #ab7df8 } .c2 { fill: #d29922; stroke: #d29922 }
            }
            </style>
            """,
        ]
        lines += bars > 0 ? comparisonLines() : []
        lines += chart > 0 ? chartLines(top: bars) : []
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    /// One bar for each way, on a logarithmic scale from one nanosecond on.
    private func comparisonLines() -> [String] {
        let greatest = comparison.rows.map(\.nanoseconds).max() ?? 1
        var lines = [
            Self.text(
                "Nanoseconds for a lookup: \(comparison.title)",
                x: 10,
                y: 22,
                "font-weight=\"600\""
            )
        ]
        for (index, row) in comparison.rows.enumerated() {
            let y = 40 + Double(index) * Self.rowHeight
            let length = max(
                2,
                (Self.right - 70 - Self.left) * log10(row.nanoseconds)
                    / max(log10(greatest), 1e-9)
            )
            lines += [
                Self.text(row.name, x: Self.left - 10, y: y + 14, "text-anchor=\"end\""),
                """
                <rect class="c\(index == 0 ? 0 : 1)" x="\(Self.number(Self.left))" y="\(Self.number(y))" \
                width="\(Self.number(length))" height="18" rx="2"/>
                """,
                Self.text(
                    Decimals.text(row.nanoseconds, places: 0),
                    x: Self.left + length + 8,
                    y: y + 14
                ),
            ]
        }
        return lines
    }

    /// Both axes logarithmic, a curve for each way.
    private func chartLines(top: Double) -> [String] {
        let points = curves.flatMap(\.points)
        let routes = (points.map(\.routes).min() ?? 1, points.map(\.routes).max() ?? 1)
        let times = (points.map(\.nanoseconds).min() ?? 1, points.map(\.nanoseconds).max() ?? 1)
        let (lowest, highest) = (
            log10(times.0).rounded(.down), log10(times.1).rounded(.up)
        )
        let (left, right, bottom) = (70.0, Self.right - 110, top + 50 + Self.chartHeight)
        func x(_ value: Double) -> Double {
            let range = log10(routes.1) - log10(routes.0)
            return left + (right - left) * (log10(value) - log10(routes.0))
                / max(range, 1e-9)
        }
        func y(_ value: Double) -> Double {
            bottom - Self.chartHeight * (log10(value) - lowest) / max(highest - lowest, 1)
        }
        var lines = [
            Self.text(
                "Nanoseconds for a lookup, by number of routes",
                x: 10,
                y: top + 28,
                "font-weight=\"600\""
            )
        ]
        var power = lowest
        while power <= highest {
            let value = pow(10, power)
            let at = y(value)
            lines += [
                """
                <line class="line" x1="\(Self.number(left))" x2="\(Self.number(right))" y1="\(Self.number(at))" \
                y2="\(Self.number(at))"/>
                """,
                Self.text(
                    Decimals.text(value, places: 0),
                    x: left - 8,
                    y: at + 4,
                    "class=\"faint\" text-anchor=\"end\""
                ),
            ]
            power += 1
        }
        for value in Set(points.map(\.routes)).sorted() {
            lines.append(
                Self.text(
                    Decimals.text(value, places: 0),
                    x: x(value),
                    y: bottom + 20,
                    "class=\"faint\" text-anchor=\"middle\""
                )
            )
        }
        for (index, curve) in curves.enumerated() {
            let path = curve.points.map {
                "\(Self.number(x($0.routes))),\(Self.number(y($0.nanoseconds)))"
            }
            lines.append(
                "<polyline class=\"c\(index % 3)\" points=\"\(path.joined(separator: " "))\"/>"
            )
            for point in curve.points {
                lines.append(
                    """
                    <circle class="c\(index % 3)" cx="\(Self.number(x(point.routes)))" cy="\(Self.number(y(point.nanoseconds)))" \
                    r="3"><title>\(curve.name), \(Decimals.text(point.routes, places: 0)) routes: \
                    \(Decimals.text(point.nanoseconds, places: 0)) ns</title></circle>
                    """
                )
            }
            if let last = curve.points.last {
                lines.append(
                    Self.text(
                        curve.name,
                        x: x(last.routes) + 10,
                        y: y(last.nanoseconds) + 4,
                        "class=\"c\(index % 3)\""
                    )
                )
            }
        }
        return lines
    }

    private static func text(
        _ text: String,
        x: Double,
        y: Double,
        _ attributes: String = ""
    ) -> String {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        let space = attributes.isEmpty ? "" : " "
        return "<text x=\"\(number(x))\" y=\"\(number(y))\"\(space)\(attributes)>\(escaped)</text>"
    }

    /// A coordinate: one decimal place at the most.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }
}
