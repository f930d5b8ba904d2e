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
    ]

    /// Opens each link in an app of its own that nobody is signed in to, and signs somebody in if it waits.
    ///
    /// - Parameter links: External links.
    /// - Returns: Each link's way.
    /// - Throws: A fault of the rules or the routes.
    @MainActor
    public static func run(_ links: [String] = links) throws -> [Visit] {
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
