import DeepLinks

extension ShopTabs {
    /// Links to open, some of which are refused.
    public static let links = [
        "https://shop.example/",
        "https://shop.example/c/shoes",
        "https://shop.example/c/shoes/5",
        "https://shop.example/orders",
        "https://shop.example/cart",
        "shop://c/shoes/5",
        "signed in: shop://cart",
        "push: shop://orders",
        "https://shop.example/c/shoes/red",
        "https://shop.example.evil.com/cart",
    ]

    /// Opens each link in a new app, and signs a user in if the link waits.
    ///
    /// - Returns: What happened to each link.
    /// - Throws: A fault of the rules or the routes.
    @MainActor
    public static func run() throws -> [Visit] {
        try links.map { link in
            let app = try App()
            return Visit(
                of: DemoLink(link),
                in: app.coordinator,
                signIn: app.signIn,
                screen: { app.title }
            )
        }
    }
}

extension ShopTabs.App {
    /// The tab, the screens in it and the sheet in a few words.
    public var title: String {
        let screens = navigator[navigator.tab].path.map { screen in
            switch screen {
            case .category(let name): "category \(name)"
            case .product(let id): "product \(id)"
            case .orders: "the orders"
            }
        }
        let tab = (["\(navigator.tab)"] + screens).joined(separator: " > ")
        return navigator.sheet.map { "the \($0) above \(tab)" } ?? tab
    }
}
