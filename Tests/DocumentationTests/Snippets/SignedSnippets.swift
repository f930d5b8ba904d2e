import DeepLinks
import Foundation
import Testing

struct SignaturePolicy: NavigationPolicy {
    let isSigned: @MainActor (_ text: String, _ signature: String) -> Bool

    func decision(for link: DeepLink, in context: NavigationContext) -> NavigationDecision {
        let usual = RequirementPolicy().decision(for: link, in: context)
        guard link.path.hasPrefix("/gifts/"), context.origin != .inApp else { return usual }
        // The signature is the last item, and covers all before it.
        guard let url = context.externalURL,
            let mark = url.range(of: "&sig=", options: [.backwards, .literal]),
            isSigned(String(url[..<mark.lowerBound]), String(url[mark.upperBound...]))
        else { return .reject(reason: "The signature of the gift does not fit.") }
        return usual
    }
}

@MainActor
struct SignedSnippets {
    private final class Shown {
        var codes: [String] = []
    }

    private let shown = Shown()
    private let coordinator: DeepLinkCoordinator

    init() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", query: .strip(["sig", "utm_*"])) {
                Rewrite("/gifts/{code:alnum}", to: "/gifts/{code}")
            }
        }
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

    @Test func `a link is taken if its signature fits, also after it has waited`() throws {
        let text = "https://mydomain.io/gifts/a7?until=1717144200"
        #expect(coordinator.open("\(text)&sig=\(text.utf8.count)").isAccepted)
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

    @Test func `what the app opens itself needs no signature`() throws {
        coordinator.satisfy(.authenticated)
        #expect(coordinator.open(try DeepLink("/gifts/b2")).isAccepted)
        #expect(shown.codes == ["b2"])
    }
}
