/// A place in a text: line and column, both counted from 1.
///
/// Columns count Unicode scalars, so an accented letter is one column and not two bytes. A line ends with a line
/// feed, a carriage return, or both.
package struct JSONPosition: Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    package let line: Int

    /// The column, counted from 1.
    package let column: Int

    /// Creates a position from its parts.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Finds the position of the byte at `offset`, which must be in `0...bytes.count`.
    package init(of offset: Int, in bytes: [UInt8]) {
        var line = 1
        var column = 1
        for (index, byte) in bytes[..<offset].enumerated() {
            let isInLineBreak = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
            if byte == 0x0A || (byte == 0x0D && !isInLineBreak) {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 && byte != 0x0D {
                // Continuation bytes belong to the scalar before them.
                column += 1
            }
        }
        self.init(line: line, column: column)
    }

    /// Such as `line 3, column 14`.
    package var description: String {
        "line \(line), column \(column)"
    }
}
