#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// `replace` has every form of `register`, and throws what that throws, except for a path that is already registered; then nothing is
// replaced.

extension DeepLinkHandler {
    /// Registers an action for a path, and replaces the one that the path may have.
    ///
    /// A route that matches exactly the same links is removed, with its requirements, whatever its captures are called. Its
    /// preparation is cancelled.
    ///
    /// - Throws: ``DeepLinkRegisterError/malformedPath(path:reason:)``; then nothing is replaced.
    public func replace(
        _ path: String,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        action: @escaping Action
    ) throws {
        try add(DeclaredPath(path), requirements, origins, .action(action), replaces: true)
    }

    /// Replaces an action with one that sees its link.
    public func replace(
        _ path: String,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        action: @escaping @MainActor ([URLQueryItem], LinkContext) throws -> Void
    ) throws {
        try add(DeclaredPath(path), requirements, origins, .contextAction(action), replaces: true)
    }

    /// Replaces an action with one that takes a value made from the link's query items.
    public func replace<Value: Decodable>(
        _ path: String,
        as type: Value.Type,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        action: @escaping @MainActor (Value) throws -> Void
    ) throws {
        let work = RegisteredRoute.Work.action { try action(Self.value(of: $0)) }
        try add(DeclaredPath(path), requirements, origins, work, replaces: true)
    }

    /// Replaces an action with one that needs something that has to be loaded first.
    public func replace<Value>(
        _ path: String,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor ([URLQueryItem]) async throws -> Value,
        action: @escaping @MainActor (Value) throws -> Void
    ) throws {
        let work = RegisteredRoute.Work.preparing({ $0 }, prepare, action)
        try add(DeclaredPath(path), requirements, origins, work, replaces: true)
    }

    /// Replaces an action with one that needs something that has to be loaded first, for a value made from the link's query items.
    public func replace<Value: Decodable, Prepared>(
        _ path: String,
        as type: Value.Type,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor (Value) async throws -> Prepared,
        action: @escaping @MainActor (Prepared) throws -> Void
    ) throws {
        let work = RegisteredRoute.Work.preparing(Self.value, prepare, action)
        try add(DeclaredPath(path), requirements, origins, work, replaces: true)
    }

    /// Replaces an action with one that takes the values of parameters.
    public func replace<each Value: LinkValue>(
        _ path: String,
        _ parameters: repeat TypedParameter<each Value>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        action: @escaping @MainActor (repeat each Value) throws -> Void
    ) throws {
        let path = LinkPath(path, repeat each parameters)
        try replace(path, requires: requirements, trusts: origins) {
            (values: (repeat each Value)) in
            try action(repeat each values)
        }
    }

    /// Replaces the action of a declared path.
    public func replace<Values>(
        _ path: LinkPath<Values>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        action: @escaping @MainActor (Values) throws -> Void
    ) throws {
        let work = RegisteredRoute.Work.action { try action(path.values(of: $0)) }
        try add(path.declared, requirements, origins, work, replaces: true)
    }

    // Disfavored as in `register`.
    /// Replaces the action of a declared path with one that sees its link.
    @_disfavoredOverload
    public func replace<Values>(
        _ path: LinkPath<Values>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        withContext action: @escaping @MainActor (Values, LinkContext) throws -> Void
    ) throws {
        let work = RegisteredRoute.Work.contextAction { try action(path.values(of: $0), $1) }
        try add(path.declared, requirements, origins, work, replaces: true)
    }

    /// Replaces the action of a declared path with one that needs something that has to be loaded first.
    public func replace<Values: Sendable, Prepared>(
        _ path: LinkPath<Values>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor (Values) async throws -> Prepared,
        action: @escaping @MainActor (Prepared) throws -> Void
    ) throws {
        let work = RegisteredRoute.Work.preparing(path.values, prepare, action)
        try add(path.declared, requirements, origins, work, replaces: true)
    }

    /// Registers all paths of a parser, and replaces the routes that match exactly the same links; all or none.
    ///
    /// - Throws: ``RouteError`` if the parser was made with a closure; ``DeepLinkRegisterError`` if a path occurs twice in the parser. Then
    ///   nothing is replaced.
    public func replace<Output>(
        _ parser: DeepLinkParser<Output>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        navigate: @escaping @MainActor (Output) throws -> Void
    ) throws {
        try registerAll(replaces: true) {
            try register(parser, requires: requirements, trusts: origins, navigate: navigate)
        }
    }

    /// Registers all links of a feature, and replaces the routes that match exactly the same links; all or none.
    ///
    /// - Throws: What the feature throws; then nothing is replaced.
    public func replace<F: DeepLinkFeature>(_ feature: F) throws {
        try registerAll(replaces: true) { try register(feature) }
    }
}
