/// A value of a JSON text, with the place where it was read.
///
/// Foundation's decoder tells neither where a value stood nor in which order an object's members came; files that
/// people write by hand need both. Equality looks at what a value says: the position is left out, and so is the
/// order of an object's members.
package struct JSONValue: Sendable {
    /// What the value is.
    package var content: Content

    /// Where the value began in the text it was read from, `nil` for one that was not read from text.
    package var position: JSONPosition?

    /// Creates a value.
    package init(_ content: Content, position: JSONPosition? = nil) {
        self.content = content
        self.position = position
    }

    /// The six kinds of JSON values.
    package enum Content: Sendable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(String)
        case array([JSONValue])
        case object(JSONObject)
    }
}

extension JSONValue {
    /// Creates a string.
    package static func string(_ value: String) -> JSONValue {
        JSONValue(.string(value))
    }

    /// Creates `true` or `false`.
    package static func bool(_ value: Bool) -> JSONValue {
        JSONValue(.bool(value))
    }

    /// Creates an array.
    package static func array(_ elements: [JSONValue]) -> JSONValue {
        JSONValue(.array(elements))
    }

    /// Creates an object with the given members, in their order.
    package static func object(_ members: [(key: String, value: JSONValue)]) -> JSONValue {
        JSONValue(
            .object(JSONObject(members.map { JSONObject.Member(key: $0.key, value: $0.value) }))
        )
    }

    /// The string this value is, or `nil` when it is something else.
    package var string: String? {
        if case .string(let value) = content { value } else { nil }
    }

    /// The Boolean this value is, or `nil` when it is something else.
    package var bool: Bool? {
        if case .bool(let value) = content { value } else { nil }
    }

    /// The number this value is, or `nil` when it is something else.
    package var number: JSONNumber? {
        if case .number(let value) = content { value } else { nil }
    }

    /// The array this value is, or `nil` when it is something else.
    package var array: [JSONValue]? {
        if case .array(let value) = content { value } else { nil }
    }

    /// The object this value is, or `nil` when it is something else.
    package var object: JSONObject? {
        if case .object(let value) = content { value } else { nil }
    }

    /// What kind of value this is, with its article, for messages: `a string`, `an array`, `null`.
    package var kind: String {
        switch content {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: Hashable {
    /// Whether both say the same, wherever they stood.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left.content, right.content) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        // `String.==` would take a composed accent for a decomposed one.
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes what the value says.
    package func hash(into hasher: inout Hasher) {
        switch content {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}
