import DeepLinks
import Foundation
import Testing

/// The links of the DuckDuckGo app (`AppDeepLinkSchemes.swift`) as rules: one scheme for each action.
///
/// Not expressible: `ddgQuickLink://https://foo.bar`. A colon follows the host `https`, which a browser reads as an empty
/// port; without the slashes (`ddgQuickLink:https://foo.bar`) it has one reading. Links of other apps (`tel:`) and of the
/// browser itself (`about:blank`) never reach a rewriter.
struct DuckDuckGoTests {
    private static let actions = [
        ("ddgNewSearch", "/search"), ("ddgVoiceSearch", "/search/voice"),
        ("ddgFireButton", "/fire"), ("ddgFavorites", "/favorites"),
        ("ddgNewEmail", "/email/new"), ("ddgAddFavorite", "/favorites/add"), ("ddgOpenVPN", "/vpn"),
        ("ddgOpenPasswords", "/passwords"),
        ("ddgOpenAIChat", "/chat"),
    ]

    /// The same rules, written with the builder.
    static func built() throws -> URLRewriter {
        try URLRewriter {
            for (scheme, path) in Self.actions { Scheme(scheme) { Rewrite("/", to: path) } }
            Scheme("ddgQuickLink") { Rewrite("/{*site:verbatim}", to: "/open?site={site}") }
        }
    }

    @Test(arguments: actions)
    func `each scheme reaches its action`(scheme: String, path: String) throws {
        for spelling in [scheme, scheme.lowercased(), scheme.uppercased()] {
            #expect(try RealApp.duckduckgo.rewriter().rewrite("\(spelling)://") == DeepLink(path))
        }
    }

    @Test(arguments: [
        (
            "ddgquicklink://foo.bar/baz/123#hello-world?A=b&c=D",
            "/open?site=foo.bar/baz/123%23hello-world?A%3Db%26c%3DD"
        ),
        ("ddgQuickLink://foo.bar?a=b", "/open?site=foo.bar?a%3Db"),
        ("ddgQuickLink:https://foo.bar/?a=b", "/open?site=https://foo.bar/?a%3Db"),
        // The form in which some systems deliver it.
        ("ddgQuickLink://https//foo.bar", "/open?site=https//foo.bar"),
        ("ddgopenaichat://?query=tea", "/chat?query=tea"),
    ])
    func `a site is opened`(link: String, expected: String) throws {
        #expect(try RealApp.duckduckgo.rewriter().rewrite(link) == DeepLink(expected))
    }

    @Test(arguments: [
        ("other://", RewriteError.Reason.unknownScheme("other")),
        ("tel://someurl", .unknownScheme("tel")),
        ("about:blank", .unknownScheme("about")),
        ("ddgquicklink://https://foo.bar", .unexpectedPort), ("ddgQuickLink://", .noRule),
    ])
    func `other links are refused`(link: String, reason: RewriteError.Reason) throws {
        #expect(try RealApp.duckduckgo.rewriter().refusal(of: link)?.reason == reason)
    }
}
