extension ComposableExample {
    /// A screen to navigate to.
    public protocol Screen: Hashable, Sendable {
        /// The screen in a few words.
        var title: String { get }
    }

    /// The root.
    public struct HomeScreen: Screen {
        /// Creates the screen.
        public init() {}

        /// The screen in a few words.
        public var title: String { "home" }
    }

    /// The details of one thing.
    public struct DetailScreen: Screen {
        /// The identifier of the thing.
        public let detailID: String

        /// Creates the screen of a thing.
        public init(detailID: String) {
            self.detailID = detailID
        }

        /// The screen in a few words.
        public var title: String { "detail of \(detailID)" }
    }

    /// The settings of the app, or of the thing before them in the path.
    public struct SettingsScreen: Screen {
        /// Creates the screen.
        public init() {}

        /// The screen in a few words.
        public var title: String { "settings" }
    }

    /// Any screen, so that different types can be in one path.
    public struct AnyScreen: Hashable, Sendable {
        /// The screen.
        public let base: any Screen

        /// Creates a screen from another one.
        public init(_ base: any Screen) {
            self.base = base
        }

        /// Whether both are the same screen of the same type.
        public static func == (lhs: AnyScreen, rhs: AnyScreen) -> Bool {
            lhs.base.isEqual(to: rhs.base)
        }

        /// Hashes the screen.
        public func hash(into hasher: inout Hasher) {
            base.hash(into: &hasher)
        }
    }
}

extension ComposableExample.Screen {
    /// The screen without its type.
    public func eraseToAnyScreen() -> ComposableExample.AnyScreen {
        ComposableExample.AnyScreen(self)
    }

    fileprivate func isEqual(to other: any ComposableExample.Screen) -> Bool {
        self == other as? Self
    }
}
