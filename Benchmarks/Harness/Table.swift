/// Text in columns, aligned with spaces.
struct Table {
    /// Where a column's text stands.
    enum Alignment {
        case left
        case right
    }

    /// The alignments of the columns.
    let alignments: [Alignment]

    /// The lines, each with a text for each column.
    var rows: [[String]] = []

    /// The widest that a line may be; the first column gives way to it.
    var width = 100

    /// Creates a table without rows.
    init(_ alignments: [Alignment]) {
        self.alignments = alignments
    }

    /// The lines of the table, without spaces at their ends.
    func lines() -> [String] {
        var widths = alignments.indices.map { column in
            rows.map { $0[column].count }.max() ?? 0
        }
        guard !widths.isEmpty else { return [] }
        let excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
        if excess > 0 { widths[0] = max(1, widths[0] - excess) }
        return rows.map { row in
            var line = ""
            for column in row.indices {
                if column > 0 { line += "  " }
                line += row[column].fitted(to: widths[column], alignments[column])
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}

extension String {
    /// This text in exactly `width` characters: filled with spaces, or cut with an ellipsis.
    fileprivate func fitted(to width: Int, _ alignment: Table.Alignment) -> String {
        if count > width { return String(prefix(width - 1)) + "…" }
        let space = String(repeating: " ", count: width - count)
        return alignment == .left ? self + space : space + self
    }
}

/// Numbers as text for people.
enum Decimals {
    /// `value` with a fixed number of decimal places, its thousands apart: `1 234.50`.
    ///
    /// - Parameters:
    ///   - value: A finite number.
    ///   - places: How many digits follow the point.
    /// - Returns: The text, rounded half away from zero.
    static func text(_ value: Double, places: Int) -> String {
        var scale = 1
        for _ in 0..<places {
            scale *= 10
        }
        let scaled = Int((value.magnitude * Double(scale)).rounded())
        var whole = ""
        for (index, digit) in String(scaled / scale).reversed().enumerated() {
            if index > 0 && index.isMultiple(of: 3) { whole.append(" ") }
            whole.append(digit)
        }
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return sign + String(whole.reversed()) }
        let fraction = String(scaled % scale)
        let zeros = String(repeating: "0", count: places - fraction.count)
        return sign + String(whole.reversed()) + "." + zeros + fraction
    }

    /// Nanoseconds with as many places as mean something.
    static func nanoseconds(_ value: Double) -> String {
        text(value, places: value < 1000 ? 1 : 0)
    }
}
