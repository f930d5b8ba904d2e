public import DeepLinks

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
    ///
    /// Where the system supports observation, a view that reads ``selectedTab`` or a path is updated with it.
    @MainActor
    public final class MainTabs {
        /// The selected tab and the path of each tab, to bind navigation stacks to.
        public let navigator = TabNavigator<Tab, DeepLinkDestination, Never>(tab: .home)

        /// The tab that is shown, to bind a tab view to.
        public var selectedTab: Tab {
            get { navigator.tab }
            set { navigator.tab = newValue }
        }

        /// Creates the main screen with its first tab shown.
        public init() {}

        /// The details that are open in a tab.
        public func path(of tab: Tab) -> [DeepLinkDestination] {
            navigator[tab].path
        }

        /// Switches to the tab that a destination belongs to.
        public func select(_ destination: DeepLinkDestination) {
            selectedTab = destination.tab
        }

        /// Switches to the tab that a destination belongs to, and opens its details if it has any.
        public func show(_ destination: DeepLinkDestination) {
            navigator.show(destination.isDetail ? [destination] : [], in: destination.tab)
        }

        /// Closes all details and goes back to the first tab, for the next person.
        public func reset() {
            navigator.reset(to: .home)
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
