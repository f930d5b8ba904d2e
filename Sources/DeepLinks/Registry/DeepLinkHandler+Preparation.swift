#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DeepLinkHandler {
    /// Registers a path whose action needs something that takes a while to get.
    ///
    /// ```swift
    /// try handler.register("/items/{id:int}", preparing: { try await store.item($0.require(.id)) }) { item in
    ///     show(item)
    /// }
    /// ```
    ///
    /// The preparation begins after `handle` has returned. When another link is opened before it is done, or the path is
    /// unregistered, its task is cancelled, and however it ends, the action does not run. What the preparation or
    /// the action throws goes to ``onPreparationFailure``.
    ///
    /// - Parameters:
    ///   - path: The path, or a pattern of paths.
    ///   - requirements: Conditions that a link waits for. The handler itself does not ask for them.
    ///   - origins: Where a link has to come from to be opened; nil if it may come from anywhere. This too is for a
    ///     ``DeepLinkCoordinator`` to ask for.
    ///   - prepare: Gets what the action needs; like all that runs for a long time, it should heed cancellation.
    ///   - action: What runs on the main actor as soon as the preparation is done.
    /// - Throws: ``DeepLinkRegisterError`` if the path is malformed, or one that matches exactly the same links is registered.
    public func register<Value>(
        _ path: String,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor ([URLQueryItem]) async throws -> Value,
        action: @escaping @MainActor (Value) throws -> Void
    ) throws {
        let work = RegisteredRoute.Work.preparation { queryItems in
            let value = try await prepare(queryItems)
            return { try action(value) }
        }
        try register(path, RouteOptions(requirements: requirements, trustedOrigins: origins), work)
    }

    /// Cancels what a link is preparing, so that its action does not run: when somebody goes elsewhere, or signs out.
    ///
    /// - Returns: Whether something was being prepared.
    @discardableResult
    public func cancelPreparation() -> Bool {
        let cancelled = preparation
        preparation = nil
        cancelled?.cancel()
        return cancelled != nil
    }

    /// The link that something is being prepared for.
    package var preparingLink: DeepLink? { preparation?.link }
}

/// How a preparation ended.
package enum PreparationEnd {
    /// It is done, and the action ran.
    case finished
    /// Another link was opened, or the route removed; the action does not run.
    case cancelled
    /// It threw, or the action did.
    case failed(any Error)
}

/// A preparation that is under way.
struct Preparation: Sendable {
    let id: UInt64
    let link: DeepLink
    let route: RegisteredRoute
    let task: Task<Void, Never>
    let onEnd: (@MainActor (PreparationEnd) -> Void)?

    @MainActor
    func cancel() {
        task.cancel()
        onEnd?(.cancelled)
    }
}

extension DeepLinkHandler {
    /// Opens a route that was found for a link, and cancels what another link is preparing.
    ///
    /// - Parameters:
    ///   - match: What ``match(for:)`` found.
    ///   - link: The link.
    ///   - onEnd: Called once, if the route prepares something, when that has come to an end; nil to let
    ///     ``onPreparationFailure`` know of failures. A handler that goes away cancels in silence.
    /// - Throws: What the action throws, unchanged; nothing if the route prepares something.
    @inline(__always)
    package func run(
        _ match: RouteMatch,
        for link: DeepLink,
        onEnd: (@MainActor (PreparationEnd) -> Void)? = nil
    ) throws {
        if let prepare = match.route.preparation {
            return start(prepare, match, link, onEnd)
        }
        try runAction(of: match, for: link)
    }

    /// Runs the action of a route that was found for a link, unless it prepares something, and cancels what another link is
    /// preparing.
    ///
    /// - Parameters:
    ///   - match: What ``match(for:)`` found.
    ///   - link: The link.
    /// - Throws: What the action throws, unchanged.
    @inline(__always)
    func runAction(of match: RouteMatch, for link: DeepLink) throws {
        if preparation != nil {
            cancelPreparation()
        }
        if let items = match.mergedItems {
            try match.route.action?(items)
        } else {
            try match.route.action?(link.queryItems)
        }
    }

    @inline(never)
    private func start(
        _ prepare: @escaping RegisteredRoute.Prepare,
        _ match: RouteMatch,
        _ link: DeepLink,
        _ onEnd: (@MainActor (PreparationEnd) -> Void)?
    ) {
        preparationCount += 1
        let id = preparationCount
        let queryItems = match.mergedItems ?? link.queryItems
        let task = Task { [weak self] in
            // It may have been cancelled before it had its first turn.
            guard self?.preparation?.id == id else { return }
            let result: Result<@MainActor () throws -> Void, any Error>
            do {
                result = .success(try await prepare(queryItems))
            } catch {
                result = .failure(error)
            }
            self?.end(id, with: result)
        }
        let cancelled = preparation
        preparation = Preparation(
            id: id,
            link: link,
            route: match.route,
            task: task,
            onEnd: onEnd
        )
        cancelled?.cancel()
    }

    /// Runs the action of a preparation that is done, unless it was cancelled.
    private func end(
        _ id: UInt64,
        with result: Result<@MainActor () throws -> Void, any Error>
    ) {
        guard let preparation, preparation.id == id else { return }
        self.preparation = nil
        do {
            try result.get()()
            preparation.onEnd?(.finished)
        } catch {
            if let onEnd = preparation.onEnd {
                onEnd(.failed(error))
            } else {
                onPreparationFailure?(preparation.link, error)
            }
        }
    }

    /// Cancels what the route of a registration is preparing.
    func cancelPreparation(of registration: Registration) {
        if let route = registration.route, preparation?.route === route {
            cancelPreparation()
        }
    }
}
