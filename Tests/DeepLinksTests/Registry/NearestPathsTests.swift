import DeepLinks
import Testing

@MainActor
struct NearestPathsTests {
    private let handler = DeepLinkHandler()

    init() throws {
        for path in [
            "/", "/home", "/featureA/detail", "/featureA/settings", "/featureB/detail",
            "/items/{id:int}", "/items/{id:int}/edit", "/docs/{*rest}", "/{lang:en|fr}", "/{*rest}",
            "/caf\u{E9}", "/my/cart",
        ] { try handler.register(path) { _ in } }
    }

    @Test(arguments: [
        // Letters: swapped, missing, too many, replaced, in the other case.
        ("/featureA/detial", "/featureA/detail"), ("/featurA/detail", "/featureA/detail"),
        ("/featureA/details", "/featureA/detail"), ("/featureA/setting5", "/featureA/settings"),
        ("/FeatureB/Detail", "/featureB/detail"), ("/hmoe", "/home"), ("/Home", "/home"),
        // Segments: too many, missing, torn apart.
        ("/featureA/detail/872346", "/featureA/detail"), ("/feature/A/detail", "/featureA/detail"),
        ("/settings", "/featureA/settings"), ("/items", "/items/{id:int}"),
        // Captures take anything.
        ("/item/7", "/items/{id:int}"), ("/items/abc", "/items/{id:int}"),
        ("/itmes/7/edit", "/items/{id:int}/edit"), ("/items/7/edti", "/items/{id:int}/edit"),
        ("/doc/a/b/c", "/docs/{*rest}"), ("/docs", "/docs/{*rest}"),
        // Paths in other spellings.
        ("featureA/detail", "/featureA/detail"), ("//featureA//detial/", "/featureA/detail"),
        ("/featureA/detial?id=1", "/featureA/detail"), ("/../home", "/home"), ("/home%", "/home"),
        ("https://domain.io/featureA/detial?id=1#top", "/featureA/detail"),
        ("/caf\u{E9}s", "/caf%C3%A9"),
    ])
    func `the nearest path is what was meant`(path: String, nearest: String) {
        #expect(handler.nearestPaths(to: path).first == nearest)
    }

    @Test(arguments: [
        "/x", "/profile", "/completely/different/things", "", "?", "/en/home/x/y/z/a/b/c", "/7",
    ])
    func `what is spelled like no path has none near it`(path: String) {
        #expect(handler.nearestPaths(to: path).isEmpty)
    }

    @Test func `the nearest comes first, and equally near ones are sorted`() throws {
        #expect(
            handler.nearestPaths(to: "/featureA/detial")
                == ["/featureA/detail", "/featureB/detail", "/featureA/settings"]
        )
        #expect(
            handler.nearestPaths(to: "/featureC/detail", limit: 2) == [
                "/featureA/detail", "/featureB/detail",
            ]
        )
        #expect(handler.nearestPaths(to: "/featureC/detail", limit: 1) == ["/featureA/detail"])
        #expect(handler.nearestPaths(to: "/featureC/detail", limit: 0).isEmpty)
        #expect(handler.nearestPaths(to: "/featureC/detail", limit: -1).isEmpty)
        #expect(DeepLinkHandler().nearestPaths(to: "/home").isEmpty)
        try handler.register("/featureD/detail") { _ in }
        #expect(handler.nearestPaths(to: "/featureA/detial").count == 3)
    }

    @Test(.timeLimit(.minutes(5))) func `a long path does not make it long`() {
        let segment = "/" + String(repeating: "items", count: 100_000)
        let segments = String(repeating: "/docs", count: 100_000)
        // Comparing every byte with every other would take minutes.
        #expect(handler.nearestPaths(to: segment).isEmpty)
        #expect(handler.nearestPaths(to: segments).first == "/docs/{*rest}")
    }
}
