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

    func string() -> String? {
        if case .string(let string) = value { string } else { wrongType("a string") }
    }

    func bool() -> Bool? {
        if case .bool(let bool) = value { bool } else { wrongType("true or false") }
    }

    func int() -> Int? {
        if case .int(let int) = value, int > 0 {
            int
        } else {
            wrongType("a whole number from 1 on")
        }
    }

    func elements(_ expected: String) -> [ConfigurationNode] {
        guard case .array(let array) = value else { return wrongType(expected) ?? [] }
        return array.enumerated().map { node($0.element, at: path.index($0.offset)) }
    }

    func strings() -> [String] {
        elements("an array of strings").compactMap { $0.string() }
    }

    /// The value as one of the known words; error messages also list `others`, which are allowed here too.
    func word(_ known: [String], orElse others: [String] = []) -> String? {
        let choice = Self.choice(known + others)
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

    /// The node itself if it is an object; notes its unknown keys if `known` is given.
    func object(_ expected: String, _ known: [String]? = nil) -> ConfigurationNode? {
        guard case .object = value else { return wrongType(expected) }
        if let known { noteUnknownKeys(known) }
        return self
    }

    /// The members of an object; empty for other values.
    var members: [String: ConfigurationValue] {
        if case .object(let members) = value { members } else { [:] }
    }

    subscript(key: String) -> ConfigurationNode? {
        members[key].map { node($0, at: path.key(key)) }
    }

    func required(_ key: String, as value: String? = nil) -> ConfigurationNode? {
        if let member = self[key] { return member }
        // An unknown key may be this one, misspelt; then that is the only mistake.
        let hasUnknownKey = faults.all.contains { fault in
            fault.reason.code == "unknown-key" && fault.steps?.steps.dropLast() == path.steps[...]
        }
        if hasUnknownKey { return nil }
        let remedy = value.map { "write \"\(key)\": \($0)" } ?? "add it"
        note(.init("missing-key", "the key '\(key)' is missing", remedy))
        return nil
    }

    /// Notes the unknown keys, in alphabetical order.
    func noteUnknownKeys(_ known: [String]) {
        let strangers = members.keys.filter { key in
            !known.contains { hasSameBytes($0, key) }
        }
        // A key that is present already cannot be the one that was meant.
        let free = known.filter { members[$0] == nil }
        for key in strangers.inOrder(by: <) {
            let remedy =
                ConfigurationKeys.document.contains(key)
                ? "move it to the document's top level"
                : nearest(to: key, in: free).map { "write '\($0)'" }
                    ?? "remove it, or write \(Self.choice(known))"
            note(
                .init("unknown-key", "the key '\(key)' is unknown", remedy),
                at: path.key(key)
            )
        }
    }

    private func node(_ value: ConfigurationValue, at path: JSONPath) -> ConfigurationNode {
        ConfigurationNode(value: value, path: path, faults: faults)
    }
}
