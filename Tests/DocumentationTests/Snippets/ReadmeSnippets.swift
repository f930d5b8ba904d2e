import DeepLinks
import Testing

struct ReadmeSnippets {
    @Test func `the first example`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", "www.mydomain.io") {
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/items/{title}-{id:int}", to: "/featureA/detail?id={id}")
            }
            Scheme("myapp", unmatched: .passThrough)
        }

        let link = try rewriter.rewrite("https://mydomain.io/domainA/items/red-shoe-872346")
        #expect(link.path == "/featureA/detail")
        #expect(link.queryItems[.id] == "872346")
    }
}
