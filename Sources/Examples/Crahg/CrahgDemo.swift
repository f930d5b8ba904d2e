import DeepLinks

extension Crahg {
    /// Links to open, some of which are refused.
    public static let links = [
        "https://crahg.app/events/event-123",
        "https://crahg.app/gyms/gym-456",
        "https://crahg.app/home",
        "https://crahg.app/passes",
        "https://crahg.app/whats-on",
        "https://crahg.app/gyms",
        "https://www.crahg.app/events/event-123",
        "crahg://event/event-123",
        "crahg://gym/gym-456",
        "crahg://home",
        "crahg://passes",
        "crahg://whatson",
        "crahg://whats-on",
        "crahg://gyms",
        "https://crahg.app/events/event%20123",
        "http://crahg.app/home",
        "https://crahg.app.evil.com/home",
        "crahg://user/someone",
        "signed in: https://crahg.app/events/event-123",
        "fetch: https://crahg.app/events/event-123",
        "push: crahg://gym/gym-456",
    ]

    /// Opens each link in a new app, and signs a user in if the link waits.
    ///
    /// - Returns: What happened to each link.
    /// - Throws: A fault of the rules or the routes.
    @MainActor
    public static func run() throws -> [Visit] {
        try links.map { text in
            let link = DemoLink(text)
            let fetch: Fetch = { _ in }
            let state = try AppState(fetch: link.moment == .fetch ? fetch : nil)
            return Visit(
                of: link,
                in: state.deepLinkManager.coordinator,
                signIn: state.signIn,
                screen: { state.tabs.title }
            )
        }
    }
}
