extension DeepLinkHandler {
    /// Cancels the running preparation, so that its action does not run: for example when somebody goes elsewhere, or signs out.
    ///
    /// - Returns: Whether a preparation was running.
    @discardableResult
    public func cancelPreparation() -> Bool {
        guard dropPreparation() else { return false }
        letCoordinatorsGoOn()
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
    let scope: PreparationScope
    let onEnd: @MainActor (PreparationEnd) -> Void

    @MainActor
    func cancel() {
        scope.isCancelled = true
        task.cancel()
        onEnd(.cancelled)
    }
}

/// What is to be known about a preparation where its task opens links.
@MainActor
final class PreparationScope {
    /// The link that is prepared; nil if `handle` began the preparation, and when it has returned.
    private(set) var link: OpenedLink?
    /// Whether the preparation was cancelled.
    var isCancelled = false
    /// Whether it has not returned yet; links that its task, or a task that it has started, opens later count as opened from outside.
    private(set) var isRunning = true

    init(_ link: OpenedLink? = nil) {
        self.link = link
    }

    func end() {
        (link, isRunning) = (nil, false)
    }
}

/// What a task knows about the preparation that it runs, or that has started it.
enum PreparationContext {
    /// The preparation, also after it has returned.
    @TaskLocal static var scope: PreparationScope?
}

extension DeepLinkHandler {
    /// The preparation in whose task this runs; nil if it runs in none, or if the preparation has returned.
    var preparationScope: PreparationScope? {
        guard preparationTasks > 0, let scope = PreparationContext.scope, scope.isRunning else {
            return nil
        }
        return scope
    }

    /// Whether this runs in a preparation that was cancelled and goes on all the same, so that it opens nothing more.
    ///
    /// An action that the preparation handles may cancel it, and open links.
    var isInCancelledPreparation: Bool { runs == 0 && preparationScope?.isCancelled == true }

    /// Runs the app's code for links.
    ///
    /// If a preparation opens them, what the code opens is inside of the prepared link too, even if the code cancels the preparation.
    /// What tasks open that the code starts is not.
    func runInOwnScope<Result>(_ code: () throws -> Result) rethrows -> Result {
        guard let outer = preparationScope else { return try code() }
        let scope = PreparationScope(outer.link)
        defer { scope.end() }
        return try PreparationContext.$scope.withValue(scope, operation: code)
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
        in scope: PreparationScope = PreparationScope(),
        onEnd: @escaping @MainActor (PreparationEnd) -> Void
    ) {
        guard isRegistered(route) else { return onEnd(.cancelled) }
        preparationCount += 1
        preparationTasks += 1
        let id = preparationCount
        let task = PreparationContext.$scope.withValue(scope) {
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
                scope.end()
                guard let ended = self?.preparation, ended.id == id else { return }
                self?.preparation = nil
                ended.onEnd(end)
                self?.letCoordinatorsGoOn()
            }
        }
        let other = preparation
        preparation = RunningPreparation(
            id: id,
            link: link,
            route: route,
            task: task,
            scope: scope,
            onEnd: onEnd
        )
        // Last, so that an observer finds the new one in place: a link that the observer opens comes after it.
        guard let other else { return }
        other.cancel()
        letCoordinatorsGoOn()
    }
}
