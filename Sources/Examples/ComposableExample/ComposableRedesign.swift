public import DeepLinks

extension DeepLinkParser where Output == [ComposableExample.AnyScreen] {
    /// The links of ``exampleApp`` after the app was redesigned: things stand in a list now, and settings in the profile.
    ///
    /// The links say what is to be shown and not how somebody gets there, so all that were ever shared stay as they are. Only
    /// the paths of screens are new.
    public static var redesignedApp: Self {
        DeepLinkParser(
            parse: { deeplink in
                let home = ComposableExample.HomeScreen().eraseToAnyScreen()
                let settings = ComposableExample.SettingsScreen().eraseToAnyScreen()
                let names = deeplink.components.map(\.name)
                if names == ["home", "settings"] {
                    return [home, ComposableExample.ProfileScreen().eraseToAnyScreen(), settings]
                }
                guard names == ["detail"] || names == ["detail", "settings"],
                    case .value(let id) = deeplink.components[0].arguments["id"]
                else { return nil }
                let things = [
                    home, ComposableExample.ListScreen().eraseToAnyScreen(),
                    ComposableExample.DetailScreen(detailID: id).eraseToAnyScreen(),
                ]
                return names.count == 1 ? things : things + [settings]
            }
        )
    }
}

extension ComposableExample {
    /// All things, since the redesign.
    public struct ListScreen: Screen {
        /// Creates the screen.
        public init() {}

        /// The screen in a few words.
        public var title: String { "list" }
    }

    /// Somebody's profile, since the redesign.
    public struct ProfileScreen: Screen {
        /// Creates the screen.
        public init() {}

        /// The screen in a few words.
        public var title: String { "profile" }
    }
}
