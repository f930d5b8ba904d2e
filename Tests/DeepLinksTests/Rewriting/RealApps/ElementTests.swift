import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// The links of Element X (`AppRoutes.swift`) as rules: everything is in the fragment, after signs such as `@` and `#`.
struct ElementTests {
    private static let entities = Fixture.rules {
        Rewrite("/@{user}", to: "/user?id=@{user}")
        Rewrite("/!{room}", to: "/room?id=!{room}")
        Rewrite("/%23{alias}", to: "/room?alias=%23{alias}")
        Rewrite("/!{room}/${event}", to: "/room/event?id=!{room}&event=${event}")
        Rewrite("/%23{alias}/${event}", to: "/room/event?alias=%23{alias}&event=${event}")
    }

    /// The same rules, written with the builder.
    static func built() throws -> URLRewriter {
        try URLRewriter {
            Domain("matrix.to", fragment: .path) { Self.entities }
            Domain(
                "app.element.io",
                "develop.element.io",
                "staging.element.io",
                prefixes: ["/room", "/user"],
                fragment: .path
            ) { Self.entities }
            Domain("mobile.element.io") {
                for path in ["/", "/{*_any}"] {
                    Rewrite(
                        "\(path)?account_provider={provider}&login_hint={hint?}",
                        to: "/account-provisioning?provider={provider}&hint={hint}"
                    )
                }
            }
            Scheme("matrix") {
                Rewrite("/u/{user}", to: "/user?id=@{user}")
                Rewrite("/roomid/{room}", to: "/room?id=!{room}")
                Rewrite("/roomid/{room}/e/{event}", to: "/room/event?id=!{room}&event=${event}")
                Rewrite("/r/{alias}", to: "/room?alias=%23{alias}")
            }
            Scheme("io.element.call") {
                Rewrite(
                    "/callback?state={state}&code={code}",
                    to: "/login?state={state}&code={code}"
                )
            }
            Scheme("io.element.share") { Rewrite("/share", to: "/share") }
        }
    }

    @Test(
        arguments: pairs(
            #"""
            https://matrix.to/#/@test:matrix.org → /user?id=@test:matrix.org
            https://matrix.to/#/!abcdefghijklmnopqrstuvwxyz1234567890:matrix.org → /room?id=!abcdefghijklmnopqrstuvwxyz1234567890:matrix.org
            https://matrix.to/#/!r:a.org?via=a.org&via=b.org → /room?id=!r:a.org&via=a.org&via=b.org
            https://matrix.to/#/#alias:a.org → /room?alias=%23alias:a.org
            https://matrix.to/#/%23alias:a.org → /room?alias=%23alias:a.org
            https://matrix.to/#/!r:a.org/$event:a.org?via=b.org → /room/event?id=!r:a.org&event=$event:a.org&via=b.org
            https://matrix.to/#/#alias:a.org/$event → /room/event?alias=%23alias:a.org&event=$event
            https://app.element.io/#/room/!abcdefghijklmnopqrstuvwxyz1234567890:matrix.org → /room?id=!abcdefghijklmnopqrstuvwxyz1234567890:matrix.org
            https://staging.element.io/#/room/#room:a.org → /room?alias=%23room:a.org
            https://develop.element.io/#/user/@alice:matrix.org → /user?id=@alice:matrix.org
            matrix:u/alice:a.org → /user?id=@alice:a.org
            matrix:roomid/r:a.org/e/event → /room/event?id=!r:a.org&event=$event
            matrix:roomid/r:a.org?via=b.org → /room?id=!r:a.org&via=b.org
            matrix:r/alias:a.org → /room?alias=%23alias:a.org
            https://mobile.element.io/element/?account_provider=a.org&login_hint=mxid:@b:a.org → /account-provisioning?provider=a.org&hint=mxid:@b:a.org
            https://mobile.element.io?account_provider=a.org → /account-provisioning?provider=a.org
            io.element.call:/callback?state=s&code=c → /login?state=s&code=c
            // The whole query is JSON; it arrives as the name of an item without a value.
            io.element.share:/share?%7B%22text%22:%22a%26b%22%7D → /share?%7B%22text%22:%22a%26b%22%7D
            """#
        )
    )
    func `each link reaches its screen`(link: String, expected: String) throws {
        #expect(try RealApp.element.rewriter().rewrite(link) == DeepLink(expected))
    }

    @Test(arguments: [
        (
            "io.element.nightly:/callback?state=s&code=c",
            RewriteError.Reason.unknownScheme("io.element.nightly")
        ),
        ("io.element.call:/callback.evil?state=s&code=c", .noRule),
        ("https://matrix.to/#/room/!r:a.org", .noRule),
        ("https://app.element.io/#/room/a/room/!r", .noRule),
        ("https://mobile.element.io/?login_hint=x", .noRule),
        ("https://matrix.to.evil.example/#/@a:b", .unknownHost("matrix.to.evil.example")),
    ])
    func `other links are refused`(link: String, reason: RewriteError.Reason) throws {
        #expect(try RealApp.element.rewriter().refusal(of: link)?.reason == reason)
    }
}
