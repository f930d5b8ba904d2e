import PathMatching

/// A value in a configuration's JSON with its path, which notes faults while it is read.
///
/// Reading continues after a fault, so that all faults are found. What cannot be read is left out; the configuration is used only
/// if there are no faults.
struct ConfigurationNode {
    /// The faults, in the order in which they were found.
    final class Faults {
        var all: [LinkConfigurationError] = []
    }

    let value: ConfigurationValue
    let path: JSONPath
    let faults: Faults

    func note(_ reason: LinkConfigurationError.Reason, at path: JSONPath? = nil) {
        faults.all.append(LinkConfigurationError(reason, at: path ?? self.path))
    }

    /// Notes that the value does not have the expected type, and returns nil.
    func wrongType<Value>(_ expected: String) -> Value? {
        note(.init("wrong-type", "the value is \(value.kind)", "write \(expected)"))
        return nil
    }

    /// The elements of an array.
    var elements: [ConfigurationNode]? {
        guard case .array(let array) = value else { return wrongType("an array") }
        return array.enumerated().map { node($0.element, at: path.index($0.offset)) }
    }

    /// The value as one of the known words.
    func word(_ known: [String]) -> String? {
        let choice = Self.choice(known)
        guard case .string(let word) = value else { return wrongType(choice) }
        if known.contains(where: { hasSameBytes($0, word) }) { return word }
        let meant = nearest(to: word, in: known).map { "'\($0)'" } ?? choice
        note(.init("unknown-word", "'\(word)' is not a valid value", "write \(meant)"))
        return nil
    }

    /// Words of which one is to be written.
    private static func choice(_ words: [String]) -> String {
        words.map { "'\($0)'" }.listed("or")
    }

    subscript(key: String) -> ConfigurationNode? {
        members[key].map { node($0, at: path.key(key)) }
    }

    /// The members of an object; empty for other values.
    private var members: [String: ConfigurationValue] {
        if case .object(let members) = value { members } else { [:] }
    }

    /// Notes the unknown keys, in alphabetical order, and returns whether there are any.
    func noteUnknownKeys(_ known: [String]) -> Bool {
        let strangers = members.keys.filter { key in
            !known.contains { hasSameBytes($0, key) }
        }
        // A key that is present already cannot be the one that was meant.
        let free = known.filter { members[$0] == nil }
        for key in strangers.inOrder(by: <) {
            let remedy =
                ["$schema", "version", "limits", "domains", "schemes", "paths"].contains(key)
                ? "move it to the document's top level"
                : nearest(to: key, in: free).map { "write '\($0)'" }
                    ?? "remove it, or write \(Self.choice(known))"
            note(
                .init("unknown-key", "the key '\(key)' is unknown", remedy),
                at: path.key(key)
            )
        }
        return !strangers.isEmpty
    }

    private func node(_ value: ConfigurationValue, at path: JSONPath) -> ConfigurationNode {
        ConfigurationNode(value: value, path: path, faults: faults)
    }
}
