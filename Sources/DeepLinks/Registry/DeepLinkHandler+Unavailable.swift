#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Forms of `register` and `replace` that do not exist.
///
/// Without them, the compiler says only "failed to produce diagnostic for expression" of an action that takes its link's context after a
/// preparation. They are disfavored, as a tuple that was prepared may be two parameters of a closure, too.
@available(
    *,
    unavailable,
    message:
        "after a preparation, the action takes only what was prepared; without 'preparing:' and 'as:', it can take the LinkContext, too"
)
extension DeepLinkHandler {
    /// Refuses an action that takes the context of its link after a preparation.
    @_disfavoredOverload
    public func register<Prepared>(
        _ path: String,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor ([URLQueryItem]) async throws -> Prepared,
        action: @escaping @MainActor (Prepared, LinkContext) throws -> Void
    ) throws {}

    /// Refuses an action that takes the context of its link after a preparation.
    @_disfavoredOverload
    public func register<Value: Decodable, Prepared>(
        _ path: String,
        as type: Value.Type,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor (Value) async throws -> Prepared,
        action: @escaping @MainActor (Prepared, LinkContext) throws -> Void
    ) throws {}

    /// Refuses an action that takes the context of its link after a preparation.
    @_disfavoredOverload
    public func register<Values: Sendable, Prepared>(
        _ path: LinkPath<Values>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor (Values) async throws -> Prepared,
        action: @escaping @MainActor (Prepared, LinkContext) throws -> Void
    ) throws {}

    /// Refuses an action that takes the context of its link after a preparation.
    @_disfavoredOverload
    public func replace<Prepared>(
        _ path: String,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor ([URLQueryItem]) async throws -> Prepared,
        action: @escaping @MainActor (Prepared, LinkContext) throws -> Void
    ) throws {}

    /// Refuses an action that takes the context of its link after a preparation.
    @_disfavoredOverload
    public func replace<Value: Decodable, Prepared>(
        _ path: String,
        as type: Value.Type,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor (Value) async throws -> Prepared,
        action: @escaping @MainActor (Prepared, LinkContext) throws -> Void
    ) throws {}

    /// Refuses an action that takes the context of its link after a preparation.
    @_disfavoredOverload
    public func replace<Values: Sendable, Prepared>(
        _ path: LinkPath<Values>,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor (Values) async throws -> Prepared,
        action: @escaping @MainActor (Prepared, LinkContext) throws -> Void
    ) throws {}
}
