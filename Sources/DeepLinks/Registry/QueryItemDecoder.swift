import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads a `Decodable` from query items: each key is a name, and each value is read as strictly as by a ``TypedParameter``.
///
/// There are three levels: the link with all items, a name with the items of this name, and one of these as the element of a list.
struct QueryItemDecoder: Decoder, SingleValueDecodingContainer {
    /// Empty for the link, otherwise the name.
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]

    private let items: [URLQueryItem]
    private let isElement: Bool

    init(_ items: [URLQueryItem], at path: [any CodingKey] = [], isElement: Bool = false) {
        self.items = items
        codingPath = path
        self.isElement = isElement
    }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        guard codingPath.isEmpty else { throw shapeError }
        return KeyedDecodingContainer(Members(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard !codingPath.isEmpty, !isElement else { throw shapeError }
        return Elements(items: items.filter { $0.value != nil }, codingPath: codingPath)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        guard !codingPath.isEmpty else { throw shapeError }
        return self
    }

    /// Whether the first item is missing or has no value, as elsewhere.
    func decodeNil() -> Bool { items.first?.value == nil }

    /// Reads a value from the first item, or a list from all.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let value = try value(of: type) as? Value else {
            preconditionFailure("A value of another type than its own")
        }
        return value
    }

    // It is not generic, like all that is long here: each method of a container would have a copy of it for each type.
    private func value(of type: any Decodable.Type) throws -> Any {
        let (name, text) = (codingPath.last?.stringValue ?? "", items.first?.value)
        // First, because dates and UUIDs decode themselves in other ways.
        if let type = type as? any ParameterValue.Type {
            guard let text else { throw DeepLinkHandleError.missingQueryItem(name: name) }
            return try type.init(text, of: name)
        }
        do {
            return try type.init(from: self)
        } catch DecodingError.dataCorrupted {
            // For example, an enumeration has no such case; the message of this error would show the value.
            let expected = "a value of the type \(type)"
            throw QueryItemValueError(name: name, value: text ?? "", expected: expected)
        }
    }

    /// The items with the name of a key.
    private func named(_ key: any CodingKey) -> QueryItemDecoder {
        let name = key.stringValue
        return QueryItemDecoder(items.filter { hasSameBytes($0.name, name) }, at: [key])
    }

    /// The names whose first item has a value, each once.
    private var names: [String] {
        var seen = Set<[UInt8]>()
        return items.filter { seen.insert(Array($0.name.utf8)).inserted && $0.value != nil }
            .map(\.name)
    }

    /// An error about a type whose shape query items cannot have.
    private var shapeError: DecodingError {
        let name = codingPath.last.map { "'\($0.stringValue)'" } ?? "A link"
        return .typeMismatch(
            Any.self,
            DecodingError.Context(
                codingPath: codingPath,
                debugDescription:
                    "\(name) cannot be read as this type; use a type with properties that are values, optional values or lists of "
                    + "values, or make the type a ParameterValue."
            )
        )
    }

    /// The items of a link as a container with the names as keys.
    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: QueryItemDecoder

        var codingPath: [any CodingKey] { decoder.codingPath }

        var allKeys: [Key] { decoder.names.compactMap(Key.init(stringValue:)) }

        func contains(_ key: Key) -> Bool { !decoder.named(key).decodeNil() }

        func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try decoder.named(key).decode(type)
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type,
            forKey key: Key
        ) throws -> KeyedDecodingContainer<NestedKey> {
            try decoder.named(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try decoder.named(key).unkeyedContainer()
        }

        /// The same items, so that a class and its superclass can each read theirs.
        func superDecoder() throws -> any Decoder { decoder }

        func superDecoder(forKey key: Key) throws -> any Decoder { decoder.named(key) }
    }

    /// The items of a name that have values, in order.
    private struct Elements: UnkeyedDecodingContainer {
        let items: [URLQueryItem]
        let codingPath: [any CodingKey]
        private(set) var currentIndex = 0

        var count: Int? { items.count }

        var isAtEnd: Bool { currentIndex >= items.count }

        /// The next item, alone.
        private var next: QueryItemDecoder {
            let item = items.dropFirst(currentIndex).prefix(1)
            return QueryItemDecoder(Array(item), at: codingPath, isElement: true)
        }

        func decodeNil() throws -> Bool { false }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let value = try next.decode(type)
            currentIndex += 1
            return value
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type
        ) throws -> KeyedDecodingContainer<NestedKey> {
            try next.container(keyedBy: type)
        }

        func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try next.unkeyedContainer()
        }

        mutating func superDecoder() throws -> any Decoder {
            defer { currentIndex += 1 }
            return next
        }
    }
}
