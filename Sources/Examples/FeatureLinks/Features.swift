public import DeepLinks

extension FeatureLinks {
    /// The screens, which the features' closures change.
    @MainActor
    public final class Screens {
        /// The screens that were opened, the latest last.
        public private(set) var opened: [String] = []

        /// Creates an app's screens, with none opened.
        public init() {}

        /// Opens a screen.
        public func open(_ screen: String) {
            opened.append(screen)
        }
    }

    /// A feature that shows things by their identifiers.
    public struct FeatureA: DeepLinkFeature {
        private let screens: Screens

        /// Creates the feature.
        public init(screens: Screens) {
            self.screens = screens
        }

        /// Registers `/featureA/detail?id=123`.
        public func registerDeepLinks(in deeplinkHandler: DeepLinkHandler) throws {
            // Expects URLs like `/featureA/detail?id=123`
            try deeplinkHandler.register("/featureA/detail") { queryItems in
                guard let id = queryItems[.id] else {
                    throw DeepLinkHandleError.missingQueryItem(name: Parameter.id.rawValue)
                }
                navigateToFeatureADetail(id: id)
            }
        }

        @MainActor
        private func navigateToFeatureADetail(id: String) {
            screens.open("detail of \(id)")
        }
    }

    /// A feature that searches, and reads all of its parameters at once.
    public struct FeatureB: DeepLinkFeature {
        /// The parameters of a search.
        struct Search: Decodable {
            let text: String
            let page: Int?
        }

        private let screens: Screens

        /// Creates the feature.
        public init(screens: Screens) {
            self.screens = screens
        }

        /// Registers `/featureB/search?text=shoes&page=2` and `/featureB/help/{topic}`.
        public func registerDeepLinks(in deeplinkHandler: DeepLinkHandler) throws {
            try deeplinkHandler.register("/featureB/search", as: Search.self) { search in
                screens.open("page \(search.page ?? 1) of search for '\(search.text)'")
            }
            try deeplinkHandler.register("/featureB/help/{topic}") { queryItems in
                screens.open("help on \(try queryItems.require("topic"))")
            }
        }
    }
}
