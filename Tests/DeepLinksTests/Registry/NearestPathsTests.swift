import DeepLinks
import DeepLinksTestSupport
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

    @Test(arguments: try rows(in: "nearest-paths.txt"))
    func `the nearest path is what was meant`(row: TableRow) {
        #expect(handler.nearestPaths(to: row[0]).first == row[1])
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
        let alike = DeepLinkHandler()
        for path in ["/item1", "/item2", "/item3", "/items"] { try alike.register(path) { _ in } }
        #expect(alike.nearestPaths(to: "/Items").first == "/items")
    }

    @Test(.timeLimit(.minutes(5))) func `a long path does not make it long`() {
        let segment = "/" + String(repeating: "items", count: 100_000)
        let segments = String(repeating: "/docs", count: 100_000)
        // Comparing every byte with every other would take minutes.
        #expect(handler.nearestPaths(to: segment).isEmpty)
        #expect(handler.nearestPaths(to: segments).first == "/docs/{*rest}")
    }
}
