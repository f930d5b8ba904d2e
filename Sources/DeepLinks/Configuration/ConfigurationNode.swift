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

    func noteType(_ expected: String) {
        note(.wrongType(expected: expected, found: value.kind))
    }

    func string() -> String? {
        guard case .string(let string) = value else {
            noteType("a string")
            return nil
        }
        return string
    }

    func bool() -> Bool? {
        guard case .bool(let bool) = value else {
            noteType("true or false")
            return nil
        }
        return bool
    }

    func int() -> Int? {
        guard case .int(let int) = value else {
            noteType("a whole number")
            return nil
        }
        return int
    }

    func elements(_ expected: String) -> [ConfigurationNode] {
        guard case .array(let array) = value else {
            noteType(expected)
            return []
        }
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

    private func word(_ known: [String]) -> String? {
        guard let word = string() else { return nil }
        guard known.contains(where: { hasSameBytes($0, word) }) else {
            note(.unknownWord(word, nearest: nearest(to: word, in: known), known: known))
            return nil
        }
        return word
    }

    /// A query policy: a word, or an object with a list of names.
    func query() -> QueryPolicy? {
        if case .string = value {
            return word(ConfigurationKeys.queryWords).map { $0 == "drop" ? .drop : .keep }
        }
        let expected = "'keep', 'drop', or an object with 'keepOnly' or 'strip'"
        guard let object = object(expected, ConfigurationKeys.query) else { return nil }
        func names(_ node: ConfigurationNode) -> [Parameter] {
            node.strings().map(Parameter.init(rawValue:))
        }
        switch (object["keepOnly"], object["strip"]) {
        case (let node?, nil): return .keepOnly(names(node))
        case (nil, let node?): return .strip(names(node))
        case (nil, nil): note(.missingKey("keepOnly"))
        case (_?, let node?): node.note(.conflictingKeys("keepOnly", "strip"))
        }
        return nil
    }

    /// The members of an object, which notes those that are not known, unless that waits.
    func object(_ expected: String, _ known: [String]? = nil) -> ConfigurationObject? {
        guard case .object(let members) = value else {
            noteType(expected)
            return nil
        }
        let object = ConfigurationObject(node: self, members: members)
        if let known { object.noteUnknownKeys(known) }
        return object
    }

    fileprivate func node(_ value: ConfigurationValue, at path: JSONPath) -> ConfigurationNode {
        ConfigurationNode(value: value, path: path, faults: faults)
    }
}

/// The members of an object.
struct ConfigurationObject {
    let node: ConfigurationNode
    let members: [String: ConfigurationValue]

    subscript(key: String) -> ConfigurationNode? {
        members[key].map { node.node($0, at: node.path.key(key)) }
    }

    func required(_ key: String, as value: String? = nil) -> ConfigurationNode? {
        let member = self[key]
        if member == nil { node.note(.missingKey(key, value)) }
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
            node.note(
                .unknownKey(key, nearest: nearest(to: key, in: free), known: known),
                at: node.path.key(key)
            )
        }
    }
}
