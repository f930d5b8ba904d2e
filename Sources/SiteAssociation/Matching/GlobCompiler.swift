import PathMatching

/// Compiles the patterns of one file, which share its variables.
struct GlobCompiler {
    let variables: [String: [String]]

    /// The texts of the lists by whether case is ignored and by name, as many patterns use the same variable.
    private var lists: [Bool: [String: GlobAlternatives]] = [:]

    init(variables: [String: [String]]) {
        self.variables = variables
    }

    /// Compiles a pattern for a query, a query item or a fragment.
    mutating func glob(_ pattern: String, ignoresCase: Bool) -> Glob {
        var glob = Glob()
        for piece in GlobPiece.pieces(of: pattern) {
            switch piece {
            case .scalar(let scalar): glob.append(scalar, ignoresCase: ignoresCase)
            case .unclosed: glob.append(.never)
            case .variable(let name): glob.append(token(name, ignoresCase: ignoresCase))
            }
        }
        return glob
    }

    /// The globs for a path pattern, with exactly one slash in front and none at the end: the pattern, and for `/buy/*` also its parent
    /// `/buy`.
    mutating func pathGlobs(_ pattern: String, ignoresCase: Bool) -> [Glob] {
        let scalars = pattern.unicodeScalars
        let hasParent = scalars.suffix(2).elementsEqual("/*".unicodeScalars)
        return ([scalars[...]] + (hasParent ? [scalars.dropLast(2)] : [])).map { path in
            var path = path.drop { $0 == "/" }
            while path.last == "/" { path.removeLast() }
            return glob("/" + String(path), ignoresCase: ignoresCase)
        }
    }

    /// The token for a variable, which has no meaning if it is neither defined nor predefined.
    private mutating func token(_ name: String, ignoresCase: Bool) -> Glob.Token {
        if let known = lists[ignoresCase]?[name] { return .oneOf(known) }
        guard let values = variables[name] ?? PredefinedVariables.lists[name] else {
            let isCased = name == "upper" || name == "lower"
            return PredefinedVariables.classes[name].map { members in
                .set(ignoresCase && isCased ? .letters : members)
            } ?? .never
        }
        // In the texts of a list, `*` and `?` are wildcards and `$(` is literal.
        let list = GlobAlternatives(
            values.map { value in
                value.unicodeScalars.reduce(into: Glob()) {
                    $0.append($1, ignoresCase: ignoresCase)
                }
            }
        )
        lists[ignoresCase, default: [:]][name] = list
        return .oneOf(list)
    }
}

extension Glob {
    fileprivate mutating func append(_ scalar: Unicode.Scalar, ignoresCase: Bool) {
        switch scalar {
        case "*": appendStar()
        case "?": append(.any)
        default: append(.unit(ignoresCase ? AssociationLink.folded(scalar.value) : scalar.value))
        }
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
