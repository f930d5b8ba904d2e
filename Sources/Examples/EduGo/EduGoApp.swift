public import DeepLinks

extension EduGo {
    /// What is on screen, and who is signed in.
    @MainActor
    public final class AppCoordinator {
        /// What the window shows below the path of screens.
        public enum Root: Hashable, Sendable {
            /// Nothing to use yet: the app sets itself up.
            case loading
            /// The login.
            case login
            /// The app, for somebody who is signed in.
            case content
        }

        /// The path of screens, which a view that reads it follows.
        public let navigator = Navigator<Screen>()

        /// Whether the app has set itself up.
        public private(set) var isSetUp = false

        /// Whether somebody is signed in.
        public var isAuthenticated: Bool {
            didSet {
                if !isAuthenticated, oldValue {
                    navigator.popToRoot()
                    onSignOut?()
                }
            }
        }

        /// Called when somebody has signed out.
        var onSignOut: (@MainActor () -> Void)?

        private let prepare: @MainActor () async -> Void

        /// Creates a coordinator at the root.
        ///
        /// - Parameters:
        ///   - isAuthenticated: Whether somebody is signed in already.
        ///   - prepare: What has to be there before anything is shown, such as a session that is restored.
        public init(
            isAuthenticated: Bool = false,
            prepare: @escaping @MainActor () async -> Void = {}
        ) {
            self.isAuthenticated = isAuthenticated
            self.prepare = prepare
        }

        /// Sets the app up; until that is done, the window shows ``Root/loading``.
        public func setup() async {
            await prepare()
            isSetUp = true
        }

        /// What the window shows at its root.
        public var root: Root {
            if !isSetUp { return .loading }
            return isAuthenticated ? .content : .login
        }

        /// The screens after the root, for a navigation stack to be bound to.
        public var navigationPath: [Screen] {
            get { navigator.path }
            set { navigator.path = newValue }
        }

        /// Goes on to a screen.
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

        /// Signs somebody in, and opens what was waiting for that.
        public func logIn() {
            appCoordinator.isAuthenticated = true
            deeplinkHandler.handlePostLoginNavigation()
        }

        /// Signs out; what waits is forgotten.
        public func logOut() {
            appCoordinator.isAuthenticated = false
        }
    }

    /// The whole app, as its `@main` type creates it.
    @MainActor
    public final class App {
        /// What is on screen.
        public let appCoordinator: AppCoordinator
        /// What opens links.
        public let deeplinkHandler: DeeplinkHandler
        /// The login.
        public let authCoordinator: AuthCoordinator

        /// Creates the app; links that arrive before ``setup()`` is done wait.
        ///
        /// - Parameter appCoordinator: What is on screen.
        /// - Throws: A fault of the rules or the routes: none, as a test makes sure.
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

        /// Sets the app up, and lets links in.
        public func setup() async {
            await appCoordinator.setup()
            deeplinkHandler.letLinksIn()
        }
    }
}
