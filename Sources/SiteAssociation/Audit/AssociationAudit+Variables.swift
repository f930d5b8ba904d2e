import DeepLinks
import LinkChecking
import PathMatching

extension AssociationAudit {
    mutating func checkVariables() {
        let defined = association.document.object?["applinks"]?.object?["substitutionVariables"]
        guard let defined else { return }
        let path = JSONPath.root.key("applinks").key("substitutionVariables")
        guard let object = defined.object else {
            add(
                .wrongType,
                .error,
                at: path,
                defined.position,
                "'substitutionVariables' is \(defined.kind), so it is ignored; write an object of arrays of strings."
            )
            return
        }
        for member in object.members {
            checkDefinition(
                member,
                at: path.key(member.key),
                isUsed: usedVariables.contains(member.key)
            )
        }
    }

    /// The variables that a pattern uses.
    mutating func checkVariables(in pattern: RuleView.Pattern, _ rule: RuleView) {
        guard pattern.members.contains("$") else { return }
        let (names, isUnclosed) = Self.variables(in: pattern.text)
        let text = Self.short(pattern.text)
        usedVariables.formUnion(names)
        if isUnclosed {
            add(
                .unclosedVariable,
                .error,
                at: pattern.location,
                "'\(text)' has a '$(' without its ')', so what it matches is not documented; close it."
            )
        }
        for name in names where !isDefined(name) {
            let hint =
                nearest(to: name, in: knownNames).map { "did you mean '$(\($0))'?" }
                ?? "define it in 'applinks.substitutionVariables'."
            add(
                .undefinedVariable,
                .error,
                at: pattern.location,
                "'$(\(Self.short(name)))' is not defined, so what '\(text)' matches is not documented; \(hint)"
            )
        }
        if rule.model.isLegacy, let name = names.first(where: isDefined) {
            add(
                .variableInPaths,
                .warning,
                at: pattern.location,
                """
                '$(\(name))' stands in 'paths', and variables are documented for 'components' only; write a component.
                """
            )
        }
    }

    /// The names to guess a misspelt one from, the file's own only while they are few.
    private var knownNames: [String] {
        let own = association.substitutionVariables.keys
        return (own.count <= 64 ? own.sorted() : []) + PredefinedVariables.names.sorted()
    }

    private func isDefined(_ name: String) -> Bool {
        association.substitutionVariables[name] != nil || PredefinedVariables.names.contains(name)
    }

    private mutating func checkDefinition(
        _ member: JSONObject.Member,
        at path: JSONPath,
        isUsed: Bool
    ) {
        let name = member.key
        let position = member.keyPosition
        if name.isEmpty || name.utf8.contains(where: "$()".utf8.contains) {
            add(
                .variableName,
                .error,
                at: path,
                position,
                "'\(Self.short(name))' is no name for a variable; leave '$', '(' and ')' out of it."
            )
        } else if PredefinedVariables.names.contains(name) {
            add(
                .shadowedVariable,
                .warning,
                at: path,
                position,
                "'$(\(Self.short(name)))' is predefined, and which definition systems take is not documented; choose another name."
            )
        }
        guard let values = member.value.array, values.allSatisfy({ $0.string != nil }) else {
            add(
                .wrongType,
                .error,
                at: path,
                member.value.position,
                "The values of '$(\(Self.short(name)))' are not an array of strings, so what it stands for is not documented; write one."
            )
            return
        }
        if values.isEmpty {
            add(
                .emptyVariable,
                .error,
                at: path,
                member.value.position,
                "'$(\(Self.short(name)))' has no value, so no pattern with it matches anything; list its values."
            )
        }
        for (index, value) in values.enumerated()
        where !Self.variables(in: value.string ?? "").names.isEmpty {
            add(
                .nestedVariable,
                .warning,
                at: path.index(index),
                value.position,
                "'\(Self.short(value.string ?? ""))' has a variable, and those in values are not replaced; write its values."
            )
        }
        if !isUsed {
            add(
                .unusedVariable,
                .note,
                at: path,
                position,
                "No pattern uses '$(\(Self.short(name)))'; remove it."
            )
        }
    }

    /// The names in `$(…)` of a pattern, each once, and whether a `$(` is never closed.
    private static func variables(in pattern: String) -> (names: [String], isUnclosed: Bool) {
        var names: [String] = []
        var seen: Set<String> = []
        var scalars = pattern.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            guard scalar == "$", scalars.first == "(" else { continue }
            guard let end = scalars.firstIndex(of: ")") else { return (names, true) }
            let name = String(scalars[..<end].dropFirst())
            if seen.insert(name).inserted {
                names.append(name)
            }
            scalars = scalars[end...].dropFirst()
        }
        return (names, false)
    }
}
