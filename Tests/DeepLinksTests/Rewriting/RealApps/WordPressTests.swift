import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// The universal links of the WordPress app (`Utility/Universal Links`) as rules.
///
/// Not expressible: the app performs all routes that match, one after the other; a rewriter applies one rule.
struct WordPressTests {
    private static let rules = Fixture.rules {
        Unwrap("/mbar?redirect_to={target}")
        Unwrap("/wp-login.php?redirect_to={target}")
        Rewrite("/me", to: "/me")
        Rewrite("/me/account", to: "/me/account-settings")
        Rewrite("/me/notifications", to: "/me/notification-settings")
        Rewrite("/domains/manage", to: "/domains")
        Rewrite("/me/domains", to: "/me/domains")
        Rewrite("/post", to: "/editor/post")
        Rewrite("/post/{site}", to: "/editor/post?site={site}")
        Rewrite("/post/{site}/{post}", to: "/editor/post?site={site}&post={post}")
        Rewrite("/page", to: "/editor/page")
        Rewrite("/page/{site}", to: "/editor/page?site={site}")
        Rewrite("/site-monitoring/{site}", to: "/site-monitoring?site={site}")
        Rewrite("/stats/subscribers/{site}", to: "/stats/subscribers?site={site}")
        Rewrite("/notifications", to: "/notifications")
        Rewrite("/discover", to: "/reader/discover")
        Rewrite("/activities/likes", to: "/reader/likes")
        Rewrite("/following/manage", to: "/reader/following")
        Rewrite("/tag/{tag}", to: "/reader/tag?tag={tag}")
        // Newer versions have two names for every reader path.
        for reader in ["read", "reader"] {
            Rewrite("/\(reader)", to: "/reader")
            Rewrite("/\(reader)/search", to: "/reader/search")
            Rewrite("/\(reader)/{team:a8c|p2}", to: "/reader/team?team={team}")
            Rewrite("/\(reader)/list/{user}/{list}", to: "/reader/list?user={user}&list={list}")
            for kind in ["feed", "blog"] {
                Rewrite("/\(reader)/\(kind)s/{id:int}", to: "/reader/\(kind)?id={id}")
                Rewrite(
                    "/\(reader)/\(kind)s/{id:int}/posts/{post:int}",
                    to: "/reader/post?\(kind)={id}&post={post}"
                )
            }
        }
        Rewrite("/stats", to: "/stats")
        Rewrite("/stats/{site}", to: "/stats?site={site}")
        Rewrite("/stats/{period:day|week|month|year|insights}", to: "/stats?period={period}")
        Rewrite(
            "/stats/{period:day|week|month|year|insights}/{site}",
            to: "/stats?period={period}&site={site}"
        )
        Rewrite(
            "/stats/day/{category}/{site}",
            to: "/stats?period=day&category={category}&site={site}"
        )
        Rewrite("/stats/annualstats/{site}", to: "/stats/annual?site={site}")
        Rewrite("/stats/activity/{site}", to: "/activity-log?site={site}")
        Rewrite(
            "/{section:comments|media|pages|people|plugins|posts|sharing}/{site}",
            to: "/site/{section}?site={site}"
        )
        Rewrite("/plugins/manage/{site}", to: "/site/plugins/manage?site={site}")
        Rewrite("/start", to: "/site/create")
    }

    /// The same rules, written with the builder.
    static func built() throws -> URLRewriter {
        try URLRewriter {
            Domain("wordpress.com") { Self.rules }
            // A banner's link has its path in the fragment.
            Domain("apps.wordpress.com", fragment: .path) {
                Self.rules
                Rewrite(
                    "/qr-code-login?token={token}&data={data}",
                    to: "/qr-login?token={token}&data={data}"
                )
                Rewrite("/get?campaign=qr-code-media", to: "/media/qr-code")
            }
            // Only the server knows the target of a link in a mail.
            Domain("public-api.wordpress.com") {
                Rewrite("/mbar/{*path}", to: "/email-click?path={path}")
                Rewrite("/bar/{*path}", to: "/email-click?path={path}")
            }
            Domain("{site}.wordpress.com") {
                Rewrite(
                    "/{year:int}/{month:int}/{day:int}/{name}",
                    to: "/reader/post?site={site}&date={year}-{month}-{day}&name={name}"
                )
            }
            Domain("jetpack.com") { Rewrite("/app", to: "/jetpack") }
            Scheme("wordpress", "jetpack", unmatched: .passThrough)
        }
    }

    @Test(
        arguments: pairs(
            #"""
            https://wordpress.com/mbar/?redirect_to=https%3A%2F%2Fwordpress.com%2Fpost%2Fsomesite.wordpress.com → /editor/post?site=somesite.wordpress.com
            https://wordpress.com/mbar/?login_reason=x&redirect_to=https%3A%2F%2Fwordpress.com%2Fwp-login.php%3Fredirect_to%3Dhttps%253A%252F%252Fwordpress.com%252Fstats → /stats
            https://apps.wordpress.com/get#post/discover.wordpress.com → /editor/post?site=discover.wordpress.com
            https://apps.wordpress.com/get#/post/discover.wordpress.com → /editor/post?site=discover.wordpress.com
            https://apps.wordpress.com/get?campaign=login-qr-code#qr-code-login?token=T&data=D → /qr-login?token=T&data=D&campaign=login-qr-code
            https://apps.wordpress.com/get?campaign=qr-code-media → /media/qr-code
            https://public-api.wordpress.com/mbar/x/y?z=1 → /email-click?path=x/y&z=1
            https://public-api.wordpress.com/bar/x → /email-click?path=x
            wordpress://some/action?x=1 → /some/action?x=1
            jetpack:action → /action
            https://jetpack.com/app → /jetpack
            https://wordpress.com/me → /me
            https://wordpress.com/me/account → /me/account-settings
            https://wordpress.com/me/notifications → /me/notification-settings
            https://wordpress.com/domains/manage → /domains
            https://wordpress.com/me/domains → /me/domains
            https://wordpress.com/post → /editor/post
            https://wordpress.com/post/somesite.wordpress.com → /editor/post?site=somesite.wordpress.com
            https://wordpress.com/post/a.blog/7 → /editor/post?site=a.blog&post=7
            https://wordpress.com/page → /editor/page
            https://wordpress.com/page/a.blog → /editor/page?site=a.blog
            https://wordpress.com/site-monitoring/a.blog → /site-monitoring?site=a.blog
            https://wordpress.com/stats/subscribers/a.blog → /stats/subscribers?site=a.blog
            https://wordpress.com/notifications → /notifications
            https://wordpress.com/read → /reader
            https://wordpress.com/reader → /reader
            https://wordpress.com/discover → /reader/discover
            https://wordpress.com/read/search → /reader/search
            https://wordpress.com/reader/search → /reader/search
            https://wordpress.com/read/a8c → /reader/team?team=a8c
            https://wordpress.com/read/p2 → /reader/team?team=p2
            https://wordpress.com/activities/likes → /reader/likes
            https://wordpress.com/following/manage → /reader/following
            https://wordpress.com/read/list/ann/tea → /reader/list?user=ann&list=tea
            https://wordpress.com/tag/caf%C3%A9 → /reader/tag?tag=caf%C3%A9
            https://wordpress.com/read/feeds/12 → /reader/feed?id=12
            https://wordpress.com/read/blogs/12 → /reader/blog?id=12
            https://wordpress.com/read/feeds/12/posts/3 → /reader/post?feed=12&post=3
            https://wordpress.com/reader/blogs/12/posts/3 → /reader/post?blog=12&post=3
            https://somesite.wordpress.com/2020/05/01/hello-world → /reader/post?site=somesite&date=2020-05-01&name=hello-world
            https://wordpress.com/stats → /stats
            https://wordpress.com/stats/a.blog → /stats?site=a.blog
            https://wordpress.com/stats/week → /stats?period=week
            https://wordpress.com/stats/day/a.blog → /stats?period=day&site=a.blog
            https://wordpress.com/stats/week/a.blog → /stats?period=week&site=a.blog
            https://wordpress.com/stats/month/a.blog → /stats?period=month&site=a.blog
            https://wordpress.com/stats/year/a.blog → /stats?period=year&site=a.blog
            https://wordpress.com/stats/insights/a.blog → /stats?period=insights&site=a.blog
            https://wordpress.com/stats/day/views/a.blog → /stats?period=day&category=views&site=a.blog
            https://wordpress.com/stats/annualstats/a.blog → /stats/annual?site=a.blog
            https://wordpress.com/stats/activity/a.blog → /activity-log?site=a.blog
            https://wordpress.com/pages/a.blog → /site/pages?site=a.blog
            https://wordpress.com/posts/a.blog → /site/posts?site=a.blog
            https://wordpress.com/media/a.blog → /site/media?site=a.blog
            https://wordpress.com/comments/a.blog → /site/comments?site=a.blog
            https://wordpress.com/sharing/a.blog → /site/sharing?site=a.blog
            https://wordpress.com/people/a.blog → /site/people?site=a.blog
            https://wordpress.com/plugins/a.blog → /site/plugins?site=a.blog
            https://wordpress.com/plugins/manage/a.blog → /site/plugins/manage?site=a.blog
            https://wordpress.com/start → /site/create
            """#
        )
    )
    func `each link reaches its screen`(link: String, expected: String) throws {
        #expect(try RealApp.wordpress.rewriter().rewrite(link) == DeepLink(expected))
    }

    @Test(arguments: [
        ("http://wordpress.com/me", RewriteError.Reason.insecureScheme),
        ("https://wordpress.org/me", .unknownHost("wordpress.org")),
        ("https://wordpress.com/unknown", .noRule), ("https://wordpress.com/read/feeds/x", .noRule),
        ("https://somesite.wordpress.com/2020/may/01/hello", .noRule),
        (
            "https://wordpress.com/mbar/?redirect_to=https%3A%2F%2Fevil.example%2F",
            .unknownHost("evil.example")
        ),
        (
            "https://wordpress.com/mbar/?redirect_to=javascript:alert(1)",
            .unknownScheme("javascript")
        ),
        ("https://apps.wordpress.com/get#/../post", .dotSegment),
    ])
    func `other links are refused`(link: String, reason: RewriteError.Reason) throws {
        #expect(try RealApp.wordpress.rewriter().refusal(of: link)?.reason == reason)
    }
}
