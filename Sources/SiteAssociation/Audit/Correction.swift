import DeepLinks
import LinkChecking
import PathMatching

/// A mistake in a file, and what was meant.
struct Correction {
    let code: AssociationFinding.Code
    let place: JSONPath
    let change: Change

    enum Change {
        case key(String)
        case text(String)

        /// A component whose meaning is not known; it is replaced by one that matches no link.
        case nothing
    }

    /// Whether a finding is about the mistake.
    func corrects(_ finding: AssociationFinding) -> Bool {
        code == finding.code && finding.place.path?.hasPrefix(place.description) ?? false
    }
}

extension AssociationAudit {
    mutating func add(
        _ code: AssociationFinding.Code,
        _ severity: AssociationFinding.Severity? = nil,
        at place: AssociationPlace,
        _ message: String,
        witness: String? = nil
    ) {
        guard findings.count < maximumCount else { return }
        findings.append(
            AssociationFinding(
                code: code,
                severity: severity ?? code.severity,
                place: place,
                message: message,
                witness: witness
            )
        )
    }

    /// How many findings are listed; more would help nobody.
    private var maximumCount: Int { 4096 }

    /// Reports a value of the wrong type, which is ignored.
    mutating func wrongType(
        _ node: JSONNode,
        _ what: String = "The value",
        expected: String,
        _ severity: AssociationFinding.Severity = .error
    ) {
        let message = "\(what) is \(node.kind), so it is ignored; write \(expected)."
        add(.wrongType, severity, at: node.place, message)
    }

    /// Warns of keys that no system reads.
    ///
    /// For keys that people take for known ones, `others` has what to write, by the key in lower case. An ignored key with a consequence is
    /// an error.
    mutating func checkKeys(
        of node: JSONNode,
        known: [String],
        what: String,
        meant others: [String: String] = [:],
        consequence: String = ""
    ) {
        for member in node.members where !known.contains(member.key) {
            let text =
                "'\(short(member.key))' is not a key of \(what), so it is ignored\(consequence)"
            if let other = others[member.key] ?? others[member.key.asciiLowercased] {
                add(.misspeltKey, at: member.keyPlace, "\(text); write \(other).")
                correct(member, as: other.filter { $0 != "\"" && $0 != "'" })
            } else if let meant = nearest(to: member.key, in: known.filter { $0.utf8.count > 1 }) {
                add(.misspeltKey, at: member.keyPlace, "\(text); did you mean '\(meant)'?")
                correct(member, as: meant)
            } else {
                let severity: AssociationFinding.Severity =
                    consequence.isEmpty ? node.path == .root ? .note : .warning : .error
                let home = home(of: member.key)
                let way =
                    consequence.isEmpty
                    ? "; remove it." : "; write \"/\", \"?\" or \"#\" for what it must match."
                add(.unknownKey, severity, at: member.keyPlace, text + (home ?? way))
            }
        }
    }

    private mutating func correct(_ member: JSONNode, as key: String) {
        corrections.append(Correction(code: .misspeltKey, place: member.path, change: .key(key)))
    }
}

/// The end of a sentence, and one that says where a key at the wrong level belongs; nil if it belongs nowhere.
private func home(of key: String) -> String? {
    switch key {
    case "exclude", "/", "?", "#": ". It belongs in a component."
    case "appID", "appIDs", "components", "paths":
        ". It belongs in an entry of 'applinks.details'."
    case "details", "substitutionVariables": ". It belongs in 'applinks'."
    default: nil
    }
}

/// A text for a message: its first eighty characters, with an ellipsis if there are more.
func short(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > 80 else { return text }
    return String(scalars.prefix(80)) + "…"
}

extension JSONValue {
    /// The value with a mistake corrected; a key is renamed unless the object has the new one already.
    func corrected(_ correction: Correction) -> JSONValue {
        changed(at: correction.place.steps[...], correction.change)
    }

    private func changed(
        at path: ArraySlice<JSONPath.Step>,
        _ change: Correction.Change
    ) -> JSONValue {
        let rest = path.dropFirst()
        switch (self, path.first) {
        case (_, nil):
            return switch change {
            case .text(let text): .string(text)
            case .nothing: .object(["/": .string("$(")])
            case .key: self
            }
        case (.object(var members), .key(let name)):
            guard let member = members[name] else { return self }
            if rest.isEmpty, case .key(let key) = change {
                guard members[key] == nil else { return self }
                members[name] = nil
                members[key] = member
            } else {
                members[name] = member.changed(at: rest, change)
            }
            return .object(members)
        case (.array(var elements), .index(let index)) where elements.indices.contains(index):
            elements[index] = elements[index].changed(at: rest, change)
            return .array(elements)
        default: return self
        }
    }
}
