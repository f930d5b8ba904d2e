import DeepLinks
import Foundation
import Testing

@MainActor
final class LinkMessages {
    private(set) var text: String?
    private(set) var page: URL?

    func listen(to coordinator: DeepLinkCoordinator) {
        coordinator.onFailure = { [weak self] _, error in self?.show(error) }
        coordinator.onUnhandled = { [weak self] unhandled in
            // The browser would bring such a page straight back.
            if unhandled.wouldBounce, unhandled.url?.scheme == "https" {
                self?.page = unhandled.url
            }
        }
    }

    func open(_ url: URL, in coordinator: DeepLinkCoordinator) {
        page = nil
        if let error = coordinator.open(url).error { show(error) }
    }

    private func show(_ error: any Error) {
        if error is CancellationError { return }
        text = error.localizedDescription
    }
}

struct ItemIsGone: LocalizedError {
    let errorDescription: String? = "This item is not for sale any more."
}

@MainActor
struct TellingSnippets {
    @Test func `an error has a text for each reader`() throws {
        do {
            _ = try DeepLink("/a/../b")
        } catch {
            #expect(error.localizedDescription == "This link is damaged or incomplete.")
            #expect(error.failureReason == "The path has a dot segment at byte 3.")
            #expect(error.recoverySuggestion == "Write it without '.' and '..'.")
        }
    }

    @Test func `every error of the package has a text for each reader`() throws {
        // Parts of other errors, which no public function throws.
        let parts: Set = ["AssociationObstacle", "HostPatternFlaw"]
        let modules = ["PathMatching", "DeepLinks", "LinkChecking", "SiteAssociation"]
        let sources = try modules.flatMap { module in
            try FileManager.default
                .subpathsOfDirectory(atPath: Package.root.path + "/Sources/\(module)")
                .filter { $0.hasSuffix(".swift") }
                .map { try Package.text("Sources/\(module)/\($0)") }
        }
        let errors = sources.flatMap { text in
            text.matches(of: /public (?:struct|enum) (\w+): [^{]*\bError\b/).map { String($0.1) }
        }
        #expect(errors.count > 10)
        for error in Set(errors).subtracting(parts) {
            #expect(
                sources.contains { $0.contains("extension \(error): LocalizedError") },
                "\(error)"
            )
        }
    }

    @Test func `what fails at once and what fails later are shown alike`() throws {
        let handler = DeepLinkHandler()
        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: try URLRewriter { Scheme("myapp", unmatched: .passThrough) }
        )
        try handler.register("/item") { _ in throw ItemIsGone() }
        try handler.register("/order", requires: [.authenticated]) { _ in throw ItemIsGone() }
        coordinator.activate()
        for (text, waits) in [("myapp://item", false), ("myapp://order", true)] {
            let messages = LinkMessages()
            messages.listen(to: coordinator)
            messages.open(try #require(URL(string: text)), in: coordinator)
            #expect((messages.text == nil) == waits)
            if waits { coordinator.satisfy(.authenticated) }
            #expect(messages.text == "This item is not for sale any more.")
        }
    }

    @Test(arguments: [
        ("https://mydomain.io/imprint", true), ("https://evil.com/imprint", false),
        ("myapp://imprint", false),
    ])
    func `a page of the app's own site is shown inside the app`(text: String, isPage: Bool) throws {
        let coordinator = DeepLinkCoordinator(
            handler: DeepLinkHandler(),
            rewriter: try URLRewriter {
                Domain("mydomain.io")
                Scheme("myapp", unmatched: .passThrough)
            }
        )
        coordinator.activate()
        let messages = LinkMessages()
        messages.listen(to: coordinator)
        let url = try #require(URL(string: text))
        messages.open(url, in: coordinator)
        #expect(messages.page == (isPage ? url : nil))
        #expect(messages.text != nil)
    }
}
