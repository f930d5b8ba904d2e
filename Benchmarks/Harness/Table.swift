/// Text in columns, aligned with spaces.
struct Table {
    /// The side that a column's text is aligned to.
    enum Alignment {
        case left
        case right
    }

    /// The alignments of the columns.
    let alignments: [Alignment]

    /// The rows, each with a text for each column.
    var rows: [[String]] = []

    /// The maximum width of a line; the first column shrinks to keep it.
    var width = 100

    /// Creates a table without rows.
    init(_ alignments: [Alignment]) {
        self.alignments = alignments
    }

    /// The lines of the table, without trailing spaces.
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
    /// This text in exactly `width` characters: padded with spaces, or cut with an ellipsis.
    fileprivate func fitted(to width: Int, _ alignment: Table.Alignment) -> String {
        if count > width { return String(prefix(width - 1)) + "…" }
        let space = String(repeating: " ", count: width - count)
        return alignment == .left ? self + space : space + self
    }
}

/// Numbers as text for people.
enum Decimals {
    /// `value` with a fixed number of decimal places and separated thousands: `1 234.50`.
    ///
    /// - Parameters:
    ///   - value: A finite number.
    ///   - places: How many digits follow the decimal point.
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

    /// Nanoseconds with as many decimal places as are meaningful.
    static func nanoseconds(_ value: Double) -> String {
        text(value, places: value < 1000 ? 1 : 0)
    }
}
