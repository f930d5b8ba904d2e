import DeepLinks
import LinkChecking
import PathMatching

extension AssociationAudit {
    mutating func checkEntries() {
        for entry in entries {
            checkEntry(entry.model)
            for rule in entry.rules {
                check(claims: !rule.rule.isExclusion && !rule.rule.node.isMeantAsExclusion) {
                    $0.checkRule(rule)
                }
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
        let hasApp = node["appID"] != nil || node["appIDs"] != nil
        let known = ["appID", "appIDs", "components", "defaults", "paths"]
        checkKeys(
            of: node,
            known: known,
            what: "an entry of 'details'",
            meant: { member in
                if member.key.asciiLowercased.hasPrefix("exclu"), !member.strings.isEmpty {
                    let path = short(AssociationReader.legacyPath(member.strings[0]).path)
                    let way =
                        entry.format == .components
                        ? "a component such as '{ \"/\": \"\(path)\", \"exclude\": true }'"
                        : "'NOT \(path)' in 'paths'"
                    return "each of its paths as \(way), before the others"
                }
                return hasApp || nearest(to: member.key, in: known) != nil
                    ? nil : Self.appKey(for: member)
            }
        )
        checkAppKeys(of: entry)
        if let defaults = node["defaults"] { checkComponent(defaults, what: "'defaults'") }
        if entry.format == .components, let paths = node["paths"] {
            let message =
                "The entry has 'components', so iOS 13 and later ignore its 'paths'; move them to an entry of their own if new systems should read them, or else remove them."
            add(.legacyPaths, at: paths.place, message)
        }
        if entry.rules.isEmpty, !isAmbiguous {
            let message =
                "The entry has no rule, and it is not documented whether it claims nothing or everything; write 'components'."
            addNoRules(node, message)
        }
        for component in node["components"]?.elements ?? [] {
            check(claims: !component.isMeantAsExclusion) {
                $0.checkComponent(component, what: "a component")
            }
        }
    }

    // MARK: Components

    /// Checks the keys and types of a component, or of defaults for components.
    mutating func checkComponent(_ node: JSONNode, what: String) {
        guard node.isObject else { return wrongType(node, expected: "an object") }
        let isDefaults = node.path.steps.last == .key("defaults")
        let hasCondition = ["/", "?", "#"].contains { node[$0] != nil }
        checkKeys(
            of: node,
            known: ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"],
            what: what,
            meant: Self.meant,
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
            case "/", "#":
                if member.string == nil { wrongType(member, expected: "a string") }
            case "exclude", "caseSensitive", "percentEncoded":
                if member.bool == nil {
                    let texts = key == "exclude" ? member.texts : []
                    let expected =
                        texts.contains { $0.hasPrefix("/") }
                        ? "a component with \"/\" and \"exclude\": true for each path, before the others"
                        : "true or false"
                    wrongType(member, "'\(key)'", expected: expected)
                }
            case "?" where !member.isObject:
                let expected = "a string or an object of strings"
                if member.string == nil { wrongType(member, expected: expected) }
            case "?":
                for item in member.members where item.string == nil {
                    let message =
                        "'\(item.key)' is \(item.kind), so systems ignore all query items of this rule; write a string."
                    add(.wrongType, at: item.place, message)
                }
            default: break
            }
        }
    }

    /// What belongs in a component in place of a key of the old form, or of a name that people expect.
    private static func meant(by member: JSONNode) -> String? {
        switch member.key.asciiLowercased {
        case "path", "paths", "pathpattern", "pathname", "url": "\"/\""
        case "query", "queries", "queryitems", "params", "search": "\"?\""
        case "fragment", "hash", "anchor": "\"#\""
        case "not": "\"exclude\": \(member.bool != false)"
        case "include": "\"exclude\": \(member.bool == false)"
        case "caseinsensitive", "ignorecase", "ignorescase":
            "\"caseSensitive\": \(member.bool == false)"
        default: nil
        }
    }
}

extension JSONNode {
    /// Whether a component has a key that is, or looks like, `exclude`, so its author does not mean it to claim links.
    fileprivate var isMeantAsExclusion: Bool {
        members.contains { $0.key.asciiLowercased.hasPrefix("exclu") && $0.bool != false }
    }
}
