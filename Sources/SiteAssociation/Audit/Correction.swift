import DeepLinks
import LinkChecking
import PathMatching

/// A mistake in a file, and what was meant.
struct Correction {
    /// What the finding about the mistake is about.
    let subject: [String]

    /// What the file has without the mistake.
    let edits: [Edit]

    /// A value for a place in a file, which may be new; nil removes the member of an object that is there.
    ///
    /// An index behind the end of an array appends a value.
    typealias Edit = (path: JSONPath, value: JSONValue?)
}

extension AssociationAudit {
    mutating func add(
        _ code: Code,
        _ severity: Severity? = nil,
        at place: AssociationPlace,
        _ message: String,
        witness: String? = nil,
        edits: [Correction.Edit] = []
    ) {
        let finding = AssociationFinding(code, severity, at: place, message, witness: witness)
        add(finding, edits: edits)
    }

    mutating func add(_ finding: AssociationFinding, edits: [Correction.Edit] = []) {
        // More findings would help nobody.
        guard findings.count < 4096 else { return }
        findings.append(finding)
        guard !edits.isEmpty else { return }
        corrections.append(Correction(subject: finding.subject, edits: edits))
        correctedPaths.formUnion(edits.lazy.filter { $0.value != nil }.map(\.path))
    }

    /// Reports a value of the wrong type, which is ignored.
    mutating func wrongType(
        _ node: JSONNode,
        _ what: String = "The value",
        expected: String,
        meant: JSONValue? = nil
    ) {
        let message = "\(what) is \(node.kind), so it is ignored; write \(expected)."
        let edits = meant.map { [(node.path, Optional($0))] } ?? []
        add(.wrongType, at: node.place, message, edits: edits)
    }

    /// Warns of keys that no system reads.
    ///
    /// For keys that people take for known ones, `meant` has what to write: a key, perhaps with its value, or an empty text if nothing is
    /// needed. An ignored key is an error if it has a consequence, or stands at the wrong level.
    mutating func checkKeys(
        of node: JSONNode,
        known: [String],
        what: String,
        meant: (JSONNode) -> String? = { _ in nil },
        consequence: String = ""
    ) {
        let severity: Severity =
            !consequence.isEmpty ? .error : node.path == .root ? .note : .warning
        for member in node.members where !known.contains(member.key) {
            let text =
                "'\(short(member.key))' is not a key of \(what), so it is ignored\(consequence)"
            let trimmed = member.key.filter { !$0.isWhitespace }
            let other = known.contains(trimmed) ? "\"\(trimmed)\"" : meant(member)
            if let other, !other.isEmpty {
                let parts = other.filter { $0 != "\"" }.split(separator: ": ")
                let path = node.path.key(String(parts[0]))
                let edits =
                    parts.count == 1
                    ? moving(member, to: path)
                    : [(member.path, nil), (path, .bool(parts[1] == "true"))]
                add(.misspeltKey, at: member.keyPlace, "\(text); write \(other).", edits: edits)
            } else if let (sentence, path) = home(of: member, in: node) {
                let edits = path.map { moving(member, to: $0) } ?? []
                let severity = edits.isEmpty ? severity : .error
                add(.unknownKey, severity, at: member.keyPlace, text + sentence, edits: edits)
            } else if other == nil,
                let near = nearest(to: member.key, in: known.filter { $0.utf8.count > 1 })
            {
                let edits = moving(member, to: node.path.key(near))
                let message = "\(text); did you mean '\(near)'?"
                add(.misspeltKey, at: member.keyPlace, message, edits: edits)
            } else {
                let way =
                    consequence.isEmpty
                    ? "remove it" : "write \"/\", \"?\" or \"#\" for what it must match"
                add(.unknownKey, severity, at: member.keyPlace, "\(text); \(way).")
            }
        }
    }

    /// What moves a value to another path; an object there gets the members that it lacks, and any other value there stays.
    func moving(_ node: JSONNode, to path: JSONPath) -> [Correction.Edit] {
        let old = path.steps.reduce(Optional(document)) { node, step in
            switch step {
            case .key(let key): node?[key]
            case .index(let index): node?[index]
            }
        }
        guard let old else { return [(node.path, nil), (path, node.value)] }
        let members = old.isObject ? node.members.filter { old[$0.key] == nil } : []
        return members.isEmpty
            ? [] : [(node.path, nil)] + members.map { (path.key($0.key), $0.value) }
    }

    /// Where a key at the wrong level belongs, in a sentence and as a path; nil if it belongs nowhere.
    private func home(
        of member: JSONNode,
        in node: JSONNode
    ) -> (sentence: String, path: JSONPath?)? {
        let key = member.key
        let links = JSONPath.root.key("applinks")
        let services = AssociationService.allCases.map(\.rawValue)
        switch key {
        case "exclude", "/", "?", "#": return (". It belongs in a component.", nil)
        case "appID", "appIDs", "components", "paths":
            let details = document["applinks"]?["details"]
            let entries = details?.elements ?? []
            let index =
                details?.isObject == true
                ? nil : entries.isEmpty ? 0 : entries.firstIndex { $0[key] == nil }
            let place = index.map { links.key("details").index($0).key(key) }
            return (". It belongs in an entry of 'applinks.details'.", place)
        case "details", "substitutionVariables", "defaults":
            return (". It belongs in 'applinks'.", links.key(key))
        case "caseSensitive", "percentEncoded":
            let isEntry = entries.contains { $0.model.node.path == node.path }
            let place = (isEntry ? node.path : links).key("defaults").key(key)
            return (". It belongs in 'defaults'.", place)
        // Of all values, only this one is surely a query item's.
        case _
        where member.string == "?*" && node["/"] != nil
            && node.path.steps.dropLast().last == .key("components"):
            let sentence = ". It belongs in \"?\", as in \"?\": {\"\(short(key))\": \"?*\"}."
            return (sentence, node.path.key("?").key(key))
        case _ where services.contains(key):
            return (". It belongs at the top level of the file.", .root.key(key))
        case _ where node.path == .root && services.contains { member[$0] != nil }:
            return (". Its sections belong at the top level of the file.", .root)
        default: return nil
        }
    }
}

/// A text for a message: its first eighty characters, with an ellipsis if there are more.
func short(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > 80 else { return text }
    return String(scalars.prefix(80)) + "…"
}

extension JSONValue {
    /// The value without the comments of components.
    var withoutComments: JSONValue {
        switch self {
        case .object(let members):
            .object(members.filter { $0.key != "comment" }.mapValues(\.withoutComments))
        case .array(let elements): .array(elements.map(\.withoutComments))
        default: self
        }
    }

    /// The value with some parts changed.
    func changed(by edits: some Sequence<Correction.Edit>) -> JSONValue {
        edits.reduce(self) { Self.changed($0, at: $1.path.steps[...], $1.value) ?? $0 }
    }

    private static func changed(
        _ old: JSONValue?,
        at path: ArraySlice<JSONPath.Step>,
        _ new: JSONValue?
    ) -> JSONValue? {
        let rest = path.dropFirst()
        switch (old, path.first) {
        case (_, nil): return new
        case (.object(var members)?, .key(let name)):
            members[name] = changed(members[name], at: rest, new)
            return .object(members)
        case (.array(var elements)?, .index(let index)) where elements.indices.contains(index):
            elements[index] = changed(elements[index], at: rest, new) ?? elements[index]
            return .array(elements)
        case (.array(let elements)?, .index):
            return changed(nil, at: rest, new).map { .array(elements + [$0]) } ?? old
        case (nil, .key(let name)): return changed(nil, at: rest, new).map { .object([name: $0]) }
        case (nil, .index): return changed(nil, at: rest, new).map { .array([$0]) }
        default: return old
        }
    }
}
