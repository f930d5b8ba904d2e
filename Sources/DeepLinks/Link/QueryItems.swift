public import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Reading parameters from a link's query items.
///
/// Names are compared byte by byte, so `ID` is not `id`. If a name is repeated, the first item counts; ``values(_:)->[String]`` returns
/// all values. An item without `=` (`?flag`) has no value: ``contains(_:)`` finds it; all other methods treat it as missing.
///
/// If a key is both a ``Parameter`` and a ``TypedParameter``, as `id` is in an app that declares it with a type, the typed one is
/// used.
extension Collection where Element == URLQueryItem {
    /// The value of the first item with this name; nil if there is none, or it has no value.
    @_disfavoredOverload @inlinable public subscript(_ parameter: Parameter) -> String? {
        self[parameter.rawValue]
    }

    /// The value of the first item with this name; nil if there is none, or it has no value.
    @inlinable public subscript(_ name: String) -> String? {
        first { hasSameBytes($0.name, name) }?.value
    }

    /// The value of the first item with this name; nil if there is none, it has no value, or the value is malformed.
    ///
    /// Use ``require(_:)-(TypedParameter<V>)`` or ``optional(_:)`` to tell a malformed value from a missing one.
    @inlinable public subscript<V: ParameterValue>(_ parameter: TypedParameter<V>) -> V? {
        self[parameter.name].flatMap(V.init(parameterValue:))
    }

    /// The value of the first item with this name.
    ///
    /// - Throws: ``DeepLinkHandleError/missingQueryItem(name:)`` if there is none, or it has no value.
    @_disfavoredOverload @inlinable
    public func require(_ parameter: Parameter) throws -> String {
        guard let value = self[parameter] else {
            throw DeepLinkHandleError.missingQueryItem(name: parameter.rawValue)
        }
        return value
    }

    /// The value of the first item with this name, read as the parameter's type.
    ///
    /// - Throws: ``DeepLinkHandleError/missingQueryItem(name:)`` if there is none, or it has no value;
    ///   ``QueryItemValueError`` if the value is malformed.
    @inlinable public func require<V: ParameterValue>(_ parameter: TypedParameter<V>) throws -> V {
        guard let value = try optional(parameter) else {
            throw DeepLinkHandleError.missingQueryItem(name: parameter.name)
        }
        return value
    }

    /// The value of the first item with this name, read as the parameter's type.
    ///
    /// - Throws: ``QueryItemValueError`` if the value is malformed.
    @inlinable public func optional<V: ParameterValue>(_ parameter: TypedParameter<V>) throws -> V?
    {
        guard let text = self[parameter.name] else { return nil }
        return try V(text, of: parameter.name)
    }

    /// The values of all items with this name, in order; items without a value are left out.
    public func values(_ parameter: Parameter) -> [String] {
        compactMap { hasSameBytes($0.name, parameter.rawValue) ? $0.value : nil }
    }

    /// The values of all items with this name, in order, read as the parameter's type; items without a value are left out.
    ///
    /// If a key is also a ``Parameter``, `let ids: [Int] = try queryItems.values(.id)` reads with the type.
    ///
    /// - Throws: ``QueryItemValueError`` if a value is malformed.
    public func values<V: ParameterValue>(_ parameter: TypedParameter<V>) throws -> [V] {
        try compactMap { item in
            guard hasSameBytes(item.name, parameter.name), let text = item.value else { return nil }
            return try V(text, of: parameter.name)
        }
    }

    /// Whether there is an item with this name, with or without a value.
    public func contains(_ parameter: Parameter) -> Bool {
        contains { hasSameBytes($0.name, parameter.rawValue) }
    }
}

extension ParameterValue {
    /// Reads the text of a parameter, or throws a ``QueryItemValueError`` that names it.
    @inlinable init(_ text: String, of name: String) throws {
        guard let value = Self(parameterValue: text) else {
            let expected = Self.expectedParameterValue
            throw QueryItemValueError(name: name, value: text, expected: expected)
        }
        self = value
    }
}
