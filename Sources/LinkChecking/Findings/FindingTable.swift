/// The kinds of findings, a row for each as the documentation has it: code, severity, what was found.
///
/// All that is known of a kind stands in its row. A test compares the rows with the articles, and a finding without a row stops the
/// program, so that none is forgotten.
package struct FindingTable: Sendable {
    /// The rows.
    package let rows: [String]

    private let severities: [String: String]

    /// Reads the rows of a table in Markdown.
    package init(_ text: String) {
        rows = text.split(separator: "\n").map(String.init)
        let pairs = rows.map { row in
            let cells = row.split(separator: "|").map { $0.filter { !" `".contains($0) } }
            return (cells[0], cells[1])
        }
        severities = Dictionary(uniqueKeysWithValues: pairs)
    }

    /// The codes in the order of the table.
    package var codes: [String] {
        rows.map { String($0.split(separator: "`")[1]) }
    }

    /// The usual severity of a finding.
    package func severity(of code: String) -> String {
        guard let severity = severities[code] else {
            preconditionFailure("The finding '\(code)' has no row in its table")
        }
        return severity
    }
}
