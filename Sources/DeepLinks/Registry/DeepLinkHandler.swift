import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The registry of an app's internal links: which path runs which action.
///
/// Features register their paths, usually when the app starts, and a link that arrives runs what was registered for it:
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
/// <doc:PathPatternsAndPrecedence>. What it captures comes to the action as query items, decoded and before all others;
/// items of the same names are left out. Which pattern a path belongs to never depends on the order of registration:
/// `/items/new` wins over `/items/{id}`.
///
/// The handler is a reference, and everything that it does happens on the main actor. An action may register, unregister
/// and handle other links.
///
/// - Important: The handler is for internal links. It does not look at hosts and schemes, so a URL that comes from outside
///   has to go through a ``URLRewriter`` first, which does.
@MainActor
public final class DeepLinkHandler {
    /// What runs when a link opens a path: it gets the link's decoded query items.
    public typealias Action = @MainActor ([URLQueryItem]) throws -> Void

    /// The handler that an app shares, made when it is first used.
    public static let main = DeepLinkHandler()

    // Read and written at one moment, and never changed in place: so the compiler knows that no access overlaps another,
    // and a look-up does without the check for it.
    private var routes = noRoutes

    private static let noRoutes = PathTrie<Registration>()

    /// What was looked up since the routes changed last.
    private var memo = RouteMemo()

    /// The places of requirements' bits, in the order in which they came to be known.
    private var requirementNumbers: [Requirement: Int] = [:]

    /// What has to be undone if the feature that is registering throws; nil when none is.
    private var changes: [Change]?

    /// What is being prepared.
    var preparation: Preparation?

    /// The number of the last preparation.
    var preparationCount: UInt64 = 0

    /// Called with what a preparation threw, or the action that it was for, and with the link.
    ///
    /// When a route prepares something, ``handle(_:)-(DeepLink)`` has returned long before that can go wrong, so there is
    /// nobody to throw to but this. A preparation that was cancelled is no failure.
    public var onPreparationFailure: (@MainActor (DeepLink, any Error) -> Void)?

    /// Creates a handler.
    ///
    /// - Parameter paths: Paths and their actions. A path that is malformed, or two that match the same links, are
    ///   mistakes in the program and end it; ``register(_:requires:trusts:action:)`` throws instead.
    public init(paths: [String: Action] = [:]) {
        // In a fixed order, so that the same mistake gives the same message.
        for (path, action) in paths.sorted(by: { $0.key < $1.key }) {
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
        patterns.map(\.description)
    }

    /// The registered patterns, sorted by their text.
    var patterns: [PathPattern] { routes.patterns }
}

// MARK: - Registering

extension DeepLinkHandler {
    /// Registers an action for a path.
    ///
    /// - Parameters:
    ///   - path: The path, such as `/featureA/detail`, or a pattern of paths, such as `/items/{id:int}`; without a query. Spellings
    ///     of the same path, with a trailing slash or without, are one path.
    ///   - requirements: Conditions that a link waits for. The handler itself does not ask for them.
    ///   - origins: Where a link has to come from to be opened; nil if it may come from anywhere. This too is for a
    ///     ``DeepLinkCoordinator`` to ask for.
    ///   - action: What runs when a link opens the path.
    /// - Throws: ``DeepLinkRegisterError`` if the path is malformed, or one that matches exactly the same links is registered.
    public func register(
        _ path: String,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        action: @escaping Action
    ) throws {
        try register(
            path,
            RouteOptions(requirements: requirements, trustedOrigins: origins),
            .action(action)
        )
    }

    /// Registers all links of a feature, or none.
    ///
    /// If the feature throws, everything that it registered, replaced or unregistered until then is taken back.
    ///
    /// - Parameter feature: The feature, which is not kept.
    /// - Throws: What the feature throws, usually a ``DeepLinkRegisterError``.
    public func register<F: DeepLinkFeature>(_ feature: F) throws {
        let isOutermost = changes == nil
        let mark = changes?.count ?? 0
        if isOutermost {
            changes = []
        }
        defer {
            if isOutermost {
                changes = nil
            }
        }
        do {
            try feature.registerDeepLinks(in: self)
        } catch {
            undoChanges(after: mark)
            throw error
        }
    }

    /// Registers an action for a path, in place of the one that it may have.
    ///
    /// A route that matches exactly the same links is removed, with its requirements, whatever its captures are called. What it
    /// is preparing is cancelled.
    ///
    /// - Parameters:
    ///   - path: The path, or a pattern of paths.
    ///   - requirements: Conditions that a link waits for.
    ///   - origins: Where a link has to come from to be opened; nil if it may come from anywhere. This too is for a
    ///     ``DeepLinkCoordinator`` to ask for.
    ///   - action: What runs when a link opens the path.
    /// - Throws: ``DeepLinkRegisterError/malformedPath(path:reason:)``; what was registered before then stays.
    public func replace(
        _ path: String,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        action: @escaping Action
    ) throws {
        let pattern = try Self.pattern(path)
        remove(pattern)
        try insert(
            registration(
                RouteOptions(requirements: requirements, trustedOrigins: origins),
                .action(action)
            ),
            at: pattern
        )
    }

    /// Removes the route of a path, and cancels what it is preparing.
    ///
    /// - Parameter path: The path or pattern as it was registered; its captures may have other names.
    /// - Returns: Whether there was one.
    @discardableResult
    public func unregister(_ path: String) -> Bool {
        guard let pattern = try? Self.pattern(path) else { return false }
        return remove(pattern)
    }

    /// Registers a route.
    ///
    /// - Parameters:
    ///   - path: The path, or a pattern of paths.
    ///   - options: What is asked of a link.
    ///   - work: What runs when a link opens the path.
    /// - Throws: ``DeepLinkRegisterError`` if the path is malformed, or one that matches exactly the same links is registered.
    package func register(
        _ path: String,
        _ options: RouteOptions,
        _ work: RegisteredRoute.Work
    ) throws {
        let pattern = try Self.pattern(path)
        try insert(registration(options, work), at: pattern)
    }

    private func registration(
        _ options: RouteOptions,
        _ work: RegisteredRoute.Work
    ) -> Registration {
        Registration(
            options: options,
            requirementBits: bits(of: options.requirements),
            work: work
        )
    }

    /// A bit for each requirement, so that whether a route's are satisfied is one operation.
    ///
    /// The first 63 names that the handler gets to know have a bit each; all others share the last one, which tells nothing.
    ///
    /// - Parameter requirements: The names, which the handler knows from now on.
    /// - Returns: Their bits. If those of a route are among the bits of others, with ``unknownBit`` in neither, the requirements are
    ///   among the others too.
    package func bits(of requirements: Set<Requirement>) -> UInt64 {
        var bits: UInt64 = 0
        if requirements.isEmpty { return bits }
        for requirement in requirements {
            bits |= bit(of: requirement)
        }
        return bits
    }

    private func bit(of requirement: Requirement) -> UInt64 {
        if let number = requirementNumbers[requirement] { return 1 << UInt64(number) }
        guard requirementNumbers.count < 63 else { return Self.unknownBit }
        requirementNumbers[requirement] = requirementNumbers.count
        return 1 << UInt64(requirementNumbers.count - 1)
    }

    /// The bit of all requirements that have none of their own.
    package static var unknownBit: UInt64 { 1 << 63 }

    private static func pattern(_ path: String) throws -> PathPattern {
        do {
            return try PathPattern(path)
        } catch {
            throw DeepLinkRegisterError(error)
        }
    }
}

// MARK: - Changes

extension DeepLinkHandler {
    /// A change of the routes, as it has to be known to undo it.
    private enum Change {
        case inserted(PathPattern)
        case removed(Registration, PathPattern)
    }

    /// Changes which routes there are.
    private func changeRoutes<Result>(
        _ change: (inout PathTrie<Registration>) -> Result
    ) -> Result {
        if !memo.isEmpty {
            memo = RouteMemo()
        }
        return withRoutes(change)
    }

    /// Calls `body` with the routes while nobody else holds them, so that to change them does not copy them.
    private func withRoutes<Result>(
        _ body: (inout PathTrie<Registration>) -> Result
    ) -> Result {
        var routes = Self.noRoutes
        swap(&routes, &self.routes)
        defer { swap(&routes, &self.routes) }
        return body(&routes)
    }

    private func insert(_ registration: Registration, at pattern: PathPattern) throws {
        guard changeRoutes({ $0.insertIfAbsent(registration, at: pattern) }) == nil else {
            throw conflict(of: pattern)
        }
        if changes != nil {
            note(.inserted(pattern))
        }
    }

    private func conflict(of pattern: PathPattern) -> DeepLinkRegisterError {
        let other = routes.pattern(matchingSamePathsAs: pattern) ?? pattern
        return .pathAlreadyRegistered(path: other.description)
    }

    /// Takes note of a change, if it may have to be undone.
    private func note(_ change: Change) {
        guard var changes else { return }
        // Not in place, for the reason that the routes are not.
        self.changes = nil
        changes.append(change)
        self.changes = changes
    }

    /// Takes back the note of the last change, unless it is one of the first `count`.
    private func lastChange(after count: Int) -> Change? {
        guard var changes, changes.count > count else { return nil }
        self.changes = nil
        let change = changes.removeLast()
        self.changes = changes
        return change
    }

    @discardableResult
    private func remove(_ pattern: PathPattern) -> Bool {
        // If the route may have to come back, then with its captures' own names.
        let known = changes == nil ? nil : routes.pattern(matchingSamePathsAs: pattern)
        guard let registration = changeRoutes({ $0.remove(pattern) }) else { return false }
        note(.removed(registration, known ?? pattern))
        cancelPreparation(of: registration)
        return true
    }

    /// Undoes the changes after the first `count`, the last of them first.
    private func undoChanges(after count: Int) {
        while let change = lastChange(after: count) {
            switch change {
            case .inserted(let pattern):
                if let registration = changeRoutes({ $0.remove(pattern) }) {
                    cancelPreparation(of: registration)
                }
            case .removed(let registration, let pattern):
                let other = changeRoutes { $0.insertIfAbsent(registration, at: pattern) }
                precondition(other == nil, "A route's path was taken while it was away")
            }
        }
    }
}

// MARK: - Handling

extension DeepLinkHandler {
    /// Whether something is registered that `link` would run.
    public func canHandle(_ link: DeepLink) -> Bool {
        withBytes(of: link.path) { path in
            !routes.lookUp(path).isNone
        }
    }

    /// Runs what is registered for an internal link that is written as a URL.
    ///
    /// `/featureA/detail?id=1`, `https://domain.io/featureA/detail?id=1` and `myapp://domain.io/featureA/detail?id=1` are the same
    /// here: scheme and host are left out, whatever they are. So a URL that an app is opened with must not come here, but goes
    /// through a ``URLRewriter``, which checks both and knows the schemes whose host is the first segment.
    ///
    /// - Parameter url: The link.
    /// - Throws: ``DeepLinkError`` if it is malformed, ``DeepLinkHandleError/pathNotRegistered(path:)``, or what the action throws.
    public func handle(_ url: URL) throws {
        try handle(DeepLink(ignoringHostOf: url.absoluteString))
    }

    /// Runs what is registered for an internal link in text form.
    ///
    /// As with a URL, a scheme and a host are left out unchecked: text from outside goes through a ``URLRewriter`` first.
    ///
    /// - Parameter string: The link, such as `/featureA/detail?id=1`.
    /// - Throws: ``DeepLinkError`` if it is malformed, ``DeepLinkHandleError/pathNotRegistered(path:)``, or what the action throws.
    public func handle(_ string: String) throws {
        try handle(DeepLink(ignoringHostOf: string))
    }

    /// Runs what is registered for an internal link.
    ///
    /// What another link is preparing is cancelled.
    ///
    /// - Parameter link: The link.
    /// - Throws: ``DeepLinkHandleError/pathNotRegistered(path:)``, or what the action throws, unchanged.
    /// - Complexity: One look-up, in time proportional to the path's length, whatever the number of routes.
    public func handle(_ link: DeepLink) throws {
        guard let match = match(for: link) else {
            throw DeepLinkHandleError.pathNotRegistered(path: link.path)
        }
        try run(match, for: link)
    }

    /// The route that a link leads to, and the items that its action would get.
    ///
    /// A match outlives changes of the routes, so look the link up again after code ran that may have unregistered it.
    ///
    /// - Parameter link: The link.
    /// - Returns: The match; nil if no path that the link leads to is registered.
    package func match(for link: DeepLink) -> RouteMatch? {
        withBytes(of: link.path) { match(for: link, $0) }
    }

    @inline(never)
    private func match(for link: DeepLink, _ path: ByteView) -> RouteMatch? {
        // Nothing of the index may be held while an action runs: a change would have to copy it.
        if let route = memo.route(of: path) {
            return RouteMatch(route: route, mergedItems: nil)
        }
        return lookUp(link, path)
    }

    @inline(never)
    private func lookUp(_ link: DeepLink, _ path: ByteView) -> RouteMatch? {
        let found = routes.lookUp(path)
        guard !found.isNone else { return nil }
        let route = routes[found].route ?? makeRoute(for: found)
        guard route.captureNames.isEmpty else {
            let items = link.queryItems(behind: route.captureNames, path, found, in: routes)
            return RouteMatch(route: route, mergedItems: items)
        }
        var memo = memo
        memo.note(route, of: path)
        self.memo = memo
        return RouteMatch(route: route, mergedItems: nil)
    }

    /// Makes the route that a link has led to for the first time.
    ///
    /// - Parameter found: What the look-up of the link's path has just given.
    /// - Returns: The route, which is kept.
    @inline(never)
    private func makeRoute(for found: PathIndexMatch) -> RegisteredRoute {
        let route = RegisteredRoute(routes[found], for: routes.pattern(of: found))
        withRoutes { $0[found].route = route }
        return route
    }
}

extension DeepLinkHandler: CustomReflectable {
    /// What debuggers and `dump` show: nothing, since the link that is being prepared may hold secrets.
    public nonisolated var customMirror: Mirror {
        Mirror(
            self,
            children: [:],
            displayStyle: .class,
            ancestorRepresentation: .suppressed
        )
    }
}
