import DeepLinks
import DeepLinksExamples
import LinkChecking
import Testing

@MainActor
struct ShopTabsTests {
    typealias Tab = ShopTabs.Tab
    typealias Screen = ShopTabs.Screen
    typealias Sheet = ShopTabs.Sheet

    let app: ShopTabs.App

    init() throws { app = try ShopTabs.App() }

    /// What the window shows.
    struct Shown: Equatable {
        var tab = Tab.home
        var path: [Screen] = []
        var sheet: Sheet?
    }

    private var shown: Shown {
        Shown(
            tab: app.navigator.tab,
            path: app.navigator[app.navigator.tab].path,
            sheet: app.navigator.sheet
        )
    }

    /// The places that links lead to, and whether they wait for the login.
    nonisolated static let places: [(path: String, shown: Shown, waits: Bool)] = [
        ("", Shown(), false),
        ("c/shoes", Shown(tab: .catalog, path: [.category("shoes")]), false),
        ("c/shoes/5", Shown(tab: .catalog, path: [.category("shoes"), .product(5)]), false),
        ("orders", Shown(tab: .profile, path: [.orders]), true),
        ("cart", Shown(sheet: .checkout), true),
    ]

    @Test(arguments: places, ["https://shop.example/", "shop://"])
    func `a link shows its tab, its screens and its sheet`(
        place: (path: String, shown: Shown, waits: Bool),
        start: String
    ) throws {
        app.signIn()
        #expect(app.coordinator.open(start + place.path).isAccepted)
        #expect(shown == place.shown)
    }

    @Test(arguments: places)
    func `a link that needs a login shows it, and its place when the sheet is gone`(
        path: String,
        place: Shown,
        waits: Bool
    ) throws {
        app.coordinator.open(pushPayload: ["deeplink": "shop://\(path)"])
        #expect(shown == (waits ? Shown(sheet: .login) : place))
        guard waits else { return }
        app.navigator.sheetDidOpen()
        app.signIn()
        #expect(shown == Shown())
        app.navigator.sheetDidClose()
        #expect(shown == place)
    }

    @Test(arguments: [
        "https://shop.example/c/shoes/red", "https://shop.example/about",
        "http://shop.example/cart", "https://shop.example.evil.com/cart", "shop://categories/shoes",
    ])
    func `other links show nothing`(link: String) {
        #expect(!app.coordinator.open(link).isAccepted)
        #expect(shown == Shown())
    }

    @Test func `back leads to the category, and other tabs keep their screens`() {
        app.signIn()
        app.coordinator.open("shop://c/shoes/5")
        app.coordinator.open("shop://orders")
        app.navigator.tab = .catalog
        #expect(app.navigator[.catalog].pop() == .product(5))
        #expect(shown == Shown(tab: .catalog, path: [.category("shoes")]))
        app.navigator.tab = .profile
        #expect(shown == Shown(tab: .profile, path: [.orders]))
    }

    @Test func `a link closes the checkout first, and then shows its screens`() {
        app.signIn()
        app.coordinator.open("shop://cart")
        app.navigator.sheetDidOpen()
        app.coordinator.open("shop://c/shoes/5")
        #expect(shown == Shown())
        app.navigator.sheetDidClose()
        #expect(shown == Shown(tab: .catalog, path: [.category("shoes"), .product(5)]))
    }

    @Test func `a link does not close the login, and is shown after it`() {
        app.coordinator.open("shop://orders")
        app.navigator.sheetDidOpen()
        app.coordinator.open("shop://c/shoes")
        #expect(shown == Shown(sheet: .login))
        app.cancelLogin()
        app.navigator.sheetDidClose()
        #expect(shown == Shown(tab: .catalog, path: [.category("shoes")]))
        #expect(app.coordinator.pendingLinks.isEmpty)
        app.signIn()
        #expect(shown == Shown(tab: .catalog, path: [.category("shoes")]))
    }

    @Test(arguments: ["shop://orders", "shop://cart"], [false, true])
    func `the next user sees nothing of the last one`(link: String, isSheetOpen: Bool) {
        app.coordinator.open(link)
        app.navigator.sheetDidOpen()
        app.signIn()
        // The login's sheet still closes when the user signs out.
        if !isSheetOpen { app.navigator.sheetDidClose() }
        app.signOut()
        app.navigator.sheetDidClose()
        app.signIn()
        #expect(shown == Shown())
        #expect(Tab.allCases.allSatisfy { app.navigator[$0].path.isEmpty })
    }

    @Test func `every place has a link that leads back to it`() throws {
        let places = try ShopTabs.places()
        #expect(places.oneWayPaths.isEmpty)
        let all: [ShopTabs.Place] = [
            .home, .category("a/b c"), .product(5, in: "shoes"), .orders, .cart,
        ]
        #expect(places.oneWayDestinations(among: all).isEmpty)
    }

    @Test func `a shared link opens what was shared`() throws {
        let link = "\(try app.shareLink(to: .product(5, in: "shoes")))"
        #expect(link == "https://shop.example/c/shoes/5")
        app.coordinator.open(link)
        #expect(shown == Shown(tab: .catalog, path: [.category("shoes"), .product(5)]))
        #expect(throws: ExternalURLError.self) { try app.shareLink(to: .category("a/b")) }
    }

    @Test func `a view is updated when a link shows something`() throws {
        let tab = try observed { _ = app.navigator.tab }
        let path = try observed { _ = app.navigator[.catalog].path }
        let sheet = try observed { _ = app.navigator.sheet }
        app.coordinator.open("shop://c/shoes")
        app.coordinator.open("shop://cart")
        #expect([tab.count, path.count, sheet.count] == [1, 1, 1])
    }
}
