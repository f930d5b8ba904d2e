import Foundation

/// Dots on logarithmic axes: bars would have to begin at zero, which these axes do not have.
///
/// The colours follow the reader's colour scheme, on a card in case the page does not. The first way in each chart is the
/// one that the others are compared with. Names stand beside what they name, and figures are shown as text too.
extension Picture {
    private static let width = 760.0
    private static let margin = 24.0
    private static let rowHeight = 30.0

    /// The SVG document; equal results give the same document.
    var svg: String {
        var lines: [String] = []
        var height = 12.0
        if !comparison.rows.isEmpty { lines += comparisonLines(from: &height) }
        if !curves.isEmpty { lines += curveLines(from: &height) }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(Self.width)) \(Self.number(height))" \
            role="img" aria-label="How long a lookup takes" font-family="system-ui, -apple-system, sans-serif" font-size="13">
            <style>
            .card { fill: #ffffff; stroke: #d1d9e0 } text { fill: #1f2328 } .faint { fill: #59636e }
            .grid { stroke: #e3e8ed } .guide { stroke: #b6bfc9; stroke-dasharray: 1 4 } .title { font-size: 16px; font-weight: 600 }
            .first { fill: #0969da; stroke: #0969da; font-weight: 600 } .other { fill: #6e7781; stroke: #6e7781 }
            text { stroke: #ffffff; stroke-width: 4; paint-order: stroke } text.first { stroke: #ffffff } polyline.first, polyline.other { fill: none; stroke-width: 2 }
            @media (prefers-color-scheme: dark) {
            .card { fill: #0d1117; stroke: #3d444d } text { fill: #f0f6fc; stroke: #0d1117 } .faint { fill: #9198a1 }
            .grid { stroke: #262c36 } .guide { stroke: #4d5560 }
            .first { fill: #4493f8; stroke: #4493f8 } .other { fill: #9198a1; stroke: #9198a1 }
            text.first { stroke: #0d1117 }
            }
            </style>
            <rect class="card" x="0.5" y="0.5" width="\(Self.number(Self.width - 1))" height="\(Self.number(height - 1))" rx="8"/>
            \(lines.joined(separator: "\n"))
            </svg>

            """
    }

    // MARK: - Charts

    /// A row with a dot for each way.
    private func comparisonLines(from top: inout Double) -> [String] {
        let rows = comparison.rows
        let times = Axis(of: rows.map(\.nanoseconds), from: 270, to: Self.width - 90)
        var lines = Self.heading("How long a lookup takes: \(comparison.title)", from: &top)
        let bottom = top + Double(rows.count) * Self.rowHeight
        for power in times.powers {
            let x = times.place(of: power)
            lines += [
                Self.line("grid", (x, top), (x, bottom)),
                Self.text(Self.whole(power), at: (x, bottom + 18), "faint", anchor: "middle"),
            ]
        }
        for (index, row) in rows.enumerated() {
            let style = index == 0 ? "first" : "other"
            let (x, y) = (
                times.place(of: row.nanoseconds), top + (Double(index) + 0.5) * Self.rowHeight
            )
            lines += [
                Self.line("guide", (times.start, y), (x, y)),
                Self.text(
                    row.name,
                    at: (times.start - 12, y + 4),
                    index == 0 ? "first" : "",
                    anchor: "end"
                ),
                Self.dot(
                    style,
                    at: (x, y),
                    radius: 6,
                    title: "\(row.name): \(Self.whole(row.nanoseconds)) ns"
                ),
                Self.text(
                    "\(Self.whole(row.nanoseconds)) ns",
                    at: (x + 12, y + 4),
                    index == 0 ? "first" : ""
                ),
            ]
        }
        lines.append(
            Self.text(
                "median nanoseconds; each line is ten times the one before",
                at: (times.start, bottom + 38),
                "faint"
            )
        )
        top = bottom + 60
        return lines
    }

    /// A curve for each way, with its name at its end.
    private func curveLines(from top: inout Double) -> [String] {
        let points = curves.flatMap(\.points)
        var lines = Self.heading("How a lookup grows with the number of routes", from: &top)
        lines.append(
            Self.text(
                "median nanoseconds for a lookup; each line is ten times the one before",
                at: (Self.margin, top + 4),
                "faint"
            )
        )
        top += 20
        let bottom = top + 260
        let routes = Axis(of: points.map(\.routes), from: 80, to: Self.width - 170)
        let times = Axis(of: points.map(\.nanoseconds), from: bottom, to: top)
        for power in times.powers {
            let y = times.place(of: power)
            lines += [
                Self.line("grid", (routes.start, y), (routes.end, y)),
                Self.text(
                    Self.whole(power),
                    at: (routes.start - 10, y + 4),
                    "faint",
                    anchor: "end"
                ),
            ]
        }
        for power in routes.powers {
            let place = (routes.place(of: power), bottom + 20)
            lines.append(Self.text(Self.whole(power), at: place, "faint", anchor: "middle"))
        }
        let middle = ((routes.start + routes.end) / 2, bottom + 42)
        lines.append(Self.text("number of routes", at: middle, "faint", anchor: "middle"))
        let names = Self.apart(
            curves.map { curve in
                let last = curve.points.last ?? (1, 1)
                return (routes.place(of: last.routes), times.place(of: last.nanoseconds))
            }
        )
        for (index, curve) in curves.enumerated().reversed() {
            let style = index == 0 ? "first" : "other"
            let places = curve.points.map {
                (routes.place(of: $0.routes), times.place(of: $0.nanoseconds))
            }
            let path = places.map { "\(Self.number($0.0)),\(Self.number($0.1))" }
            lines.append("<polyline class=\"\(style)\" points=\"\(path.joined(separator: " "))\"/>")
            for (point, place) in zip(curve.points, places) {
                let figures =
                    "\(Self.whole(point.routes)) routes: \(Self.whole(point.nanoseconds)) ns"
                lines.append(
                    Self.dot(style, at: place, radius: 4, title: "\(curve.name), \(figures)")
                )
            }
            guard let last = places.last, let time = curve.points.last?.nanoseconds else {
                continue
            }
            let label = "\(curve.name), \(Self.whole(time)) ns"
            lines.append(
                Self.text(label, at: (last.0 + 12, names[index] + 4), index == 0 ? "first" : "")
            )
        }
        top = bottom + 62
        return lines
    }

    /// The heights of labels, moved down where a label would cover another one that begins at the same x.
    private static func apart(_ places: [(x: Double, y: Double)]) -> [Double] {
        var heights = places.map(\.y)
        var lowest: [Double: Double] = [:]
        for index in places.indices.sorted(by: { places[$0].y < places[$1].y }) {
            let x = places[index].x
            heights[index] = max(heights[index], (lowest[x] ?? -.infinity) + 18)
            lowest[x] = heights[index]
        }
        return heights
    }

    // MARK: - Elements

    /// A chart's title; moves `top` below it.
    private static func heading(_ title: String, from top: inout Double) -> [String] {
        top += 26
        defer { top += 20 }
        return [text(title, at: (margin, top), "title")]
    }

    private static func line(
        _ style: String,
        _ start: (x: Double, y: Double),
        _ end: (x: Double, y: Double)
    ) -> String {
        "<line class=\"\(style)\" x1=\"\(number(start.x))\" y1=\"\(number(start.y))\" x2=\"\(number(end.x))\" y2=\"\(number(end.y))\"/>"
    }

    /// A dot that shows its figures as a tooltip.
    private static func dot(
        _ style: String,
        at place: (x: Double, y: Double),
        radius: Double,
        title: String
    ) -> String {
        "<circle class=\"\(style)\" cx=\"\(number(place.x))\" cy=\"\(number(place.y))\" r=\"\(number(radius))\">"
            + "<title>\(escaped(title))</title></circle>"
    }

    private static func text(
        _ text: String,
        at place: (x: Double, y: Double),
        _ style: String = "",
        anchor: String = "start"
    ) -> String {
        let style = style.isEmpty ? "" : " class=\"\(style)\""
        let anchor = anchor == "start" ? "" : " text-anchor=\"\(anchor)\""
        return
            "<text\(style) x=\"\(number(place.x))\" y=\"\(number(place.y))\"\(anchor)>\(escaped(text))</text>"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }

    /// A figure without decimal places, with thousands separated.
    private static func whole(_ value: Double) -> String {
        Decimals.text(value, places: 0)
    }

    /// A coordinate with at most one decimal place.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }
}

/// A logarithmic axis from one power of ten to another.
private struct Axis {
    /// The positions where the axis begins and ends.
    let start, end: Double

    /// The exponents of ten at both ends.
    private let lowest, highest: Double

    /// Creates an axis that has room for the given values, which count as at least 1.
    init(of values: [Double], from start: Double, to end: Double) {
        (self.start, self.end) = (start, end)
        let logarithms = values.map { log10(max(1, $0)) }
        lowest = (logarithms.min() ?? 0).rounded(.down)
        highest = max(lowest + 1, (logarithms.max() ?? 1).rounded(.up))
    }

    /// The powers of ten from the beginning to the end.
    var powers: [Double] {
        (Int(lowest)...Int(highest)).map { pow(10, Double($0)) }
    }

    func place(of value: Double) -> Double {
        start + (end - start) * (log10(max(1, value)) - lowest) / (highest - lowest)
    }
}
