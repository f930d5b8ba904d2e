import LinkChecking
import PathMatching

extension AssociationAudit {
    mutating func checkVariables() {
        guard let defined = document["applinks"]?["substitutionVariables"] else { return }
        guard defined.isObject else {
            let expected = "an object of arrays of strings"
            return wrongType(defined, "'substitutionVariables'", expected: expected)
        }
        for variable in defined.members {
            checkDefinition(variable)
        }
    }

    /// Checks the variables that a pattern uses.
    mutating func checkVariables(in pattern: RuleMatcher.Pattern, _ rule: AssociationRule) {
        let (names, isUnclosed) = Self.variables(in: pattern.text)
        let text = short(pattern.text)
        if isUnclosed {
            add(
                .undefinedVariable,
                at: rule.place(of: pattern.part),
                "'\(text)' has a '$(' without its ')', so what it matches is not documented; close it."
            )
        }
        // What is wrong with a definition is found where it stands.
        let definitions = document["applinks"]?["substitutionVariables"]
        for name in names where !isDefined(name) && definitions?[name] == nil {
            let meant = nearest(to: name, in: knownNames)
            let hint =
                meant.map { "did you mean '$(\($0))'?" }
                ?? "define it in 'applinks.substitutionVariables'."
            if let meant {
                let text = pattern.text.replacing("$(\(name))", with: "$(\(meant))")
                correct(pattern.part, of: rule, .undefinedVariable, text)
            }
            add(
                .undefinedVariable,
                at: rule.place(of: pattern.part),
                "'$(\(short(name)))' is not defined, so what '\(text)' matches is not documented; \(hint)"
            )
        }
        if rule.isLegacy, let name = names.first(where: isDefined) {
            add(
                .undefinedVariable,
                .warning,
                at: rule.place(of: pattern.part),
                """
                '$(\(name))' is in 'paths', but variables are documented only for 'components'; write a component.
                """
            )
        }
    }

    /// The names to suggest for a misspelt one; the file's own only while they are few.
    private var knownNames: [String] {
        let own = association.substitutionVariables.keys
        return (own.count <= 64 ? own.sorted() : []) + PredefinedVariables.names.sorted()
    }

    private func isDefined(_ name: String) -> Bool {
        association.substitutionVariables[name] != nil || PredefinedVariables.names.contains(name)
    }

    private mutating func checkDefinition(_ variable: JSONNode) {
        let name = variable.key
        let shown = "'$(\(short(name)))'"
        if name.isEmpty || name.utf8.contains(where: "$()".utf8.contains) {
            add(
                .malformedVariable,
                at: variable.keyPlace,
                "'\(short(name))' is not a variable name; use a name without '$', '(' and ')'."
            )
        } else if PredefinedVariables.names.contains(name) {
            add(
                .malformedVariable,
                .warning,
                at: variable.keyPlace,
                "\(shown) is predefined, and it is not documented which definition systems use; choose another name."
            )
        }
        guard variable.isArray, variable.elements.allSatisfy({ $0.string != nil }) else {
            add(
                .wrongType,
                at: variable.place,
                "The values of \(shown) are not an array of strings, so its meaning is not documented; write an array of strings."
            )
            return
        }
        if variable.elements.isEmpty {
            add(
                .malformedVariable,
                at: variable.place,
                "\(shown) has no value, so no pattern with it matches anything; list its values."
            )
        }
        for value in variable.elements {
            let text = value.string ?? ""
            guard !Self.variables(in: text).names.isEmpty else { continue }
            add(
                .malformedVariable,
                .warning,
                at: value.place,
                "'\(short(text))' has a variable, but variables in values are not replaced; write its values."
            )
        }
    }

    /// The names in a pattern's `$(…)`, each once, and whether a `$(` is never closed.
    private static func variables(in pattern: String) -> (names: [String], isUnclosed: Bool) {
        var names: [String] = []
        var isUnclosed = false
        for piece in GlobPiece.pieces(of: pattern) {
            switch piece {
            case .scalar: break
            case .unclosed: isUnclosed = true
            case .variable(let name): names.append(name)
            }
        }
        return (names.uniqued(), isUnclosed)
    }
}
