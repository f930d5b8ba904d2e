public import DeepLinks

extension FeatureLinks {
    /// The rewriter, the only place that knows both the external and the internal shape of a link.
    ///
    /// - Returns: The rewriter.
    /// - Throws: A fault of the rules; a test makes sure that there is none.
    public static func rewriter() throws(RewriteRuleError) -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io", "www.mydomain.io") {
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/items/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite(
                    "/domainA/items/{title}-{id:int}",
                    to: "/featureA/detail?id={id}",
                    examples: [
                        "/domainA/items/some-seo-title-872346": "/featureA/detail?id=872346"
                    ]
                )
                // `https://mydomain.io/a/872346` is also a valid URL, just shorter!
                Rewrite("/a/{id:int}", to: "/featureA/detail?id={id}")
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
