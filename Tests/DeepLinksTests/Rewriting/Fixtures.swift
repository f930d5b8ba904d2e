import DeepLinks
import Foundation

/// Rewriters that many tests use.
enum Fixture {
    /// A domain and a scheme without rules, whose links pass through as they are.
    static func passing() throws -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io", "www.mydomain.io", unmatched: .passThrough)
            Scheme("myapp", unmatched: .passThrough)
        }
    }

    /// A shop's domain with rules, and a scheme whose links pass through as they are.
    static func shop() throws -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io", "www.mydomain.io") {
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/items/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite(
                    "/domainA/items/{title}-{id:int}",
                    to: "/featureA/detail?id={id}",
                    examples: ["/domainA/items/red-shoe-872346": "/featureA/detail?id=872346"]
                )
                Rewrite("/domainA/notes/{id}", to: "/featureA/note?id={id}")
                Rewrite("/watch?v={video}&t={start?}", to: "/player?id={video}&start={start}")
            }
            Scheme("myapp", unmatched: .passThrough)
        }
    }

    /// Rules that several sources share.
    static func rules(@RewriteRule.Builder _ rules: () -> [RewriteRule]) -> [RewriteRule] {
        rules()
    }

    /// A domain with the given rules.
    static func domain(
        _ host: String = "mydomain.io",
        @RewriteRule.Builder rules: () -> [RewriteRule]
    ) throws -> URLRewriter {
        let domain = Domain(hosts: [host], rules: rules())
        return try URLRewriter(sources: [.domain(domain)])
    }
}

extension URLRewriter {
    /// The error that refuses a link; nil if it is not refused.
    func refusal(of link: String) -> RewriteError? {
        do throws(RewriteError) {
            _ = try rewrite(link)
            return nil
        } catch { return error }
    }

    /// The internal link as text; nil if the link is refused.
    func text(of link: String) -> String? { (try? rewrite(link))?.url.absoluteString }
}

/// The error that making a rewriter throws; nil if it succeeds.
func ruleError(@RewriteSource.Builder _ sources: () -> [RewriteSource]) -> RewriteRuleError? {
    do throws(RewriteRuleError) {
        _ = try URLRewriter(sources: sources())
        return nil
    } catch { return error }
}
