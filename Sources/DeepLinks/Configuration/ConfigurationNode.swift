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
        switch value {
        case .int(let int) where int > 0: int
        case .number(let number) where number >= 1 && number.rounded() == number:
            wrongType("a smaller number")
        default: wrongType("a whole number from 1 on")
        }
    }

    func elements(_ expected: String) -> [ConfigurationNode] {
        guard case .array(let array) = value else { return wrongType(expected) ?? [] }
        return array.enumerated().map { node($0.element, at: path.index($0.offset)) }
    }

    func strings() -> [String] {
        elements("an array of strings").compactMap { $0.string() }
    }

    /// The value as a case of an enumeration.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> Word? {
        let known = Word.allCases.map(\.rawValue)
        return word(known).flatMap(Word.init(rawValue:))
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
        // Then that is the only mistake.
        if isMisspelt(key) { return nil }
        let remedy = value.map { "write \"\(key)\": \($0)" } ?? "add it"
        note(.init("missing-key", "the key '\(key)' is missing", remedy))
        return nil
    }

    /// Whether another key was noted as a misspelling of this one.
    func isMisspelt(_ key: String) -> Bool {
        // A file without faults is read fast.
        faults.all.contains { fault in
            members.keys.contains { other in
                fault.steps == path.key(other)
                    && fault.reason == .unknownKey(other, "write '\(key)'")
            }
        }
    }

    /// Notes the unknown keys, in alphabetical order.
    func noteUnknownKeys(_ known: [String]) {
        let strangers = members.keys.filter { key in
            !known.contains { hasSameBytes($0, key) }
        }
        // A key that is present already cannot be the one that was meant.
        let free = known.filter { members[$0] == nil }
        for key in strangers.inOrder(by: <) {
            let other = ConfigurationKeys.otherWords[key].flatMap { other in
                // What refuses links is a rule of its own.
                let isTaken =
                    other == "refuse" && ["from", "to"].contains { members[$0] != nil }
                return free.contains(other) && !isTaken ? other : nil
            }
            let meant = nearest(to: key, in: free) ?? other
            let isOfRule = known.contains("from") && isLink(key)
            let home =
                if isOfRule {
                    members["from"] == nil ? nil : "'examples'"
                } else {
                    meant == nil ? ConfigurationKeys.home(of: key) : nil
                }
            let reason: LinkConfigurationError.Reason =
                if let home {
                    .init("unknown-key", "the key '\(key)' belongs to \(home)", "move it there")
                } else if isOfRule {
                    .unknownKey(key, "write a rule with it as 'from' and its value as 'to'")
                } else {
                    .unknownKey(
                        key,
                        meant.map { "write '\($0)'" }
                            ?? "remove it, or write \(Self.choice(known))"
                    )
                }
            note(reason, at: path.key(key))
        }
    }

    /// Whether a key and its value are an external and an internal link.
    private func isLink(_ key: String) -> Bool {
        if case .string? = members[key] { key.hasPrefix("/") } else { false }
    }

    /// Whether a rule has its sides as a key and its value.
    var hasPatternAsKey: Bool { members["from"] == nil && members.keys.contains(where: isLink) }

    private func node(_ value: ConfigurationValue, at path: JSONPath) -> ConfigurationNode {
        ConfigurationNode(value: value, path: path, faults: faults)
    }
}
