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

    /// Opens each link in a new app in which no user is signed in, and signs a user in if the link waits.
    ///
    /// - Parameter links: External links.
    /// - Returns: What happened to each link.
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
