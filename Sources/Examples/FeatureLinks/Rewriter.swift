public import DeepLinks

extension FeatureLinks {
    /// The form of the `<id>` in external links.
    public enum Identifiers: String, CaseIterable, Sendable {
        /// Digits, so that a title without an identifier after it does not match.
        case numbers = "int"
        /// Letters and digits: whatever follows a title's last dash is the identifier.
        case texts = "alnum"
    }

    /// The rewriter, the only place that knows both the external and the internal shape of a link.
    ///
    /// - Parameter identifiers: The form of the `<id>` in external links.
    /// - Returns: The rewriter.
    /// - Throws: A fault of the rules; a test makes sure that there is none.
    public static func rewriter(
        identifiers: Identifiers = .numbers
    ) throws(RewriteRuleError) -> URLRewriter {
        let id = "{id:\(identifiers.rawValue)}"
        return try URLRewriter {
            Domain("mydomain.io", "www.mydomain.io") {
                Rewrite("/domainA/\(id)", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/items/\(id)", to: "/featureA/detail?id={id}")
                Rewrite(
                    "/domainA/items/{title}-\(id)",
                    to: "/featureA/detail?id={id}",
                    examples: [
                        "/domainA/items/some-seo-title-872346": "/featureA/detail?id=872346"
                    ]
                )
                // `https://mydomain.io/a/872346` is also a valid URL, just shorter!
                Rewrite("/a/\(id)", to: "/featureA/detail?id={id}")
                Rewrite(
                    "/search?q={text}&page={page?}",
                    to: "/featureB/search?text={text}&page={page}"
                )
            }
            // Links in emails go through a click counter and carry the real link.
            Domain("click.mydomain.io") {
                Unwrap("/track?url={target}")
            }
            // The app's own scheme already has internal paths.
            Scheme("myapp", unmatched: .passThrough)
        }
    }
}
