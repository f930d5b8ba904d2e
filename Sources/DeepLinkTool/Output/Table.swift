/// A text in a table, with its role.
struct Cell {
    /// The text, safe for a terminal.
    let text: String
    let role: Style.Role

    /// Creates a cell; control characters are escaped.
    init(_ text: String, _ role: Style.Role = .plain) {
        self.text = printable(text)
        self.role = role
    }
}

/// Text in columns.
///
/// A cell that is too wide continues in the next line. Each character counts as one column, whatever its width in the font.
struct Table {
    private let width: Int
    private let indentation: Int
    private var rows: [[Cell]] = []

    private static let gap = 2
    private static let minimumColumnWidth = 16

    init(width: Int, indentation: Int = 0) {
        self.width = width
        self.indentation = indentation
    }

    /// Adds a row; if it is shorter than other rows, its last cell extends to the right edge.
    mutating func append(_ row: [Cell]) {
        rows.append(row)
    }

    /// Adds a row of headings with dashes below.
    mutating func appendHeadings(_ headings: [String]) {
        rows += [headings.map { Cell($0, .heading) }, []]
    }

    /// The lines of the table, without trailing spaces.
    func lines(style: Style) -> [String] {
        let widths = columnWidths
        return rows.flatMap { row in
            let cells = row.isEmpty ? widths.map { Cell(String(repeating: "-", count: $0)) } : row
            return lines(of: cells, widths: widths, style: style)
        }
    }

    private func lines(of row: [Cell], widths: [Int], style: Style) -> [String] {
        let starts = widths.indices.map { widths[..<$0].reduce(indentation) { $0 + $1 + Self.gap } }
        let columns = row.indices.map { column in
            let isShort = column == row.count - 1 && row.count < widths.count
            return wrap(row[column].text, width: isShort ? width - starts[column] : widths[column])
        }
        return (0..<(columns.map(\.count).max() ?? 0)).map { index in
            var line = ""
            var end = 0
            for (column, texts) in columns.enumerated() where index < texts.count {
                guard !texts[index].isEmpty else { continue }
                line += String(repeating: " ", count: starts[column] - end)
                line += style.paint(texts[index], as: row[column].role)
                end = starts[column] + texts[index].unicodeScalars.count
            }
            return line
        }
    }

    /// The widths of the longest texts; if a line would be too long, columns become narrower where this breaks the fewest texts.
    private var columnWidths: [Int] {
        let count = rows.map(\.count).max() ?? 0
        let lengths = (0..<count).map { column in
            // The last cell of a short row extends to the right edge.
            rows.filter { column < $0.count && (column < $0.count - 1 || $0.count == count) }
                .map { $0[column].text.unicodeScalars.count }
        }
        var widths = lengths.map { max(1, $0.max() ?? 0) }
        /// How many texts would break if a column were narrower, judged by its first 100 rows.
        func breaks(_ column: Int) -> Int {
            lengths[column].prefix(100).count { $0 >= widths[column] }
        }
        var excess = widths.reduce(indentation - Self.gap) { $0 + $1 + Self.gap } - width
        while excess > 0 {
            let columns = widths.indices.filter { widths[$0] > Self.minimumColumnWidth }
            guard
                let best = columns.min(by: {
                    (breaks($0), -widths[$0]) < (breaks($1), -widths[$1])
                })
            else { break }
            widths[best] -= 1
            excess -= 1
        }
        return widths
    }
}
