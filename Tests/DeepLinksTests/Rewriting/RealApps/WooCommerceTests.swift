import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// The universal links of the WooCommerce app (`Classes/Universal Links`) as rules.
///
/// Its custom scheme is not configured: it is only for the login, which handles those links before they get here.
struct WooCommerceTests {
    /// The same rules, written with the builder.
    static func built() throws -> URLRewriter {
        try URLRewriter {
            Domain("woocommerce.com", prefixes: ["/mobile"]) {
                Rewrite("/", to: "/my-store")
                Rewrite("/orders", to: "/orders")
                Rewrite("/orders/create", to: "/orders/create")
                Rewrite(
                    "/orders/details?blog_id={blog:int}&order_id={order:int}",
                    to: "/orders/details?blog={blog}&order={order}"
                )
                Rewrite("/payments", to: "/payments")
                Rewrite("/payments/collect-payment", to: "/payments/collect")
                Rewrite("/payments/tap-to-pay", to: "/payments/tap-to-pay")
            }
        }
    }

    @Test(
        arguments: pairs(
            #"""
            https://woocommerce.com/mobile/ → /my-store
            https://woocommerce.com/mobile → /my-store
            https://woocommerce.com/mobile/orders → /orders
            https://woocommerce.com/mobile/orders/create → /orders/create
            https://woocommerce.com/mobile/orders/details?blog_id=1&order_id=2 → /orders/details?blog=1&order=2
            https://woocommerce.com/mobile/orders/details?order_id=2&blog_id=1&blog_id=3 → /orders/details?blog=1&order=2
            https://woocommerce.com/mobile/payments → /payments
            https://woocommerce.com/mobile/payments/collect-payment → /payments/collect
            https://woocommerce.com/mobile/payments/tap-to-pay → /payments/tap-to-pay
            """#
        )
    )
    func `each link reaches its screen`(link: String, expected: String) throws {
        #expect(try RealApp.woocommerce.rewriter().rewrite(link) == DeepLink(expected))
    }

    @Test(arguments: [
        ("https://woocommerce.com/mobileorders/create", RewriteError.Reason.noRule),
        ("https://woocommerce.com/mobile/orderscreate", .noRule),
        ("https://woocommerce.com/orders", .noRule),
        ("https://woocommerce.com/mobile/orders/details", .noRule),
        ("https://woocommerce.com/mobile/orders/details?blog_id=x&order_id=2", .noRule),
        ("https://x.example/anything/orders", .unknownHost("x.example")),
        ("woocommerce://app-login?x=1", .unknownScheme("woocommerce")),
        ("woocommerce://magic-login?token=1", .unknownScheme("woocommerce")),
    ])
    func `other links are refused`(link: String, reason: RewriteError.Reason) throws {
        #expect(try RealApp.woocommerce.rewriter().refusal(of: link)?.reason == reason)
    }
}
