import PathMatching

/// The path to a value in a JSON document, such as `applinks.details[0].components[2]["/"]`.
package struct JSONPath: Hashable, Sendable, CustomStringConvertible {
    /// One step: into an object by key, or into an array by index.
    package enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
    }

    /// The steps from the document's root.
    package var steps: [Step]

    package static let root = JSONPath([])

    package init(_ steps: [Step]) {
        self.steps = steps
    }

    /// The path of the member with the given key.
    package func key(_ key: String) -> JSONPath {
        JSONPath(steps + [.key(key)])
    }

    /// The path of the element at the given index.
    package func index(_ index: Int) -> JSONPath {
        JSONPath(steps + [.index(index)])
    }

    /// The path in JavaScript syntax: names after a dot, other keys quoted in brackets.
    ///
    /// The root is printed as `the document`.
    package var description: String {
        guard !steps.isEmpty else { return "the document" }
        var text = ""
        for step in steps {
            switch step {
            case .index(let index):
                text += "[\(index)]"
            case .key(let key) where Self.isName(key):
                text += text.isEmpty ? key : ".\(key)"
            case .key(let key):
                text += "[" + "\"\(key)\"".showingInvisible + "]"
            }
        }
        return text
    }

    /// Whether a key can follow a dot: it has only ASCII letters, digits and `_`, and does not begin with a digit.
    private static func isName(_ key: String) -> Bool {
        guard let first = key.utf8.first, !ByteSet.digits.contains(first) else { return false }
        return key.utf8.allSatisfy { ByteSet.alphanumerics.contains($0) || $0 == UInt8(ascii: "_") }
    }
}

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
