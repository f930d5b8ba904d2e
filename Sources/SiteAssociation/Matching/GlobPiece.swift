/// A piece of a pattern's text: a variable, or a character outside of variables.
enum GlobPiece {
    /// A character outside of variables; `*` and `?` are wildcards, others are literal.
    case scalar(Unicode.Scalar)

    /// `$(name)`.
    case variable(String)

    /// The `$` of a `$(` that no `)` closes, or whose name would contain another `$` or `(`.
    case unclosed

    /// The name of the variable, if it is one.
    var variable: String? {
        if case .variable(let name) = self { name } else { nil }
    }

    /// Whether it is a `$` that begins no variable.
    var isUnclosed: Bool {
        if case .unclosed = self { true } else { false }
    }

    /// Cuts a pattern into its pieces.
    ///
    /// - Complexity: O(*n*). A name has no `$`, `(` or `)`, so the search for its `)` stops at the next variable.
    static func pieces(of pattern: String) -> [GlobPiece] {
        var pieces: [GlobPiece] = []
        var rest = pattern.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "$", rest.first == "(" else {
                pieces.append(.scalar(scalar))
                continue
            }
            let name = rest.dropFirst().prefix { $0 != "$" && $0 != "(" && $0 != ")" }
            if name.endIndex < rest.endIndex, rest[name.endIndex] == ")" {
                pieces.append(.variable(String(name)))
                rest = rest[name.endIndex...].dropFirst()
            } else {
                pieces.append(.unclosed)
            }
        }
        return pieces
    }
}
