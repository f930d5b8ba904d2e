import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// The links of Mattermost's app (`utils/deep_link`) as rules.
///
/// A server is any host, and may be below a path of any length (`*serverUrl`). Not expressible: the length of a captured
/// text (26 or 40 characters), which the type that reads it must check.
struct MattermostTests {
    private static func rules(under host: String) -> [RewriteRule] {
        Fixture.rules {
            for (path, template) in [
                ("/{team:slug}/channels/{channel}", "/channel?team={team}&channel={channel}"),
                ("/{team:slug}/messages/@{user}", "/direct-message?team={team}&user={user}"),
                (
                    "/{team:slug}/messages/{channel:hex}",
                    "/group-message?team={team}&channel={channel}"
                ),
                ("/{team:slug}/pl/{post:alnum}", "/permalink?team={team}&post={post}"),
                ("/playbooks/playbooks/{playbook:alnum}", "/playbook?id={playbook}"),
                ("/playbooks/runs/{run:alnum}", "/playbook/run?id={run}"),
                ("/playbooks/runs/{run:alnum}/retrospective", "/playbook/retrospective?id={run}"),
                ("/login/one_time_link?t={token:alnum}", "/magic-link?token={token}"),
            ] { Rewrite("\(host)/{*base?}\(path)", to: "\(template)&server={server}&base={base}") }
            // Only at the root: below a path, every link of every site would be one of these.
            Rewrite(host.isEmpty ? "/" : host, to: "/server?server={server}")
            Rewrite("\(host)/{_page:login|signup|admin_console}", to: "/server?server={server}")
        }
    }

    /// The same rules, written with the builder.
    static func built() throws -> URLRewriter {
        try URLRewriter {
            Domain(anyHostAs: "server", allow: ["any-host"]) { Self.rules(under: "") }
            Scheme("mattermost") { Self.rules(under: "/{server}") }
        }
    }

    @Test(
        arguments: pairs(
            #"""
            /team/channels/town-square → /channel?team=team&channel=town-square
            /team/messages/@user-id → /direct-message?team=team&user=user-id
            /team/messages/7b35c77a645e1906e03a2c330f89203385db102f → /group-message?team=team&channel=7b35c77a645e1906e03a2c330f89203385db102f
            /team/pl/abcdefghijklmnopqrstuvwxyz → /permalink?team=team&post=abcdefghijklmnopqrstuvwxyz
            /playbooks/playbooks/7b35c77a645e1906e03a2c330f → /playbook?id=7b35c77a645e1906e03a2c330f
            /playbooks/runs/7b35c77a645e1906e03a2c330f → /playbook/run?id=7b35c77a645e1906e03a2c330f
            /playbooks/runs/7b35c77a645e1906e03a2c330f/retrospective → /playbook/retrospective?id=7b35c77a645e1906e03a2c330f
            /login/one_time_link?t=abc123 → /magic-link?token=abc123
            "" → /server?
            /login → /server?
            /signup → /server?
            /admin_console → /server?
            """#
        )
    )
    func `each link reaches its screen`(path: String, expected: String) throws {
        let mark = expected.hasSuffix("?") ? "" : "&"
        for (root, end) in [
            ("existingserver.com", "server=existingserver.com"), ("a.org", "server=a.org"),
        ] {
            let link = try DeepLink(expected + mark + end)
            #expect(try RealApp.mattermost.rewriter().rewrite("https://\(root)\(path)") == link)
            #expect(
                try RealApp.mattermost.rewriter().rewrite("mattermost://\(root)\(path)") == link
            )
        }
    }

    @Test(
        arguments: pairs(
            #"""
            /chat/team/channels/x → /channel?team=team&channel=x&server=a.org&base=chat
            /chat/eu/team/pl/abc → /permalink?team=team&post=abc&server=a.org&base=chat/eu
            /a/b/c/playbooks/runs/1/retrospective → /playbook/retrospective?id=1&server=a.org&base=a/b/c
            // A team can have the same name as a fixed segment.
            /channels/channels/channels → /channel?team=channels&channel=channels&server=a.org
            """#
        )
    )
    func `a server may stand below a path`(path: String, expected: String) throws {
        #expect(
            try RealApp.mattermost.rewriter().rewrite("https://a.org\(path)") == DeepLink(expected)
        )
        #expect(
            try RealApp.mattermost.rewriter().rewrite("mattermost://a.org\(path)")
                == DeepLink(expected)
        )
    }

    @Test(arguments: [
        ("invalid-url", RewriteError.Reason.missingScheme),
        ("https://existingserver.com/team/messages/not-hex", .noRule),
        ("https://existingserver.com/team/pl/a-b", .noRule),
        ("https://existingserver.com/te%20am/channels/x", .noRule),
        ("https://existingserver.com/%", .malformedEscape),
        ("https://existingserver.com/..%2f..", .noRule),
        ("https://existingserver.com/a/../team/channels/x", .dotSegment),
        ("https://existingserver.com/chat/login", .noRule),
        ("mattermost://existingserver.com/team/channels", .noRule),
    ])
    func `other links are refused`(link: String, reason: RewriteError.Reason) throws {
        #expect(try RealApp.mattermost.rewriter().refusal(of: link)?.reason == reason)
    }
}
