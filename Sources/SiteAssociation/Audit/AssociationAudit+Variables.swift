import DeepLinks
import LinkChecking
import PathMatching

extension AssociationAudit {
    mutating func checkVariables() {
        guard let defined = document["applinks"]?["substitutionVariables"] else { return }
        guard defined.isObject else {
            checkedVariables.formUnion(defined.elements.flatMap(\.members).map(\.key))
            let expected = "an object of arrays of strings"
            return wrongType(defined, "'substitutionVariables'", expected: expected)
        }
        for variable in defined.members {
            let name = variable.key
            let shown = "'$(\(short(name)))'"
            let plain = name.filter { !"$()".contains($0) }
            if plain != name || name.isEmpty {
                checkedVariables.insert(plain)
                let message =
                    "'\(short(name))' is not a variable name; use a name without '$', '(' and ')'."
                add(.malformedVariable, at: variable.keyPlace, message)
            }
            if variable.strings.count != variable.value.array?.count {
                let message =
                    "The values of \(shown) are not an array of strings, so its meaning is not documented; write an array of strings."
                add(.wrongType, at: variable.place, message)
            } else if variable.strings.isEmpty {
                let message =
                    "\(shown) has no value, so no pattern with it matches anything; list its values."
                add(.malformedVariable, at: variable.place, message)
            }
            for value in variable.elements {
                let text = value.string ?? ""
                let pieces = GlobPiece.pieces(of: text)
                guard pieces.contains(where: { $0.variable != nil }) else { continue }
                let message =
                    "'\(short(text))' has a variable, but variables in values are not replaced; write its values."
                let isUsed = usedVariables.contains(name)
                add(.malformedVariable, isUsed ? .error : .warning, at: value.place, message)
            }
        }
    }

    // MARK: Uses

    /// Looks for a variable that is not closed, and for those that are not defined.
    mutating func checkVariables(in pattern: Pattern, _ rule: AssociationRule) {
        let place = rule.place(of: pattern.part)
        let pieces = GlobPiece.pieces(of: pattern.text)
        if pieces.contains(where: \.isUnclosed) {
            let message =
                "'\(short(pattern.text))' has a '$(' that no name and ')' follow, so what it matches is not documented; write it as in '$(name)'."
            add(.undefinedVariable, at: place, message)
        }
        let defined = document["applinks"]?["substitutionVariables"]
        for name in pieces.compactMap(\.variable) where !checkedVariables.contains(name) {
            if let definition = defined?[name] {
                // A decoded link can have any character.
                if rule.isPercentEncoded { checkValues(of: definition) }
                continue
            }
            guard !PredefinedVariables.names.contains(name) else { continue }
            let near = nearest(to: name, in: knownNames).map { "did you mean '$(\($0))'?" }
            let message =
                "'$(\(short(name)))' is not defined, so what '\(short(pattern.text))' matches is not documented; \(near ?? "define it in 'applinks.substitutionVariables'.")"
            add(.undefinedVariable, at: place, message)
            checkedVariables.insert(name)
        }
    }

    /// Looks for values that no link has.
    private mutating func checkValues(of definition: JSONNode) {
        for value in definition.elements where value.string?.contains("$(") == false {
            let pattern = Pattern(part: .path, text: value.string ?? "", globs: [])
            guard var flaw = impossibility(of: pattern) else { continue }
            if pattern.text.contains(/^[\w\-]+(\s*[,;|]\s*[\w\-]+)+$/) {
                flaw = "'\(short(pattern.text))' has several values; write a string for each"
            }
            add(.neverMatches, at: value.place, "\(flaw).")
        }
        checkedVariables.insert(definition.key)
    }

    /// The names of variables; the file's own only while they are few.
    var knownNames: [String] {
        let own = association.substitutionVariables.keys
        return (own.count <= 64 ? own.sorted() : []) + PredefinedVariables.names.sorted()
    }
}
