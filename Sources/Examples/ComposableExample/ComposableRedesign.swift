public import DeepLinks

extension DeepLinkParser where Output == [ComposableExample.AnyScreen] {
    /// The links of ``exampleApp`` after a redesign of the app: details are now in a list, and the settings in the profile.
    ///
    /// The links say what to show and not how to get there, so all shared links stay valid. Only the paths of screens
    /// are new.
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
    /// The list of all things, new with the redesign.
    public struct ListScreen: Screen {
        /// Creates the screen.
        public init() {}

        /// The screen in a few words.
        public var title: String { "list" }
    }

    /// The user's profile, new with the redesign.
    public struct ProfileScreen: Screen {
        /// Creates the screen.
        public init() {}

        /// The screen in a few words.
        public var title: String { "profile" }
    }
}
