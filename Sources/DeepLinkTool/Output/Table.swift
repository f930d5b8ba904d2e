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
/// A character is counted as one column, whatever its width in the font.
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
        rows.append(headings.map { Cell($0, .heading) })
        rows.append([])
    }

    /// The lines of the table, without spaces at their ends.
    func lines(style: Style) -> [String] {
        let widths = columnWidths
        return rows.flatMap { row in
            row.isEmpty ? [rule(widths)] : lines(of: row, widths: widths, style: style)
        }
    }

    /// The widths that the texts ask for, narrowed until the line fits, where that adds the fewest lines.
    private var columnWidths: [Int] {
        let count = rows.map(\.count).max() ?? 0
        var columns = Array(repeating: Column(), count: count)
        for row in rows where !row.isEmpty {
            // A cell that reaches to the right edge asks for nothing.
            let reachesEdge = row.count < count
            for column in 0..<count {
                let asks = column < row.count - (reachesEdge ? 1 : 0)
                columns[column].append(asks ? row[column].text : "")
            }
        }
        let total = columns.reduce(indentation - Self.gap) { $0 + $1.width + Self.gap }
        for _ in 0..<max(0, total - width) {
            let candidates = columns.indices.filter { columns[$0].width > Self.leastWidth }
            let costs = candidates.map { column in
                (column: column, cost: addedLines(narrowing: column, of: columns))
            }
            guard
                let best = costs.min(by: {
                    ($0.cost, -columns[$0.column].width) < ($1.cost, -columns[$1.column].width)
                })
            else { break }
            columns[best.column].narrow()
        }
        return columns.map(\.width)
    }

    /// How many lines more the table has when a column is narrowed by one.
    private func addedLines(narrowing column: Int, of columns: [Column]) -> Int {
        var narrowed = columns[column]
        narrowed.narrow()
        return narrowed.heights.indices.reduce(0) { sum, row in
            let others = columns.indices.map { $0 == column ? 1 : columns[$0].heights[row] }
            let rest = others.max() ?? 1
            return sum + max(rest, narrowed.heights[row])
                - max(rest, columns[column].heights[row])
        }
    }

    /// The texts of a column, as far as its width is chosen by them.
    private struct Column {
        /// How many rows the choice of widths looks at; a long table has its last rows like its first.
        private static let sampleCount = 100

        private var texts: [String] = []
        private(set) var width = 0
        private(set) var heights: [Int] = []

        mutating func append(_ text: String) {
            width = max(width, scalarCount(text))
            guard texts.count < Self.sampleCount else { return }
            texts.append(text)
            heights.append(1)
        }

        mutating func narrow() {
            width -= 1
            for row in texts.indices where scalarCount(texts[row]) > width {
                heights[row] = wrap(texts[row], width: width).count
            }
        }
    }

    private func rule(_ widths: [Int]) -> String {
        let dashes = widths.map { String(repeating: "-", count: $0) }
        return spaces(indentation) + dashes.joined(separator: spaces(Self.gap))
    }

    private func lines(of row: [Cell], widths: [Int], style: Style) -> [String] {
        let columns = row.enumerated().map { column, cell in
            let start = widths[..<column].reduce(indentation) { $0 + $1 + Self.gap }
            let reachesEdge = column == row.count - 1 && row.count < widths.count
            return wrap(cell.text, width: reachesEdge ? width - start : widths[column])
        }
        let height = columns.map(\.count).max() ?? 0
        return (0..<height).map { index in
            var line = spaces(indentation)
            var pending = 0
            for (column, cell) in row.enumerated() {
                let text = index < columns[column].count ? columns[column][index] : ""
                if !text.isEmpty {
                    line += spaces(pending) + style.paint(text, as: cell.role)
                    pending = 0
                }
                pending += widths[column] - scalarCount(text) + Self.gap
            }
            return line
        }
    }

    private func spaces(_ count: Int) -> String {
        String(repeating: " ", count: max(0, count))
    }
}

/// How many characters a text has, one for each scalar.
private func scalarCount(_ text: String) -> Int {
    // Bytes of the form 10xxxxxx go on with a character.
    text.utf8.count { $0 & 0xC0 != 0x80 }
}

/// Breaks text into lines of at most `width` characters.
///
/// A line breaks at a space, else where a link has a joint: after `/` or `-`, and before `?`, `&` or `#`. If its last two
/// thirds have neither, it breaks anywhere.
func wrap(_ text: String, width: Int) -> [String] {
    let width = max(1, width)
    // No text has more characters than bytes.
    if text.utf8.count <= width, text.utf8.last != UInt8(ascii: " ") { return [text] }
    let bytes = Array(text.utf8)
    if bytes.allSatisfy({ $0 < 0x80 }) {
        return lines(of: bytes.map(UInt32.init), width: width).map {
            String(decoding: bytes[$0], as: UTF8.self)
        }
    }
    let scalars = Array(text.unicodeScalars)
    return lines(of: scalars.map(\.value), width: width).map {
        String(String.UnicodeScalarView(scalars[$0]))
    }
}

/// The lines of a text, without the spaces at their ends.
private func lines(of text: [UInt32], width: Int) -> [Range<Int>] {
    let space = Unicode.Scalar(" ").value
    var lines: [Range<Int>] = []
    var start = 0
    func take(_ next: Int) {
        var end = next
        while end > start, text[end - 1] == space { end -= 1 }
        lines.append(start..<end)
        start = next
        while start < text.count, text[start] == space { start += 1 }
    }
    while text.count - start > width {
        let places = (start + max(1, width / 3))...(start + width)
        let place =
            places.last { text[$0 - 1] == space || text[$0] == space }
            ?? places.last { isJoint(between: text[$0 - 1], and: text[$0]) }
        take(place ?? start + width)
    }
    if start < text.count || lines.isEmpty { take(text.count) }
    return lines
}

private func isJoint(between left: UInt32, and right: UInt32) -> Bool {
    switch (Unicode.Scalar(left), Unicode.Scalar(right)) {
    case ("-", _): true
    case ("/", let right): right != "/"
    case (_, "?"), (_, "&"), (_, "#"): true
    default: false
    }
}
