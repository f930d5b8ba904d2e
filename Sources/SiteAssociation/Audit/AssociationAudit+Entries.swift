import DeepLinks
import LinkChecking

extension AssociationAudit {
    mutating func checkEntries() {
        for entry in entries {
            checkEntry(entry.model)
            for rule in entry.rules {
                checkRule(rule)
            }
        }
        reportUndefined()
    }

    private mutating func checkEntry(_ entry: AssociationEntry) {
        let node = entry.node
        checkKeys(
            of: node,
            known: ["appID", "appIDs", "components", "defaults", "paths"],
            what: "an entry of 'details'"
        )
        checkAppKeys(of: entry)
        if let defaults = node["defaults"] { checkComponent(defaults, what: "'defaults'") }
        if entry.format == .components, let paths = node["paths"] {
            add(
                .legacyPaths,
                at: paths.place,
                "The entry has 'components', so iOS 13 and later ignore its 'paths'; move them to an entry of their own if older systems need them."
            )
        }
        if entry.rules.isEmpty {
            add(
                .noRules,
                at: node.place,
                "The entry has no rule, and it is not documented whether it claims nothing or everything; write 'components'."
            )
        }
        for component in node["components"]?.elements ?? [] {
            checkComponent(component, what: "a component")
        }
    }

    // MARK: Components

    /// Checks the keys and types of a component, or of defaults for components.
    mutating func checkComponent(_ node: JSONNode, what: String) {
        guard node.isObject else {
            wrongType(node, expected: "an object")
            return
        }
        let isDefaults = node.path.steps.last == .key("defaults")
        let count = findings.count
        let known = corrections.count
        defer {
            // What the component does instead is the cause of what is found about later ones.
            if let flaw = findings[count...].first(where: { $0.severity == .error }),
                !isDefaults, flaw.code != .misspeltKey,
                !corrections[known...].contains(where: { $0.subject == flaw.subject })
            {
                let nothing = JSONValue.object(["/": .string("$(")])
                corrections.append(
                    Correction(subject: flaw.subject, edits: [(node.path, nothing)])
                )
            }
        }
        let hasCondition = ["/", "?", "#"].contains { node[$0] != nil }
        checkKeys(
            of: node,
            known: ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"],
            what: what,
            meant: Self.meant,
            // Without its condition, a component matches everything; the defaults are no rule.
            consequence: hasCondition || isDefaults
                ? "" : ", and now it matches every link"
        )
        for member in node.members {
            if isDefaults, ["/", "?", "#"].contains(member.key) {
                noteDefault(member, "matches fewer links")
            } else if isDefaults, member.key == "exclude", member.bool == true {
                noteDefault(member, "excludes links")
            }
            switch member.key {
            case "/", "#":
                if member.string == nil { wrongType(member, expected: "a string") }
            case "exclude", "caseSensitive", "percentEncoded":
                if member.bool == nil { checkFlag(member, of: node) }
            case "?":
                checkQuery(member)
            default: break
            }
        }
    }

    /// Reports a value that is neither true nor false, which may be the paths to exclude.
    private mutating func checkFlag(_ member: JSONNode, of node: JSONNode) {
        let paths = member.elements.isEmpty ? [member] : member.elements
        guard member.key == "exclude", paths.allSatisfy({ $0.string?.hasPrefix("/") == true })
        else { return wrongType(member, "'\(member.key)'", expected: "true or false") }
        let path = node["/"] == nil ? member.string : nil
        let way =
            path.map { "\"/\": \"\(short($0))\" and \"exclude\": true" }
            ?? "a component with \"/\" and \"exclude\": true for each path"
        add(
            .wrongType,
            at: member.place,
            "'exclude' is \(member.kind), so it is ignored; write \(way).",
            edits: path.map { [(node.path.key("/"), .string($0)), (member.path, .bool(true))] }
                ?? []
        )
    }

    /// Notes a default that is easily forgotten.
    private mutating func noteDefault(_ member: JSONNode, _ effect: String) {
        add(
            .misreadPath,
            .note,
            at: member.keyPlace,
            "Every component without its own \"\(member.key)\" inherits this one, so it \(effect); if some should not, remove it, and write it in the components that need it.",
            edits: [(member.path, nil)]
        )
    }

    /// Notes defaults by which rules claim links in another case, if that is too much.
    mutating func checkDefaultCase() {
        let excess = Dictionary(
            findings.filter { $0.code == .claimsTooMuch }.map { ($0.place, $0.witness) },
            uniquingKeysWith: { first, _ in first }
        )
        let sections =
            [(document["applinks"], entries.flatMap(\.rules))]
            + entries.map { ($0.model.node, $0.rules) }
        for (section, rules) in sections {
            guard let member = section?["defaults"]?["caseSensitive"], member.bool == false else {
                continue
            }
            let isCause = rules.contains { rule in
                guard rule.rule.node["caseSensitive"] == nil, !rule.rule.isCaseSensitive,
                    let witness = excess[rule.rule.place] ?? nil,
                    let link = try? AssociationLink(witness)
                else { return false }
                return !rule.copy(isCaseSensitive: true).matches(link)
            }
            if isCause {
                noteDefault(member, "also claims links in another case, which it should not")
            }
        }
    }

    /// What belongs in a component in place of a key of the old form, or of a name that people expect; empty if it says what is so anyway.
    private static func meant(by member: JSONNode) -> String? {
        let exclusion = "\"exclude\": true"
        return switch member.key.asciiLowercased {
        case "path", "paths", "pathpattern", "pathname", "url": "\"/\""
        case "query", "queries", "queryitems", "params", "search": "\"?\""
        case "fragment", "hash", "anchor": "\"#\""
        case "not": member.bool == false ? "" : exclusion
        case "include": member.bool.map { $0 ? "" : exclusion } ?? "\"/\""
        case "caseinsensitive", "ignorecase", "ignorescase":
            "\"caseSensitive\": \(member.bool == false)"
        default: nil
        }
    }

    private mutating func checkQuery(_ node: JSONNode) {
        guard node.isObject || node.string != nil else {
            wrongType(node, expected: "a string or an object of strings")
            return
        }
        for member in node.members where member.string == nil {
            add(
                .wrongType,
                at: member.place,
                "'\(member.key)' is \(member.kind), so systems ignore all query items of this rule; write a string."
            )
        }
    }
}
