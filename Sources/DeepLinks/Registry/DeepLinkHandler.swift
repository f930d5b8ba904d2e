import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The registry of an app's internal links: which path runs which action.
///
/// ```swift
/// let handler = DeepLinkHandler()
/// try handler.register("/featureA/detail") { queryItems in
///     showDetail(id: try queryItems.require(.id))
/// }
/// try handler.handle("/featureA/detail?id=872346")
/// ```
///
/// A registered path may be a pattern, such as `/materials/{materialId}` or the fallback `/{*path}`; see
/// <doc:PathPatternsAndPrecedence>. The action gets captures as query items, decoded and before all others; items with the same names
/// are left out. The order of registration never matters: `/items/new` wins over `/items/{id}`.
///
/// Everything happens on the main actor. An action may register and unregister routes, and handle other links.
///
/// - Important: The handler is for internal links. It looks neither at hosts and schemes nor at what a route requires, so open a URL that
///   comes from outside with ``DeepLinkCoordinator/open(_:from:)-(URL,_)``, which checks them.
@MainActor
public final class DeepLinkHandler {
    /// What runs when a link opens a path: it gets the link's decoded query items.
    public typealias Action = @MainActor ([URLQueryItem]) throws -> Void

    /// The handler that an app shares, made on first use.
    public static let main = DeepLinkHandler()

    // It is copied or replaced, and never changed in place. If a single use did that, each look-up would be checked for exclusive access.
    private(set) var trie = noRoutes

    private static let noRoutes = PathTrie<RegisteredRoute>()

    /// How often the routes have changed: a match from before the last change may be out of date.
    private(set) var changeCount = 0

    /// The routes that a feature or a parser has registered so far; nil if none is being registered.
    private var batch: [RegisteredRoute]?

    /// Whether the batch replaces routes that were registered before it.
    private var batchReplaces = false

    /// The preparation that is running; nil if none is.
    var preparation: RunningPreparation?

    /// The number of the last preparation.
    var preparationCount = 0

    /// How many tasks of preparations have not returned yet, those of cancelled ones included.
    var preparationTasks = 0

    /// How many calls of `handle` run the app's code, one inside another.
    private(set) var runs = 0

    /// Whether a coordinator waits until the app's code has returned.
    private var isHolding = false

    /// The coordinators that open the routes; nil where one is gone.
    private(set) var coordinators: [@MainActor () -> DeepLinkCoordinator?] = []

    /// Called with a link and its error when the link fails after ``handle(_:)-(DeepLink)`` has returned, because something was prepared
    /// for it.
    ///
    /// For links that a ``DeepLinkCoordinator`` opens, its ``DeepLinkCoordinator/onOutcome`` is called instead.
    public var onFailure: (@MainActor (DeepLink, any Error) -> Void)?

    /// Creates a handler.
    ///
    /// - Parameter paths: Paths and their actions. A malformed path, or two paths that match the same links, are
    ///   mistakes in the program and trap; `register(_:requires:trusts:action:)` throws instead.
    public init(paths: [String: Action] = [:]) {
        // In a fixed order, so that the same mistake gives the same message.
        for (path, action) in paths.inOrder(by: { $0.key < $1.key }) {
            do {
                try register(path, action: action)
            } catch {
                preconditionFailure("\(error)")
            }
        }
    }

    deinit {
        preparation?.task.cancel()
    }

    /// The registered paths in their canonical spelling, sorted.
    ///
    /// - Complexity: O(*n* log *n*).
    public var paths: [String] {
        trie.patterns.map(\.description)
    }

    /// The registered routes, sorted by their paths.
    ///
    /// - Complexity: O(*n* log *n*).
    public var routes: [RegisteredRoute] {
        trie.patterns.compactMap { route(at: $0) }
    }
}

// MARK: - Registering

extension DeepLinkHandler {
    /// Registers a route with any kind of work: every form of `register` and `replace` ends here.
    ///
    /// With `replaces`, it takes the place of a route that matches exactly the same links.
    func add(
        _ path: DeclaredPath,
        _ requirements: Set<Requirement>,
        _ origins: Set<LinkOrigin>?,
        _ work: consuming RegisteredRoute.Work,
        replaces: Bool = false
    ) throws {
        let pattern = try path.pattern.get()
        let route = RegisteredRoute(pattern, requirements, origins, work, path.names)
        // A path that a batch has twice is a mistake, which throws.
        if replaces || batchReplaces, let other = self.route(at: pattern),
            replaces || batch?.contains(where: { $0 === other }) == false
        {
            _ = changeRoutes { $0.remove(pattern) }
        }
        try changeRoutes { try $0.register(route, at: pattern) }
        batch?.append(route)
        cancelPreparationOfRemovedRoute()
    }

    /// Runs a closure that registers several routes: if it throws, the routes are again as they were.
    func registerAll(replaces: Bool, _ register: () throws -> Void) throws {
        var before = trie
        let (outer, replacedBefore) = (batch, batchReplaces)
        // What replaces also replaces what was registered before it in the batch that it is in.
        let isOwnBatch = replaces || outer == nil
        if isOwnBatch { exchangeValue(of: &batch, with: []) }
        batchReplaces = replacedBefore || replaces
        defer {
            batchReplaces = replacedBefore
            // Neither this nor the routes are assigned, as an object that is freed with them may call this handler.
            if isOwnBatch {
                let added = batch ?? []
                exchangeValue(of: &batch, with: outer.map { $0 + added })
            }
            cancelPreparationOfRemovedRoute()
        }
        do {
            try register()
        } catch {
            changeRoutes { swap(&$0, &before) }
            throw error
        }
    }

    /// Removes the route of a path, and cancels its preparation.
    ///
    /// - Parameter path: The path or pattern as it was registered; its captures may have other names.
    /// - Returns: Whether there was one.
    @discardableResult
    public func unregister(_ path: String) -> Bool {
        guard let pattern = try? PathPattern(path), changeRoutes({ $0.remove(pattern) }) != nil
        else {
            return false
        }
        cancelPreparationOfRemovedRoute()
        return true
    }

    /// Whether a route is registered, and was not replaced.
    func isRegistered(_ route: RegisteredRoute) -> Bool { self.route(at: route.pattern) === route }

    private func route(at pattern: PathPattern) -> RegisteredRoute? {
        let routes = trie
        return routes[pattern]
    }

    /// Changes the routes; meanwhile there are none, so `change` must not run the app's code, nor free a route, which may run it.
    private func changeRoutes<Result>(
        _ change: (inout PathTrie<RegisteredRoute>) throws -> Result
    ) rethrows -> Result {
        var routes = exchangeValue(of: &trie, with: Self.noRoutes)
        defer {
            exchangeValue(of: &trie, with: routes)
            changeCount += 1
        }
        return try change(&routes)
    }

    /// Cancels the running preparation if its route was removed or replaced; in a batch, when all of its routes are registered.
    ///
    /// So a link that waits for the end of the preparation finds the final routes, and what its action registers replaces none.
    private func cancelPreparationOfRemovedRoute() {
        guard batch == nil, let route = preparation?.route, !isRegistered(route) else { return }
        cancelPreparation()
    }
}

// MARK: - Handling

extension DeepLinkHandler {
    /// Whether a route is registered for `link`.
    public func canHandle(_ link: DeepLink) -> Bool {
        trie.match(link.path) != nil
    }

    /// Runs what is registered for an internal link that is written as a URL.
    ///
    /// `/featureA/detail?id=1`, `https://domain.io/featureA/detail?id=1` and `myapp://domain.io/featureA/detail?id=1` are the same here:
    /// scheme and host are ignored without a check. So open a URL that the app gets from outside with
    /// ``DeepLinkCoordinator/open(_:from:)-(URL,_)``.
    ///
    /// - Throws: ``DeepLinkError`` if it is malformed, ``DeepLinkHandleError/pathNotRegistered(path:)``, or what the action throws.
    public func handle(_ url: URL) throws {
        try handle(DeepLink(ignoringHostOf: url.absoluteString))
    }

    /// Runs what is registered for an internal link in text form; scheme and host are ignored, as in ``handle(_:)-(URL)``.
    ///
    /// - Throws: ``DeepLinkError`` if it is malformed, ``DeepLinkHandleError/pathNotRegistered(path:)``, or what the action throws.
    public func handle(_ string: String) throws {
        try handle(DeepLink(ignoringHostOf: string))
    }

    /// Runs what is registered for an internal link.
    ///
    /// The preparation of another link is cancelled.
    ///
    /// - Throws: ``DeepLinkHandleError/pathNotRegistered(path:)``; what the action throws, unchanged; or `CancellationError` in a
    ///   preparation that was cancelled.
    /// - Complexity: One look-up, in time proportional to the path's length, whatever the number of routes.
    public func handle(_ link: DeepLink) throws {
        if isInCancelledPreparation { throw CancellationError() }
        guard let match = match(for: link) else {
            throw DeepLinkHandleError.pathNotRegistered(path: link.path)
        }
        let preparation = try runHolding {
            try match.route.runOrRead(match.queryItems, in: self) { LinkContext(link, match.route) }
        }
        guard let preparation else { return }
        start(preparation, for: link, match.route) { [weak self] end in
            do {
                switch end {
                case .done(let action): try self?.runHolding(action)
                case .failed(let error): throw error
                case .cancelled: break
                }
            } catch {
                self?.onFailure?(link, error)
            }
        }
    }
}

// MARK: - Running

extension DeepLinkHandler {
    /// The route that a link leads to, and the items that its action gets; nil if no route is registered for it.
    ///
    /// A match stays as it is when routes change, so look the link up again after running code that may have unregistered it.
    package func match(for link: DeepLink) -> RouteMatch? {
        let result = withBytes(of: link.path) { trie.lookUp(canonical: $0) }
        guard let (route, found) = result else { return nil }
        // Most routes capture nothing, and then the rest of the match is not needed.
        guard !route.captureNames.isEmpty else {
            return RouteMatch(route: route, queryItems: link.queryItems)
        }
        let match = trie.match(found, of: link.path)
        let items = link.queryItems(behind: route.captureNames) { match[capture: $0] }
        return RouteMatch(route: route, queryItems: items)
    }

    /// Cancels the running preparation and runs an action.
    ///
    /// Observers are told, and waiting links get their turns, when the action has run.
    func cancellingPreparation(_ action: () throws -> Void) rethrows {
        let hasCancelled = dropPreparation()
        defer { if hasCancelled { letCoordinatorsGoOn() } }
        try action()
    }

    /// Cancels the running preparation; the caller then lets the coordinators go on.
    func dropPreparation() -> Bool {
        guard let cancelled = preparation else { return false }
        preparation = nil
        cancelled.cancel()
        return true
    }
}

extension RegisteredRoute {
    /// Runs the action, which cancels the running preparation; if the route prepares something, only reads the link's items, and returns
    /// the preparation to begin.
    // In an extension of the route, as the compiler (Swift 6.3) crashes where `work` is read through a match.
    @MainActor
    func runOrRead(
        _ queryItems: [URLQueryItem],
        in handler: DeepLinkHandler,
        _ context: () -> LinkContext
    ) throws -> Preparation? {
        switch work {
        case .action(let action):
            try handler.cancellingPreparation { try action(queryItems) }
        case .contextAction(let action):
            try handler.cancellingPreparation { try action(queryItems, context()) }
        case .preparation(let read): return try read(queryItems)
        }
        return nil
    }
}

// MARK: - Coordinators

extension DeepLinkHandler {
    /// Adds a coordinator, which goes on whenever a preparation has ended.
    func add(_ coordinator: DeepLinkCoordinator) {
        coordinators.removeAll { $0() == nil }
        coordinators.append { [weak coordinator] in coordinator }
    }

    /// Lets all coordinators go on, since a preparation or the app's code has ended: they tell what became of links, and if no other
    /// preparation has begun, waiting links take their turns.
    func letCoordinatorsGoOn() {
        for coordinator in coordinators { coordinator()?.runLoop() }
    }

    /// Runs the app's code for a link that no coordinator opens.
    ///
    /// The coordinators go on after the outermost such code, if they have something to do.
    private func runHolding<Result>(_ code: () throws -> Result) rethrows -> Result {
        runs += 1
        defer {
            runs -= 1
            if runs == 0, isHolding {
                isHolding = false
                letCoordinatorsGoOn()
            }
        }
        return try code()
    }

    /// Holds the loops of coordinators while the app's code runs, after the outermost of which they go on; false if none runs.
    func holdsLoops() -> Bool {
        if runs > 0 { isHolding = true }
        return runs > 0
    }
}

/// The route that a link leads to, and the items that its action gets.
package struct RouteMatch: Sendable {
    /// The route.
    package let route: RegisteredRoute

    /// The items that the path captured, then the link's own items with other names.
    package let queryItems: [URLQueryItem]
}

extension DeepLink {
    /// The items that a route gets: those that its pattern captured, then the link's own items with other names.
    func queryItems(
        behind captureNames: [String],
        _ capture: (Int) -> String?
    ) -> [URLQueryItem] {
        let captures = captureNames.enumerated().compactMap { number, name in
            capture(number).map { URLQueryItem(name: name, value: $0) }
        }
        return captures
            + queryItems.filter { item in
                !captureNames.contains { hasSameBytes($0, item.name) }
            }
    }
}

extension DeepLinkHandler: CustomReflectable {
    /// What debuggers and `dump` show: nothing, since the link that is being prepared may hold secrets.
    public nonisolated var customMirror: Mirror {
        Mirror(self, children: [:], displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}
