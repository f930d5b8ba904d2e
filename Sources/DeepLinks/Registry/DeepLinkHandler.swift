import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The registry of an app's internal links: which path runs which action.
///
/// Features register their paths, usually when the app starts, and a link that arrives runs the action registered for its path:
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
/// <doc:PathPatternsAndPrecedence>. The action gets captures as query items, decoded and before all others;
/// items with the same names are left out. Which pattern a path belongs to never depends on the order of registration:
/// `/items/new` wins over `/items/{id}`.
///
/// The handler is a class, and everything that it does happens on the main actor. An action may register and unregister
/// routes, and handle other links.
///
/// - Important: The handler is for internal links. It does not look at hosts and schemes, so a URL that comes from outside
///   has to go through a ``URLRewriter`` first, which checks them.
@MainActor
public final class DeepLinkHandler {
    /// What runs when a link opens a path: it gets the link's decoded query items.
    public typealias Action = @MainActor ([URLQueryItem]) throws -> Void

    /// The handler that an app shares, made on first use.
    public static let main = DeepLinkHandler()

    private(set) var trie = PathTrie<RegisteredRoute>() {
        didSet { changeCount += 1 }
    }

    /// How often the routes have changed: a match from before the last change may be out of date.
    private(set) var changeCount = 0

    /// Whether several routes are being registered, of which all or none stay.
    private var isRegistering = false

    /// The routes that were registered since routes are being replaced; nil if they are not.
    private var replacements: [RegisteredRoute]?

    /// The preparation that is running; nil if none is.
    var preparation: RunningPreparation?

    /// The number of the last preparation.
    var preparationCount = 0

    /// How many tasks of preparations have not returned yet, those of cancelled ones included.
    var preparationTasks = 0

    /// How many calls of `handle` run the app's code, one inside another.
    private var runs = 0

    /// Whether a coordinator waits until the app's code has returned.
    private var isHolding = false

    /// The coordinators that open the routes; nil where one is gone.
    private(set) var coordinators: [@MainActor () -> DeepLinkCoordinator?] = []

    /// Called with a link and its error when the link fails after ``handle(_:)-(DeepLink)`` has returned, because something was prepared
    /// for it.
    ///
    /// For links that a ``DeepLinkCoordinator`` opens, its ``DeepLinkCoordinator/onOutcome`` is called instead. A preparation that was
    /// cancelled has not failed.
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
        trie.patterns.compactMap { trie[$0] }
    }
}

// MARK: - Registering

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
        try add(path, requirements, origins, .action(action))
    }

    /// Registers an action that also sees its link: where it comes from, its URL, the items that the rewriter removed.
    ///
    /// The path, `requires`, `trusts` and the errors are as in the first form of `register`.
    public func register(
        _ path: String,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        action: @escaping @MainActor ([URLQueryItem], LinkContext) throws -> Void
    ) throws {
        try add(path, requirements, origins, .contextAction(action))
    }

    /// Registers all links of a feature, or none.
    ///
    /// If the feature throws, everything that it registered, replaced or unregistered until then is taken back.
    ///
    /// - Throws: What the feature throws, usually a ``DeepLinkRegisterError``.
    public func register<F: DeepLinkFeature>(_ feature: F) throws {
        try registerAll { try feature.registerDeepLinks(in: self) }
    }

    /// Runs a closure that registers routes: if it throws, the routes are again as they were.
    func registerAll(_ register: () throws -> Void) throws {
        var (before, wasRegistering) = (trie, isRegistering)
        isRegistering = true
        defer {
            isRegistering = wasRegistering
            cancelPreparationOfRemovedRoute()
        }
        do {
            try register()
        } catch {
            // Not assigned, as an object that is freed with the routes may call this handler.
            swap(&trie, &before)
            throw error
        }
    }

    /// Adds a coordinator, which goes on whenever a preparation has ended.
    func add(_ coordinator: DeepLinkCoordinator) {
        coordinators.removeAll { $0() == nil }
        coordinators.append { [weak coordinator] in coordinator }
    }

    /// Lets all coordinators go on, since a preparation or the app's code has ended: they tell what became of links, and if no other
    /// preparation has begun, waiting links take their turns.
    func goOn() {
        for coordinator in coordinators { coordinator()?.goOn() }
    }

    /// Whether a route is registered, and was not replaced.
    func isRegistered(_ route: RegisteredRoute) -> Bool { trie[route.pattern] === route }

    /// Cancels the running preparation if its route was removed or replaced.
    ///
    /// If routes are registered or replaced together, it waits until all are, so that a link that waits for the end of the preparation
    /// finds the final routes, and what its action registers replaces none.
    private func cancelPreparationOfRemovedRoute() {
        guard !isRegistering, replacements == nil, let route = preparation?.route,
            !isRegistered(route)
        else { return }
        cancelPreparation()
    }

    /// Runs one form of `register`, whose routes replace those that match exactly the same links.
    func replacing(_ register: () throws -> Void) rethrows {
        let outer = replacements
        replacements = []
        defer {
            replacements = outer
            cancelPreparationOfRemovedRoute()
        }
        try register()
    }

    /// Removes the route of a path, and cancels its preparation.
    ///
    /// - Parameter path: The path or pattern as it was registered; its captures may have other names.
    /// - Returns: Whether there was one.
    @discardableResult
    public func unregister(_ path: String) -> Bool {
        guard let pattern = try? PathPattern(path), trie.remove(pattern) != nil else {
            return false
        }
        cancelPreparationOfRemovedRoute()
        return true
    }

    /// Registers a route of a path without declared parameters.
    func add(
        _ path: String,
        _ requirements: Set<Requirement>,
        _ origins: Set<LinkOrigin>?,
        _ work: consuming RegisteredRoute.Work
    ) throws {
        try add(DeclaredPath(path), requirements, origins, work)
    }

    /// Registers a route with any kind of work: every form of `register` and `replace` ends here.
    func add(
        _ path: DeclaredPath,
        _ requirements: Set<Requirement>,
        _ origins: Set<LinkOrigin>?,
        _ work: consuming RegisteredRoute.Work
    ) throws {
        let pattern = try path.pattern.get()
        let route = RegisteredRoute(pattern, requirements, origins, work, path.names)
        // A path that is listed twice is a mistake, and not replaced by itself.
        if let replacements, let other = trie[pattern],
            !replacements.contains(where: { $0 === other })
        {
            trie.remove(pattern)
        }
        try trie.register(route, at: pattern)
        replacements?.append(route)
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
    /// `/featureA/detail?id=1`, `https://domain.io/featureA/detail?id=1` and `myapp://domain.io/featureA/detail?id=1` are the same
    /// here: scheme and host are ignored. So a URL that an app is opened with must not come here, but has to go
    /// through a ``URLRewriter``, which checks both and knows the schemes whose host is the first segment.
    ///
    /// - Throws: ``DeepLinkError`` if it is malformed, ``DeepLinkHandleError/pathNotRegistered(path:)``, or what the action throws.
    public func handle(_ url: URL) throws {
        try handle(DeepLink(ignoringHostOf: url.absoluteString))
    }

    /// Runs what is registered for an internal link in text form.
    ///
    /// As with a URL, a scheme and a host are ignored without a check: text from outside goes through a ``URLRewriter`` first.
    ///
    /// - Throws: ``DeepLinkError`` if it is malformed, ``DeepLinkHandleError/pathNotRegistered(path:)``, or what the action throws.
    public func handle(_ string: String) throws {
        try handle(DeepLink(ignoringHostOf: string))
    }

    /// Runs what is registered for an internal link.
    ///
    /// The preparation of another link is cancelled.
    ///
    /// - Throws: ``DeepLinkHandleError/pathNotRegistered(path:)``, or what the action throws, unchanged.
    /// - Complexity: One look-up, in time proportional to the path's length, whatever the number of routes.
    public func handle(_ link: DeepLink) throws {
        guard let match = match(for: link) else {
            throw DeepLinkHandleError.pathNotRegistered(path: link.path)
        }
        let preparation = try run {
            try match.route.runOrRead(match.queryItems, in: self) { LinkContext(link, match.route) }
        }
        guard let preparation else { return }
        start(preparation, for: link, match.route) { [weak self] end in
            do {
                switch end {
                case .done(let action): try self?.run(action)
                case .failed(let error): throw error
                case .cancelled: break
                }
            } catch {
                self?.onFailure?(link, error)
            }
        }
    }

    /// Cancels the running preparation and runs an action.
    ///
    /// Only then is anybody told, and a waiting link has its turn.
    func cancellingPreparation(_ action: () throws -> Void) rethrows {
        let hasCancelled = dropPreparation()
        defer { if hasCancelled { goOn() } }
        try action()
    }

    /// Runs the app's code for a link; coordinators that have something to tell, or links to open, go on after the outermost such code.
    private func run<Result>(_ code: () throws -> Result) rethrows -> Result {
        runs += 1
        defer {
            runs -= 1
            if runs == 0, isHolding {
                isHolding = false
                goOn()
            }
        }
        return try code()
    }

    /// Whether the coordinators go on later, after the outermost code of the app that runs now; if so, that is noted.
    func goesOnLater() -> Bool {
        if runs > 0 { isHolding = true }
        return runs > 0
    }

    /// Cancels the running preparation; the caller then lets the coordinators go on.
    func dropPreparation() -> Bool {
        guard let cancelled = preparation else { return false }
        preparation = nil
        cancelled.cancel()
        return true
    }

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
