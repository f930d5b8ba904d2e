public import DeepLinks

extension FeatureLinks {
    /// The app: a rewriter, a handler, and the features that register with it at start-up.
    @MainActor
    public final class App {
        /// The handler with which features register.
        public let deeplinkHandler: DeepLinkHandler

        /// Turns external links into internal ones.
        public let rewriter: URLRewriter

        /// What is on screen.
        public let screens = Screens()

        /// Starts the app: both features register their links.
        ///
        /// - Parameter deeplinkHandler: The app's only handler.
        /// - Throws: A fault of the rewriter's rules.
        public init(deeplinkHandler: DeepLinkHandler = DeepLinkHandler()) throws {
            self.deeplinkHandler = deeplinkHandler
            rewriter = try FeatureLinks.rewriter()
            register(FeatureA(screens: screens))
            register(FeatureB(screens: screens))
        }

        /// Registers a feature's links; if this fails, the app continues without the feature.
        ///
        /// - Parameter feature: The feature.
        /// - Returns: Why the feature was not registered; nil if it was.
        @discardableResult
        public func register(_ feature: some DeepLinkFeature) -> String? {
            do {
                try deeplinkHandler.register(feature)
                return nil
            } catch let error as DeepLinkRegisterError {
                // Maybe you already registered this path?
                return error.description
            } catch let someError {
                // Fallback for generic errors
                return "\(someError)"
            }
        }

        /// Opens an external link.
        ///
        /// - Parameter external: The link as it arrived.
        /// - Returns: What happened to the link.
        public func open(_ external: String) -> Visit {
            var link: DeepLink?
            func visit(_ outcome: Visit.Outcome) -> Visit {
                Visit(external: external, internal: link, decision: nil, outcome: outcome)
            }
            do {
                let internalLink = try rewriter.rewrite(external)
                link = internalLink
                try deeplinkHandler.handle(internalLink)
                return visit(.opened("the \(screens.opened.last ?? "")"))
            } catch let error as DeepLinkHandleError {
                switch error {
                case .pathNotRegistered(let path):
                    let nearest = deeplinkHandler.nearestPaths(to: path, limit: 1).first
                    let question = nearest.map { " Is '\($0)' meant?" } ?? ""
                    return visit(.failed(error.description + question))
                case .missingQueryItem(_):
                    return visit(.failed(error.description))
                }
            } catch let someError {
                return visit(link == nil ? .refused("\(someError)") : .failed("\(someError)"))
            }
        }
    }
}

extension FeatureLinks {
    /// Links to open, some of which are refused.
    public static let links = [
        "https://mydomain.io/domainA/872346",
        "https://mydomain.io/domainA/items/872346",
        "https://www.mydomain.io/domainA/items/some-seo-title-872346",
        "https://mydomain.io/a/872346",
        "https://mydomain.io/a/872346?utm_source=mail",
        "https://mydomain.io/search?q=red%20shoes&page=2",
        "https://click.mydomain.io/track?url=https%3A%2F%2Fmydomain.io%2Fa%2F872346",
        "myapp://featureA/detail?id=872346",
        "myapp://featureB/help/delivery",
        "https://mydomain.io/domainA/items/some-seo-title",
        "https://mydomain.io/search?q=shoes&page=two",
        "https://mydomain.io.evil.com/a/872346",
        "https://mydomain.io@evil.com/a/872346",
        "https://click.mydomain.io/track?url=https%3A%2F%2Fevil.com%2Fa%2F872346",
        "myapp://featureA/detail",
        "myapp://featureA/detial?id=872346",
    ]

    /// Starts the app and opens links in it, in order.
    ///
    /// - Returns: What happened to each link.
    /// - Throws: A fault of the rewriter's rules.
    @MainActor
    public static func run() throws -> [Visit] {
        let app = try App()
        return links.map(app.open)
    }
}
