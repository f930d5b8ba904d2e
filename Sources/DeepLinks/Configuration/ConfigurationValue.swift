/// Any JSON value, as coders read and write it.
package enum ConfigurationValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int)
    /// A number that is not an `Int`.
    case number(Double)
    case string(String)
    case array([ConfigurationValue])
    case object([String: ConfigurationValue])

    /// An array of strings.
    package static func strings(_ strings: [String]) -> ConfigurationValue {
        .array(strings.map(ConfigurationValue.string))
    }

    /// The kind of the value, with an article: `a string`, `the number 5`, `null`.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .int(let int): "the number \(int)"
        case .number(let number): "the number \(number)"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension ConfigurationValue: Codable {
    /// How deeply arrays and objects may be nested; a configuration needs six levels.
    private static let depthLimit = 64

    package init(from decoder: any Decoder) throws {
        let path = decoder.codingPath
        guard path.count <= Self.depthLimit else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: path,
                    debugDescription: "The value is nested too deep."
                )
            )
        }
        // Strings are tried first, because most values are strings and each failed attempt costs an error.
        if let string = try? decoder.singleValueContainer().decode(String.self) {
            self = .string(string)
        } else if (try? decoder.container(keyedBy: Key.self)) != nil {
            // Not by the container, whose keys a decoder's `keyDecodingStrategy` may change: some keys are links.
            self = .object(try decoder.singleValueContainer().decode([String: Self].self))
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [ConfigurationValue] = []
            while !container.isAtEnd { elements.append(try container.decode(Self.self)) }
            self = .array(elements)
        } else {
            self = try Self.scalar(in: decoder.singleValueContainer())
        }
    }

    private static func scalar(in container: any SingleValueDecodingContainer) throws -> Self {
        if container.decodeNil() { return .null }
        if let bool = try? container.decode(Bool.self) { return .bool(bool) }
        if let int = try? container.decode(Int.self) { return .int(int) }
        return .number(try container.decode(Double.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .int(let int): try container.encode(int)
        case .number(let number): try container.encode(number)
        case .string(let string): try container.encode(string)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }

    private enum Key: CodingKey {}
}
