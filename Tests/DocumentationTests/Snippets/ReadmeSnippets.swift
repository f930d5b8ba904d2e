import DeepLinks
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
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)

        // README.md: let screens = try DeepLinkParser<Screen> {
    }
}
