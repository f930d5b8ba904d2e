public import DeepLinks

extension FeatureLinks {
    /// What the `<id>` in external links is.
    public enum Identifiers: String, CaseIterable, Sendable {
        /// Digits, so that a title without an identifier behind it is no link.
        case numbers = "int"
        /// Letters and digits: what follows a title's last dash is the identifier, whatever it is.
        case texts = "alnum"
    }

    /// The rewriter, the only place that knows both the external and the internal shape of a link.
    ///
    /// - Parameter identifiers: What the `<id>` in external links is.
    /// - Returns: The rewriter.
    /// - Throws: A fault of the rules: none, as a test makes sure.
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
            // Links in mails are counted, and carry the real one.
            Domain("click.mydomain.io") {
                Unwrap("/track?url={target}")
            }
            // The app's own scheme has internal paths already.
            Scheme("myapp", unmatched: .passThrough)
        }
    }
}
