import DeepLinks
import Foundation
import Testing

/// The links of Mattermost's app (`utils/deep_link`) as rules.
///
/// Not expressible: servers that the app does not know yet, and any number of segments before a pattern (`*serverUrl`),
/// since a catch-all is the end of a pattern. Prefixes stand for servers under a path of known length; a length of
/// captured text (26 or 40 characters) is for the type to check that it is read as.
struct MattermostTests {
    private static let rules = Fixture.rules {
        Rewrite(
            "/{team:slug}/channels/{channel}",
            to: "/channel?team={team}&channel={channel}&base={base}"
        )
        Rewrite(
            "/{team:slug}/messages/@{user}",
            to: "/direct-message?team={team}&user={user}&base={base}"
        )
        Rewrite(
            "/{team:slug}/messages/{channel:hex}",
            to: "/group-message?team={team}&channel={channel}&base={base}"
        )
        Rewrite(
            "/{team:slug}/pl/{post:alnum}",
            to: "/permalink?team={team}&post={post}&base={base}"
        )
        Rewrite("/playbooks/playbooks/{playbook:alnum}", to: "/playbook?id={playbook}&base={base}")
        Rewrite("/playbooks/runs/{run:alnum}", to: "/playbook/run?id={run}&base={base}")
        Rewrite(
            "/playbooks/runs/{run:alnum}/retrospective",
            to: "/playbook/retrospective?id={run}&base={base}"
        )
        Rewrite("/login/one_time_link?t={token:alnum}", to: "/magic-link?token={token}&base={base}")
    }

    /// What only servers without a path know: under one, their paths would be those of any server.
    private static let roots = Fixture.rules {
        Rewrite("/", to: "/server")
        Rewrite("/{_page:login|signup|admin_console}", to: "/server")
    }

    /// The same rules as the builder has them.
    static func built() throws -> URLRewriter {
        try URLRewriter {
            Domain("existingserver.com", prefixes: ["", "/chat/{base}"]) {
                Self.rules
                Self.roots
            }
            Scheme(
                "mattermost",
                prefixes: ["/existingserver.com", "/existingserver.com/chat/{base}"]
            ) {
                Self.rules
                Self.roots
            }
        }
    }

    @Test(arguments: [
        ("/team/channels/town-square", "/channel?team=team&channel=town-square"),
        ("/chat/eu/team/channels/town-square", "/channel?team=team&channel=town-square&base=eu"),
        ("/team/messages/@user-id", "/direct-message?team=team&user=user-id"),
        (
            "/team/messages/7b35c77a645e1906e03a2c330f89203385db102f",
            "/group-message?team=team&channel=7b35c77a645e1906e03a2c330f89203385db102f"
        ),
        (
            "/team/pl/abcdefghijklmnopqrstuvwxyz",
            "/permalink?team=team&post=abcdefghijklmnopqrstuvwxyz"
        ),
        (
            "/playbooks/playbooks/7b35c77a645e1906e03a2c330f",
            "/playbook?id=7b35c77a645e1906e03a2c330f"
        ),
        (
            "/playbooks/runs/7b35c77a645e1906e03a2c330f",
            "/playbook/run?id=7b35c77a645e1906e03a2c330f"
        ),
        (
            "/playbooks/runs/7b35c77a645e1906e03a2c330f/retrospective",
            "/playbook/retrospective?id=7b35c77a645e1906e03a2c330f"
        ),
        ("/login/one_time_link?t=abc123", "/magic-link?token=abc123"), ("", "/server"),
        ("/login", "/server"), ("/signup", "/server"),
        ("/admin_console", "/server"),
    ])
    func `each link reaches its screen`(path: String, expected: String) throws {
        #expect(
            try RealApp.mattermost.rewriter().rewrite("https://existingserver.com\(path)")
                == DeepLink(expected)
        )
        #expect(
            try RealApp.mattermost.rewriter().rewrite("mattermost://existingserver.com\(path)")
                == DeepLink(expected)
        )
    }

    @Test(arguments: [
        ("invalid-url", RewriteError.Reason.missingScheme),
        ("https://otherserver.com/team/channels/x", .unknownHost("otherserver.com")),
        ("https://existingserver.com/team/messages/not-hex", .noRule),
        ("https://existingserver.com/team/pl/a-b", .noRule),
        ("https://existingserver.com/te%20am/channels/x", .noRule),
        ("https://existingserver.com/%", .malformedEscape),
        ("https://existingserver.com/..%2f..", .noRule),
        ("https://existingserver.com/a/../team/channels/x", .dotSegment),
        ("mattermost://otherserver.com/team/channels/x", .noRule),
    ])
    func `other links are refused`(link: String, reason: RewriteError.Reason) throws {
        #expect(try RealApp.mattermost.rewriter().refusal(of: link)?.reason == reason)
    }
}
