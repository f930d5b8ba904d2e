import DeepLinks
import LinkChecking

extension AssociationAudit {
    mutating func checkEntries() {
        for entry in entries {
            checkEntry(entry)
            let rules = entry.model.rules.indices.map { RuleView(entry, $0) }
            for rule in rules {
                checkRule(rule)
            }
            checkParents(of: rules)
        }
        checkRepeatedApps()
    }

    private mutating func checkEntry(_ entry: Entry) {
        guard let object = entry.value.object else { return }
        checkKeys(
            of: object,
            at: entry.path,
            known: ["appID", "appIDs", "components", "defaults", "paths"],
            what: "an entry of 'details'"
        )
        checkAppKeys(of: entry)
        if let defaults = object["defaults"] {
            checkComponent(defaults, at: entry.path.key("defaults"), what: "'defaults'")
        }
        if entry.model.format == .components, let paths = object["paths"] {
            add(
                .mixedForms,
                .warning,
                at: entry.path.key("paths"),
                paths.position,
                "The entry has 'components', so iOS 13 and later ignore its 'paths'; write an entry of its own for them if older systems matter."
            )
        }
        if entry.model.rules.isEmpty {
            add(
                .noRules,
                .warning,
                at: entry.path,
                entry.value.position,
                "The entry has no rule, and whether it then claims nothing or everything is not documented; write 'components'."
            )
        } else if entry.model.format == .paths {
            checkLegacy(entry)
        }
        for (index, component) in (object["components"]?.array ?? []).enumerated() {
            let path = entry.path.key("components").index(index)
            checkComponent(component, at: path, what: "a component")
        }
    }

    /// Suggests the current form where no other entry for the same apps has it.
    private mutating func checkLegacy(_ entry: Entry) {
        guard !currentApps.isSuperset(of: entry.model.appIDs) else { return }
        add(
            .legacyPaths,
            .note,
            at: entry.path.key("paths"),
            entry.value.object?["paths"]?.position,
            "The entry has 'paths', the form before iOS 13, which can speak of neither query nor fragment; write 'components'."
        )
    }

    // MARK: Components

    /// The keys and types of a component, or of defaults for components.
    mutating func checkComponent(_ value: JSONValue, at path: JSONPath, what: String) {
        guard let object = value.object else {
            wrongType(value, at: path, expected: "an object")
            return
        }
        checkKeys(
            of: object,
            at: path,
            known: ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"],
            what: what
        )
        for member in object.members {
            let path = path.key(member.key)
            switch member.key {
            case "/", "#":
                if member.value.string == nil {
                    wrongType(member.value, at: path, expected: "a string")
                }
            case "exclude", "caseSensitive", "percentEncoded":
                if member.value.bool == nil {
                    wrongType(member.value, at: path, expected: "true or false")
                }
            case "comment":
                if member.value.string == nil {
                    wrongType(member.value, at: path, expected: "a string", severity: .note)
                }
            case "?":
                checkQuery(member.value, at: path)
            default: break
            }
        }
    }

    private mutating func checkQuery(_ value: JSONValue, at path: JSONPath) {
        guard let object = value.object else {
            if value.string == nil {
                wrongType(value, at: path, expected: "a string or an object of strings")
            }
            return
        }
        for member in object.members where member.value.string == nil {
            add(
                .nonStringQueryValue,
                .error,
                at: path.key(member.key),
                member.value.position,
                "'\(member.key)' is \(member.value.kind), so systems ignore all query items of this rule; write a string."
            )
        }
    }

    private mutating func wrongType(
        _ value: JSONValue,
        at path: JSONPath,
        expected: String,
        severity: AssociationFinding.Severity = .error
    ) {
        add(
            .wrongType,
            severity,
            at: path,
            value.position,
            "The value is \(value.kind), so it is ignored; write \(expected)."
        )
    }
}
