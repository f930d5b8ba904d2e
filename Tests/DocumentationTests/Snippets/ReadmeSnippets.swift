import DeepLinks
import DeepLinksArticleCode
import DeepLinksTestSupport
import Testing

@MainActor
struct ReadmeSnippets {
    // README.md: enum Screen: Hashable, Sendable {

    @Test func `the first example`() throws {
        var shown: [String] = []
        func showDetail(id: String) { shown.append(id) }

        // README.md: // External URLs, and the internal links that they become.

        #expect(shown == ["5"])
    }

    @Test func `screens are an enumeration`() throws {
        let handler = DeepLinkHandler()
        let rewriter = try URLRewriter { Scheme("myapp", unmatched: .passThrough) }
        let coordinator = DeepLinkCoordinator(handler: handler, rewriter: rewriter)
        coordinator.activate()

        // README.md: let screens = try DeepLinkParser<Screen> {
    }

    @Test func `the README lists every article`() throws {
        let readme = try Repository.text("README.md")
        for page in try Repository.pages() where page.path != "README.md" {
            // A catalog's landing page has the name of its module.
            let name = page.path.split(separator: "/").suffix(2)
            if name.last == "\(name.first?.dropLast(5) ?? "").md" { continue }
            #expect(readme.contains("](\(page.path))"), "\(page)")
        }
    }
}
