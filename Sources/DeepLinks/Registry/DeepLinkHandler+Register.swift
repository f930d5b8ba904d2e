#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// All forms of `register`. What is said at the first about `requires`, `trusts` and errors holds for all.

extension DeepLinkHandler {
    /// Registers an action for a path.
    ///
    /// - Parameters:
    ///   - path: The path, such as `/featureA/detail`, or a pattern of paths, such as `/items/{id:int}`; without a query. Spellings
    ///     of the same path, with a trailing slash or without, are one path.
    ///   - requirements: Conditions that a link waits for. The handler itself does not check them.
    ///   - origins: Where a link has to come from to be opened; nil if it may come from anywhere. Only a
    ///     ``DeepLinkCoordinator`` checks this.
    ///   - action: What runs when a link opens the path.
    /// - Throws: ``DeepLinkRegisterError`` if the path is malformed, or one that matches exactly the same links is registered.
    public func register(
        _ path: String,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        action: @escaping Action
    ) throws {
        try add(DeclaredPath(path), requirements, origins, .action(action))
    }

    /// Registers an action that also sees its link: where it comes from, its URL, the items that the rewriter removed.
    public func register(
        _ path: String,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        action: @escaping @MainActor ([URLQueryItem], LinkContext) throws -> Void
    ) throws {
        try add(DeclaredPath(path), requirements, origins, .contextAction(action))
    }

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
    /// raw values and types that decode themselves from one value can be properties too; a type with properties of its own cannot.
    ///
    /// If a value is missing or malformed, `handle` throws ``DeepLinkHandleError/missingQueryItem(name:)`` or
    /// ``QueryItemValueError``, with the name of the key.
    public func register<Value: Decodable>(
        _ path: String,
        as type: Value.Type,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        action: @escaping @MainActor (Value) throws -> Void
    ) throws {
        let work = RegisteredRoute.Work.action { try action(Self.value(of: $0)) }
        try add(DeclaredPath(path), requirements, origins, work)
    }

    /// Reads a value on the main actor, where it stays.
    static func value<Value: Decodable>(of queryItems: [URLQueryItem]) throws -> Value {
        try Value(from: QueryItemDecoder(queryItems))
    }

    /// Registers a path whose action needs something that has to be loaded first.
    ///
    /// ```swift
    /// try handler.register("/items/{id:int}", preparing: { try await store.item($0.require(.id)) }) { item in
    ///     show(item)
    /// }
    /// ```
    ///
    /// The preparation begins after `handle` has returned. When another link runs before it is done, or the path is unregistered, its task
    /// is cancelled, and the action does not run. What the preparation or the action throws goes to ``onFailure``, or to
    /// ``DeepLinkCoordinator/onOutcome`` if a coordinator opened the link.
    ///
    /// A preparation may open another link through a ``DeepLinkCoordinator``, such as the page that a short link stands for. The route of
    /// that link has to trust the origin of the prepared link too. When it runs, the preparation is cancelled, and opens nothing more.
    public func register<Value>(
        _ path: String,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor ([URLQueryItem]) async throws -> Value,
        action: @escaping @MainActor (Value) throws -> Void
    ) throws {
        try add(DeclaredPath(path), requirements, origins, .preparing({ $0 }, prepare, action))
    }

    /// Registers a path whose action needs something that has to be loaded first, with a value made from the link's query items.
    ///
    /// ```swift
    /// try handler.register("/search", as: Search.self, preparing: { try await shop.results(for: $0) }) { results in
    ///     show(results)
    /// }
    /// ```
    ///
    /// The value is read as in ``register(_:as:requires:trusts:action:)``. If the link lacks something, that is told at once, and
    /// nothing is cancelled.
    public func register<Value: Decodable, Prepared>(
        _ path: String,
        as type: Value.Type,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor (Value) async throws -> Prepared,
        action: @escaping @MainActor (Prepared) throws -> Void
    ) throws {
        let work = RegisteredRoute.Work.preparing(Self.value, prepare, action)
        try add(DeclaredPath(path), requirements, origins, work)
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

    /// Registers an action that takes the values of a declared path.
    ///
    /// ```swift
    /// try handler.register(Links.product) { id in showProduct(id) }
    /// ```
    ///
    /// If a value is missing or malformed, `handle` throws ``DeepLinkHandleError/missingQueryItem(name:)`` or
    /// ``QueryItemValueError``, with the name of the parameter. A flaw of the declaration is thrown as a ``DeepLinkRegisterError``.
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
    /// If the path has two values, a trailing closure with two parameters takes these; write `withContext:` to see the link. If it has
    /// more, the first of two parameters is all values, as a tuple, and the second is the context.
    @_disfavoredOverload
    public func register<Values>(
        _ path: LinkPath<Values>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        withContext action: @escaping @MainActor (Values, LinkContext) throws -> Void
    ) throws {
        let work = RegisteredRoute.Work.contextAction { try action(path.values(of: $0), $1) }
        try add(path.declared, requirements, origins, work)
    }

    /// Registers a declared path whose action needs something that has to be loaded first.
    ///
    /// If the link lacks something, that is told at once, and nothing is cancelled.
    public func register<Values: Sendable, Prepared>(
        _ path: LinkPath<Values>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor (Values) async throws -> Prepared,
        action: @escaping @MainActor (Prepared) throws -> Void
    ) throws {
        try add(path.declared, requirements, origins, .preparing(path.values, prepare, action))
    }

    /// Registers all links of a feature, or none.
    ///
    /// If the feature throws, everything that it registered, replaced or unregistered until then is taken back.
    ///
    /// - Throws: What the feature throws, usually a ``DeepLinkRegisterError``.
    public func register<F: DeepLinkFeature>(_ feature: F) throws {
        try registerAll(replaces: false) { try feature.registerDeepLinks(in: self) }
    }
}
