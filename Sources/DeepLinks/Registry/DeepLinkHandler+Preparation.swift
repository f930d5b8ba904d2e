import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DeepLinkHandler {
    /// Registers a path whose action needs something that has to be loaded first.
    ///
    /// ```swift
    /// try handler.register("/items/{id:int}", preparing: { try await store.item($0.require(.id)) }) { item in
    ///     show(item)
    /// }
    /// ```
    ///
    /// The preparation begins after `handle` has returned. When another link is opened before it is done, or the path is
    /// unregistered, its task is cancelled, and however it ends, the action does not run. What the preparation or
    /// the action throws goes to ``onFailure``, or to ``DeepLinkCoordinator/onOutcome`` if a coordinator opened the link.
    ///
    /// A preparation may open another link through a ``DeepLinkCoordinator``, such as the page that a short link stands for. When that
    /// link runs, the preparation is cancelled; what it opens after that is refused. A route that trusts some origins only has to trust
    /// the origin of the prepared link too.
    ///
    /// The path, `requires`, `trusts` and the errors are as in the first form of `register`.
    public func register<Value>(
        _ path: String,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor ([URLQueryItem]) async throws -> Value,
        action: @escaping @MainActor (Value) throws -> Void
    ) throws {
        try add(path, requirements, origins, .preparing({ $0 }, prepare, action))
    }

    /// Registers a path whose action needs something that has to be loaded first, with a value made from the link's query items.
    ///
    /// ```swift
    /// try handler.register("/search", as: Search.self, preparing: { try await shop.results(for: $0) }) { results in
    ///     show(results)
    /// }
    /// ```
    ///
    /// If the link lacks something, `handle` throws or the outcome says so at once, and nothing is cancelled. The value is read as in
    /// ``register(_:as:requires:trusts:action:)``.
    ///
    /// The path, `requires`, `trusts` and the errors are as in the first form of `register`.
    public func register<Value: Decodable, Prepared>(
        _ path: String,
        as type: Value.Type,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        preparing prepare: @escaping @MainActor (Value) async throws -> Prepared,
        action: @escaping @MainActor (Prepared) throws -> Void
    ) throws {
        try add(path, requirements, origins, .preparing(Self.value, prepare, action))
    }

    /// Cancels the running preparation, so that its action does not run: for example when somebody goes elsewhere, or signs out.
    ///
    /// - Returns: Whether a preparation was running.
    @discardableResult
    public func cancelPreparation() -> Bool {
        guard dropPreparation() else { return false }
        goOn()
        return true
    }
}

/// How a preparation ended.
enum PreparationEnd {
    /// It is done, and this action is to run.
    case done(@MainActor () throws -> Void)
    /// Another link was opened, the route was removed, or the app cancelled it; the action does not run.
    case cancelled
    /// It threw.
    case failed(any Error)
}

/// A preparation that is running.
struct RunningPreparation {
    let id: Int
    let link: DeepLink
    let route: RegisteredRoute
    let task: Task<Void, Never>
    let onEnd: @MainActor (PreparationEnd) -> Void

    @MainActor
    func cancel() {
        task.cancel()
        onEnd(.cancelled)
    }
}

extension DeepLinkHandler {
    /// Begins a preparation for a link, and cancels that of another link.
    ///
    /// It is cancelled before it begins if the route was removed meanwhile. `onEnd` is called once, when the preparation has ended, unless
    /// the handler is gone: its end cancels the preparation.
    func start(
        _ prepare: @escaping RegisteredRoute.Preparation,
        for link: DeepLink,
        _ route: RegisteredRoute,
        onEnd: @escaping @MainActor (PreparationEnd) -> Void
    ) {
        guard isRegistered(route) else { return onEnd(.cancelled) }
        preparationCount += 1
        preparationTasks += 1
        let id = preparationCount
        // If another preparation calls this, its link is not this one's.
        let task = PreparationContext.$link.withValue(nil) {
            Task { [weak self] in
                defer { self?.preparationTasks -= 1 }
                // It may have been cancelled before it began to run.
                guard self?.preparation?.id == id else { return }
                let end: PreparationEnd
                do {
                    end = .done(try await prepare())
                } catch {
                    end = .failed(error)
                }
                guard let ended = self?.preparation, ended.id == id else { return }
                self?.preparation = nil
                ended.onEnd(end)
                self?.goOn()
            }
        }
        let other = preparation
        preparation = RunningPreparation(
            id: id,
            link: link,
            route: route,
            task: task,
            onEnd: onEnd
        )
        // Last, so that an observer finds the new one in place: a link that the observer opens comes after it.
        guard let other else { return }
        other.cancel()
        goOn()
    }
}
