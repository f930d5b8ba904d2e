import DeepLinks
import Foundation
import Testing

// SignedLinksAndAttribution.md: struct SignaturePolicy: NavigationPolicy {

@MainActor
struct SignedSnippets {
    private final class Shown {
        var codes: [String] = []
    }

    private let shown = Shown()
    private let coordinator: DeepLinkCoordinator

    init() throws {
        // SignedLinksAndAttribution.md: let rewriter = try URLRewriter {
        // A signature that a test can make: how long the text is.
        let policy = SignaturePolicy { text, signature in "\(text.utf8.count)" == signature }
        coordinator = DeepLinkCoordinator(
            handler: DeepLinkHandler(),
            rewriter: rewriter,
            policy: policy
        )
        try coordinator.handler.register("/gifts/{code}", requires: [.authenticated]) {
            [shown] queryItems in
            #expect(
                queryItems.map(\.name) == ["code", "until"] || queryItems.map(\.name) == ["code"]
            )
            shown.codes.append(try queryItems.require("code"))
        }
        coordinator.activate()
    }

    /// A link with a fitting signature.
    private func signed(_ text: String) -> String { "\(text)&sig=\(text.utf8.count)" }

    @Test func `a link is taken if its signature fits, also after it has waited`() throws {
        let until = Int(Date().timeIntervalSince1970) + 3_600
        let text = signed("https://mydomain.io/gifts/a7?until=\(until)")
        #expect(coordinator.open(text).isAccepted)
        #expect(shown.codes == [])
        coordinator.satisfy(.authenticated)
        #expect(shown.codes == ["a7"])
    }

    @Test(arguments: [
        "https://mydomain.io/gifts/a7", "https://mydomain.io/gifts/a7?sig=28",
        "https://mydomain.io/gifts/a8?until=1&sig=1", "https://mydomain.io/gifts/a7?until=1&sig=",
    ])
    func `a link without a fitting signature is refused`(text: String) {
        coordinator.satisfy(.authenticated)
        #expect(!coordinator.open(text).isAccepted)
        #expect(shown.codes == [])
    }

    @Test(arguments: ["until=1717144200", "until=", "until=nan", "ends=4102444800"])
    func `a signed link whose time is over, or that has none, is refused`(item: String) {
        coordinator.satisfy(.authenticated)
        let outcome = coordinator.open(signed("https://mydomain.io/gifts/a7?\(item)"))
        #expect(outcome.description == "rejected: The time of the gift is over.")
        #expect(shown.codes == [])
    }

    @Test func `what the app opens itself needs no signature`() throws {
        coordinator.satisfy(.authenticated)
        #expect(coordinator.open(try DeepLink("/gifts/b2")).isAccepted)
        #expect(shown.codes == ["b2"])
    }
}
