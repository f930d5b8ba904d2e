public import DeepLinks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Catalog {
    /// A place in the app.
    public enum AppDestination: Hashable, Sendable {
        /// The login, which is the root while no user is signed in.
        case login
        /// All products.
        case catalog
        /// One product.
        case productDetail(ProductID)
        /// The settings.
        case settings
    }

    /// The identifier of a product: any text that is not empty.
    public struct ProductID: Hashable, Sendable, ParameterValue {
        /// The text.
        public let rawValue: String

        /// Creates an identifier; nil if the text is empty.
        public init?(_ rawValue: String) {
            guard rawValue.isEmpty == false else { return nil }
            self.rawValue = rawValue
        }

        /// Reads an identifier from a parameter's value; nil if it is empty.
        public init?(parameterValue: String) {
            self.init(parameterValue)
        }

        /// The text.
        public var parameterValue: String { rawValue }
    }

    /// Makes destinations from internal links, and decides nothing about them.
    ///
    /// - Returns: The parser.
    /// - Throws: A fault of the routes; a test makes sure that there is none.
    public static func parser() throws(DeepLinkRegisterError) -> DeepLinkParser<AppDestination> {
        try DeepLinkParser {
            Route("/login") { _ in .login }
            Route("/catalog") { _ in .catalog }
            Route("/product") { .productDetail(try $0.require(.productID)) }
            Route("/settings") { _ in .settings }
        }
    }

    /// Makes internal links from external ones; the app's own scheme already has internal paths.
    ///
    /// - Returns: The rewriter.
    /// - Throws: A fault of the rules; a test makes sure that there is none.
    public static func rewriter() throws(RewriteRuleError) -> URLRewriter {
        try URLRewriter {
            Scheme("myapp", unmatched: .passThrough)
        }
    }
}

extension TypedParameter<Catalog.ProductID> {
    /// The product of a link.
    static var productID: Self { "id" }
}

extension Catalog.AppDestination {
    /// The internal link that leads here, for intents inside the app.
    ///
    /// - Throws: Nothing in practice, as the paths are canonical.
    public func link() throws(DeepLinkError) -> DeepLink {
        switch self {
        case .login: try DeepLink(path: "/login")
        case .catalog: try DeepLink(path: "/catalog")
        case .productDetail(let id):
            try DeepLink(
                path: "/product",
                queryItems: [URLQueryItem(name: "id", value: id.rawValue)]
            )
        case .settings: try DeepLink(path: "/settings")
        }
    }
}
