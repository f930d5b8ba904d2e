import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// The links of Firefox for iOS (`RouteBuilder`) as rules.
///
/// As the default browser it takes web links of any host. Not expressible: the app ignores case in the inner path, but rules
/// compare the values of items exactly.
struct FirefoxTests {
    /// The same rules, written with the builder.
    static func built() throws -> URLRewriter {
        try URLRewriter {
            Domain(anyHostAs: "host", allowsHTTP: true, allow: ["any-host"]) {
                Rewrite("/{*rest?:verbatim}", to: "/open/web?host={host}&rest={rest}")
            }
            // A browser opens any address that a link names.
            Scheme("firefox", allow: ["open-redirect"]) {
                // Only web pages are opened, so the inner link's scheme is a part of the rule.
                for action in [
                    "open-url", "widget-medium-topsites-open-url",
                    "widget-small-quicklink-open-url", "widget-medium-quicklink-open-url",
                ] {
                    Rewrite(
                        "/\(action)?url={web:https|http}://{rest}&private={private:true|false?}",
                        to: "/open?url={web}://{rest}&private={private}"
                    )
                }
                Rewrite(
                    "/share-sheet?url={web:https|http}://{rest}&title={title?}&subtitle={subtitle?}",
                    to: "/share?url={web}://{rest}&title={title}&subtitle={subtitle}"
                )
                Rewrite("/open-url?private=true", to: "/open/empty?private=true")
                Rewrite("/open-text?text={text}", to: "/search?text={text}")
                // With or without a slash at the end of the inner path.
                for end in ["", "/"] {
                    Rewrite(
                        "/deep-link?url=/settings/{section:clear-private-data|newTab|homePage|mailto|search|fxa}\(end)",
                        to: "/settings?section={section}"
                    )
                    Rewrite(
                        "/deep-link?url=/homepanel/{panel:bookmarks|top-sites|history|reading-list}\(end)",
                        to: "/home?panel={panel}"
                    )
                    Rewrite(
                        "/deep-link?url=/default-browser/{section:tutorial|system-settings}\(end)",
                        to: "/default-browser?section={section}"
                    )
                    Rewrite(
                        "/deep-link?url=/action/{action:show-intro-onboarding|close-private-tabs|show-qr-code}\(end)",
                        to: "/action?name={action}"
                    )
                }
                Rewrite("/fxa-signin?signin={signin}", to: "/account/sign-in?signin={signin}")
                Rewrite("/glean", to: "/debug/glean")
                for size in ["small", "medium"] {
                    Rewrite("/widget-\(size)-quicklink-open-copied", to: "/open/copied")
                    Rewrite(
                        "/widget-\(size)-quicklink-close-private-tabs",
                        to: "/action?name=close-private-tabs"
                    )
                }
                for size in ["medium", "large"] {
                    Rewrite("/widget-tabs-\(size)-open-url?uuid={uuid}", to: "/tab?uuid={uuid}")
                }
            }
        }
    }

    @Test(
        arguments: pairs(
            #"""
            http://google.com?a=1&b=2&c=foo%20bar → /open/web?host=google.com&rest=?a%3D1%26b%3D2%26c%3Dfoo%2520bar
            https://example.com → /open/web?host=example.com
            https://example.com/a//b/#top → /open/web?host=example.com&rest=a//b/%23top
            firefox://open-url?url=http%3A%2F%2Fgoogle.com%3Fa%3D1%26b%3D2%26c%3Dfoo%2520bar → /open?url=http://google.com?a%3D1%26b%3D2%26c%3Dfoo%2520bar
            firefox://open-url?url=https://a.b/c&private=false → /open?url=https://a.b/c&private=false
            firefox://open-url?private=true → /open/empty?private=true
            firefox://open-text?text=google → /search?text=google
            firefox://deep-link?url=/settings/newTab/ → /settings?section=newTab
            firefox://deep-link?url=/settings/fxa → /settings?section=fxa
            firefox://deep-link?url=/homepanel/reading-list → /home?panel=reading-list
            firefox://deep-link?url=/default-browser/system-settings → /default-browser?section=system-settings
            firefox://deep-link?url=/action/show-intro-onboarding → /action?name=show-intro-onboarding
            firefox://fxa-signin?signin=coolcodes&user=foo&email=bar → /account/sign-in?signin=coolcodes&user=foo&email=bar
            firefox://glean?logPings=true → /debug/glean?logPings=true
            firefox://widget-medium-topsites-open-url?url=https://google.com → /open?url=https://google.com
            firefox://widget-small-quicklink-open-url?private=true&url=https://google.com → /open?url=https://google.com&private=true
            firefox://widget-medium-quicklink-open-url?url=https://google.com → /open?url=https://google.com
            firefox://widget-small-quicklink-open-copied → /open/copied
            firefox://widget-medium-quicklink-open-copied → /open/copied
            firefox://widget-small-quicklink-close-private-tabs → /action?name=close-private-tabs
            firefox://widget-medium-quicklink-close-private-tabs → /action?name=close-private-tabs
            firefox://widget-tabs-medium-open-url?uuid=invalid → /tab?uuid=invalid
            firefox://widget-tabs-large-open-url?uuid=1 → /tab?uuid=1
            """#
        )
    )
    func `each link reaches its screen`(link: String, expected: String) throws {
        #expect(try RealApp.firefox.rewriter().rewrite(link) == DeepLink(expected))
    }

    @Test func `a space that the system has encoded is a space`() throws {
        let url = try #require(
            URL(string: "firefox://share-sheet?url=https://www.google.com&title=TEST TITLE")
        )
        let link = try RealApp.firefox.rewriter().rewrite(url)
        #expect(link == (try DeepLink("/share?url=https://www.google.com&title=TEST%20TITLE")))
    }

    @Test(arguments: [
        ("focus://deep-link?url=/settings/newTab", RewriteError.Reason.unknownScheme("focus")),
        ("chrome://example.com", .unknownScheme("chrome")),
        ("https://google.com:8443/", .unknownPort(8443)),
        ("https://google.com@evil.example/", .userInfo),
        ("firefox://open-url?url=javascript://https://google.com%2Fsearch?q=foo", .noRule),
        ("firefox://open-url?url=javascript:alert(1)", .noRule),
        ("firefox://open-url?url=javascript:window.close();alert(1337)", .noRule),
        ("firefox://open-url?url=java%0Ascript:alert(1)", .noRule), ("firefox://open-url", .noRule),
        ("firefox://deep-links-are-fun?url=/settings/newTab/", .noRule),
        ("firefox://deep-link?url=/invalid-path", .noRule),
        ("firefox://deep-link?url=/homepanel/badbad", .noRule), ("firefox://", .noRule),
        ("firefox://fxa-signin", .noRule),
    ])
    func `other links are refused`(link: String, reason: RewriteError.Reason) throws {
        #expect(try RealApp.firefox.rewriter().refusal(of: link)?.reason == reason)
    }
}
