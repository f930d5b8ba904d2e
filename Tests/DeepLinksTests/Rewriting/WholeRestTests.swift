import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// Rules that capture the whole rest of a link as it was written.
struct WholeRestTests {
    @Test func `items of the rest are not removed`() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", query: .strip(["utm_*"])) {
                Rewrite("/subscribe/{*feed:verbatim}", to: "/subscribe?url={feed}")
            }
        }
        let removed = try rewriter.details(of: "https://mydomain.io/subscribe/a?utm_a=x")
        #expect(removed.removedItems.isEmpty)
    }
}
