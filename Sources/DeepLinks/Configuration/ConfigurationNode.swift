import PathMatching

/// A value of a configuration's JSON with its place, which notes what is wrong with it.
///
/// Reading goes on after a fault, so that all of them are found: what cannot be read is left out, and the configuration is only used
/// if there are none.
struct ConfigurationNode {
    /// The faults, in the order in which they are found.
    final class Faults {
        var all: [LinkConfigurationError] = []
    }

    let value: ConfigurationValue
    let path: JSONPath
    let faults: Faults

    func note(_ reason: LinkConfigurationError.Reason, at path: JSONPath? = nil) {
        faults.all.append(LinkConfigurationError(reason, at: path ?? self.path))
    }

    /// Notes that the value has another type than the expected one, and gives nil.
    func wrongType<Value>(_ expected: String) -> Value? {
        note(.wrongType(expected: expected, found: value.kind))
        return nil
    }

    func string() -> String? {
        if case .string(let string) = value { string } else { wrongType("a string") }
    }

    func bool() -> Bool? {
        if case .bool(let bool) = value { bool } else { wrongType("true or false") }
    }

    func int() -> Int? {
        if case .int(let int) = value { int } else { wrongType("a whole number") }
    }

    func elements(_ expected: String) -> [ConfigurationNode] {
        guard case .array(let array) = value else { return wrongType(expected) ?? [] }
        return array.enumerated().map { node($0.element, at: path.index($0.offset)) }
    }

    func strings() -> [String] {
        elements("an array of strings").compactMap { $0.string() }
    }

    /// One of the words that an enumeration has.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> Word? {
        let known = Word.allCases.map(\.rawValue)
        return word(known).flatMap(Word.init(rawValue:))
    }

    /// One of some words; messages also name the other values that can stand there.
    func word(_ known: [String], orElse others: [String] = []) -> String? {
        guard let word = string() else { return nil }
        guard known.contains(where: { hasSameBytes($0, word) }) else {
            let nearest = nearest(to: word, in: known)
            note(.unknownWord(word, nearest: nearest, known: known + others))
            return nil
        }
        return word
    }

    /// Itself, if it is an object; notes the members that are not known, unless that waits.
    func object(_ expected: String, _ known: [String]? = nil) -> ConfigurationNode? {
        guard case .object = value else { return wrongType(expected) }
        if let known { noteUnknownKeys(known) }
        return self
    }

    /// The members of an object.
    var members: [String: ConfigurationValue] {
        if case .object(let members) = value { members } else { [:] }
    }

    subscript(key: String) -> ConfigurationNode? {
        members[key].map { node($0, at: path.key(key)) }
    }

    func required(_ key: String, as value: String? = nil) -> ConfigurationNode? {
        let member = self[key]
        if member == nil { note(.missingKey(key, value)) }
        return member
    }

    /// Notes the members that are not known, in the order of the alphabet.
    func noteUnknownKeys(_ known: [String]) {
        let strangers = members.keys.filter { key in
            !known.contains { hasSameBytes($0, key) }
        }
        // A near spelling of what is there already is not what was meant.
        let free = known.filter { members[$0] == nil }
        for key in strangers.sorted() {
            note(
                .unknownKey(key, nearest: nearest(to: key, in: free), known: known),
                at: path.key(key)
            )
        }
    }

    private func node(_ value: ConfigurationValue, at path: JSONPath) -> ConfigurationNode {
        ConfigurationNode(value: value, path: path, faults: faults)
    }
}
