public import DeepLinks

/// A shop with three tabs, a login sheet and a checkout sheet.
///
/// | Link | Tab | Above it | Without a login |
/// | :- | :- | :- | :- |
/// | `https://shop.example/` | home | | shown |
/// | `https://shop.example/c/<category>` | catalog | the category | shown |
/// | `https://shop.example/c/<category>/<id>` | catalog | the category, then the product | shown |
/// | `https://shop.example/orders` | profile | the orders | waits |
/// | `https://shop.example/cart` | as it is | the checkout sheet | waits |
///
/// The scheme `shop` has the same paths: `shop://cart`.
public enum ShopTabs {
    /// A tab of the window.
    public enum Tab: Hashable, Sendable, CaseIterable {
        /// What is new.
        case home
        /// Categories and their products.
        case catalog
        /// The account.
        case profile
    }

    /// A screen after the root of a tab.
    public enum Screen: Hashable, Sendable {
        /// The products of a category.
        case category(String)
        /// One product.
        case product(Int)
        /// What the user has ordered.
        case orders
    }

    /// A sheet above the tabs.
    public enum Sheet: Hashable, Identifiable, Sendable {
        /// The login, which stays until the user has signed in or cancels.
        case login
        /// The checkout of the cart.
        case checkout

        /// The sheet itself.
        public var id: Self { self }
    }

    /// Where links lead.
    public enum Place: Hashable, Sendable {
        /// The first tab.
        case home
        /// A category of the catalog.
        case category(String)
        /// A product, after its category.
        case product(Int, in: String)
        /// The user's orders.
        case orders
        /// The checkout of the cart.
        case cart
    }

    private enum Links {
        static let home = LinkPath("/home")
        static let category = LinkPath("/categories/{category}", TypedParameter<String>("category"))
        static let product = LinkPath(
            "/products/{id:int}",
            TypedParameter<Int>("id"),
            TypedParameter<String>("category")
        )
        static let orders = LinkPath("/orders")
        static let cart = LinkPath("/cart")
    }

    /// Makes places of internal links, and internal links of places.
    ///
    /// - Returns: The parser.
    /// - Throws: A fault of the routes; a test makes sure that there is none.
    public static func places() throws(DeepLinkRegisterError) -> DeepLinkParser<Place> {
        try DeepLinkParser {
            Route(Links.home, .home)
            Route(Links.category) {
                .category($0)
            } values: {
                if case .category(let name) = $0 { name } else { nil }
            }
            Route(Links.product) {
                .product($0, in: $1)
            } values: {
                if case .product(let id, let category) = $0 { (id, category) } else { nil }
            }
            Route(Links.orders, .orders, requires: [.authenticated])
            Route(Links.cart, .cart, requires: [.authenticated])
        }
    }

    /// Makes internal links from the links of the web site and of the scheme.
    ///
    /// - Returns: The rewriter.
    /// - Throws: A fault of the rules; a test makes sure that there is none.
    public static func rewriter() throws(RewriteRuleError) -> URLRewriter {
        try URLRewriter {
            Domain("shop.example") { rules }
            Scheme("shop") { rules }
        }
    }

    @RewriteRule.Builder private static var rules: [RewriteRule] {
        Rewrite("/", to: Links.home)
        Rewrite("/c/{category:slug}", to: Links.category)
        Rewrite("/c/{category:slug}/{id:int}", to: Links.product)
        Rewrite("/orders", to: Links.orders)
        Rewrite("/cart", to: Links.cart)
    }
}
