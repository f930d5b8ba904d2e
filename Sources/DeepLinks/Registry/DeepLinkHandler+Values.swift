#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DeepLinkHandler {
    /// Registers an action that takes the values of a declared path.
    ///
    /// ```swift
    /// try handler.register(Links.product) { id in showProduct(id) }
    /// ```
    ///
    /// If a value is missing or malformed, `handle` throws ``DeepLinkHandleError/missingQueryItem(name:)`` or
    /// ``QueryItemValueError``, with the name of the parameter.
    ///
    /// A flaw of the declaration is thrown as a ``DeepLinkRegisterError``. `requires`, `trusts` and the other errors are as in the first
    /// form of `register`.
    public func register<Values>(
        _ path: LinkPath<Values>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        action: @escaping @MainActor (Values) throws -> Void
    ) throws {
        try add(path.declared, requirements, origins, .action { try action(path.values(of: $0)) })
    }

    // Disfavored, as the two parameters of a trailing closure would otherwise be the values as a tuple and the context.
    /// Registers an action that takes the values of a declared path, and sees its link.
    ///
    /// ```swift
    /// try handler.register(Links.product) { id, context in showProduct(id, from: context.origin) }
    /// ```
    ///
    /// If the path has two values, a trailing closure with two parameters takes these; write `withContext:` to see the link.
    ///
    /// The path, `requires`, `trusts` and the errors are as in the first form of `register`.
    @_disfavoredOverload
    public func register<Values>(
        _ path: LinkPath<Values>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        withContext action: @escaping @MainActor (Values, LinkContext) throws -> Void
    ) throws {
        try add(
            path.declared,
            requirements,
            origins,
            .contextAction { try action(path.values(of: $0), $1) }
        )
    }

    /// Registers a declared path whose action needs something that has to be loaded first.
    ///
    /// What the link lacks is thrown at once, and cancels nothing.
    ///
    /// The path, `requires`, `trusts` and the errors are as in the first form of `register`.
    public func register<Values: Sendable, Prepared>(
        _ path: LinkPath<Values>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor (Values) async throws -> Prepared,
        action: @escaping @MainActor (Prepared) throws -> Void
    ) throws {
        try add(path.declared, requirements, origins, .preparing(path.values, prepare, action))
    }

    /// Registers an action that takes the values of parameters, without a declaration of the path.
    ///
    /// ```swift
    /// try handler.register("/featureA/detail", "id", "tab") { (id: Int, tab: String?) in
    ///     showDetail(id, tab)
    /// }
    /// ```
    ///
    /// The types stand in the closure. As in a ``LinkPath``, each capture of the path needs a parameter, an optional one may be
    /// missing, and an array takes all items with the name.
    ///
    /// The path, `requires`, `trusts` and the errors are as in the first form of `register`.
    public func register<each Value: LinkValue>(
        _ path: String,
        _ parameters: repeat TypedParameter<each Value>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        action: @escaping @MainActor (repeat each Value) throws -> Void
    ) throws {
        let path = LinkPath(path, repeat each parameters)
        try register(path, requires: requirements, trusts: origins) {
            (values: (repeat each Value)) in
            try action(repeat each values)
        }
    }
}

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
    /// The path, `requires`, `trusts` and the errors are as in the first form of `register`.
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
        try Value(from: QueryItemDecoder(queryItems))
    }
}
