import DeepLinks

extension Catalog {
    /// Links to open, some of which are refused.
    public static let links = [
        "myapp://login",
        "myapp://catalog",
        "myapp://product?id=123",
        "myapp://settings",
        "myapp://product",
        "myapp://product?id=",
        "myapp://unknown",
        "https://myapp.example/catalog",
        "signed in: myapp://product?id=123",
        "signed in: myapp://settings",
        "push: myapp://product?id=123",
    ]

    /// Opens each link in a new app, and signs a user in if the link waits.
    ///
    /// - Returns: What happened to each link.
    /// - Throws: A fault of the rules or the routes.
    @MainActor
    public static func run() throws -> [Visit] {
        let routers = textRouters()
        return try links.map { link in
            let app = try AppCoordinator()
            return Visit(
                of: DemoLink(link),
                in: app.deepLinks,
                signIn: { app.handleLoginSuccess() },
                screen: { routers.makeView(for: app.navigator.path.last ?? .login) ?? "nothing" }
            )
        }
    }
}
