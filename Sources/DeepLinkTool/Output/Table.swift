/// A text in a table, and what it is.
struct Cell {
    /// The text, fit for a terminal.
    let text: String

    /// What it is, for its looks.
    let role: Style.Role

    /// Creates a cell; characters that a terminal would obey are escaped.
    init(_ text: String, _ role: Style.Role = .plain) {
        self.text = printable(text)
        self.role = role
    }
}

/// Text in columns that stay within a width: cells that are too wide go on in the next line.
///
/// A character counts as one column, whatever its width in the font.
struct Table {
    private let width: Int
    private let indentation: Int
    private var rows: [[Cell]] = []

    /// The space between two columns.
    private static let gap = 2

    /// The least that a column is narrowed to.
    private static let leastWidth = 16

    /// Creates an empty table.
    ///
    /// - Parameters:
    ///   - width: How many columns a line may have.
    ///   - indentation: How many spaces stand before each line.
    init(width: Int, indentation: Int = 0) {
        self.width = width
        self.indentation = indentation
    }

    /// Adds a row; the last cell of a row that is shorter than others reaches to the right edge.
    mutating func append(_ row: [Cell]) {
        rows.append(row)
    }

    /// Adds a row of headings, underlined with dashes.
    mutating func appendHeadings(_ headings: [String]) {
        rows += [headings.map { Cell($0, .heading) }, []]
    }

    /// The lines of the table, without spaces at their ends.
    func lines(style: Style) -> [String] {
        let widths = columnWidths
        return rows.flatMap { row in
            let cells = row.isEmpty ? widths.map { Cell(String(repeating: "-", count: $0)) } : row
            return lines(of: cells, widths: widths, style: style)
        }
    }

    private func lines(of row: [Cell], widths: [Int], style: Style) -> [String] {
        let columns = row.indices.map { column in
            let reachesEdge = column == row.count - 1 && row.count < widths.count
            let start = widths[..<column].reduce(indentation) { $0 + $1 + Self.gap }
            return wrap(row[column].text, width: reachesEdge ? width - start : widths[column])
        }
        return (0..<(columns.map(\.count).max() ?? 0)).map { index in
            var line = ""
            var missing = indentation
            for (column, cell) in row.enumerated() {
                let text = index < columns[column].count ? columns[column][index] : ""
                if !text.isEmpty {
                    line +=
                        String(repeating: " ", count: missing) + style.paint(text, as: cell.role)
                    missing = 0
                }
                missing += max(0, widths[column] - text.unicodeScalars.count) + Self.gap
            }
            return line
        }
    }

    /// The widths that the texts ask for; where a line would be too long, narrowed where that adds the fewest lines.
    ///
    /// How many lines a text takes is judged by its length alone, so that the work grows with the texts in a straight line.
    private var columnWidths: [Int] {
        let count = rows.map(\.count).max() ?? 0
        let lengths = rows.map { row in
            (0..<count).map { column in
                // A cell that reaches to the right edge asks for nothing.
                let asks = row.count == count || column < row.count - 1
                return asks && column < row.count ? row[column].text.unicodeScalars.count : 0
            }
        }
        // A long table has its last rows like its first.
        let sample = lengths.prefix(100)
        func lineCount(_ widths: [Int]) -> Int {
            sample.reduce(0) { sum, row in
                sum + (zip(row, widths).map { max(0, $0 - 1) / $1 }.max() ?? 0)
            }
        }
        var widths = (0..<count).map { column in max(1, lengths.map { $0[column] }.max() ?? 0) }
        var excess = widths.reduce(indentation - Self.gap) { $0 + $1 + Self.gap } - width
        while excess > 0 {
            let narrowed = widths.indices.filter { widths[$0] > Self.leastWidth }.map { column in
                var narrowed = widths
                narrowed[column] -= 1
                return (lines: lineCount(narrowed), width: -widths[column], widths: narrowed)
            }
            guard let best = narrowed.min(by: { ($0.lines, $0.width) < ($1.lines, $1.width) })
            else { break }
            widths = best.widths
            excess -= 1
        }
        return widths
    }
}

/// Breaks text into lines of at most `width` characters.
///
/// A line breaks at a space, else where a link has a joint: after `/` or `-`, and before `?`, `&` or `#`. If its last two
/// thirds have neither, it breaks anywhere.
func wrap(_ text: String, width: Int) -> [String] {
    let width = max(1, width)
    var lines: [String] = []
    var rest = Array(text.unicodeScalars)[...]
    while rest.count > width {
        let places = (rest.startIndex + max(1, width / 3))...(rest.startIndex + width)
        let place =
            places.last { rest[$0 - 1] == " " || rest[$0] == " " }
            ?? places.last { isJoint(between: rest[$0 - 1], and: rest[$0]) } ?? places.upperBound
        lines.append(String(rest[..<place]))
        rest = rest[place...].drop { $0 == " " }
    }
    if !rest.isEmpty || lines.isEmpty { lines.append(String(rest)) }
    return lines
}

extension String {
    /// The text of some scalars, without the spaces at their end.
    fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
        let end = scalars.lastIndex { $0 != " " }.map { $0 + 1 } ?? scalars.startIndex
        self.init(String.UnicodeScalarView(scalars[..<end]))
    }
}

private func isJoint(between left: Unicode.Scalar, and right: Unicode.Scalar) -> Bool {
    switch (left, right) {
    case ("-", _): true
    case ("/", let right): right != "/"
    case (_, "?"), (_, "&"), (_, "#"): true
    default: false
    }
}
