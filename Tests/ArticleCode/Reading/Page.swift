import Foundation

/// A page of documentation, or a file of Swift code.
package struct Page: Sendable, CustomStringConvertible {
    /// The file's path.
    package let path: String

    /// The page's lines.
    package let lines: [String]

    package init(path: String, lines: [String]) {
        self.path = path
        self.lines = lines
    }

    /// The path.
    package var description: String { path }

    /// The file's name without its folder and its ending.
    package var name: String {
        URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    /// Code between fences.
    package struct Block {
        /// The language that the fence names, empty if none.
        package let language: String

        /// The lines between the fences.
        package let lines: [String]

        /// The number of the first line, counted from 1.
        package let start: Int
    }

    /// All code between fences, in order.
    package var blocks: [Block] {
        var blocks: [Block] = []
        var open: (language: String, start: Int)?
        for (index, line) in lines.enumerated() where line.hasPrefix("```") {
            if let (language, start) = open {
                blocks.append(
                    Block(language: language, lines: Array(lines[start..<index]), start: start + 1)
                )
                open = nil
            } else {
                open = (String(line.dropFirst(3)), index + 1)
            }
        }
        return blocks
    }
}
