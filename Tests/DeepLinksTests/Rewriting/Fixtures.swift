import DeepLinks
import Foundation
import Testing

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

    /// Checks a table of external links and of what becomes of each: an internal link, or the code of a refusal.
    ///
    /// `a → b` rewrites `a`, `a ← b` gives the URL of the internal link `b` (or the code of an error), and `a ↔ b` does both. A
    /// text that begins with a slash, a question mark or a number sign is a link of the origin; `""` is the origin itself.
    func check(
        _ table: String,
        at origin: String = "https://mydomain.io",
        sourceLocation place: SourceLocation = #_sourceLocation
    ) throws {
        for line in table.split(separator: "\n") where !line.hasPrefix("// ") {
            let cells = line.split(separator: " ").map { $0 == #""""# ? "" : String($0) }
            try #require(cells.count == 3, "\(line)", sourceLocation: place)
            let isOfOrigin = cells[0].first.map { "/?#".contains($0) } ?? true
            let external = (isOfOrigin ? origin : "") + cells[0]
            let link = try? DeepLink(cells[2])
            if cells[1] != "←" {
                do throws(RewriteError) {
                    let made = try rewrite(external)
                    #expect(made == link, "\(line)", sourceLocation: place)
                } catch {
                    #expect(error.reason.code == cells[2], "\(line)", sourceLocation: place)
                }
            }
            guard cells[1] != "→" else { continue }
            let internalLink = try DeepLink(cells[2])
            let parts = (external.contains("://") ? external : origin).split(separator: "/")
            do throws(ExternalURLError) {
                let host = String(parts[1].prefix { !"?#".contains($0) })
                let url = try externalURL(for: internalLink, host: host)
                #expect(url.absoluteString == external, "\(line)", sourceLocation: place)
            } catch {
                #expect(error.reason.code == cells[0], "\(line)", sourceLocation: place)
            }
        }
    }
}

/// The error that making a rewriter throws; nil if it succeeds.
func ruleError(@RewriteSource.Builder _ sources: () -> [RewriteSource]) -> RewriteRuleError? {
    do throws(RewriteRuleError) {
        _ = try URLRewriter(sources: sources())
        return nil
    } catch { return error }
}
