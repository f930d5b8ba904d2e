import DeepLinks
import Testing

/// Paths that are opened again, while the routes change.
@MainActor
struct RouteMemoTests {
    let journal = Journal()

    private static let patterns = [
        "/", "/items", "/items/new", "/items/old", "/items/{id}", "/items/{id:int}", "/{*rest}",
        "/a{{b}}", "/café", "/featureA/detail", "/featureB/detail", "/{feature}/detail",
    ]
    private static let links = [
        "/", "/items", "/items/new", "/items/old", "/items/7", "/items/x", "/a%7Bb%7D",
        "/caf%C3%A9",
        "/featureA/detail", "/featureB/detail", "/featureC/detail", "/nowhere",
    ]

    @Test(arguments: UInt64(0)..<24)
    func `an opened path leads where it leads in a handler that has opened nothing yet`(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        let handler = DeepLinkHandler()
        var registered: [String] = []
        for _ in 0..<60 {
            let pattern = try #require(Self.patterns.randomElement(using: &random))
            if Bool.random(using: &random) {
                try handler.replace(pattern, action: journal.action(pattern))
                registered.removeAll { $0 == pattern }
                registered.append(pattern)
            } else {
                #expect(handler.unregister(pattern) == registered.contains(pattern))
                registered.removeAll { $0 == pattern }
            }
            let fresh = DeepLinkHandler()
            for pattern in registered {
                try fresh.register(pattern, action: journal.action(pattern))
            }
            for _ in 0..<8 {
                let link = try #require(Self.links.randomElement(using: &random))
                #expect(
                    outcome(of: link, in: handler) == outcome(of: link, in: fresh),
                    "\(link) with \(registered)"
                )
            }
        }
    }

    /// What the action of a link wrote down, or that there is none.
    private func outcome(of link: String, in handler: DeepLinkHandler) -> String? {
        journal.entries = []
        try? handler.handle(link)
        return journal.entries.first
    }

    @Test func `a path that was opened runs what takes its place`() throws {
        let handler = try journal.handler("/featureA/detail")
        try handler.handle("/featureA/detail?id=1")
        try handler.replace("/featureA/detail") { _ in journal.entries.append("other") }
        try handler.handle("/featureA/detail?id=1")
        #expect(journal.entries == ["/featureA/detail id=1", "other"])
        handler.unregister("/featureA/detail")
        #expect(throws: DeepLinkHandleError.pathNotRegistered(path: "/featureA/detail")) {
            try handler.handle("/featureA/detail?id=1")
        }
    }

    @Test func `an opened path has the same route while others come and go`() throws {
        let handler = try journal.handler("/items/new", "/items/{id}", "/items/old")
        let route = try #require(try handler.match(for: DeepLink("/items/5"))).route
        handler.unregister("/items/new")
        try handler.register("/items/{id}/edit") { _ in }
        #expect(try handler.match(for: DeepLink("/items/new"))?.route === route)
        try handler.replace("/items/{number}") { _ in }
        #expect(try handler.match(for: DeepLink("/items/5"))?.route !== route)
        #expect(route.path == "/items/{id}")
    }

    @Test func `a feature that takes back its routes takes them from opened paths too`() throws {
        struct Feature: DeepLinkFeature {
            func registerDeepLinks(in handler: DeepLinkHandler) throws {
                try handler.register("/items/new") { _ in }
                try handler.handle("/items/new")
                throw Mishap()
            }
        }
        let handler = try journal.handler("/items/{id}")
        #expect(throws: Mishap.self) { try handler.register(Feature()) }
        try handler.handle("/items/new")
        #expect(journal.entries == ["/items/{id} id=new"])
    }

    @Test func `more paths than are remembered all lead where they should`() throws {
        let paths = (0..<100).map { "/feature\($0)/detail" }
        let handler = DeepLinkHandler()
        for path in paths { try handler.register(path, action: journal.action(path)) }
        for _ in 0..<3 {
            for path in paths { try handler.handle(path) }
        }
        #expect(journal.entries == paths + paths + paths)
    }
}
