import DeepLinks

extension Crahg {
    /// A tab of the main screen.
    public enum Tab: Hashable, Sendable, CaseIterable {
        /// What is new.
        case home
        /// All events.
        case whatsOn
        /// Passes that were bought.
        case passes
        /// All gyms.
        case gyms
    }

    /// The main screen: tabs, each with a path of details.
    @MainActor
    public final class MainTabs {
        /// The tab that is shown.
        public private(set) var selectedTab = Tab.home

        private let navigators = [Tab: Navigator<DeepLinkDestination>](
            uniqueKeysWithValues: Tab.allCases.map { ($0, Navigator()) }
        )

        /// Creates the main screen with its first tab shown.
        public init() {}

        /// The details that are open in a tab.
        public func path(of tab: Tab) -> [DeepLinkDestination] {
            navigators[tab]?.path ?? []
        }

        /// Switches to the tab that a destination belongs to.
        public func select(_ destination: DeepLinkDestination) {
            selectedTab = destination.tab
        }

        /// Switches to the tab that a destination belongs to, and opens its details if it has any.
        public func show(_ destination: DeepLinkDestination) {
            select(destination)
            navigators[destination.tab]?.replace(path: destination.isDetail ? [destination] : [])
        }

        /// Closes all details and goes back to the first tab, for the next person.
        public func reset() {
            for navigator in navigators.values { navigator.popToRoot() }
            selectedTab = .home
        }

        /// The tab and the details in a few words.
        public var title: String {
            switch path(of: selectedTab).last {
            case .event(let id): "event \(id)"
            case .gym(let id): "gym \(id)"
            default: "the \(selectedTab.title) tab"
            }
        }
    }
}

extension Crahg.Tab {
    /// The name of the tab on screen.
    public var title: String {
        switch self {
        case .home: "home"
        case .whatsOn: "what's on"
        case .passes: "passes"
        case .gyms: "gyms"
        }
    }
}

extension Crahg.DeepLinkDestination {
    /// The tab of this destination.
    public var tab: Crahg.Tab {
        switch self {
        case .event, .whatsOn: .whatsOn
        case .gym, .gyms: .gyms
        case .home: .home
        case .passes: .passes
        }
    }

    /// Whether this is a detail in a tab, not a whole tab.
    public var isDetail: Bool {
        switch self {
        case .event, .gym: true
        case .home, .passes, .whatsOn, .gyms: false
        }
    }
}
