import DeepLinks
import Foundation
import Testing

enum ShopTab: Hashable, Sendable { case home, catalog, profile }

enum ShopScreen: Hashable {
    case category(String)
    case product(Int)
    case orders
}

enum ShopSheet: Hashable, Identifiable {
    case login, checkout
    var id: Self { self }
}

struct ShopWindow: View {
    @Bindable var navigator: TabNavigator<ShopTab, ShopScreen, ShopSheet>

    var body: some View {
        TabView(selection: $navigator.tab) {
            ShopStack(navigator: navigator[.home])
                .tabItem { Label("Home", systemImage: "house") }
                .tag(ShopTab.home)
            ShopStack(navigator: navigator[.catalog])
                .tabItem { Label("Catalog", systemImage: "square.grid.2x2") }
                .tag(ShopTab.catalog)
            ShopStack(navigator: navigator[.profile])
                .tabItem { Label("Profile", systemImage: "person") }
                .tag(ShopTab.profile)
        }
        .sheet(item: $navigator.sheet, onDismiss: navigator.sheetDidClose) { sheet in
            ShopSheetView(sheet: sheet)
                .onAppear { navigator.sheetDidOpen() }
        }
    }
}

struct ShopStack: View {
    @Bindable var navigator: Navigator<ShopScreen>

    var body: some View {
        NavigationStack(path: $navigator.path) {
            ContentView()
                .navigationDestination(for: ShopScreen.self) { screen in
                    ShopScreenView(screen: screen)
                }
        }
    }
}

struct NewShopWindow: View {
    @Bindable var navigator: TabNavigator<ShopTab, ShopScreen, ShopSheet>

    var body: some View {
        TabView(selection: $navigator.tab) {
            Tab("Home", systemImage: "house", value: ShopTab.home) {
                ShopStack(navigator: navigator[.home])
            }
            Tab("Catalog", systemImage: "square.grid.2x2", value: ShopTab.catalog) {
                ShopStack(navigator: navigator[.catalog])
            }
        }
    }
}

@MainActor
final class ShopModel: ObservableObject {
    let navigator = TabNavigator<ShopTab, ShopScreen, ShopSheet>(tab: .home)

    init() {
        navigator.onChange = { [weak self] in self?.objectWillChange.send() }
    }

    var tab: ShopTab {
        get { navigator.tab }
        set { navigator.tab = newValue }
    }

    var sheet: ShopSheet? {
        get { navigator.sheet }
        set { navigator.sheet = newValue }
    }

    func path(in tab: ShopTab) -> Binding<[ShopScreen]> {
        let navigator = navigator[tab]
        return Binding(get: { navigator.path }, set: { navigator.path = $0 })
    }
}

final class ShopTabBarController: UITabBarController {
    let navigator = TabNavigator<ShopTab, ShopScreen, ShopSheet>(tab: .home)
    let tabs: [ShopTab] = [.home, .catalog, .profile]
    private var shown: ShopSheet?

    func begin() {
        viewControllers = tabs.map { _ in
            UINavigationController(rootViewController: UIViewController())
        }
        for case let stack as UINavigationController in viewControllers ?? [] {
            stack.delegate = self
        }
        delegate = self
        navigator.onChange = { [weak self] in self?.follow() }
    }

    private func follow() {
        if let index = tabs.firstIndex(of: navigator.tab), index != selectedIndex {
            selectedIndex = index
        }
        for (tab, controller) in zip(tabs, viewControllers ?? []) {
            guard let stack = controller as? UINavigationController else { continue }
            stack.show(navigator[tab].path)
        }
        followSheet()
    }

    private func followSheet() {
        guard navigator.sheet != shown else { return }
        if shown != nil {
            shown = nil
            dismiss(animated: true) { [self] in
                navigator.sheetDidClose()
                followSheet()
            }
        } else if let sheet = navigator.sheet {
            shown = sheet
            let controller = SheetController(sheet: sheet)
            controller.presentationController?.delegate = self
            present(controller, animated: true) { [self] in navigator.sheetDidOpen() }
        }
    }
}

extension ShopTabBarController: UITabBarControllerDelegate {
    func tabBarController(
        _ tabBarController: UITabBarController,
        didSelect viewController: UIViewController
    ) {
        navigator.tab = tabs[selectedIndex]
    }
}

extension ShopTabBarController: UINavigationControllerDelegate {
    func navigationController(
        _ navigationController: UINavigationController,
        didShow viewController: UIViewController,
        animated: Bool
    ) {
        guard let index = viewControllers?.firstIndex(of: navigationController) else { return }
        let stack = navigator[tabs[index]]
        stack.path = Array(stack.path.prefix(navigationController.viewControllers.count - 1))
    }
}

extension ShopTabBarController: UIAdaptivePresentationControllerDelegate {
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
        shown = nil
        navigator.sheet = nil
        navigator.sheetDidClose()
    }
}

extension UINavigationController {
    /// Keeps the controllers of screens that are shown already, and replaces the others.
    fileprivate func show(_ path: [ShopScreen]) {
        let old = viewControllers.dropFirst().compactMap { $0 as? ScreenController }
        guard old.map(\.screen) != path else { return }
        let kept = zip(old, path).prefix { $0.screen == $1 }.map(\.0)
        let new = path.dropFirst(kept.count).map { ScreenController(screen: $0) }
        setViewControllers(viewControllers.prefix(1) + kept + new, animated: true)
    }
}

@MainActor
final class ShopWindows {
    let coordinator: DeepLinkCoordinator
    weak var active: TabNavigator<ShopTab, ShopScreen, ShopSheet>?

    init(coordinator: DeepLinkCoordinator) throws {
        self.coordinator = coordinator
        try coordinator.handler.register("/orders", requires: [.authenticated]) { [weak self] _ in
            self?.active?.show([.orders], in: .profile)
        }
    }

    func open(_ url: URL, in navigator: TabNavigator<ShopTab, ShopScreen, ShopSheet>) {
        active = navigator
        coordinator.open(url)
    }
}

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

@MainActor
struct TabSnippets {
    private let handler = DeepLinkHandler()

    private func makeNavigator() throws -> TabNavigator<ShopTab, ShopScreen, ShopSheet> {
        let navigator = TabNavigator<ShopTab, ShopScreen, ShopSheet>(tab: .home)
        navigator.keepsSheet = { $0 == .login }

        try handler.register("/products/{id:int}", "id", "category") {
            (id: Int, category: String) in
            navigator.show([.category(category), .product(id)], in: .catalog)
        }
        try handler.register("/cart") { _ in navigator.present(.checkout) }
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
        sheet.sheet(.checkout).action?()
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
        // A sheet is replaced, then a link dismisses it.
        navigator.present(.checkout)
        navigator.present(.login)
        #expect((controller.presentedViewController as? SheetController)?.sheet == .login)
        navigator.show([.orders], in: .profile)
        #expect(controller.presentedViewController == nil)
        #expect(controller.selectedIndex == 2)
        // A sheet is pulled down.
        navigator.present(.checkout)
        let sheet = try #require(controller.presentedViewController?.presentationController)
        controller.dismiss(animated: true)
        sheet.delegate?.presentationControllerDidDismiss(sheet)
        #expect(navigator.sheet == nil)
        navigator.present(.login)
        #expect(controller.presentedViewController != nil)
    }

    @Test func `each window has a navigator`() throws {
        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: try URLRewriter { Scheme("shop", unmatched: .passThrough) }
        )
        coordinator.activate()
        let windows = try ShopWindows(coordinator: coordinator)
        let first = TabNavigator<ShopTab, ShopScreen, ShopSheet>(tab: .home)
        let second = TabNavigator<ShopTab, ShopScreen, ShopSheet>(tab: .home)
        windows.open(try #require(URL(string: "shop://orders")), in: second)
        coordinator.satisfy(.authenticated)
        #expect(first.tab == .home)
        #expect(second.tab == .profile)
    }
}
