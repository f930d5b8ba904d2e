#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Reads a `Decodable` from query items: each key is a name, and each value is read as strictly as by a ``TypedParameter``.
package struct QueryItemDecoder: Decoder {
    package let codingPath: [any CodingKey] = []
    package let userInfo: [CodingUserInfoKey: Any] = [:]

    private let queryItems: [URLQueryItem]

    /// Reads a value from query items.
    ///
    /// - Parameters:
    ///   - type: A type whose properties are values, optionals of them, or arrays of them for names that repeat.
    ///   - queryItems: The items.
    /// - Returns: The value.
    /// - Throws: ``DeepLinkHandleError/missingQueryItem(name:)`` and ``QueryItemValueError``, which name the key; a
    ///   `DecodingError.typeMismatch` if the type has a shape that query items cannot have; what the type throws itself.
    package static func decode<Value: Decodable>(
        _ type: Value.Type,
        from queryItems: [URLQueryItem]
    ) throws -> Value {
        try Value(from: QueryItemDecoder(queryItems: queryItems))
    }

    package func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedItems(decoder: self))
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw DecodingError.shape([Any].self, at: codingPath)
    }

    package func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw DecodingError.shape(Any.self, at: codingPath)
    }

    /// The values of a key.
    ///
    /// It is not generic, like all that is long here: each method of a container would have a copy of it for each type.
    private func values(of key: any CodingKey) -> ItemValues {
        ItemValues(
            name: key.stringValue,
            values: queryItems.values(Parameter(rawValue: key.stringValue))[...],
            codingPath: [key],
            isFirstMissing: queryItems[key.stringValue] == nil
        )
    }

    /// The items as a container with the names as keys.
    private struct KeyedItems<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: QueryItemDecoder

        var codingPath: [any CodingKey] { decoder.codingPath }

        var allKeys: [Key] {
            var names = Set<[UInt8]>()
            return decoder.queryItems.compactMap { item in
                guard names.insert(Array(item.name.utf8)).inserted, item.value != nil else {
                    return nil
                }
                return Key(stringValue: item.name)
            }
        }

        /// Whether there is a value; an item without one is read as missing, as elsewhere.
        func contains(_ key: Key) -> Bool { decoder.queryItems[key.stringValue] != nil }

        func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try decoder.values(of: key).decode(type)
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type,
            forKey key: Key
        ) throws -> KeyedDecodingContainer<NestedKey> {
            try decoder.values(of: key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try decoder.values(of: key).unkeyedContainer()
        }

        /// The same items, so that a class and its superclass can each read theirs.
        func superDecoder() throws -> any Decoder { decoder }

        func superDecoder(forKey key: Key) throws -> any Decoder { decoder.values(of: key) }
    }
}

/// The values of one name, read as one value, which is the first, or as a list of all.
private struct ItemValues: Decoder, SingleValueDecodingContainer {
    let name: String
    let values: ArraySlice<String>
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    /// Whether this is one of the values of a list.
    var isElement = false
    /// Whether the first item of the name has no value, so that there are values only in a list.
    var isFirstMissing = false

    /// Reads a value of the given type.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let value = try value(of: type) as? Value else {
            preconditionFailure("A value of another type than its own")
        }
        return value
    }

    private func value(of type: any Decodable.Type) throws -> Any {
        // First, because dates and UUIDs decode themselves in other ways.
        if let type = type as? any ParameterValue.Type {
            guard let text = values.first, !isFirstMissing else {
                throw DeepLinkHandleError.missingQueryItem(name: name)
            }
            return try type.init(text, of: name)
        }
        do {
            return try type.init(from: self)
        } catch DecodingError.dataCorrupted {
            // For example, an enumeration has no such case; the message of this error would show the value.
            func rawValues<Cases: CaseIterable & RawRepresentable>(of type: Cases.Type) -> String {
                "one of " + Cases.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
            }
            var expected = "a value of the type \(type)"
            if let type = type as? any (CaseIterable & RawRepresentable).Type {
                expected = rawValues(of: type)
            }
            throw QueryItemValueError(name: name, value: values.first ?? "", expected: expected)
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw DecodingError.shape([String: Any].self, at: codingPath)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard !isElement else { throw DecodingError.shape([[Any]].self, at: codingPath) }
        return ListedValues(decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { values.isEmpty || isFirstMissing }

    /// All values in order.
    private struct ListedValues: UnkeyedDecodingContainer {
        let decoder: ItemValues
        private(set) var currentIndex = 0

        var codingPath: [any CodingKey] { decoder.codingPath }

        var count: Int? { decoder.values.count }

        var isAtEnd: Bool { currentIndex >= decoder.values.count }

        mutating func decodeNil() throws -> Bool { false }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let value = try next().decode(type)
            currentIndex += 1
            return value
        }

        mutating func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type
        ) throws -> KeyedDecodingContainer<NestedKey> {
            try decoder.container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try next().unkeyedContainer()
        }

        mutating func superDecoder() throws -> any Decoder {
            defer { currentIndex += 1 }
            return next()
        }

        /// The next value, alone.
        private func next() -> ItemValues {
            ItemValues(
                name: decoder.name,
                values: decoder.values.dropFirst(currentIndex).prefix(1),
                codingPath: codingPath,
                isElement: true
            )
        }
    }
}

extension DecodingError {
    /// An error about a type whose shape query items cannot have.
    fileprivate static func shape(_ type: Any.Type, at path: [any CodingKey]) -> DecodingError {
        let obstacle =
            path.last.map { "'\($0.stringValue)' cannot be read" } ?? "A link cannot be read"
        return .typeMismatch(
            type,
            Context(
                codingPath: path,
                debugDescription:
                    "\(obstacle) as this type; use a type with properties that are values, optional values or lists of "
                    + "values, or make the type a ParameterValue."
            )
        )
    }
}
