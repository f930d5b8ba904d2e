import DeepLinks
import LinkChecking
import PathMatching

extension AssociationAudit {
    mutating func checkVariables() {
        guard let defined = document["applinks"]?["substitutionVariables"] else { return }
        guard defined.isObject else {
            reportedVariables.formUnion(defined.elements.flatMap(\.members).map(\.key))
            let expected = "an object of arrays of strings"
            return wrongType(defined, "'substitutionVariables'", expected: expected)
        }
        // Decoded links have characters that others cannot have.
        let rules = entries.flatMap(\.rules)
        let decoded = Self.names(in: rules.filter { !$0.rule.isPercentEncoded })
        let encoded = Self.names(in: rules.filter(\.rule.isPercentEncoded)).subtracting(decoded)
        for variable in defined.members {
            checkDefinition(variable, isEncoded: encoded.contains(variable.key))
        }
    }

    /// The variables that rules use.
    private static func names(in rules: [RuleMatcher]) -> Set<String> {
        let pieces = rules.flatMap(\.patterns).flatMap { GlobPiece.pieces(of: $0.text) }
        return Set(pieces.compactMap(\.variable))
    }

    private mutating func checkDefinition(_ variable: JSONNode, isEncoded: Bool) {
        let name = variable.key
        let shown = "'$(\(short(name)))'"
        let plain = name.filter { !"$()".contains($0) }
        if plain != name || name.isEmpty {
            reportedVariables.insert(plain)
            let message =
                "'\(short(name))' is not a variable name; use a name without '$', '(' and ')'."
            add(.malformedVariable, at: variable.keyPlace, message)
        }
        guard variable.isArray, variable.elements.allSatisfy({ $0.string != nil }) else {
            let message =
                "The values of \(shown) are not an array of strings, so its meaning is not documented; write an array of strings."
            return add(.wrongType, at: variable.place, message)
        }
        if variable.elements.isEmpty {
            let message =
                "\(shown) has no value, so no pattern with it matches anything; list its values."
            add(.malformedVariable, at: variable.place, message)
        }
        for value in variable.elements {
            let text = value.string ?? ""
            if GlobPiece.pieces(of: text).contains(where: { $0.variable != nil }) {
                let message =
                    "'\(short(text))' has a variable, but variables in values are not replaced; write its values."
                add(.malformedVariable, .warning, at: value.place, message)
            } else if isEncoded,
                let flaw = Self.impossibility(of: Pattern(part: .path, text: text, globs: []))
            {
                add(.neverMatches, at: value.place, "\(flaw).")
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
        // What is wrong with a definition is found where it stands.
        let defined = document["applinks"]?["substitutionVariables"]
        for name in pieces.compactMap(\.variable).uniqued()
        where !PredefinedVariables.names.contains(name) && defined?[name] == nil
            && !reportedVariables.contains(name)
        {
            let near = nearest(to: name, in: knownNames).map { "did you mean '$(\($0))'?" }
            let message =
                "'$(\(short(name)))' is not defined, so what '\(short(pattern.text))' matches is not documented; \(near ?? "define it in 'applinks.substitutionVariables'.")"
            add(.undefinedVariable, at: place, message)
            reportedVariables.insert(name)
        }
    }

    /// The names of variables; the file's own only while they are few.
    var knownNames: [String] {
        let own = association.substitutionVariables.keys
        return (own.count <= 64 ? own.sorted() : []) + PredefinedVariables.names.sorted()
    }
}
