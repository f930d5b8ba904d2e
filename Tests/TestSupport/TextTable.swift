/// A row of a table that is written as text, so that it can be read and extended without Swift.
///
///     // A line like this one is a comment.
///     /a/:id → /a/{id}
///     /a/{:int}
///       '/a/{:int}' has a capture without a name; write a name after the '{', as in '{id}'.
///
/// A row is a line. The columns after the first one have arrows before them, or indented lines of their own. `""` is an empty text,
/// and texts of the same column have two spaces between them. A picture of a control character, such as ␁ or ␉, stands for the
/// character, and ␠ for a space.
///
/// A table of more than a dozen rows is a file in the folder `Tables` of its tests. Rows with values of Swift stay in Swift.
package struct TableRow: Sendable, CustomStringConvertible {
    /// The file and the line, which a failed test shows.
    package let place: String
    /// The columns as they are written.
    private var columns: [String]

    package var description: String { "\(place): \(columns[0])" }

    /// A column, as one text.
    package subscript(column: Int) -> String {
        precondition(column < columns.count, "\(place) has only \(columns.count) columns")
        return Self.text(columns[column])
    }

    /// The columns behind the first one, each as one text.
    package var rest: [String] { columns.dropFirst().map(Self.text) }

    /// The texts of a column; empty if the row does not have it.
    package func texts(_ column: Int) -> [String] {
        guard column < columns.count else { return [] }
        return columns[column].split(separator: "  ").map(Self.text)
    }

    private static func text(_ written: some StringProtocol) -> String {
        if written == #""""# { return "" }
        let scalars = written.unicodeScalars.map { scalar in
            (0x2400...0x2420).contains(scalar.value)
                ? Unicode.Scalar(UInt8(scalar.value - 0x2400)) : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    fileprivate static func rows(_ table: String, of file: String) -> [TableRow] {
        var rows: [TableRow] = []
        for (index, line) in table.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated() where !line.isEmpty && !line.hasPrefix("// ")
        {
            if line.hasPrefix("  "), !rows.isEmpty {
                rows[rows.count - 1].columns.append(String(line.dropFirst(2)))
            } else {
                let columns = line.split(separator: " → ", omittingEmptySubsequences: false)
                rows.append(
                    TableRow(place: "\(file):\(index + 1)", columns: columns.map(String.init))
                )
            }
        }
        return rows
    }
}

/// The rows of a table in a file of the folder `Tables` of the tests that call this.
package func rows(in file: String, test: String = #fileID) throws -> [TableRow] {
    let folder = "Tests/\(test.prefix { $0 != "/" })/Tables"
    let rows = TableRow.rows(try Repository.text("\(folder)/\(file)"), of: file)
    precondition(!rows.isEmpty, "\(file) has no row")
    return rows
}

/// The rows of a table.
package func rows(_ table: String) -> [TableRow] {
    let rows = TableRow.rows(table, of: "row")
    precondition(!rows.isEmpty, "The table has no row")
    return rows
}

/// The rows of a table with two columns.
package func pairs(_ table: String) -> [(String, String)] { rows(table).map { ($0[0], $0[1]) } }

/// The rows of a table with three columns.
package func triples(_ table: String) -> [(String, String, String)] {
    rows(table).map { ($0[0], $0[1], $0[2]) }
}

/// The rows of a table with two columns of texts; a column with `""` has none.
package func lists(_ table: String) -> [([String], [String])] {
    func texts(_ column: String) -> [String] { column.split(separator: "  ").map(String.init) }
    return rows(table).map { (texts($0[0]), texts($0[1])) }
}
