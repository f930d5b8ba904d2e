import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

struct RewritingSnippets {
    @Test func `a rule for each shape`() throws {
        // RewritingLinks.md: Domain("mydomain.io", "www.mydomain.io") {

        // The table above the example.
        for row in try Repository.table(
            under: "| External link | Internal link |",
            in: "RewritingLinks"
        ) {
            #expect(try rewriter.rewrite(row[0]) == DeepLink(row[1]))
        }
    }

    @Test func `any host, and captures of hosts with constraints`() throws {
        // RewritingLinks.md: Domain("mydomain.io", "{language:en|de}.mydomain.io") {
        for link in [
            "https://mydomain.io/@ann/5", "https://mastodon.social/about",
            "https://mastodon.social:8443/@ann/5", "https://127.0.0.1/@ann/5",
        ] {
            #expect(throws: RewriteError.self) { try rewriter.rewrite(link) }
        }
    }

    @Test func `a rule that refuses`() throws {
        // RewritingLinks.md: Rewrite("/projects/{creator}/{project}", to: "/project?id={project}")
        #expect(refused.error?.reason == .refusedByRule("/projects/{creator}/edit"))
    }

    @Test func `a rule with an example`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io") {
                // RewritingLinks.md: "/domainA/items/{title}-{id:int}",
                // RewritingLinks.md: Rewrite("/items/{id:int}", to: "/detail?id={id}", title: "Product page", owner: "Growth")
            }
        }
        #expect(
            try rewriter.rewrite("https://mydomain.io/domainA/items/red-shoe-872346")
                == DeepLink("/featureA/detail?id=872346")
        )
    }

    @Test func `a rewriter tells its steps as the article shows`() throws {
        var printed: [String] = []
        func print(_ explanation: Explanation) { printed.append(explanation.description) }

        // RewritingLinks.md: Domain("mydomain.io", query: .strip(["utm_source"])) {

        let page = try Repository.text("Sources/DeepLinks/DeepLinks.docc/RewritingLinks.md")
        #expect(page.contains("```\n" + printed.joined(separator: "\n") + "\n```"))
    }
}
