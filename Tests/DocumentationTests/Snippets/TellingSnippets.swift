import DeepLinks
import Foundation
import Testing

@MainActor
final class LinkMessages {
    private(set) var text: String?
    private(set) var page: LinkReport.Suggestion = .none

    func listen(to coordinator: DeepLinkCoordinator) {
        coordinator.onOutcome = { [weak self] report in
            self?.page = report.suggestion
            if let error = report.outcome.error { self?.text = error.localizedDescription }
        }
    }
}

func text(for reason: RejectionReason) -> String {
    switch reason.code {
    case "external": "Diese App öffnet diesen Link nicht."
    case "expired": "Der Link hat zu lange gewartet. Öffne ihn noch einmal."
    case "too-many-links": "Das waren zu viele Links auf einmal."
    default: "Dieser Link kann hier nicht geöffnet werden."
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
            // An error may be nested in the type that throws it.
            let conformance = try Regex("extension (?:\\w+\\.)*\(error): LocalizedError")
            #expect(sources.contains { $0.contains(conformance) }, "\(error)")
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
            coordinator.open(text)
            #expect((messages.text == nil) == waits)
            if waits { coordinator.satisfy(.authenticated) }
            #expect(messages.text == "This item is not for sale any more.")
        }
    }

    @Test(arguments: [
        ("https://mydomain.io/imprint", "in app"), ("https://example.com/imprint", "browser"),
        ("myapp://imprint", "none"), ("https://mydomain.io@example.com/", "none"),
    ])
    func `a page is suggested where it belongs`(text: String, expected: String) throws {
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
        coordinator.open(text)
        let place =
            switch messages.page {
            case .none: "none"
            case .showInApp: "in app"
            case .openInBrowser: "browser"
            }
        #expect(place == expected)
        #expect(messages.text != nil)
    }

    @Test func `the article has every code of a reason`() throws {
        let page = try Package.text("Sources/DeepLinks/DeepLinks.docc/TellTheUser.md")
        let error = try #require(throws: RewriteError.self) {
            try URLRewriter { Domain("a.io") }.rewrite("https://b.io/")
        }
        let reasons: [RejectionReason] = [
            .external(error), .policy(""), .untrusted(.push), .expired, .replaced, .revoked,
            .cancelled, .tooManyLinks, .tooDeep,
        ]
        for reason in reasons { #expect(page.contains("| `\(reason.code)` |"), "\(reason)") }
        #expect(Set(reasons.map(text(for:))).count == 4)
    }
}
