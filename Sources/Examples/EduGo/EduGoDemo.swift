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
        try links.map { try visit($0, in: AppCoordinator()) }
    }

    /// Opens a link while somebody is signed in, and the links of two push notifications.
    ///
    /// - Returns: Each link's way.
    /// - Throws: A fault of the rules or the routes.
    @MainActor
    public static func moments() throws -> [Visit] {
        let link = "edugo://materials/123e4567-e89b-12d3-a456-426614174000"
        return [
            try visit(link, in: AppCoordinator(isAuthenticated: true)),
            try visit(link, in: AppCoordinator(), isPush: true),
            try visit(
                "edugo://materials/123",
                in: AppCoordinator(isAuthenticated: true),
                isPush: true
            ),
        ]
    }

    @MainActor
    private static func visit(
        _ link: String,
        in app: AppCoordinator,
        isPush: Bool = false
    ) throws -> Visit {
        let handler = try DeeplinkHandler(appCoordinator: app)
        let login = AuthCoordinator(appCoordinator: app, deeplinkHandler: handler)
        return Visit(
            of: link,
            in: handler.coordinator,
            isPush: isPush,
            signIn: login.logIn,
            screen: { app.navigationPath.last?.title ?? "the root" }
        )
    }
}

extension EduGo.Screen {
    /// What stands at the top of the screen.
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
