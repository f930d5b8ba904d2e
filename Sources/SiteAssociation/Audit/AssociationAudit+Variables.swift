import DeepLinks
import LinkChecking
import PathMatching

extension AssociationAudit {
    mutating func checkVariables() {
        guard let defined = document["applinks"]?["substitutionVariables"] else { return }
        guard defined.isObject else {
            let variables = defined.elements.compactMap(\.value.object)
                .reduce([:]) { $0.merging($1) { first, _ in first } }
            return wrongType(
                defined,
                "'substitutionVariables'",
                expected: "an object of arrays of strings",
                meant: variables.isEmpty ? nil : .object(variables)
            )
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
    static func names(in rules: [RuleMatcher]) -> Set<String> {
        let pieces = rules.flatMap(\.patterns).flatMap { GlobPiece.pieces(of: $0.text) }
        return Set(pieces.compactMap(\.variable))
    }

    /// Whether a value is an object of arrays of strings, as the definitions of variables are.
    static func isVariables(_ node: JSONNode) -> Bool {
        !node.members.isEmpty
            && node.members.allSatisfy {
                $0.value.array?.isEmpty == false && $0.elements.allSatisfy { $0.string != nil }
            }
    }

    mutating func checkVariables(in pattern: Pattern, _ rule: AssociationRule) {
        // What is wrong with a definition is found where it stands.
        let definitions = document["applinks"]?["substitutionVariables"]
        let pieces = GlobPiece.pieces(of: pattern.text)
        let names = pieces.compactMap(\.variable).uniqued()
        undefined += names.filter { !isDefined($0) && definitions?[$0] == nil }
            .map { ($0, pattern, rule) }
        guard pieces.contains(where: \.isUnclosed) else { return }
        let closed = pattern.text.replacing(/\$\(+([^$()*?\/]+)\)*/) { "$(\($0.1))" }
        let isKnown = GlobPiece.pieces(of: closed).allSatisfy {
            !$0.isUnclosed && ($0.variable.map(isDefined) ?? true)
        }
        let message =
            "'\(short(pattern.text))' has a '$(' that no name and ')' follow, so what it matches is not documented; \(isKnown ? "write '\(short(closed))'" : "write it as in '$(name)'")."
        add(.undefinedVariable, pattern.part, of: rule, message, meant: isKnown ? closed : nil)
    }

    /// Reports the variables that patterns use and that are not defined, each once.
    mutating func reportUndefined() {
        let groups = Dictionary(grouping: undefined, by: \.name)
        // Definitions under another key are reported there.
        let elsewhere = Set(
            corrections.flatMap(\.edits).filter { $0.value != nil }.flatMap { path, value in
                if path == Self.definitionsPath { return Array((value?.object ?? [:]).keys) }
                guard case .key(let name)? = path.steps.last,
                    path.steps.dropLast() == Self.definitionsPath.steps[...]
                else { return [String]() }
                return [name]
            }
        )
        for name in undefined.map(\.name).uniqued() where !elsewhere.contains(name) {
            let uses = groups[name] ?? []
            let (_, pattern, rule) = uses[0]
            let meant = nearest(to: name, in: knownNames).map { "$(\($0))" }
            // Without it, what the patterns are to match is not known.
            let edits = uses.flatMap { use in
                let text = meant.map { use.pattern.text.replacing("$(\(name))", with: $0) }
                return self.edits(use.pattern.part, of: use.rule, text)
            }
            let hint =
                meant.map { "did you mean '\($0)'?" }
                ?? "define it in 'applinks.substitutionVariables'."
            let count = uses.count - 1
            let more =
                count == 0
                ? "" : " The same applies to \(count) more pattern\(count == 1 ? "" : "s")."
            let message =
                "'$(\(short(name)))' is not defined, so what '\(short(pattern.text))' matches is not documented; \(hint)\(more)"
            add(.undefinedVariable, at: rule.place(of: pattern.part), message, edits: edits)
        }
    }

    private static let definitionsPath = JSONPath.root.key("applinks").key("substitutionVariables")

    /// What a variable may stand for whose values only the file's author knows.
    private static let anyValue = JSONValue.array([.string("*")])

    /// The names to suggest for a misspelt one; the file's own only while they are few.
    private var knownNames: [String] {
        let own = association.substitutionVariables.keys.filter(Self.isWellFormed)
        return (own.count <= 64 ? own.sorted() : []) + PredefinedVariables.names.sorted()
    }

    private static func isWellFormed(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains(where: "$()".utf8.contains)
    }

    func isDefined(_ name: String) -> Bool {
        association.substitutionVariables[name] != nil || PredefinedVariables.names.contains(name)
    }

    private mutating func checkDefinition(_ variable: JSONNode, isEncoded: Bool) {
        let name = variable.key
        let shown = "'$(\(short(name)))'"
        if !Self.isWellFormed(name) {
            let meant = name.filter { !"$()".contains($0) }
            let edits = meant.isEmpty ? [] : moving(variable, to: Self.definitionsPath.key(meant))
            let message =
                "'\(short(name))' is not a variable name; use a name without '$', '(' and ')'."
            add(.malformedVariable, at: variable.keyPlace, message, edits: edits)
        }
        guard variable.isArray, variable.elements.allSatisfy({ $0.string != nil }) else {
            let message =
                "The values of \(shown) are not an array of strings, so its meaning is not documented; write an array of strings."
            add(.wrongType, at: variable.place, message, edits: [(variable.path, Self.anyValue)])
            return
        }
        if variable.elements.isEmpty {
            let message =
                "\(shown) has no value, so no pattern with it matches anything; list its values."
            let edits: [Correction.Edit] = [(variable.path, Self.anyValue)]
            add(.malformedVariable, at: variable.place, message, edits: edits)
        }
        for value in variable.elements {
            let text = value.string ?? ""
            let hasVariable = GlobPiece.pieces(of: text).contains { $0.variable != nil }
            let pattern = Pattern(part: .path, text: text, globs: [])
            if isEncoded, !hasVariable, let flaw = Self.impossibility(of: pattern) {
                let edits: [Correction.Edit] = [(value.path, .string(flaw.meant))]
                add(.neverMatches, at: value.place, "\(flaw.sentence).", edits: edits)
            }
            guard hasVariable else { continue }
            let message =
                "'\(short(text))' has a variable, but variables in values are not replaced; write its values."
            add(.malformedVariable, .warning, at: value.place, message)
        }
    }
}
