import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

// TabsAndSheets.md: enum ShopTab: Hashable, Sendable { case home, catalog, profile }

// TabsAndSheets.md: extension ShopTab: CaseIterable, Codable {}

// TabsAndSheets.md: struct ShopWindow: View {

// TabsAndSheets.md: struct NewShopWindow: View {

// TabsAndSheets.md: final class ShopModel: ObservableObject {

// TabsAndSheets.md: final class ShopTabBarController: UITabBarController {

// TabsAndSheets.md: final class ShopWindows {

private struct ShopScreenView: View {
    let screen: ShopScreen
}

struct ShopSheetView: View {
    let sheet: ShopSheet
}

private final class ScreenController: UIViewController {
    let screen: ShopScreen

    init(screen: ShopScreen) {
        self.screen = screen
    }
}

private final class SheetController: UIViewController {
    let sheet: ShopSheet

    init(sheet: ShopSheet) {
        self.sheet = sheet
    }
}

extension UIViewController {
    /// The sheet above this controller, also while it comes or goes.
    fileprivate var sheetOnScreen: ShopSheet? {
        (presentedViewController as? SheetController)?.sheet
    }

    /// Puts the controller's view into a window.
    fileprivate func appear() {
        view.window = UIWindow()
        viewDidAppear(false)
    }
}

@MainActor
struct TabSnippets {
    private let handler = DeepLinkHandler()

    // The article's code stands before the return.
    // swift-format-ignore: OmitExplicitReturns
    private func makeNavigator() throws -> TabNavigator<ShopTab, ShopScreen, ShopSheet> {
        // TabsAndSheets.md: navigator.keepsSheet = { $0 == .login }

        // TabsAndSheets.md: try handler.register("/products/{id:int}", "id", "category") { (id: Int, category: String) in
        return navigator
    }

    @Test func `links land in their tab, and wait for a sheet to be gone`() throws {
        let navigator = try makeNavigator()
        let window = ShopWindow(navigator: navigator).body
        let sheet = try #require(
            window as? Sheeted<TabView<ShopTab>, ShopSheet, Appearing<ShopSheetView>>
        )
        try handler.handle("/cart")
        #expect(sheet.item.wrappedValue == .checkout)
        sheet.sheet(.checkout).value?()
        try handler.handle("/products/5?category=shoes")
        #expect(sheet.item.wrappedValue == nil)
        #expect(sheet.content.selection.wrappedValue == .home)
        sheet.onDismiss?()
        #expect(sheet.content.selection.wrappedValue == .catalog)
        let stack = ShopStack(navigator: navigator[.catalog])
        let body = try #require(
            stack.body as? NavigationStack<[ShopScreen], Destinations<ContentView, ShopScreenView>>
        )
        #expect(body.path.wrappedValue == [.category("shoes"), .product(5)])
        body.path.wrappedValue.removeLast()
        #expect(navigator[.catalog].path == [.category("shoes")])
        _ = NewShopWindow(navigator: navigator).body
    }

    @Test func `a window is restored, and a link that starts the app comes last`() throws {
        let stored = try { () throws -> Data in
            let navigator = try makeNavigator()
            navigator.show([.category("a"), .product(5)], in: .catalog)
            navigator.show([.orders], in: .profile)
            // TabsAndSheets.md: let paths = Dictionary(
            return stored
        }()
        let navigator = TabNavigator<ShopTab, ShopScreen, ShopSheet>(tab: .home)
        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: try URLRewriter { Scheme("shop", unmatched: .passThrough) }
        )
        try handler.register("/categories") { _ in
            #expect(navigator.tab == .profile)
            navigator.show([.category("a")], in: .catalog)
        }
        coordinator.open("shop://categories")
        // TabsAndSheets.md: let state = try JSONDecoder().decode(
        #expect(ShopTab.allCases.map { navigator[$0].path } == [[], [.category("a")], [.orders]])
        #expect(navigator.tab == .catalog)
    }

    @Test func `an observable object follows, for iOS 16`() throws {
        let model = ShopModel()
        let before = model.objectWillChange.count
        model.navigator.show([.orders], in: .profile)
        #expect(model.objectWillChange.count == before + 2)
        #expect(model.tab == .profile)
        let path = model.path(in: .profile)
        path.wrappedValue = []
        #expect(model.navigator[.profile].path == [])
        model.sheet = .login
        #expect(model.navigator.sheet == .login)
        model.tab = .home
        #expect(model.navigator.tab == .home)
    }

    @Test func `a tab bar controller follows, and reports what people do`() throws {
        let controller = ShopTabBarController()
        controller.begin()
        let navigator = controller.navigator
        navigator.show([.category("a"), .product(5)], in: .catalog)
        #expect(controller.selectedIndex == 1)
        let stack = try #require(controller.viewControllers?[1] as? UINavigationController)
        #expect(stack.viewControllers.count == 3)
        let category = stack.viewControllers[1]
        navigator.show([.category("a"), .product(7)], in: .catalog)
        #expect(stack.viewControllers.count == 3)
        #expect(stack.viewControllers[1] === category)
        // A swipe back.
        stack.setViewControllers(Array(stack.viewControllers.prefix(2)), animated: true)
        #expect(navigator[.catalog].path == [.category("a")])
        // A tap on a tab.
        controller.selectedIndex = 0
        controller.delegate?.tabBarController(controller, didSelect: stack)
        #expect(navigator.tab == .home)
    }

    @Test func `a tab bar controller shows what links asked for before it was there`() throws {
        let controller = ShopTabBarController()
        controller.navigator.show([.orders], in: .profile)
        controller.navigator.present(.checkout)
        controller.begin()
        #expect(controller.selectedIndex == 2)
        let stack = try #require(controller.viewControllers?[2] as? UINavigationController)
        #expect(stack.viewControllers.count == 2)
        controller.appear()
        #expect(controller.sheetOnScreen == .checkout)
    }

    @Test(arguments: [false, true])
    func `a sheet that is replaced while another one goes is shown`(isPulledDown: Bool) {
        let controller = ShopTabBarController()
        controller.begin()
        controller.appear()
        let navigator = controller.navigator
        navigator.present(.checkout)
        controller.finishAnimation()
        if isPulledDown { controller.pullDown() }
        navigator.present(.login)
        navigator.present(.checkout)
        navigator.present(.login)
        while controller.finishAnimation() {}
        #expect(controller.sheetOnScreen == .login && controller.refusals == 0)
        navigator.show([.orders], in: .profile)
        #expect(controller.selectedIndex == 0)
        controller.finishAnimation()
        #expect(controller.sheetOnScreen == nil && controller.selectedIndex == 2)
    }

    @Test(arguments: UInt64(0)..<128)
    func `a tab bar controller shows the navigator's sheet, however long one takes`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let controller = ShopTabBarController()
        let navigator = controller.navigator
        if Bool.random(using: &random) { navigator.keepsSheet = { $0 == .login } }
        if Bool.random(using: &random) { navigator.present(.checkout) }
        controller.begin()
        for _ in 0..<32 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: navigator.show([.orders], in: .profile)
            case 1: navigator.present(.checkout)
            case 2: navigator.present(.login)
            case 3: navigator.sheet = nil
            case 4: controller.pullDown()
            case 5: controller.appear()
            default: controller.finishAnimation()
            }
        }
        controller.appear()
        while controller.finishAnimation() {}
        #expect(controller.sheetOnScreen == navigator.sheet)
        #expect(controller.refusals == 0)
        navigator.sheet = nil
        while controller.finishAnimation() {}
        navigator.show([.category("a")], in: .catalog)
        while controller.finishAnimation() {}
        #expect(controller.sheetOnScreen == navigator.sheet)
        if navigator.sheet == nil { #expect(controller.selectedIndex == 1) }
    }

    @Test(arguments: ["orders", "later"], [false, true])
    func `a link that waited opens in its window, or in front if that was closed`(
        link: String,
        isClosed: Bool
    ) async throws {
        let tab = link == "orders" ? ShopTab.profile : .catalog
        let rewriter = try URLRewriter { Scheme("shop", unmatched: .passThrough) }
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)
        let windows = try ShopWindows(coordinator: coordinator)
        let first = ShopWindows.Window(tab: .home)
        let second = ShopWindows.Window(tab: .home)
        windows.moveToFront(second)
        try handler.register("/home") { _ in windows.active?.show([.category("a")], in: .home) }
        try handler.register(
            "/later",
            requires: [.authenticated],
            preparing: { _ in },
            action: { windows.active?.show([.product(5)], in: .catalog) }
        )
        windows.open(try #require(URL(string: "shop://\(link)")), in: first)
        windows.open(try #require(URL(string: "shop://home")), in: second)
        if isClosed { windows.close(first) }
        coordinator.satisfy(.authenticated)
        let (own, other) = isClosed ? (second, first) : (first, second)
        for _ in 0..<1_000 where own[tab].path.isEmpty { await Task.yield() }
        #expect(own.tab == tab && own[tab].path.count == 1)
        #expect(other.tab == .home)
        // A link without a window.
        coordinator.open("shop://orders")
        #expect(second[.profile].path == [.orders])
    }

    @Test func `a short link opens in its window, though another is in front`() async throws {
        let rewriter = try URLRewriter { Scheme("shop", unmatched: .passThrough) }
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)
        let windows = try ShopWindows(coordinator: coordinator)
        let first = ShopWindows.Window(tab: .home)
        let second = ShopWindows.Window(tab: .home)
        @MainActor func resolve(_ code: String) async throws -> String { "shop://orders" }
        // ShortLinks.md: try handler.register(
        windows.open(try #require(URL(string: "shop://short/k3x9")), in: first)
        windows.moveToFront(second)
        for _ in 0..<1_000 where coordinator.pendingLinks.isEmpty { await Task.yield() }
        coordinator.satisfy(.authenticated)
        #expect(first[.profile].path == [.orders] && second.tab == .home)
    }
}
