#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DeepLinkHandler {
    /// Registers an action that takes a value made from the link's query items.
    ///
    /// ```swift
    /// struct Detail: Decodable {
    ///     let id: Int
    ///     let tags: [String]
    ///     let note: String?
    /// }
    ///
    /// try handler.register("/featureA/detail", as: Detail.self) { detail in
    ///     showDetail(detail.id)
    /// }
    /// ```
    ///
    /// Each key is the name of a parameter, captures included, and each value is read as strictly as by a ``TypedParameter``. An
    /// array takes all values of a name, and is empty if there are none; any other type takes the first. An optional is nil if the
    /// first item with the name has no value, also if it is an optional array, and a dictionary has no such name. Enumerations with
    /// raw values and types that decode themselves from one value can be properties too; a type with properties of
    /// its own cannot.
    ///
    /// If a value is missing or malformed, `handle` throws ``DeepLinkHandleError/missingQueryItem(name:)`` or
    /// ``QueryItemValueError``, with the name of the key.
    ///
    /// - Parameters:
    ///   - path: The path, or a pattern of paths.
    ///   - type: The type of the value.
    ///   - requirements: Conditions that a link waits for. The handler itself does not check them.
    ///   - origins: Where a link has to come from to be opened; nil if it may come from anywhere. Only a
    ///     ``DeepLinkCoordinator`` checks this.
    ///   - action: What runs when a link opens the path.
    /// - Throws: ``DeepLinkRegisterError`` if the path is malformed, or one that matches exactly the same links is registered.
    public func register<Value: Decodable>(
        _ path: String,
        as type: Value.Type,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        action: @escaping @MainActor (Value) throws -> Void
    ) throws {
        try add(path, requirements, origins, .action { try action(Self.value(of: $0)) })
    }

    /// Reads a value on the main actor, where it stays.
    static func value<Value: Decodable>(of queryItems: [URLQueryItem]) throws -> Value {
        try QueryItemDecoder.decode(Value.self, from: queryItems)
    }
}
