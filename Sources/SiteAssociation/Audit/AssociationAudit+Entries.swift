import DeepLinks
import LinkChecking
import PathMatching

extension AssociationAudit {
    mutating func checkEntries() {
        let hasRules = entries.contains { !$0.model.rules.isEmpty }
        for entry in entries {
            checkEntry(entry.model, isAlone: !hasRules)
            for rule in entry.rules {
                checkRule(rule)
            }
        }
        reportUndefined()
    }

    /// Checks an entry; without a rule, it is why the file claims no link if no other entry has one.
    private mutating func checkEntry(_ entry: AssociationEntry, isAlone: Bool) {
        let node = entry.node
        let hasApp = node["appID"] != nil || node["appIDs"] != nil
        let exclusions = node.members.filter { member in
            member.key.asciiLowercased.hasPrefix("exclu") && !member.strings.isEmpty
        }
        for list in exclusions {
            let path = short(AssociationReader.legacyPath(list.strings[0]).path)
            let way =
                entry.format == .components
                ? "as a component such as '{ \"/\": \"\(path)\", \"exclude\": true }' before the others"
                : "as 'NOT \(path)' before the other paths"
            let message =
                "'\(short(list.key))' is not a key of an entry of 'details', so it is ignored; write each of its paths \(way)."
            add(.misspeltKey, at: list.keyPlace, message)
        }
        let known = ["appID", "appIDs", "components", "defaults", "paths"]
        checkKeys(
            of: node,
            known: known + exclusions.map(\.key),
            what: "an entry of 'details'",
            meant: { member in
                hasApp || nearest(to: member.key, in: known) != nil
                    ? nil : Self.appKey(for: member)
            }
        )
        checkAppKeys(of: entry)
        if let defaults = node["defaults"] { checkComponent(defaults, what: "'defaults'") }
        if entry.format == .components, let paths = node["paths"] {
            let message =
                "The entry has 'components', so iOS 13 and later ignore its 'paths'; move them to an entry of their own if new systems should read them, or else remove them."
            add(.legacyPaths, at: paths.place, message, edits: joining(paths, node["components"]))
        }
        if entry.rules.isEmpty, !isAmbiguous {
            let path = node.path.key("components")
            let isCorrected =
                correctedPaths.contains(path) || correctedPaths.contains(node.path.key("paths"))
            let message =
                "The entry has no rule, and it is not documented whether it claims nothing or everything; write 'components'."
            let everything: [Correction.Edit] = [(path, .array([.object([:])]))]
            add(.noRules, at: node.place, message, edits: isAlone && !isCorrected ? everything : [])
        }
        for component in node["components"]?.elements ?? [] {
            checkComponent(component, what: "a component")
        }
    }

    /// What makes components of paths that systems ignore; nothing if the components say the same.
    private func joining(_ paths: JSONNode, _ components: JSONNode?) -> [Correction.Edit] {
        guard let components, let own = components.value.array else { return [] }
        let known = Set(own)
        let others = paths.strings.map(AssociationReader.legacyPath).map { path, isExclusion in
            let exclude: [String: JSONValue] = isExclusion ? ["exclude": .bool(true)] : [:]
            return JSONValue.object(exclude.merging(["/": .string(path)]) { $1 })
        }.filter { !known.contains($0) }
        return others.isEmpty
            ? [] : [(paths.path, nil), (components.path, .array(own + others))]
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
                corrections.append(Correction(subject: flaw.subject, edits: [(node.path, nothing)]))
            }
        }
        let hasCondition = ["/", "?", "#"].contains { node[$0] != nil }
        // Without its condition, a component matches everything; the defaults are no rule.
        let consequence = hasCondition || isDefaults ? "" : ", and now it matches every link"
        let lists = node.members.filter { $0.isArray && Self.meant(by: $0) == "\"/\"" }
        for list in lists {
            let path = node.path.key("/")
            let message =
                "'\(list.key)' is not a key of \(what), so it is ignored\(consequence); write a component with \"/\" for each of its paths."
            let edits: [Correction.Edit] = [(list.path, nil), (path, .string("$("))]
            add(.misspeltKey, at: list.keyPlace, message, edits: node["/"] == nil ? edits : [])
        }
        checkKeys(
            of: node,
            known: ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"]
                + lists.map(\.key),
            what: what,
            meant: Self.meant,
            consequence: consequence
        )
        for member in node.members {
            if isDefaults, ["/", "?", "#"].contains(member.key) {
                noteDefault(member, "matches fewer links")
            } else if isDefaults, member.key == "exclude", member.bool == true {
                noteDefault(member, "excludes links")
            }
            switch member.key {
            case "/", "#":
                let isList = member.key == "/" && !member.strings.isEmpty
                let expected = isList ? "a component with \"/\" for each of its paths" : "a string"
                if member.string == nil { wrongType(member, expected: expected) }
            case "exclude", "caseSensitive", "percentEncoded":
                if member.bool == nil { checkFlag(member, of: node) }
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

    /// Reports a value that is neither true nor false, which may be the paths to exclude.
    ///
    /// In defaults, a path would be that of every component.
    private mutating func checkFlag(_ member: JSONNode, of node: JSONNode) {
        let paths = member.elements.isEmpty ? [member] : member.elements
        guard member.key == "exclude", paths.allSatisfy({ $0.string?.hasPrefix("/") == true })
        else { return wrongType(member, "'\(member.key)'", expected: "true or false") }
        let isDefaults = node.path.steps.last == .key("defaults")
        let path = node["/"] == nil && !isDefaults ? member.string : nil
        let way =
            path.map { "\"/\": \"\(short($0))\" and \"exclude\": true" }
            ?? "a component with \"/\" and \"exclude\": true for each path"
        let message = "'exclude' is \(member.kind), so it is ignored; write \(way)."
        let edits: [Correction.Edit]? = path.map {
            [(node.path.key("/"), .string($0)), (member.path, .bool(true))]
        }
        add(.wrongType, at: member.place, message, edits: edits ?? [])
    }

    /// Notes a default that is easily forgotten.
    private mutating func noteDefault(_ member: JSONNode, _ effect: String) {
        let message =
            "Every component without its own \"\(member.key)\" inherits this one, so it \(effect); if some should not, remove it, and write it in the components that need it."
        add(.misreadPath, .note, at: member.keyPlace, message, edits: [(member.path, nil)])
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
}
