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
    ]

    /// Opens each link in an app of its own that nobody is signed in to, and signs somebody in if it waits.
    ///
    /// - Parameter links: External links.
    /// - Returns: Each link's way.
    /// - Throws: A fault of the rules or the routes.
    @MainActor
    public static func run(_ links: [String] = links) throws -> [Visit] {
        try links.map { try visit($0, in: AppState()) }
    }

    /// Opens links while somebody is signed in, the last of them to content that has to be fetched first.
    ///
    /// - Returns: Each link's way.
    /// - Throws: A fault of the rules or the routes.
    @MainActor
    public static func moments() throws -> [Visit] {
        let states = [try AppState(), try AppState(fetch: { _ in })]
        return try states.map { state in
            state.signIn()
            return try visit("https://crahg.app/events/event-123", in: state)
        }
    }

    @MainActor
    private static func visit(_ link: String, in state: AppState) throws -> Visit {
        Visit(
            of: link,
            in: state.deepLinkManager.coordinator,
            signIn: state.signIn,
            screen: { state.tabs.title }
        )
    }
}
