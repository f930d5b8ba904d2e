import PathMatching

/// A value of a configuration, with its conversion from and to JSON.
protocol ConfigurationMember: Sendable {
    /// Reads the value; if it is malformed, returns nil after the node has noted the fault.
    static func read(from node: ConfigurationNode) -> Self?
    /// The value as JSON; nil if it is left out.
    var json: ConfigurationValue? { get }
}

/// A type whose values are objects in a configuration's JSON.
protocol ConfigurationObject: ConfigurationMember {
    /// The value with all defaults.
    static var usual: Self { get }
    /// Reads or writes all members, in the order in which messages list their keys.
    mutating func describe(_ members: inout ObjectMembers)
}

extension ConfigurationObject {
    static func read(from node: ConfigurationNode) -> Self? {
        guard case .object = node.value else {
            let own = usual.written
            let keys = (own.required + own.keys.filter { $0 == "rules" }).map { "'\($0)'" }
            return node.wrongType("an object\(keys.isEmpty ? "" : " with \(keys.listed())")")
        }
        var object = usual
        var members = ObjectMembers(node)
        object.describe(&members)
        members.noteKeys()
        return object
    }

    var json: ConfigurationValue? { .object(members) }

    /// All members that have a value.
    var written: ObjectMembers {
        var (object, members) = (self, ObjectMembers(nil))
        object.describe(&members)
        return members
    }

    /// The members that are required or differ from their defaults.
    var members: [String: ConfigurationValue] {
        let (own, usual) = (written, Self.usual.written.values)
        return own.values.filter { own.required.contains($0.key) || usual[$0.key] != $0.value }
    }
}

/// The members of an object, while they are read or written: so that each type lists them only once.
struct ObjectMembers {
    /// The object that is read; nil if one is written.
    private let node: ConfigurationNode?
    /// The number of faults that were found before this object was read.
    private let start: Int
    /// The keys that the object can have.
    private(set) var keys: [String] = []
    private(set) var required: [String] = []
    private var missing: [(key: String, remedy: String)] = []
    /// What is written, also of members that have their defaults.
    private(set) var values: [String: ConfigurationValue] = [:]

    init(_ node: ConfigurationNode?) {
        self.node = node
        start = node?.faults.all.count ?? 0
    }

    /// Whether the object that is read has a member.
    func has(_ key: String) -> Bool { node?[key] != nil }

    /// Reads or writes a member; a required one is always written.
    mutating func member(
        _ key: String,
        _ value: inout some ConfigurationMember,
        isRequired: Bool = false,
        orElse remedy: String = "add it"
    ) {
        keys.append(key)
        if isRequired { required.append(key) }
        guard let node else {
            values[key] = value.json
            return
        }
        if let member = node[key] {
            if let read = type(of: value).read(from: member) { value = read }
        } else if isRequired {
            missing.append((key, remedy))
        }
    }

    /// Notes that the object has two keys that exclude each other, if it has both.
    func exclude(_ key: String, _ other: String) {
        if has(key) { node?[other]?.note(.conflictingKeys(key, other)) }
    }

    /// Makes keys known that the object has if it is of another kind.
    mutating func others(_ keys: [String]) { self.keys += keys }

    /// Notes unknown and missing keys, before the faults of the members.
    func noteKeys() {
        guard let node else { return }
        // Copied, as a slice would keep the array that it is removed from, and so copy all of it.
        let faults = Array(node.faults.all[start...])
        node.faults.all.removeSubrange(start...)
        let hasUnknownKey = node.noteUnknownKeys(keys)
        // An unknown key may be one that is missing, misspelt; then that is the only mistake.
        for (key, remedy) in missing where !hasUnknownKey {
            node.note(.init("missing-key", "the key '\(key)' is missing", remedy))
        }
        node.faults.all += faults
    }
}

// MARK: - Values

extension Bool: ConfigurationMember {
    static func read(from node: ConfigurationNode) -> Bool? {
        if case .bool(let bool) = node.value { bool } else { node.wrongType("true or false") }
    }
    var json: ConfigurationValue? { .bool(self) }
}

extension Int: ConfigurationMember {
    static func read(from node: ConfigurationNode) -> Int? {
        guard case .int(let int) = node.value, int > 0 else {
            return node.wrongType("a whole number from 1 on")
        }
        return int
    }
    var json: ConfigurationValue? { .int(self) }
}

extension String: ConfigurationMember {
    static func read(from node: ConfigurationNode) -> String? {
        if case .string(let string) = node.value { string } else { node.wrongType("a string") }
    }
    var json: ConfigurationValue? { .string(self) }
}

extension Optional: ConfigurationMember where Wrapped: ConfigurationMember {
    static func read(from node: ConfigurationNode) -> Wrapped?? {
        Wrapped.read(from: node).map { $0 }
    }
    var json: ConfigurationValue? { flatMap(\.json) }
}

extension Array: ConfigurationMember where Element: ConfigurationMember {
    static func read(from node: ConfigurationNode) -> [Element]? {
        node.elements?.compactMap(Element.read(from:))
    }
    var json: ConfigurationValue? { .array(compactMap(\.json)) }
}

extension ConfigurationMember where Self: RawRepresentable<String> & CaseIterable {
    static func read(from node: ConfigurationNode) -> Self? {
        node.word(allCases.map(\.rawValue)).flatMap(Self.init(rawValue:))
    }
    var json: ConfigurationValue? { .string(rawValue) }
}
