import DeepLinks
import DeepLinksExamples
import Foundation
import Testing

@MainActor
struct ComposableExampleTests {
    typealias AnyScreen = ComposableExample.AnyScreen

    let app = ComposableExample.App()

    static let home = ComposableExample.HomeScreen().eraseToAnyScreen()
    static let settings = ComposableExample.SettingsScreen().eraseToAnyScreen()
    static func detail(_ id: String) -> AnyScreen {
        ComposableExample.DetailScreen(detailID: id).eraseToAnyScreen()
    }

    nonisolated static let paths: [(String, [String])] = [
        ("example://home/settings", ["home", "settings"]),
        ("example://detail?id=7", ["home", "detail of 7"]),
        ("example://detail?id=7/settings", ["home", "detail of 7", "settings"]),
        ("example://detail?x&id=a%2Fb&y/settings?z", ["home", "detail of a/b", "settings"]),
        ("example:///detail/?id=7", ["home", "detail of 7"]),
    ]

    nonisolated static let unknown = [
        "example://home", "example://home/settings/more", "example://detail", "example://detail?id",
        "example://detail?ID=7", "example://detail/settings?id=7", "example://detail?id=7/help",
        "example://detail?id=7/settings/more", "example://settings", "example://",
    ]

    private func titles() -> [String] { app.navigator.path.map(\.base.title) }

    @Test(arguments: paths)
    func `a link replaces the path`(link: String, path: [String]) throws {
        app.navigator.push(Self.detail("what was there before"))
        try app.onOpenURL(url(link))
        #expect(titles() == path)
    }

    @Test(arguments: unknown)
    func `a link that no parser knows changes nothing`(link: String) throws {
        app.navigator.push(Self.settings)
        try app.onOpenURL(url(link))
        #expect(titles() == ["home", "settings"])
        #expect(try !app.deeplinkHandler.handle(deeplink: DeepLink(link, matching: "example")))
    }

    @Test(arguments: [
        "https://example.com/home/settings", "other://home/settings",
        "example://home/../home/settings", "example://user@home/settings",
    ])
    func `a URL of another scheme, or one that is malformed, changes nothing`(link: String) throws {
        try app.onOpenURL(url(link))
        #expect(titles() == ["home"])
    }

    @Test func `parsers are put together of parsers`() throws {
        let settings = try DeepLink("example://home/settings", matching: "example")
        let both: DeepLinkParser<[AnyScreen]> = .anyOf(.homeSettings, .details)
        #expect(both.parse(settings) == [Self.home, Self.settings])
        let detailSettings = try DeepLink("example://detail?id=7/settings", matching: "example")
        #expect(both.parse(detailSettings) == nil)
        let all: DeepLinkParser<[AnyScreen]> = .anyOf(both, .detailSettings)
        #expect(all.parse(detailSettings) == [Self.home, Self.detail("7"), Self.settings])
    }

    @Test(arguments: paths.map(\.0) + unknown)
    func `an app in modules knows the same links`(link: String) throws {
        let link = try DeepLink(link, matching: "example")
        #expect(
            DeepLinkParser<[AnyScreen]>.modularApp.parse(link)
                == DeepLinkParser<[AnyScreen]>.exampleApp.parse(link)
        )
    }

    @Test func `screens are equal if their types and values are`() {
        #expect(Self.home == Self.home)
        #expect(Self.detail("7") == Self.detail("7"))
        #expect(Self.detail("7") != Self.detail("8"))
        #expect(Self.home != Self.settings)
        #expect(Set([Self.home, Self.home, Self.detail("7"), Self.detail("7")]).count == 2)
    }

    @Test func `the link of a push notification replaces the path`() throws {
        app.didReceive(userInfo: ["aps": [:], "deeplink": "example://detail?id=7/settings"])
        #expect(titles() == ["home", "detail of 7", "settings"])
        app.didReceive(userInfo: ["aps": [:], "deeplink": "example://nowhere"])
        app.didReceive(userInfo: ["aps": [:]])
        #expect(titles() == ["home", "detail of 7", "settings"])
    }
}
