/// What an error tells developers, in two parts: the obstacle and the way out.
package struct ErrorText: Error, Hashable {
    /// What is wrong, without a full stop; characters that are not seen are escaped.
    package let obstacle: String

    /// The way out, in lower case and without a full stop; nil if there is none.
    package let remedy: String?

    /// Creates a text.
    package init(_ obstacle: String, _ remedy: String?) {
        self.obstacle = obstacle.showingInvisible
        self.remedy = remedy?.showingInvisible
    }
}

extension ErrorText {
    /// A text that somebody has put together already: a sentence with its full stop.
    package init(sentence: String) {
        self.init(String(sentence.dropLast(sentence.hasSuffix(".") ? 1 : 0)), nil)
    }

    /// The way out as a sentence of its own.
    package var suggestion: String? {
        remedy.map { "\($0.prefix(1).uppercased())\($0.dropFirst())." }
    }

    /// The same text with a beginning.
    package func after(_ beginning: String) -> ErrorText { ErrorText(beginning + obstacle, remedy) }
}

extension ErrorText: CustomStringConvertible {
    /// Both parts as one sentence.
    package var description: String { "\(obstacle)\(remedy.map { "; \($0)" } ?? "")." }
}

extension [String] {
    /// The parts as an enumeration in a sentence: `a, b and c`.
    package func listed(_ word: String = "and") -> String {
        guard let last, count > 1 else { return joined() }
        return dropLast().joined(separator: ", ") + " \(word) \(last)"
    }
}
