extension JSONValue: Codable {
    /// Decodes any value.
    ///
    /// A decoder does not tell the order of an object's members, so they come in the order of their names' bytes.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: What the decoder throws, and `DecodingError.dataCorrupted` for what is nested more than 64 levels
    ///   deep.
    package init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= JSONReader.Limits().depth else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "The value is nested too deep."
                )
            )
        }
        if let container = try? decoder.container(keyedBy: Key.self) {
            let keys = container.allKeys.sorted {
                $0.stringValue.utf8.lexicographicallyPrecedes($1.stringValue.utf8)
            }
            let members = try keys.map { key in
                JSONObject.Member(
                    key: key.stringValue,
                    value: try container.decode(JSONValue.self, forKey: key)
                )
            }
            self.init(.object(JSONObject(members)))
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd {
                elements.append(try container.decode(JSONValue.self))
            }
            self.init(.array(elements))
        } else {
            self.init(try Self.scalar(in: decoder.singleValueContainer()))
        }
    }

    /// Encodes the value; of members with the same name, the last.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    package func encode(to encoder: any Encoder) throws {
        switch content {
        case .object(let object):
            var container = encoder.container(keyedBy: Key.self)
            for member in object.members {
                try container.encode(member.value, forKey: Key(stringValue: member.key))
            }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements {
                try container.encode(element)
            }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .string(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .number(let value):
            var container = encoder.singleValueContainer()
            if let int = value.int {
                try container.encode(int)
            } else {
                try container.encode(value.double)
            }
        }
    }

    private static func scalar(in container: any SingleValueDecodingContainer) throws -> Content {
        if container.decodeNil() {
            return .null
        }
        if let value = try? container.decode(Bool.self) {
            return .bool(value)
        }
        if let value = try? container.decode(Int.self) {
            return .number(JSONNumber(value))
        }
        if let value = try? container.decode(Double.self), let number = JSONNumber(value) {
            return .number(number)
        }
        return .string(try container.decode(String.self))
    }

    /// A member's name as Swift's coding protocols want it.
    private struct Key: CodingKey {
        let stringValue: String

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        var intValue: Int? { nil }

        init?(intValue: Int) {
            nil
        }
    }
}
