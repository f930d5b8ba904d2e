public import DeepLinks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Catalog {
    /// Where the app can be.
    public enum AppDestination: Hashable, Sendable {
        /// The login, which is the root for somebody who is not signed in.
        case login
        /// All products.
        case catalog
        /// One product.
        case productDetail(ProductID)
        /// The settings.
        case settings
    }

    /// What a product is found by: any text but an empty one.
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
    }

    /// Makes destinations of internal links, and decides nothing about them.
    ///
    /// - Returns: The parser.
    /// - Throws: A fault of the routes: none, as a test makes sure.
    public static func parser() throws(DeepLinkRegisterError) -> DeepLinkParser<AppDestination> {
        try DeepLinkParser {
            Route("/login") { _ in .login }
            Route("/catalog") { _ in .catalog }
            Route("/product") { .productDetail(try $0.require(.productID)) }
            Route("/settings") { _ in .settings }
        }
    }

    /// What makes internal links of external ones; the app's own scheme has internal paths already.
    ///
    /// - Returns: The rewriter.
    /// - Throws: A fault of the rules: none, as a test makes sure.
    public static func rewriter() throws(RewriteRuleError) -> URLRewriter {
        try URLRewriter {
            Scheme("myapp", unmatched: .passThrough)
        }
    }
}

extension TypedParameter<Catalog.ProductID> {
    /// The product that a link is about.
    static var productID: Self { "id" }
}

extension Catalog.AppDestination {
    /// The internal link that leads here, for intents inside the app.
    ///
    /// - Throws: Nothing, as the paths are canonical.
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
