public import DeepLinks

extension EduGo {
    /// What is on screen, and whether a user is signed in.
    ///
    /// Where the system supports observation, a view that reads ``root`` or ``navigationPath`` is updated with it.
    @MainActor
    public final class AppCoordinator {
        /// What the window shows at its root, below the path of screens.
        public enum Root: Hashable, Sendable {
            /// Nothing yet: the app is being set up.
            case loading
            /// The login.
            case login
            /// The app, for a signed-in user.
            case content
        }

        private let window = TabNavigator<Root, Screen, Never>(tab: .loading)

        /// Called after each change of the root or of the path, for systems and views without observation.
        public var onChange: (@MainActor () -> Void)? {
            get { window.onChange }
            set { window.onChange = newValue }
        }

        /// Whether a user is signed in.
        public var isAuthenticated: Bool {
            didSet {
                if !isAuthenticated, oldValue {
                    navigator.popToRoot()
                    onSignOut?()
                }
                if isSetUp { showRoot() }
            }
        }

        /// Called when the user has signed out.
        var onSignOut: (@MainActor () -> Void)?

        private let prepare: @MainActor () async -> Void

        /// Creates a coordinator at the root.
        ///
        /// - Parameters:
        ///   - isAuthenticated: Whether a user is already signed in.
        ///   - prepare: Prepares what must be there before anything is shown, such as a restored session.
        public init(
            isAuthenticated: Bool = false,
            prepare: @escaping @MainActor () async -> Void = {}
        ) {
            self.isAuthenticated = isAuthenticated
            self.prepare = prepare
        }

        /// Sets the app up; until this is done, the window shows ``Root/loading``.
        public func setup() async {
            await prepare()
            showRoot()
        }

        private func showRoot() {
            window.tab = isAuthenticated ? .content : .login
        }

        /// What the window shows at its root.
        public var root: Root { window.tab }

        /// Whether the app is set up.
        public var isSetUp: Bool { root != .loading }

        /// The path of screens in the app.
        public var navigator: Navigator<Screen> { window[.content] }

        /// The screens after the root, to bind a navigation stack to.
        public var navigationPath: [Screen] {
            get { navigator.path }
            set { navigator.path = newValue }
        }

        /// Pushes a screen.
        public func navigate(to screen: Screen) {
            navigator.push(screen)
        }
    }

    /// The login.
    @MainActor
    public final class AuthCoordinator {
        private let appCoordinator: AppCoordinator
        private let deeplinkHandler: DeeplinkHandler

        /// Creates the login.
        public init(appCoordinator: AppCoordinator, deeplinkHandler: DeeplinkHandler) {
            self.appCoordinator = appCoordinator
            self.deeplinkHandler = deeplinkHandler
        }

        /// Signs a user in and opens the link that was waiting.
        public func logIn() {
            appCoordinator.isAuthenticated = true
            deeplinkHandler.handlePostLoginNavigation()
        }

        /// Signs the user out and drops links that wait.
        public func logOut() {
            appCoordinator.isAuthenticated = false
        }
    }

    /// The whole app, created by its `@main` type.
    @MainActor
    public final class App {
        /// What is on screen.
        public let appCoordinator: AppCoordinator
        /// Opens links.
        public let deeplinkHandler: DeeplinkHandler
        /// The login.
        public let authCoordinator: AuthCoordinator

        /// Creates the app; links that arrive before ``setup()`` has finished wait.
        ///
        /// - Parameter appCoordinator: What is on screen.
        /// - Throws: A fault of the rules or the routes; a test makes sure that there is none.
        public init(appCoordinator: AppCoordinator = AppCoordinator()) throws {
            self.appCoordinator = appCoordinator
            deeplinkHandler = try DeeplinkHandler(
                appCoordinator: appCoordinator,
                isSetUp: false
            )
            authCoordinator = AuthCoordinator(
                appCoordinator: appCoordinator,
                deeplinkHandler: deeplinkHandler
            )
        }

        /// Sets the app up, and then lets links in.
        public func setup() async {
            await appCoordinator.setup()
            deeplinkHandler.letLinksIn()
        }
    }
}
