extension EduGo {
    /// Links to open, some of which are refused.
    public static let links =
        ["edugo://", "edugo-dev://", "https://edugo.app/"].flatMap { start in
            [
                "dashboard",
                "materials/123e4567-e89b-12d3-a456-426614174000",
                "assessments/123e4567-e89b-12d3-a456-426614174000"
                    + "?userId=987fcdeb-51a2-43f7-8ec4-123456789abc",
                "profile/987fcdeb-51a2-43f7-8ec4-123456789abc",
                "settings",
            ].map { start + $0 }
        } + [
            "edugo://materials/123",
            "edugo://assessments/123e4567-e89b-12d3-a456-426614174000?userId=123",
            "edugo://grades",
            "https://edugo.app.evil.com/dashboard",
        ]

    /// Opens each link in an app of its own that nobody is signed in to, and signs somebody in if it waits.
    ///
    /// - Parameter links: External links.
    /// - Returns: Each link's way.
    /// - Throws: A fault of the rules or the routes.
    @MainActor
    public static func run(_ links: [String] = links) throws -> [Visit] {
        try links.map { link in
            let app = AppCoordinator()
            let handler = try DeeplinkHandler(appCoordinator: app)
            return Visit(
                of: link,
                in: handler.coordinator,
                signIn: {
                    app.isAuthenticated = true
                    handler.handlePostLoginNavigation()
                },
                screen: { app.navigationPath.last?.title ?? "the root" }
            )
        }
    }
}

extension EduGo.Screen {
    /// The screen in a few words.
    fileprivate var title: String {
        switch self {
        case .dashboard: "the dashboard"
        case .materialDetail(let id): "material \(id)"
        case .assessment(let id, let user): "assessment \(id) of \(user)"
        case .profile(let user): "the profile of \(user)"
        case .settings: "the settings"
        }
    }
}
