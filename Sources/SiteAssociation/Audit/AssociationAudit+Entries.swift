import DeepLinks
import LinkChecking
import PathMatching

extension AssociationAudit {
    mutating func checkEntries() {
        for entry in entries { checkEntry(entry.model) }
        // What is missing may stand at another level.
        for entry in entries { checkParts(of: entry.model) }
        for entry in entries {
            checkConditions(of: entry.rules)
            for rule in entry.rules {
                checkRule(rule)
                // Other rules may have the same variables.
                for pattern in rule.patterns { checkVariables(in: pattern, rule.rule) }
            }
        }
        // Compared with rules, links that no rule claims are found.
        let rules = entries.flatMap(\.model.rules)
        if hosts == nil, !rules.isEmpty, rules.allSatisfy(\.isExclusion) {
            let message =
                "All rules are exclusions, so no link opens an app; if some should, write rules for them."
            add(.noRules, .note, at: detailsPlace, message)
        }
    }

    private mutating func checkEntry(_ entry: AssociationEntry) {
        let node = entry.node
        checkKeys(
            of: node,
            known: ["appID", "appIDs", "components", "defaults", "paths"],
            what: "an entry of 'details'",
            // A component in place of an entry is one mistake.
            allowed: node["/"] == nil
                ? [] : ["?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"]
        )
        checkAppKeys(of: entry)
        if let defaults = node["defaults"] { checkComponent(defaults, what: "'defaults'") }
        if entry.format == .components, !entry.rules.isEmpty, let paths = node["paths"] {
            let message =
                "The entry has 'components', so iOS 13 and later ignore its 'paths'; move them to an entry of their own if new systems should read them, or else remove them."
            add(.legacyPaths, at: paths.place, message)
        }
        for component in node["components"]?.elements ?? [] {
            checkComponent(component, what: "a component")
        }
    }

    /// Reports an entry without apps or without rules.
    private mutating func checkParts(of entry: AssociationEntry) {
        if entry.appIDs.isEmpty {
            let message = "The entry has no app, so its rules have no effect; write 'appIDs'."
            add(.init(.noAppID, at: entry.place, message), orErrorIn: entry.place)
        }
        guard entry.rules.isEmpty, !isAmbiguous else { return }
        let message =
            entry.format != .components || entry.node["paths"] == nil
            ? "The entry has no rule, and it is not documented whether it claims nothing or everything; write 'components'."
            : "The entry has 'components' without a rule, so iOS 13 and later ignore its 'paths' and have no rule; write components for the paths, or remove 'components'."
        addNoRules(entry.node, message)
    }

    /// Warns of components without a condition, such as a comment alone.
    ///
    /// If the file is compared with rules, sample links show what such a component claims.
    private mutating func checkConditions(of rules: [RuleMatcher]) {
        for (number, rule) in rules.enumerated() where hosts == nil && rule.patterns.isEmpty {
            let members = rule.rule.node.members
            // Other keys are reported, and '{}' is written on purpose.
            let isBare = members.allSatisfy { member in
                member.key == "comment" || member.key == "?" && member.isObject
                    || member.bool != nil
                        && ["exclude", "caseSensitive", "percentEncoded"].contains(member.key)
            }
            // The last one may be meant: alone, directly behind an exclusion, or behind a rule for every link, where it changes nothing.
            let before = rules[max(0, number - 1)]
            let isMeant =
                number + 1 == rules.count
                && (before.rule.isExclusion || before.patterns.allSatisfy(\.isUniversal))
            guard isBare, !members.isEmpty, !rule.rule.isExclusion, !isMeant else { continue }
            let message =
                "The component has no condition, so it matches every link; write \"/\", \"?\" or \"#\" for what it must match, or \"/\": \"*\" if all are meant."
            add(.misreadPath, .warning, at: rule.rule.place, message, group: message)
        }
    }

    /// Checks the keys and types of a component, or of defaults for components.
    mutating func checkComponent(_ node: JSONNode, what: String) {
        guard node.isObject else { return wrongType(node, expected: "an object") }
        let isDefaults = node.path.steps.last == .key("defaults")
        let hasCondition = ["/", "?", "#"].contains { node[$0] != nil }
        checkKeys(
            of: node,
            known: ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"],
            what: what,
            // Without its condition, a component matches everything; the defaults are no rule.
            consequence: hasCondition || isDefaults ? "" : ", and now it matches every link"
        )
        for member in node.members {
            let key = member.key
            if isDefaults, ["/", "?", "#"].contains(key) || key == "exclude" && member.bool == true
            {
                let message =
                    "Every component without its own \"\(key)\" inherits this one; if some should not, remove it, and write it in the components that need it."
                add(.misreadPath, .note, at: member.keyPlace, message)
            }
            switch key {
            case "/" where member.string == nil, "#" where member.string == nil:
                let expected = member.isArray ? "a component for each string" : "a string"
                wrongType(member, expected: expected)
            case "?" where member.isObject:
                for item in member.members where item.string == nil {
                    let message =
                        "'\(item.key)' is \(item.kind), so systems ignore all query items of this rule; write a string."
                    add(.wrongType, at: item.place, message)
                }
            case "?" where member.string == nil:
                wrongType(member, expected: "a string or an object of strings")
            case "exclude" where member.isArray || member.string?.contains("/") ?? false:
                let expected =
                    "a component for each path, with \"exclude\": true, before the others"
                wrongType(member, "'exclude'", expected: expected)
            case "exclude" where member.bool == nil, "caseSensitive" where member.bool == nil,
                "percentEncoded" where member.bool == nil:
                wrongType(member, "'\(key)'", expected: "true or false")
            default: break
            }
        }
    }
}
