public import DeepLinks

extension Catalog {
    /// The views of the catalog and of its products.
    public struct CatalogRouter<Content>: FeatureRouter {
        private let makeCatalogView: @MainActor () -> Content
        private let makeProductDetailView: @MainActor (ProductID) -> Content

        /// Creates the router.
        ///
        /// - Parameters:
        ///   - makeCatalogView: Makes the view of all products.
        ///   - makeProductDetailView: Makes the view of one product.
        public init(
            makeCatalogView: @escaping @MainActor () -> Content,
            makeProductDetailView: @escaping @MainActor (ProductID) -> Content
        ) {
            self.makeCatalogView = makeCatalogView
            self.makeProductDetailView = makeProductDetailView
        }

        /// Whether a destination is the catalog or a product.
        public func canHandle(_ destination: AppDestination) -> Bool {
            switch destination {
            case .catalog, .productDetail: true
            case .login, .settings: false
            }
        }

        /// Makes the view of a product, or of all products.
        public func makeView(for destination: AppDestination) -> Content {
            if case .productDetail(let id) = destination {
                makeProductDetailView(id)
            } else {
                makeCatalogView()
            }
        }
    }

    /// The views of the account: the login and the settings.
    public struct AccountRouter<Content>: FeatureRouter {
        private let makeLoginView: @MainActor () -> Content
        private let makeSettingsView: @MainActor () -> Content

        /// Creates the router.
        ///
        /// - Parameters:
        ///   - makeLoginView: Makes the view of the login.
        ///   - makeSettingsView: Makes the view of the settings.
        public init(
            makeLoginView: @escaping @MainActor () -> Content,
            makeSettingsView: @escaping @MainActor () -> Content
        ) {
            self.makeLoginView = makeLoginView
            self.makeSettingsView = makeSettingsView
        }

        /// Whether a destination is the login or the settings.
        public func canHandle(_ destination: AppDestination) -> Bool {
            destination == .login || destination == .settings
        }

        /// Makes the view of the settings, or of the login.
        public func makeView(for destination: AppDestination) -> Content {
            destination == .settings ? makeSettingsView() : makeLoginView()
        }
    }

    /// The routers of the features, with text as views.
    ///
    /// - Returns: The routers in the order in which they are asked.
    @MainActor
    public static func textRouters() -> FeatureRouterGroup<AppDestination, String> {
        FeatureRouterGroup(
            CatalogRouter(
                makeCatalogView: { "the catalog" },
                makeProductDetailView: { "product \($0.rawValue)" }
            ),
            AccountRouter(
                makeLoginView: { "the login" },
                makeSettingsView: { "the settings" }
            )
        )
    }
}
