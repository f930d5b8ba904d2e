import DeepLinks
import DeepLinksTestSupport
import PathMatching
import SiteAssociation

/// Rewrite rules with few letters, which often overlap, and links that some of them handle.
enum RandomRules {
    /// A configuration that makes a valid rewriter; if `refusing` is true, about every third rule refuses links.
    static func configuration(
        refusing: Bool = false,
        using random: inout SplitMix64
    ) -> LinkConfiguration {
        var options = SourceOptions()
        if Int.random(in: 0..<4, using: &random) == 0 { options.ignoresCase = true }
        if Int.random(in: 0..<4, using: &random) == 0 { options.prefixes = ["", "/{l:p|q}"] }
        var domain = Domain(hosts: ["a.io"], options: options)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let pattern = pattern(using: &random)
            let refuses = refusing && Int.random(in: 0..<3, using: &random) == 0
            domain.rules.append(
                refuses ? .refuse(Refuse(pattern)) : .rewrite(Rewrite(pattern, to: "/t"))
            )
            // Leave out a rule that conflicts with earlier ones.
            if (try? URLRewriter(sources: [.domain(domain)])) == nil { domain.rules.removeLast() }
        }
        return LinkConfiguration(domains: [domain])
    }

    private static func pattern(using random: inout SplitMix64) -> String {
        var segments = (0..<Int.random(in: 0...3, using: &random)).map { index in
            let kinds =
                [
                    "a", "b", "A", "{x}", "{x}", "{x:int}", "{x:p|q}", "{x}-{y:int}", "a{x:int}",
                    "{x:alpha}.html", "{x:int}-{y}",
                ] + PathConstraint.names.map { "{x:\($0)}" }
            return (kinds.randomElement(using: &random) ?? "a")
                .split(separator: "{", omittingEmptySubsequences: false).joined(
                    separator: "{\(index)"
                )
        }
        if Int.random(in: 0..<6, using: &random) == 0 { segments.append("{*rest}") }
        let query = [
            "", "", "", "?k={v}", "?k=1", "?k={v:int}", "?k={v?}", "?k={v:int?}&j={w}",
            "?k={v:path}", "?{v}", "?{v:int}&k={w}", "?j=1&{v:int}",
        ]
        let fragment = ["", "", "", "", "#{f}", "#{f:int}", "#{f:int?}", "#top", "#a-b"]
        return "/" + segments.joined(separator: "/") + (query.randomElement(using: &random) ?? "")
            + (fragment.randomElement(using: &random) ?? "")
    }

    /// A link that fits a rule's pattern; the domain's options or another rule may still prevent a match.
    static func link(of pattern: String, using random: inout SplitMix64) -> String {
        var link = "https://a.io"
        var rest = pattern[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            link += rest[..<open]
            let inside = rest[rest.index(after: open)..<close]
            let constraint = inside.firstIndex(of: ":").map {
                String(inside[inside.index(after: $0)...])
            }
            link += text(for: inside.hasPrefix("*") ? "*" : constraint, using: &random)
            rest = rest[rest.index(after: close)...]
        }
        return link + rest
    }

    /// A text that meets a constraint.
    private static func text(for constraint: String?, using random: inout SplitMix64) -> String {
        let texts =
            switch constraint {
            case "int?": ["1", "12", "007"]
            case let name? where PathConstraint(name: name) != nil:
                PathConstraint(name: name)?.samples ?? []
            case "p|q": ["p", "q"]
            case "*", "path": ["a/b/c", "x", "1/2"]
            default: ["some-text", "x.y", "caf%C3%A9", "12", "a:b"]
            }
        return texts.randomElement(using: &random) ?? ""
    }

    /// A link in canonical spelling.
    static func link(using random: inout SplitMix64) -> String {
        let texts = [
            "a", "b", "A", "p", "q", "1", "12", "1a", "c0", "C0", "xyz", "x-1", "x-1-2", "1-x",
            "a1", "a12", "a.html", "x.y", "a+b", "x%20y", "x:y", "caf%C3%A9",
            "123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-42661417400g",
        ]
        let count = Int.random(in: 0...4, using: &random)
        let path = (0..<count).map { _ in "/" + (texts.randomElement(using: &random) ?? "") }
            .joined()
        let slash = Int.random(in: 0..<6, using: &random) == 0 ? "/" : ""
        let queries = [
            "", "", "", "?k=1", "?k=x", "?k=1a&j=2", "?j=1", "?k=22&j=x", "?k=a/b", "?k=a/../b",
            "?1", "?k=1&1a", "?j=1&1",
        ]
        let fragment = ["", "", "", "#top", "#5", "#", "#a-b"].randomElement(using: &random) ?? ""
        return
            "https://a.io\(path)\(slash)\(queries.randomElement(using: &random) ?? "")\(fragment)"
    }

    /// The variables of a file by hand.
    static let variables = #", "substitutionVariables": {"v": ["a", "ab", "1*"]}"#

    /// A file by hand, with few letters, so that its rules often overlap each other and rewrite rules.
    static func association(using random: inout SplitMix64) throws -> AppSiteAssociation {
        let paths = [
            "*", "/*", "/a", "/a/*", "/a/?*", "/a*", "/?", "*/b", "/a/b", "/$(v)", "/$(v)/*",
            "/$(digit)", "/$(digit)*", "/A", "/a%2Fb", "/?*/?*", "/caf%C3%A9", "/x*",
        ]
        let values = ["*", "?*", "1", "?", "", "$(v)"]
        let rules = (0..<Int.random(in: 2...6, using: &random)).map { _ in
            var parts: [String] = []
            func pick(_ key: String, _ texts: [String], _ random: inout SplitMix64) {
                if let text = texts.randomElement(using: &random) {
                    parts.append(#""\#(key)": "\#(text)""#)
                }
            }
            if Int.random(in: 0..<10, using: &random) > 0 { pick("/", paths, &random) }
            switch Int.random(in: 0..<6, using: &random) {
            case 0: parts.append(#""?": {"k": "\#(values.randomElement(using: &random) ?? "")"}"#)
            case 1: pick("?", values, &random)
            case 2: pick("#", values, &random)
            default: break
            }
            if Int.random(in: 0..<3, using: &random) == 0 { parts.append(#""exclude": true"#) }
            if Int.random(in: 0..<5, using: &random) == 0 {
                parts.append(#""caseSensitive": false"#)
            }
            if Int.random(in: 0..<5, using: &random) == 0 {
                parts.append(#""percentEncoded": false"#)
            }
            return "{" + parts.joined(separator: ", ") + "}"
        }
        return try AppSiteAssociation(
            components: "[\(rules.joined(separator: ", "))]",
            links: variables
        )
    }
}
