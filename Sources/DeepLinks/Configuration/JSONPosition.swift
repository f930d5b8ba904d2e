/// A place in a text: line and column, both counted from 1.
///
/// Columns count Unicode scalars, not bytes, so `é` as one scalar is one column. A line ends with a line feed, a carriage
/// return, or both.
package struct JSONPosition: Hashable, Sendable, CustomStringConvertible {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The position as text, such as `line 3, column 14`.
    package var description: String {
        "line \(line), column \(column)"
    }
}
