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
    /// - Parameters:
    ///   - path: The path with its parameters.
    ///   - requirements: Conditions that a link waits for. The handler itself does not check them.
    ///   - origins: Where a link has to come from to be opened; nil if it may come from anywhere. Only a
    ///     ``DeepLinkCoordinator`` checks this.
    ///   - action: What runs when a link opens the path.
    /// - Throws: ``DeepLinkRegisterError`` if the declaration is flawed, or a path that matches exactly the same links is
    ///   registered.
    public func register<Values>(
        _ path: LinkPath<Values>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        action: @escaping @MainActor (Values) throws -> Void
    ) throws {
        try add(path, requirements, origins, .action { try action(path.values(of: $0)) })
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
    /// - Parameters:
    ///   - path: The path with its parameters.
    ///   - requirements: Conditions that a link waits for. The handler itself does not check them.
    ///   - origins: Where a link has to come from to be opened; nil if it may come from anywhere. Only a
    ///     ``DeepLinkCoordinator`` checks this.
    ///   - action: What runs when a link opens the path; several values are a tuple.
    /// - Throws: ``DeepLinkRegisterError``, as ``register(_:requires:trusts:action:)-(LinkPath<Values>,_,_,_)``.
    @_disfavoredOverload
    public func register<Values>(
        _ path: LinkPath<Values>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        withContext action: @escaping @MainActor (Values, LinkContext) throws -> Void
    ) throws {
        try add(path, requirements, origins, .contextAction { try action(path.values(of: $0), $1) })
    }

    /// Registers a declared path whose action needs something that has to be loaded first.
    ///
    /// What the link lacks is thrown at once, and cancels nothing.
    ///
    /// - Parameters:
    ///   - path: The path with its parameters.
    ///   - requirements: Conditions that a link waits for. The handler itself does not check them.
    ///   - origins: Where a link has to come from to be opened; nil if it may come from anywhere. Only a
    ///     ``DeepLinkCoordinator`` checks this.
    ///   - prepare: Loads what the action needs. It should check whether its task was cancelled.
    ///   - action: What runs on the main actor as soon as the preparation is done.
    /// - Throws: ``DeepLinkRegisterError``, as ``register(_:requires:trusts:action:)-(LinkPath<Values>,_,_,_)``.
    public func register<Values: Sendable, Prepared>(
        _ path: LinkPath<Values>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor (Values) async throws -> Prepared,
        action: @escaping @MainActor (Prepared) throws -> Void
    ) throws {
        try add(path, requirements, origins, .preparing(path.values, prepare, action))
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
    /// - Parameters:
    ///   - path: The path, or a pattern of paths.
    ///   - parameters: The names of the parameters, or keys with their types.
    ///   - requirements: Conditions that a link waits for. The handler itself does not check them.
    ///   - origins: Where a link has to come from to be opened; nil if it may come from anywhere. Only a
    ///     ``DeepLinkCoordinator`` checks this.
    ///   - action: What runs when a link opens the path.
    /// - Throws: ``DeepLinkRegisterError``, as ``register(_:requires:trusts:action:)-(LinkPath<Values>,_,_,_)``.
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
