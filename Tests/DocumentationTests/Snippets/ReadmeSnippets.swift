import DeepLinks
import Testing

@MainActor
struct ReadmeSnippets {
    @Test func `the first example`() throws {
        var shown: [String] = []
        func showDetail(id: String) { shown.append(id) }

        // What the outside world uses, and what the app knows instead.
        let rewriter = try URLRewriter {
            Domain("mydomain.io", "www.mydomain.io") {
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/items/{title}-{id:int}", to: "/featureA/detail?id={id}")
            }
            Scheme("myapp", unmatched: .passThrough)
        }

        // What a feature does.
        let handler = DeepLinkHandler()
        try handler.register("/featureA/detail") { queryItems in
            showDetail(id: try queryItems.require(.id))
        }

        // A link arrives.
        let link = try rewriter.rewrite("https://mydomain.io/domainA/items/red-shoe-872346")
        #expect(link.path == "/featureA/detail")
        #expect(link.queryItems[.id] == "872346")
        try handler.handle(link)  // shows the detail of 872346

        #expect(shown == ["872346"])
    }
}
