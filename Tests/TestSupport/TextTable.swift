/// The rows of a table that is written as text, one in a line: two columns with an arrow between them.
///
/// `""` is an empty cell, and a line that begins with `// ` is a comment.
package func pairs(_ table: String) -> [(String, String)] {
    rows(table).map { ($0[0], $0[1]) }
}

/// The rows of a table that is written as text, one in a line: three columns with arrows between them.
package func triples(_ table: String) -> [(String, String, String)] {
    rows(table).map { ($0[0], $0[1], $0[2]) }
}

private func rows(_ table: String) -> [[String]] {
    table.split(separator: "\n").filter { !$0.hasPrefix("// ") }.map { line in
        line.split(separator: " → ", omittingEmptySubsequences: false).map {
            $0 == #""""# ? "" : String($0)
        }
    }
}

/// The rows of a table of lists that is written as text: two columns of texts, with two spaces between the texts.
package func lists(_ table: String) -> [([String], [String])] {
    rows(table).map { (texts($0[0]), texts($0[1])) }
}

private func texts(_ cell: String) -> [String] { cell.split(separator: "  ").map(String.init) }
