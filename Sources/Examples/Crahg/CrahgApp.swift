public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Crahg {
    /// Fetches the content of a destination before its details are opened.
    public typealias Fetch = @MainActor (DeepLinkDestination) async throws -> Void

    /// Takes URLs, and keeps them until they can be shown.
    @MainActor
    public final class DeepLinkManager {
        /// What checks links and lets them wait.
        public let coordinator: DeepLinkCoordinator

        private let parser: DeepLinkParser<DeepLinkDestination>

        /// The reasons why content could not be fetched, the latest last.
        public private(set) var problems: [String] = []

        /// Creates the manager and registers all destinations.
        ///
        /// - Parameters:
        ///   - rewriter: Makes internal links from external ones.
        ///   - tabs: Shows destinations.
        ///   - clock: Measures how long links wait.
        ///   - fetch: Fetches an event or a gym before it is opened; nil if all content is already there.
        /// - Throws: A fault of the routes; a test makes sure that there is none.
        public init(
            rewriter: URLRewriter,
            tabs: MainTabs,
            clock: some Clock<Duration> = ContinuousClock(),
            fetch: Fetch? = nil
        ) throws {
            parser = try Crahg.parser()
            coordinator = DeepLinkCoordinator(
                handler: DeepLinkHandler(),
                rewriter: rewriter,
                clock: clock
            )
            coordinator.onOutcome = { [weak self] report in
                switch report.outcome {
                case .preparing(let link):
                    // The tab is switched at once, while its content is being fetched.
                    if let destination = self?.parser.parse(link) { tabs.select(destination) }
                case .failed(let error) where report.isLate:
                    // What fails before `open` returns is told by what it returns.
                    self?.problems.append("\(error)")
                default: break
                }
            }
            if let fetch {
                try registerTabs(tabs)
                try registerDetails("/events/{eventId}", in: tabs, fetch) {
                    .event(id: try $0.require("eventId"))
                }
                try registerDetails("/gyms/{gymId}", in: tabs, fetch) {
                    .gym(id: try $0.require("gymId"))
                }
            } else {
                try coordinator.handler.register(parser, requires: [.authenticated]) {
                    tabs.show($0)
                }
            }
        }

        private func registerTabs(_ tabs: MainTabs) throws {
            for (path, tab) in Crahg.tabPaths {
                try coordinator.handler.register(path, requires: [.authenticated]) { _ in
                    tabs.show(tab)
                }
            }
        }

        private func registerDetails(
            _ path: String,
            in tabs: MainTabs,
            _ fetch: @escaping Fetch,
            _ destination: @escaping @MainActor ([URLQueryItem]) throws -> DeepLinkDestination
        ) throws {
            try coordinator.handler.register(
                path,
                requires: [.authenticated],
                preparing: { queryItems in
                    let destination = try destination(queryItems)
                    try await fetch(destination)
                    return destination
                },
                action: { tabs.show($0) }
            )
        }

        /// Takes a URL.
        ///
        /// - Parameter url: The URL as the system passes it.
        /// - Returns: Whether the app shows it, now or later.
        @discardableResult
        public func handleURL(_ url: URL) -> Bool {
            coordinator.open(url).isAccepted
        }

        /// Forgets the links that were opened for the user who signs out, and those that wait or are being fetched.
        public func signOut() {
            coordinator.revoke(.authenticated)
            problems = []
        }

        /// The destination to show as soon as a user has signed in.
        public var pendingDestination: DeepLinkDestination? {
            coordinator.pendingLinks.last.flatMap { parser.parse($0.link) }
        }
    }

    /// The state that the whole app shares.
    ///
    /// Where the system supports observation, a view that reads ``isAuthenticated`` is updated with it.
    @MainActor
    public final class AppState {
        /// What the window shows at its root.
        private enum Root {
            case login
            case main
        }

        private let window = TabNavigator<Root, Never, Never>(tab: .login)

        /// The main screen.
        public let tabs = MainTabs()

        /// The manager that takes URLs.
        public let deepLinkManager: DeepLinkManager

        /// Creates the state of an app that was just started, with no user signed in.
        ///
        /// - Parameters:
        ///   - rules: The rules for external links.
        ///   - clock: Measures how long links wait.
        ///   - fetch: Fetches an event or a gym before it is opened; nil if all content is already there.
        /// - Throws: A fault of the rules.
        public init(
            rules: [RewriteRule] = Crahg.rules,
            clock: some Clock<Duration> = ContinuousClock(),
            fetch: Fetch? = nil
        ) throws {
            deepLinkManager = try DeepLinkManager(
                rewriter: Crahg.rewriter(rules: rules),
                tabs: tabs,
                clock: clock,
                fetch: fetch
            )
            deepLinkManager.coordinator.activate()
        }

        /// Whether a user is signed in, so that the main screen is shown.
        public var isAuthenticated: Bool { window.tab == .main }

        /// Called after each change of ``isAuthenticated``, for systems and views without observation.
        public var onChange: (@MainActor () -> Void)? {
            get { window.onChange }
            set { window.onChange = newValue }
        }

        /// What the root view calls when the app is opened with a URL.
        @discardableResult
        public func onOpenURL(_ url: URL) -> Bool {
            deepLinkManager.handleURL(url)
        }

        /// Shows the main screen, and in it the link that waits.
        public func signIn() {
            window.tab = .main
            deepLinkManager.coordinator.satisfy(.authenticated)
        }

        /// Hides the main screen, and forgets what waits and what was shown.
        public func signOut() {
            deepLinkManager.signOut()
            tabs.reset()
            window.tab = .login
        }
    }
}
