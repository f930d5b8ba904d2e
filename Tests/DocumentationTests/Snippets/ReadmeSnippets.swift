import DeepLinks
import Testing

private enum Screen: Hashable, Sendable {
    case home
    case product(id: Int)
}

@MainActor
struct ReadmeSnippets {
    @Test func `the first example`() throws {
        var shown: [String] = []
        func showDetail(id: String) { shown.append(id) }

        // External URLs, and the internal links that they become.
        let rewriter = try URLRewriter {
            Domain("mydomain.io", "www.mydomain.io") {
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/items/{title}-{id:int}", to: "/featureA/detail?id={id}")
            }
            Scheme("myapp", unmatched: .passThrough)
        }

        // A feature registers what it does.
        let handler = DeepLinkHandler()
        try handler.register("/featureA/detail") { queryItems in
            showDetail(id: try queryItems.require(.id))
        }

        // A link arrives.
        let coordinator = DeepLinkCoordinator(handler: handler, rewriter: rewriter)
        coordinator.activate()
        coordinator.open("https://mydomain.io/domainA/items/red-shoe-5")  // shows the detail of 5

        #expect(shown == ["5"])
    }

    @Test func `screens are an enumeration`() throws {
        let handler = DeepLinkHandler()
        let rewriter = try URLRewriter { Scheme("myapp", unmatched: .passThrough) }
        let coordinator = DeepLinkCoordinator(handler: handler, rewriter: rewriter)
        coordinator.activate()

        let screens = try DeepLinkParser<Screen> {
            Route("/home") { _ in .home }
            Route("/products/{id:int}") { queryItems in
                .product(id: try queryItems.require("id"))
            }
        }
        let navigator = Navigator<Screen>()
        try handler.register(screens) { screen in navigator.show(screen) }

        coordinator.open("myapp://products/5")
        #expect(navigator.path == [.product(id: 5)])
    }

    @Test func `the README lists every article`() throws {
        let readme = try Package.text("README.md")
        for page in try Package.pages() where page.path != "README.md" {
            // A catalog's landing page has the name of its module.
            let name = page.path.split(separator: "/").suffix(2)
            if name.last == "\(name.first?.dropLast(5) ?? "").md" { continue }
            #expect(readme.contains("](\(page.path))"), "\(page)")
        }
    }
}
