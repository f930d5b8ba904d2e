import PathMatching

/// Compiles the patterns of one file, which share its variables.
struct GlobCompiler {
    let variables: [String: [String]]

    /// The texts of the lists by whether case is ignored and by name, as many patterns use the same variable.
    private var alternatives: [Bool: [String: GlobAlternatives]] = [:]

    init(variables: [String: [String]]) {
        self.variables = variables
    }

    /// Compiles a pattern for a query, a query item or a fragment.
    mutating func glob(_ pattern: String, ignoresCase: Bool) -> Glob {
        var glob = Glob()
        for piece in GlobPiece.pieces(of: pattern) {
            switch piece {
            case .scalar(let scalar): append(scalar, to: &glob, ignoresCase: ignoresCase)
            case .unclosed: glob.append(.never)
            case .variable(let name):
                glob.append(variable(name, ignoresCase: ignoresCase) ?? .never)
            }
        }
        return glob
    }

    /// The globs for a path pattern: the pattern without the slashes that do not count, and for `/buy/*` also its parent
    /// `/buy`.
    mutating func pathGlobs(_ pattern: String, ignoresCase: Bool) -> [Glob] {
        let scalars = pattern.unicodeScalars
        var paths = [normalizedPath(scalars[...])]
        if scalars.suffix(2).elementsEqual("/*".unicodeScalars) {
            paths.append(normalizedPath(scalars.dropLast(2)))
        }
        return paths.map { glob($0, ignoresCase: ignoresCase) }
    }

    /// The pattern with exactly one slash in front and none at the end.
    private func normalizedPath(_ pattern: Substring.UnicodeScalarView) -> String {
        var path = pattern.drop { $0 == "/" }
        while path.last == "/" {
            path.removeLast()
        }
        return "/" + String(path)
    }

    // MARK: Parts

    private func append(_ scalar: Unicode.Scalar, to glob: inout Glob, ignoresCase: Bool) {
        switch scalar {
        case "*": glob.appendStar()
        case "?": glob.append(.any)
        default:
            glob.append(.unit(ignoresCase ? AssociationLink.folded(scalar.value) : scalar.value))
        }
    }

    /// The token for a variable; `nil` when it is neither defined nor predefined.
    private mutating func variable(_ name: String, ignoresCase: Bool) -> Glob.Token? {
        if let values = variables[name] ?? PredefinedVariables.lists[name] {
            return .oneOf(alternatives(name, values, ignoresCase: ignoresCase))
        }
        return PredefinedVariables.classes[name].map { members in
            let isCased = name == "upper" || name == "lower"
            return .set(ignoresCase && isCased ? .letters : members)
        }
    }

    /// The texts of a list, in which `*` and `?` are wildcards and `$(` is literal.
    private mutating func alternatives(
        _ name: String,
        _ values: [String],
        ignoresCase: Bool
    ) -> GlobAlternatives {
        if let known = alternatives[ignoresCase]?[name] { return known }
        let made = GlobAlternatives(
            values.map { value in
                var glob = Glob()
                for scalar in value.unicodeScalars {
                    append(scalar, to: &glob, ignoresCase: ignoresCase)
                }
                return glob
            }
        )
        alternatives[ignoresCase, default: [:]][name] = made
        return made
    }
}

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
