public import DeepLinks

extension DeepLinkParser where Output == [ComposableExample.AnyScreen] {
    /// Parses all supported deeplinks of the example app.
    ///
    /// Supported deeplinks:
    /// * `example://home/settings`
    /// * `example://detail?id={id}`
    /// * `example://detail?id={id}/settings`
    public static var exampleApp: Self {
        .anyOf(
            .homeSettings,
            .details,
            .detailSettings
        )
    }

    /// Parses `example://home/settings`.
    public static var homeSettings: Self {
        DeepLinkParser(
            parse: { deeplink in
                guard deeplink.components.map(\.name) == ["home", "settings"] else { return nil }

                return [
                    ComposableExample.HomeScreen().eraseToAnyScreen(),
                    ComposableExample.SettingsScreen().eraseToAnyScreen(),
                ]
            }
        )
    }

    /// Parses `example://detail?id={id}`.
    public static var details: Self {
        DeepLinkParser(
            parse: { deeplink in
                guard deeplink.components.count == 1,
                    deeplink.components[0].name == "detail",
                    case .value(let id) = deeplink.components[0].arguments["id"]
                else {
                    return nil
                }

                return [
                    ComposableExample.HomeScreen().eraseToAnyScreen(),
                    ComposableExample.DetailScreen(detailID: id).eraseToAnyScreen(),
                ]
            }
        )
    }

    /// Parses `example://detail?id={id}/settings`.
    public static var detailSettings: Self {
        DeepLinkParser(
            parse: { deeplink in
                guard deeplink.components.count == 2,
                    deeplink.components[0].name == "detail",
                    case .value(let id) = deeplink.components[0].arguments["id"],
                    deeplink.components[1].name == "settings"
                else {
                    return nil
                }

                return [
                    ComposableExample.HomeScreen().eraseToAnyScreen(),
                    ComposableExample.DetailScreen(detailID: id).eraseToAnyScreen(),
                    ComposableExample.SettingsScreen().eraseToAnyScreen(),
                ]
            }
        )
    }
}

// MARK: - The same in modules

extension DeepLinkParser where Output == [ComposableExample.AnyScreen] {
    /// The same links as ``exampleApp``, read by a module for each part of the app.
    ///
    /// The detail module does not know that a home screen comes before its own screens.
    public static var modularApp: Self {
        .prepending(
            path: [ComposableExample.HomeScreen().eraseToAnyScreen()],
            to: .anyOf(.settingsModule, .detailModule)
        )
    }

    private static var settingsModule: Self {
        DeepLinkParser(
            parse: { deeplink in
                deeplink.path == "/home/settings"
                    ? [ComposableExample.SettingsScreen().eraseToAnyScreen()] : nil
            }
        )
    }

    private static var detailModule: Self {
        DeepLinkParser(
            parse: { deeplink in
                guard let entrance = deeplink.components.first, entrance.name == "detail",
                    case .value(let id) = entrance.arguments["id"]
                else { return nil }
                let detail = ComposableExample.DetailScreen(detailID: id).eraseToAnyScreen()
                switch deeplink.components.dropFirst().map(\.name) {
                case []: return [detail]
                case ["settings"]:
                    return [detail, ComposableExample.SettingsScreen().eraseToAnyScreen()]
                default: return nil
                }
            }
        )
    }
}
