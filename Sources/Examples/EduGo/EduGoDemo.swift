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
            "signed in: edugo://materials/123e4567-e89b-12d3-a456-426614174000",
            "push: edugo://materials/123e4567-e89b-12d3-a456-426614174000",
            "push: edugo://materials/123",
        ]

    /// Opens each link in a new app, and signs a user in if the link waits.
    ///
    /// - Returns: What happened to each link.
    /// - Throws: A fault of the rules or the routes.
    @MainActor
    public static func run() throws -> [Visit] {
        try links.map { text in
            let app = AppCoordinator()
            let handler = try DeeplinkHandler(appCoordinator: app)
            let login = AuthCoordinator(appCoordinator: app, deeplinkHandler: handler)
            return Visit(
                of: DemoLink(text),
                in: handler.coordinator,
                signIn: login.logIn,
                screen: { app.navigationPath.last?.title ?? "the root" }
            )
        }
    }
}

extension EduGo.Screen {
    /// The title at the top of the screen.
    public var title: String {
        switch self {
        case .dashboard: "the dashboard"
        case .materialDetail(let id): "material \(id)"
        case .assessment(let id, let user): "assessment \(id) of \(user)"
        case .profile(let user): "the profile of \(user)"
        case .settings: "the settings"
        }
    }
}
